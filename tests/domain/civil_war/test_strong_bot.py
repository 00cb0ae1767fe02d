"""The strong bot: it fights as the steady one does, and less where it only has to outlast."""

from typing import Any

import msgspec
import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war.bots.steady import steady_command
from iacta.domain.civil_war.bots.strong import candidates
from iacta.domain.civil_war.state import State
from tests.domain.civil_war.test_steady_bot import army, ruled_by
from tests.domain.civil_war.war import segment

ROLE = "seat:caesarian"


def four_against(enemies: int, outlasts: str | None) -> State:
    """Four Legio in Narbonensis beside so many in Citerior, which alone is not theirs."""
    own = army("Narbonensis", 4, kind="auxilia")
    state = ruled_by(segment(*own, *army("Citerior", enemies, "republican")), "Citerior")
    assert state.terms is not None
    terms = msgspec.structs.replace(state.terms, outlasts=outlasts)
    return msgspec.structs.replace(state, terms=terms)


def best(state: State, bot: Any) -> dict[str, Any]:
    view = msgspec.to_builtins(SYSTEM.view(state, ROLE, {}))
    found = bot(view, SYSTEM.options(state, ROLE, {}), ROLE, lambda _: 0)
    return dict(found if isinstance(found, dict) else found[0])


@pytest.mark.parametrize(
    ("outlasts", "attacks"), [("republican", True), (None, True), ("caesarian", False)]
)
def test_who_outlasts_the_war_keeps_clear_of_danger(outlasts: str | None, attacks: bool) -> None:
    """A battle that four faces of six win is one for the steady bot, and for who has to win."""
    state = four_against(3, outlasts)
    assert best(state, steady_command).get("to") == "Citerior"
    assert (best(state, candidates).get("to") == "Citerior") == attacks


def test_battles_at_several_places_are_searched_and_nothing_else() -> None:
    state = segment(
        *army("Narbonensis", 6, kind="auxilia"),
        *army("Citerior", 1, "republican"),
        *army("Aquitania", 1, "republican"),
    )
    view = msgspec.to_builtins(SYSTEM.view(state, ROLE, {}))
    found = candidates(view, SYSTEM.options(state, ROLE, {}), ROLE, lambda _: 0)
    assert {one["to"] for one in found} == {"Citerior", "Aquitania"}
    quiet = segment(*army("Narbonensis", 6, kind="auxilia"))
    view = msgspec.to_builtins(SYSTEM.view(quiet, ROLE, {}))
    assert len(candidates(view, SYSTEM.options(quiet, ROLE, {}), ROLE, lambda _: 0)) == 1
