"""A player at a terminal: what may be done, choosing, odds, sending, waiting."""

from collections.abc import Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.contract.choices import Option
from iacta.service.cli.remote import questions
from iacta.service.cli.remote.client import NoAnswer, Rejected
from iacta.service.cli.remote.keeping import Pending
from iacta.service.cli.remote.questions import Ended, TakenBack, ask
from iacta.service.cli.remote.session import Offered, Session, own_dice, read_offered
from iacta.service.cli.remote.telling import (
    FINAL,
    tell_odds,
    tell_outcome,
    tell_refusal,
    tell_step,
    tell_trial,
    tell_waiting,
)
from iacta.service.cli.terminal import say

LATELY = 3
WAIT, QUIT = "w", "q"
AGAIN, GIVE_UP = "a", "g"


def play_on(session: Session, *, confirmed: bool) -> None:
    """Ask the player for commands until they end it. Raises `Rejected` and `NoAnswer`.

    ``confirmed``: commands are sent without asking whether they shall be.
    """
    campaign = session.campaign()
    me = f"{session.role}, for {session.for_}" if session.for_ else session.role
    say(f"{campaign['name']}: {campaign['system']}, {campaign['scenario']}. You are {me}.")
    shown = max(0, campaign["head"]["seq"] - LATELY)
    try:
        while True:
            kept = session.pending
            if kept is not None:
                kept = session.renew(kept)
            shown = tell_news(session, shown)
            if kept is not None:
                _retry(session, kept)
                continue
            offered = read_offered(session.options())
            if not offered.waiting:
                tell_outcome(session.campaign())
            option = _menu(session, campaign, offered)
            if option == QUIT:
                return
            if option == WAIT:
                shown = _wait(session, shown)
            elif isinstance(option, Option):
                _take(session, offered, option, confirmed=confirmed)
    except Ended:
        return


def tell_news(session: Session, after: int) -> int:
    """Tell every event after ``after``; the last one's number."""
    for step in session.steps(after):
        tell_step(step)
        after = step["seq"]
    return after


def _menu(session: Session, campaign: Mapping[str, Any], offered: Offered) -> Option | str:
    """What the player chooses to do: an option, `WAIT` or `QUIT`."""
    say("")
    tell_waiting(offered.waiting, campaign["seats"], session.seat)
    if offered.withheld:
        say(offered.withheld)
    due = {kind for one in offered.waiting if one.seat == session.seat for kind in one.kinds}
    options = sorted(offered.items, key=lambda one: one.command["type"] not in due)
    titles = [f"{one.title}  {one.rule}".rstrip() for one in options]
    question = f"A number, a word to search, {WAIT} to wait or {QUIT} to quit"
    picked = questions.pick(titles, question, WAIT + QUIT)
    return picked if isinstance(picked, str) else options[picked]


def _wait(session: Session, shown: int) -> int:
    """Tell what happens until the player is awaited, or nobody is; the last event's number."""
    say("Waiting. Ctrl-C ends it.")
    for item in session.follow(shown):
        if item["event"]["seq"] <= shown:
            continue
        shown = tell_news(session, shown)
        awaited = [one.seat for one in read_offered(session.options()).waiting]
        if not awaited or session.seat in awaited:
            break
    return shown


def _take(session: Session, offered: Offered, option: Option, *, confirmed: bool) -> None:
    """Fill an option, show what it would do, and send it."""
    try:
        command = questions.answered(option, session.address.server)
    except TakenBack:
        return
    try:
        preview(session, command)
    except Rejected as refused:
        tell_refusal(refused)
        return
    if any(one.seat != session.seat for one in offered.waiting):
        say("Others are awaited too: dice may be thrown with the last answer.")
    if not confirmed and not confirm():
        return
    _deliver(session, session.draft(command, offered.at, offered.waiting))


def preview(session: Session, command: Mapping[str, Any], at: int | None = None) -> None:
    """Tell what a command would do, or its odds. Raises `Rejected` where it is refused.

    ``at``: the event that it must be decided on; any if left out.
    """
    say(brief(command))
    try:
        trial = session.trial(command, at)
    except NoAnswer as error:  # a busy server may still take the command itself
        say(f"What it would do is not known: {error}")
        return
    if not tell_trial(trial):
        say("Dice may be thrown, or something hidden be opened:")
        try:
            tell_odds(session.odds(command))
        except (Rejected, NoAnswer) as error:
            say(f"The odds are not known: {error}")


def confirm() -> bool:
    """Whether the player wants it sent."""
    say(FINAL)
    while True:
        answer = ask("Send it, y or n").strip().lower()
        if answer in ("y", "yes", "n", "no"):
            return answer in ("y", "yes")


def _deliver(session: Session, pending: Pending) -> None:
    """Send a command; if it does not get through, let the player say what becomes of it."""
    try:
        new, answer = session.send(pending)
    except Rejected as refused:
        tell_refusal(refused)
    except NoAnswer as error:
        say(f"No answer: {error}")
        say("Nothing is thrown twice: the same command is sent again, with its key and entropy.")
    else:
        tell_sent(answer, pending, new=new)


def tell_sent(answer: Mapping[str, Any], pending: Pending, *, new: bool) -> None:
    """Tell that a command stands in the log, and whether its dice are the sender's own."""
    seq = answer["event"]["seq"]
    already = "" if new else ", and stood there before: nothing was thrown twice"
    say(f"It stands in the log as event {seq}{already}.")
    if not own_dice(answer, pending):
        say("WARNING: its dice do not follow from the entropy that was sent. Save the campaign.")


def _retry(session: Session, pending: Pending) -> None:
    """Ask what becomes of a command that is not yet in the log."""
    say(f"Not yet in the log: {brief(pending.command)}")
    answer = ask(f"{AGAIN} sends it again with the same entropy, {GIVE_UP} gives it up").strip()
    if answer == AGAIN:
        _deliver(session, pending)
    elif answer == GIVE_UP:
        tell_given_up(session.give_up(pending))


def tell_given_up(found: int | None) -> None:
    """Tell what became of a command that is given up."""
    if found is None:
        say("It is given up.")
    else:
        say(f"It stands in the log already, as event {found}.")


def brief(command: Mapping[str, Any]) -> str:
    """A command in one line."""
    members = [f"{name}={_short(value)}" for name, value in command.items() if name != "type"]
    return " ".join([str(command.get("type")), *members])


def _short(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
