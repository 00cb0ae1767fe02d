"""`iacta play`: list, choose, see the odds, send and follow, on any server."""

import contextlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from iacta.domain.kernel.campaign.bots import bot_names
from iacta.service.cli.common import AsJson
from iacta.service.cli.remote.address import Address, read_address
from iacta.service.cli.remote.bot import play_bot
from iacta.service.cli.remote.client import Client, NoAnswer, Rejected
from iacta.service.cli.remote.keeping import ROLE, Cabinet, Pending
from iacta.service.cli.remote.questions import read_json
from iacta.service.cli.remote.session import (
    NOBODY,
    Session,
    check_token,
    claim,
    enter,
    read_offered,
)
from iacta.service.cli.remote.table import (
    brief,
    confirm,
    play_on,
    preview,
    tell_given_up,
    tell_sent,
)
from iacta.service.cli.remote.telling import refusal_lines, tell_odds, tell_step, tell_waiting
from iacta.service.cli.terminal import fail, plain, say, show_json
from iacta.service.systems import discover

REFUSED, NO_CONNECTION = 1, 3
COMMAND = "JSON, `@FILE`, or `-` for standard input."


def play(
    url: Annotated[
        str,
        typer.Argument(help="A campaign's page, its address in the API, or an invitation link."),
    ],
    as_role: Annotated[
        str, typer.Option("--as", help="`referee` or a seat, where several tokens are kept.")
    ] = "",
    token_file: Annotated[
        Path | None, typer.Option(help="Read the token from this file.", show_default=False)
    ] = None,
    options: Annotated[
        bool, typer.Option("--options", help="List what you may do, and who is awaited.")
    ] = False,
    odds: Annotated[
        str, typer.Option(help=f"The odds of a command: {COMMAND}", show_default=False)
    ] = "",
    send: Annotated[str, typer.Option(help=f"Send a command: {COMMAND}", show_default=False)] = "",
    for_: Annotated[str, typer.Option("--for", help="The seat that the referee acts for.")] = "",
    at: Annotated[
        int | None,
        typer.Option(help="With --send: the event that you decided on; else the last one."),
    ] = None,
    retry: Annotated[
        bool, typer.Option("--retry", help="Send the kept command again, with its entropy.")
    ] = False,
    give_up: Annotated[
        bool, typer.Option("--give-up", help="Drop the command that is kept.")
    ] = False,
    bot: Annotated[
        str,
        typer.Option(help="Let a bot of the game play on; a wrong name lists them."),
    ] = "",
    follow: Annotated[
        bool, typer.Option("--follow", help="Tell events as they happen, until Ctrl-C.")
    ] = False,
    after: Annotated[
        int | None, typer.Option(help="With --follow: begin after this event; else with the next.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Send without asking.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play on a server from the terminal, as a seat or as the referee.

    Without an option it lists what you may do and asks. An invitation link claims its seat. Exit
    0: done; 1: refused; 2: wrong usage; 3: no connection.
    """
    asked = [bool(options), bool(odds), bool(send), retry, give_up, follow, bool(bot)]
    if sum(asked) > 1:
        ways = "--options, --odds, --send, --retry, --give-up, --follow, --bot"
        raise typer.BadParameter(f"one of {ways}")
    if bot and for_:
        raise typer.BadParameter("a bot plays by the token of its own seat")
    if as_json and (bot or not any(asked)):
        raise typer.BadParameter("--json needs one of --options, --odds, --send, --retry, --follow")
    if (send or retry) and not yes and (as_json or send == "-"):
        raise typer.BadParameter("--json, and a command from standard input, need --yes")
    command = _command(send or odds)
    try:
        session = _session(url, as_role, token_file)
        session.for_ = for_
        if options:
            _options(session, as_json=as_json)
        elif odds:
            answer = session.odds(command)
            show_json(answer) if as_json else tell_odds(answer)
        elif send:
            _send(session, command, at, yes=yes, as_json=as_json)
        elif retry:
            _retry(session, yes=yes, as_json=as_json)
        elif give_up:
            tell_given_up(session.give_up(_kept(session)))
        elif bot:
            _play_bot(session, bot)
        elif follow:
            _follow(session, after, as_json=as_json)
        else:
            _sit_down(session, confirmed=yes)
    except Rejected as refused:
        if as_json:
            show_json(refused.problem)
            raise typer.Exit(REFUSED) from None
        head, *more = refusal_lines(refused)
        fail(head, *more, code=REFUSED)
    except NoAnswer as error:
        fail(str(error), code=NO_CONNECTION)


def _command(text: str) -> dict[str, Any]:
    """The command that an option gives; empty where none is given."""
    if not text:
        return {}
    with _wrong_usage():
        command = read_json(sys.stdin.read() if text == "-" else text)
    if not isinstance(command, dict):
        raise typer.BadParameter("a command is a JSON object")
    return command


@contextlib.contextmanager
def _wrong_usage() -> Iterator[None]:
    """A `ValueError` within is about what was typed."""
    try:
        yield
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _session(url: str, as_role: str, token_file: Path | None) -> Session:
    """The session under the token that is given, kept or claimed."""
    with _wrong_usage():
        address = read_address(url)
    cabinet, wanted = Cabinet(address), _role(as_role)
    if token_file is not None or address.token:
        text = token_file.read_text(encoding="utf-8").strip() if token_file else address.token
        with _wrong_usage():
            token = check_token(text)
    elif address.invitation:
        return _claimed(address, cabinet)
    else:
        token = _kept_token(cabinet, wanted)
    session = enter(address, cabinet, Client(token), token)
    if wanted and session.role != wanted:
        raise typer.BadParameter(f"the token is for {session.role}, not for {wanted}")
    if address.token:
        cabinet.keep_token(session.role, token)
    return session


def _claimed(address: Address, cabinet: Cabinet) -> Session:
    """The seat of an invitation link: claimed now, or on this machine before."""
    seat = f"seat:{address.seat}"
    token = cabinet.token(seat) if ROLE.fullmatch(seat) else ""
    if not token:
        role, token = claim(address, cabinet, Client())
        where = cabinet.token_file(role)
        typer.echo(f"You hold {role} now. Its token is kept in {plain(str(where))}", err=True)
    return enter(address, cabinet, Client(token), token)


def _role(named: str) -> str:
    """A role as the API names it; a seat may be named by its key alone."""
    if not named or named in ("referee", "observer") or named.startswith("seat:"):
        return named
    return f"seat:{named}"


def _kept_token(cabinet: Cabinet, wanted: str) -> str:
    """The token to use; empty if none is kept and none is wanted."""
    roles = cabinet.roles()
    if wanted and wanted not in roles:
        raise typer.BadParameter(f"no token of {wanted} is kept: use --token-file or a link")
    if not wanted and len(roles) > 1:
        raise typer.BadParameter(f"tokens of {', '.join(roles)} are kept: choose by --as")
    return cabinet.token(wanted or roles[0]) if roles else ""


def _options(session: Session, *, as_json: bool) -> None:
    answer = session.options()
    if as_json:
        show_json(answer)
        return
    offered = read_offered(answer)
    if offered.withheld:
        say(offered.withheld)
    tell_waiting(offered.waiting, session.campaign()["seats"], session.seat)
    for one in offered.items:
        say(f"{one.title}  {one.rule}".rstrip())
        say(f"    {json.dumps(one.command, ensure_ascii=False)}")
        if one.choices:
            say(f"    to be filled: {', '.join(pointer or 'all' for pointer in one.choices)}")


def _send(
    session: Session, command: dict[str, Any], at: int | None, *, yes: bool, as_json: bool
) -> None:
    """Send a command; where it is the one that is kept, with its key and entropy.

    A command that the rules refuse is refused before it is kept.
    """
    kept, offered = session.pending, read_offered(session.options())
    if kept is not None and not session.is_kept(command):
        raise typer.BadParameter("another command is kept: --retry or --give-up first")
    if kept is None and yes:
        _check(session, command, at)
    elif kept is None:
        preview(session, command, at)
    if not yes:
        _ask_to_send()
    at = offered.at if at is None else at
    waiting = offered.waiting if at == offered.at else ()
    _deliver(session, session.draft(command, at, waiting), as_json=as_json)


def _retry(session: Session, *, yes: bool, as_json: bool) -> None:
    """Send the command that is kept on what has happened since."""
    kept = _kept(session)
    pending = session.renew(kept)
    if not yes:
        for step in session.steps(kept.at):
            tell_step(step)
        say(brief(pending.command))
        _ask_to_send()
    _deliver(session, pending, as_json=as_json)


def _ask_to_send() -> None:
    if not confirm():
        raise typer.Exit(REFUSED)


def _check(session: Session, command: Mapping[str, Any], at: int | None) -> None:
    """Raise `Rejected` where the rules refuse a command, before it has any entropy."""
    try:
        session.trial(command, at)
    except NoAnswer:  # a busy server may still take the command itself
        return


def _deliver(session: Session, pending: Pending, *, as_json: bool) -> None:
    with _told_if_kept(session):
        new, answer = session.send(pending)
    if as_json:
        show_json(answer)
    else:
        tell_sent(answer, pending, new=new)
        for step in session.steps(answer["event"]["seq"] - 1):
            tell_step(step)


@contextlib.contextmanager
def _told_if_kept(session: Session) -> Iterator[None]:
    """Say what can be done about a command that did not get through."""
    try:
        yield
    except (Rejected, NoAnswer):
        if session.pending is not None:
            typer.echo(
                "The command is kept with its entropy: --retry sends it again, --give-up drops it.",
                err=True,
            )
        raise


def _kept(session: Session) -> Pending:
    kept = session.pending
    if kept is None:
        raise typer.BadParameter("no command is kept")
    return kept


def _follow(session: Session, after: int | None, *, as_json: bool) -> None:
    told = session.campaign()["head"]["seq"] if after is None else after
    for item in session.follow(told):
        seq = item["event"]["seq"]
        if as_json:
            typer.echo(plain(msgspec.json.encode(item).decode()))
            sys.stdout.flush()
        elif seq > told:
            for step in session.steps(told):
                tell_step(step)
                told = step["seq"]
            sys.stdout.flush()


def _play_bot(session: Session, bot: str) -> None:
    _check_role(session)
    key = session.campaign()["system"]
    system = discover().get(key)
    if system is None:
        fail(f"the game {key!r} is not installed here: install its package beside Iacta")
    if bot not in bot_names(system):
        raise typer.BadParameter(f"no bot {bot!r}; there are: {', '.join(bot_names(system))}")
    say(f"The bot {bot} plays {session.role}. Ctrl-C stops it.")
    with _told_if_kept(session):
        play_bot(session, system, bot)


def _sit_down(session: Session, *, confirmed: bool) -> None:
    _check_role(session)
    play_on(session, confirmed=confirmed)


def _check_role(session: Session) -> None:
    if session.role == NOBODY:
        raise typer.BadParameter(
            "no token is kept for this campaign: give an invitation link or --token-file"
        )
