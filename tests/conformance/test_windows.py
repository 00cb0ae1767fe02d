"""Every game's windows: whatever a seat has laid is an answer, in every window of its kind."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.campaign.options import standing_options
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.choices import fill
from iacta.domain.kernel.contract.system import AnySystem, Known
from iacta.domain.kernel.proof.canonical import to_plain
from tests.conformance.subjects import SUBJECTS, Subject
from tests.support.environment import Below
from tests.support.table import Table
from tests.support.verifying import failed, verify

ANSWERED = [one for one in SUBJECTS if one.system.windows]
MOST = 150
"""commands of a game, which need not come to its end"""


@pytest.mark.parametrize("subject", ANSWERED, ids=str)
def test_windows_are_named_for_commands_and_sentences(subject: Subject) -> None:
    windows = subject.system.windows
    keys = [window.key for window in windows]
    for named in (keys, *([until.key for until in window.untils] for window in windows)):
        assert len(set(named)) == len(named) > 0
        assert all(re.fullmatch("[a-z0-9-]{1,64}", key) for key in named)
    for window in windows:
        assert not window.title.endswith(".")
        assert all(until.title.startswith("the ") for until in window.untils)
        assert window.rule in subject.system.rulebook


@pytest.mark.parametrize("subject", ANSWERED, ids=str)
def test_a_standing_answer_is_given_in_every_window_of_its_kind(subject: Subject) -> None:
    """Seats lay whatever is offered, at any time; nobody is then awaited in such a window."""
    system, below = subject.system, Below("in advance")
    table = Table.found(system)
    for _ in range(MOST):
        if table.campaign.outcome or not table.step(below):
            break
        seat = table.campaign.seats[below(len(table.campaign.seats))].seat
        offered = list(standing_options(table.campaign, system, seat))
        chosen = offered[below(len(offered))]
        if not below(3) and not table.campaign.outcome:
            table.send(seat, fill(chosen, below), entropy=f"s{len(table.events)}")
        laid = {(one.seat, one.window) for one in table.campaign.standing_answers}
        for window in system.windows:
            asked = window.asked(table.game) if not table.campaign.outcome else ()
            assert not {(one, window.key) for one in asked} & laid
    assert any(made.event.by == "service" for made in table.events)
    assert failed(verify(table.capsule("referee"), rules=system)) == []


def in_advance(system: AnySystem, bot: str, before: Campaign, role: str, known: Known) -> Any:
    """What a bot answers in advance, by window."""
    view = to_plain(system.view(before.game, role, known))
    laid = {}
    for one in standing_options(before, system, role.removeprefix("seat:")):
        sent = system.bots_in_advance[bot](view, [one], role, Below(role))
        if sent is not None:
            laid[sent["window"]] = sent["answer"]
    return laid


def opened(command: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """A recorded command with what it seals."""
    return {
        name: values[one["sealed"]] if isinstance(one, dict) else one
        for name, one in command.items()
    }


@pytest.mark.parametrize(
    ("subject", "bot"),
    [(one, bot) for one in ANSWERED for bot in one.system.bots_in_advance],
    ids=str,
)
def test_a_bot_answers_in_advance_as_it_would_by_hand(subject: Subject, bot: str) -> None:
    """In every window of a game that it plays by hand."""
    system, checked = subject.system, 0
    table = Table.found(system).run(bot, most=2_000)
    for before, made in zip(table.states[1:], table.events[1:], strict=False):
        role = made.event.acting
        known = table.vault.known_to(role, before.seq)
        for window in system.windows:
            if role not in [f"seat:{seat}" for seat in window.asked(before.game)]:
                continue
            laid = in_advance(system, bot, before, role, known)
            if window.key in laid:
                answer = msgspec.convert(laid[window.key], window.shape)
                given = window.answer(before.game, role.removeprefix("seat:"), answer, known)
                assert to_plain(given) == opened(made.event.command, table.vault.values())
                checked += 1
    assert checked > 5
