"""The command line's root: every command by name, and where it is.

A command's module is imported when the command runs, so `iacta --help` answers at once: it loads
neither the server nor a game.
"""

import importlib
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

COMMANDS = {
    "serve": ("serve:serve", "Serve the API and the viewer."),
    "demo": ("demo:demo", "Play a campaign on fresh data, serve it and open the viewer on it."),
    "verify": (
        "files:verify",
        "Check a saved campaign or a receipt. Exit 1, and the check named, if one fails.",
    ),
    "export": (
        "files:export",
        "Save a campaign as a capsule, or as a page that opens without a network.",
    ),
    "import": (
        "files:import_",
        "Verify a capsule and keep it, read-only. A longer one later brings it up to date.",
    ),
    "fork": (
        "branches:fork",
        "Fork a campaign; prints the referee's token and the invitations, this once.",
    ),
    "conclude": (
        "branches:conclude",
        "End a campaign that its referee abandoned, so that other branches may open their seals.",
    ),
    "play": (
        "remote.play:play",
        "Play on a server from the terminal, as a seat or as the referee.",
    ),
    "replay": (
        "files:replay",
        "Step through a campaign: Enter or n next, p previous, a number to go there, q to end.",
    ),
    "token": (
        "operator:token",
        "Make a new token for a role whose holder lost theirs. The old ones are revoked.",
    ),
    "hide": (
        "operator:hide",
        "Take a public campaign off the list; only its tokens read it from now on.",
    ),
    "show": ("operator:show", "Make a hidden campaign public again."),
    "delete": (
        "operator:delete",
        "Delete a campaign permanently. Its last checkpoint and the reason stay.",
    ),
    "fsck": (
        "maintenance:fsck",
        "Re-hash and re-fold every campaign; compare heads, trees, snapshots, projections, mark.",
    ),
    "rebuild": (
        "maintenance:rebuild",
        "Drop snapshots and projections and rebuild them from the log.",
    ),
    "migrate": ("maintenance:migrate", "Bring the database's schema to this version's."),
    "open-seals": (
        "maintenance:open_seals",
        "Open a campaign's seals where a seat objects and its referee does nothing.",
    ),
    "backup": ("backup:backup", "Copy the database and the signing key, while the server runs."),
    "restored": ("backup:restored", "After restoring a backup: make every campaign read-only."),
    "mark": (
        "backup:mark",
        "Show the high-water mark, which tells whether the database has lost its end.",
    ),
    "check-game": (
        "conformance:check_game",
        "Play an installed game by random bots, and say where it breaks what every game promises.",
    ),
    "openapi": ("maintenance:openapi", "Print the API's contract."),
    "key": ("maintenance:key", "Print the server's verifier key, for players to keep."),
}
"""By name: where the command is, and the first sentences of its help."""


def _load(name: str) -> Any:
    """A command, its module imported."""
    module, function = COMMANDS[name][0].split(":")
    alone = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    alone.command(name)(getattr(importlib.import_module(f"iacta.service.cli.{module}"), function))
    return typer.main.get_command(alone)


class _Commands(TyperGroup):
    """Every command, loaded when it runs; a failure is one line, not a traceback."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments begin with, in its placeholder's stead."""
        if args[0] in COMMANDS:
            self.add_command(_load(args[0]))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        from iacta.service.cli.terminal import report_failures

        with report_failures():
            return super().invoke(ctx)


app = typer.Typer(
    name="iacta",
    cls=_Commands,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from iacta.service.settings import VERSION

        typer.echo(f"iacta {VERSION}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_show_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Event-sourced game state for Roman wargames: what is thrown stays thrown."""


def _placeholder() -> None:
    """Stands for a command in the list of all, until it is loaded."""


for _name, (_, _summary) in COMMANDS.items():
    app.command(_name, help=_summary)(_placeholder)

if __name__ == "__main__":
    app()
