"""The command line's root."""

from typing import Any

import typer
from typer.core import TyperGroup

from service.cli import care, demo, files, operator, serve
from service.cli.terminal import failures_told


class _Verbs(TyperGroup):
    """Every command; what it could not do is told in one line, not in a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        with failures_told():
            return super().invoke(ctx)


app = typer.Typer(
    name="iacta",
    cls=_Verbs,
    help="Event-sourced game state for Roman wargames: what is thrown stays thrown.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)

app.command()(serve.serve)
app.command()(demo.demo)
app.command()(files.verify)
app.command()(files.export)
app.command("import")(files.import_)
app.command()(files.fork)
app.command()(files.replay)
app.command()(operator.token)
app.command()(operator.hide)
app.command()(operator.show)
app.command()(operator.delete)
app.command()(care.fsck)
app.command()(care.rebuild)
app.command()(care.migrate)
app.command()(care.restored)
app.command()(care.openapi)
app.command()(care.key)

if __name__ == "__main__":
    app()
