"""Who fights, and aboard what: secret, simultaneous, within the rules of loading."""

from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.kernel.contract.choices import Unfillable, fill
from iacta.domain.kernel.proof.errors import Conflict, RuleViolation
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.rules import allocation
from iacta.domain.naval_battle.state import SEATS, Load, State
from tests.domain.naval_battle.given import after, begun, of, status, when
from tests.support.choosing import matches
from tests.support.environment import plain
from tests.support.table import Table

FLAG = "Demochares' squadron"
SECOND = "Apollophanes' squadron"
SMALL = "Pirate galleys"


def allocating(scenario: str = "naulochus") -> State:
    """A battle that is agreed on, nobody allocated."""
    if scenario == "interception":
        return after(begun(), cmd.Intercept("force", "Antonius"), seat="reactive")
    return after(
        after(begun("naulochus"), cmd.Agree(), seat="active"), cmd.Agree(), seat="reactive"
    )


def refusal(state: State, seat: str, *ships: Load) -> tuple[str, str]:
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Allocate(ships), seat=seat)
    return refused.value.rule, refused.value.pointer


def table() -> Table:
    """Naulochus, agreed on."""
    made = Table.found(SYSTEM, "naulochus")
    made.do("active", "naval-battle.agree")
    made.do("reactive", "naval-battle.agree")
    return made


def side(made: Table, role: str, seat: str) -> dict[str, Any]:
    return next(one for one in made.view(role)["game"]["sides"] if one["seat"] == seat)


def test_allocations_are_secret_and_opened_together() -> None:
    """NV 2.1, NV 2.8: neither who fights nor who is on which fleet is seen before both are in."""
    made = table()
    ships = [{"fleet": FLAG, "aboard": ["Pompeian marines"], "leaders": ["Demochares"]}]
    made.do("reactive", "naval-battle.allocate", ships=ships)
    for role in ("public", "referee", "seat:active"):
        told = side(made, role, "reactive")
        assert (told["has_allocated"], told["allocation"]) == (True, None)
        assert "Pompeian marines" not in made.capsule(role).decode().split('"seq":3')[-1]
    own = side(made, "seat:reactive", "reactive")["allocation"]
    assert own == [{"fleet": FLAG, "aboard": ["Pompeian marines"], "leaders": ["Demochares"]}]
    assert status(made.game, FLAG) == "reserve"
    made.do("active", "naval-battle.allocate", ships=[{"fleet": "Tarentum squadron"}])
    assert status(made.game, FLAG) == status(made.game, "Tarentum squadron") == "ready"
    assert status(made.game, "Pompeian marines") == status(made.game, "Demochares") == "aboard"
    for seat in ("active", "reactive"):
        assert side(made, "public", seat)["allocation"] is not None
        assert made.game.side(seat).original == 1


def test_an_allocation_is_laid_once() -> None:
    """NV 2.1: it is simultaneous, so it is not changed."""
    state = after(allocating(), cmd.Allocate((Load(FLAG),)), seat="reactive")
    with pytest.raises(Conflict):
        when(state, cmd.Allocate((Load(SECOND),)), seat="reactive")


def test_there_is_at_least_one_fleet_of_the_own_force() -> None:
    """NV 2.2, NV 2.1: an allocation without a fleet is malformed; another's fleet is refused."""
    made = table()
    with pytest.raises(Exception, match="length >= 1"):
        made.do("active", "naval-battle.allocate", ships=[])
    assert refusal(allocating(), "reactive", Load("Tarentum squadron")) == (
        "NV 2.1",
        "/command/ships/0/fleet",
    )


def test_units_and_leaders_stand_on_one_fleet_each() -> None:
    """NV 2.12: allocated to a fleet, and to no second one."""
    ships = Load(FLAG, ("Pompeian marines",), ("Demochares",)), Load(SECOND, ("Pompeian marines",))
    assert refusal(allocating(), "reactive", *ships) == ("NV 2.12", "/command/ships/1/aboard")
    leaders = Load(FLAG, (), ("Demochares",)), Load(SECOND, (), ("Demochares",))
    assert refusal(allocating(), "reactive", *leaders) == ("NV 2.12", "/command/ships/1/leaders")


def test_a_fleet_carries_no_more_than_it_can() -> None:
    """NV 2.6, NB-9: two as a rule, one on small ships, leaders as many as there are."""
    state = allocating()
    assert refusal(
        state, "reactive", Load(SMALL, ("First Sicilian legion", "Second Sicilian legion"))
    ) == (
        "NV 2.6",
        "/command/ships/0/aboard",
    )
    everybody = tuple(one.name for one in state.leaders if one.side == "reactive")
    assert len(everybody) == 3
    assert when(
        state, cmd.Allocate((Load(SMALL, ("First Sicilian legion",), everybody),)), seat="reactive"
    )


def test_every_fleet_has_one_ground_unit_before_any_has_two() -> None:
    """NV 2.7: two on one and none on another is refused; one each, then a second, is not."""
    two = Load(FLAG, ("Pompeian marines", "First Sicilian legion"))
    assert refusal(allocating(), "reactive", two, Load(SECOND)) == (
        "NV 2.7",
        "/command/ships/1/aboard",
    )
    assert when(allocating(), cmd.Allocate((two, Load(SECOND, ("Freedmen",)))), seat="reactive")
    one = Load(FLAG, ("Pompeian marines",)), Load(SECOND)
    assert when(allocating(), cmd.Allocate(one), seat="reactive")


def test_baggage_stands_below_who_fights() -> None:
    """NB-11: it is never active."""
    wrong = Load(FLAG, ("The pay chests", "Freedmen"))
    assert refusal(allocating(), "reactive", wrong) == ("NB-11", "/command/ships/0/aboard")
    right = Load(FLAG, ("Freedmen", "The pay chests"))
    assert when(allocating(), cmd.Allocate((right,)), seat="reactive")


def test_the_whole_moving_force_fights_and_friends_may_join_it() -> None:
    """NV 2.4, NB-12: the moving Force is determined; what else is there may come, or not."""
    state = allocating("interception")
    titles = dict(allocation.proposals(state, "active"))
    alone = titles["Only what must take part"]
    assert {one.force for one in state.fleets if one.name in [s.fleet for s in alone]} == {"moving"}
    assert when(state, cmd.Allocate(alone), seat="active")
    joined = titles["All your fleets, the strongest units on deck"]
    assert "Utica squadron" in [ship.fleet for ship in joined]
    assert when(state, cmd.Allocate(joined), seat="active")
    assert refusal(state, "active", *alone[1:])[0] == "NV 2.4"
    stays = (Load(alone[0].fleet, alone[0].aboard, ()), *alone[1:])
    assert refusal(state, "active", *stays)[0] == "NV 2.4"


def test_the_leader_who_intercepts_takes_part() -> None:
    """NV 2.5: besides at least one fleet."""
    state = allocating("interception")
    assert refusal(state, "reactive", Load("Narbo squadron"))[0] == "NV 2.5"
    ships = (Load("Narbo squadron", (), ("Antonius",)),)
    assert when(state, cmd.Allocate(ships), seat="reactive")


def test_a_ready_list_says_who_goes_aboard_what() -> None:
    """NV 2.6, NV 2.8: a ready list names every fleet, unit and leader in it."""
    ready = next(
        option
        for option in SYSTEM.options(allocating(), "seat:reactive", {})
        if option.id == "allocate-as-proposed"
    )
    assert ready.title == "Choose who fights: by a ready list, the usual one first"
    for way in ready.choices["/ships"].alternatives:
        for ship in way.value:
            aboard = [*ship.get("aboard", ()), *ship.get("leaders", ())]
            assert f"{ship['fleet']} ({', '.join(aboard) or 'nobody'})" in way.title


@pytest.mark.parametrize("scenario", ["interception", "naulochus"])
def test_every_proposal_is_allowed_and_there_is_always_one(scenario: str) -> None:
    """NV 2.1: whoever likes takes one as it is."""
    state = allocating(scenario)
    for seat in ("active", "reactive"):
        found = allocation.proposals(state, seat)  # type: ignore[arg-type]
        assert found
        for _, ships in found:
            assert when(state, cmd.Allocate(ships), seat=seat)


@pytest.mark.parametrize("scenario", ["interception", "naulochus"])
def test_an_allocation_is_put_together_ship_by_ship(scenario: str) -> None:
    """Whatever is proposed can be chosen so too, and nothing that is not of the Force."""
    state = allocating(scenario)
    for seat in ("active", "reactive"):
        _, free = SYSTEM.options(state, f"seat:{seat}", {})
        for _, ships in allocation.proposals(state, "active" if seat == "active" else "reactive"):
            command = {"type": "naval-battle.allocate", "ships": plain(ships)}
            whole = [{"aboard": [], "leaders": [], **one} for one in command["ships"]]
            assert matches(free, {**command, "ships": whole})
        strange = {"type": "naval-battle.allocate", "ships": [{"fleet": "Argo"}]}
        assert not matches(free, strange)
        with pytest.raises(Unfillable):
            fill(free, lambda _: 0)


def test_leaders_are_proposed_for_the_ships_where_the_accounts_have_them() -> None:
    """NV 2.12: and never all of them for one."""
    state = after(begun("actium"), cmd.Intercept("force", "Agrippa"), seat="reactive")
    homes = {
        "Antony": "Antony's flagship squadron",
        "Cleopatra": "Egyptian squadron",
        "Publicola": "Publicola's wing",
        "Sosius": "Sosius' wing",
        "Agrippa": "Agrippa's first squadron",
    }
    for seat in SEATS:
        for _, ships in allocation.proposals(state, seat):
            found = {name: one.fleet for one in ships for name in one.leaders}
            assert {name: homes.get(name, fleet) for name, fleet in found.items()} == found
            assert len(set(found.values())) == len(found) > 1
    (_, best), *_ = allocation.proposals(state, "active")
    decks = {one.fleet: one.aboard for one in best}
    assert decks["Merchantmen"] == ("The treasure",)
    assert decks["Antony's flagship squadron"][0] == "Legio XVII Classica"


def test_leaders_of_whom_nothing_is_said_are_spread_over_the_ships() -> None:
    """NV 2.12: as in a referee's own battle."""
    state = allocating()
    at_large = state.with_leaders(*(replace(one, ship="") for one in state.leaders))
    for seat in SEATS:
        (_, ships), *_ = allocation.proposals(at_large, seat)
        assert max(len(one.leaders) for one in ships) == 1


def test_a_side_reads_what_it_lays_and_the_others_do_not() -> None:
    """NV 2.1: before it is sent too, for a whole allocation is taken with one tap."""
    state = allocating("naulochus")
    ships = (Load(FLAG, ("Freedmen", "The pay chests"), ("Sextus Pompeius",)),)
    effects = when(state, cmd.Allocate(ships), seat="reactive")
    digest = of(fx.AllocationLaid, effects).allocation
    assert SYSTEM.narrate(state, effects, {}).text == ("The Pompeians have chosen who fights.",)
    first, load, out = SYSTEM.narrate(state, effects, {digest: plain(ships)}).text
    assert first == "The Pompeians have chosen who fights."
    aboard = "the Freedmen, the pay chests and Sextus Pompeius"
    assert load == f"Demochares' squadron carries {aboard}."
    assert out.startswith("Left out: Apollophanes' squadron, ")
