"""The command line's root."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from iacta.service.cli import backup, branches, care, demo, files, operator, serve
from iacta.service.cli.terminal import failures_told
from iacta.service.settings import VERSION


class _Verbs(TyperGroup):
    """Every command; what it could not do is told in one line, not in a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        with failures_told():
            return super().invoke(ctx)


app = typer.Typer(
    name="iacta",
    cls=_Verbs,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"iacta {VERSION}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            "-V",
            callback=_show_version,
            is_eager=True,
            help="Print the version.",
        ),
    ] = False,
) -> None:
    """Event-sourced game state for Roman wargames: what is thrown stays thrown."""


app.command()(serve.serve)
app.command()(demo.demo)
app.command()(files.verify)
app.command()(files.export)
app.command("import")(files.import_)
app.command()(branches.fork)
app.command()(branches.conclude)
app.command()(files.replay)
app.command()(operator.token)
app.command()(operator.hide)
app.command()(operator.show)
app.command()(operator.delete)
app.command()(care.fsck)
app.command()(care.rebuild)
app.command()(care.migrate)
app.command("open-seals")(care.open_seals)
app.command()(backup.backup)
app.command()(backup.restored)
app.command()(backup.mark)
app.command()(care.openapi)
app.command()(care.key)

if __name__ == "__main__":
    app()
