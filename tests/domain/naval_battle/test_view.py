"""The view: the board, who is where, and what each may still do."""

from typing import Any

from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.state import State
from tests.domain.naval_battle.given import after, begun, chief, prize, sea, ship, unit
from tests.support.environment import plain

OWN = ship("Own", "d4", unit("Legio"), unit("Baggage", "impediti"), chief("Antony", 1))
ENEMY = ship("Enemy", "d5", unit("Guard"), of="reactive", flipped=True)
FIGHT = sea(OWN, ENEMY, prize("Prize", "a1", unit("Captor"), by="reactive"))


def seen(state: State, audience: str = "public") -> Any:
    """The view in plain data."""
    return plain(SYSTEM.view(state, audience, {}))


def fleet(state: State, name: str) -> Any:
    return next(one for one in seen(state)["fleets"] if one["name"] == name)


def test_the_board_and_its_edges() -> None:
    """NB-18: rank 1 is the active side's edge."""
    assert seen(FIGHT)["board"] == {
        "columns": 8,
        "rows": 10,
        "depth": 2,
        "edges": {"active": 1, "reactive": 10},
    }


def test_a_fleet_shows_what_it_carries_and_who_is_active() -> None:
    """NV 4.1: from the top; baggage is not active."""
    own = fleet(FIGHT, "Own")
    assert (own["square"], own["state"], own["captured"]) == ("d4", "full", False)
    assert [(one["name"], one["active"]) for one in own["aboard"]] == [
        ("Legio", True),
        ("Baggage", False),
    ]
    assert [(one["name"], one["rating"]) for one in own["leaders"]] == [("Antony", 1)]
    assert fleet(FIGHT, "Enemy")["state"] == "flipped"


def test_a_prize_shows_whose_it_was_and_who_took_it() -> None:
    """NV 9.2: owner and control differ."""
    taken = fleet(FIGHT, "Prize")
    told = (taken["owner"], taken["control"], taken["captured"], taken["captor"])
    assert told == ("active", "reactive", True, "Captor")
    assert ("Prize", "captured") in [(one["name"], one["how"]) for one in seen(FIGHT)["losses"]]


def test_what_a_fleet_may_still_do() -> None:
    """NV 5.6: before and after its attack; the other side may do nothing now."""
    own = fleet(FIGHT, "Own")
    assert own["may"] == ["ram", "volley", "board"]
    assert (own["beside"], own["shots"]) == (["Enemy"], ["Enemy"])
    assert own["aboard"][0]["may"] == ["board"]
    assert fleet(FIGHT, "Enemy")["may"] == []
    done = fleet(after(FIGHT, cmd.Ram("Own", "Enemy"), 3, 3, 3, 3, 3), "Own")
    assert (done["may"], done["beside"], done["attacked"]) == ([], [], True)


def test_where_a_fleet_may_still_go() -> None:
    """NV 3.1: the squares in reach, in the movement phase only."""
    moving = sea(OWN, ENEMY, phase="movement")
    assert "d3" in fleet(moving, "Own")["reach"]
    assert fleet(FIGHT, "Own")["reach"] == []


def test_a_choice_that_is_due() -> None:
    """NV 9.1: who has to choose, of which fleet."""
    empty = ship("Enemy", "d5", of="reactive", flipped=True)
    state = after(sea(OWN, empty), cmd.Board("Own", "Enemy", "Phalanx"), 6)
    assert seen(state)["pending"] == {
        "seat": "active",
        "choice": "capture",
        "fleet": "Enemy",
        "unit": "Legio",
        "ship": "Own",
    }


def test_points_panic_pools_and_stratagems_stand_with_the_sides() -> None:
    """NV 12.1, NV 13.1, NV 10.1: in the scenario's first position."""
    active = seen(begun())["sides"][0]
    told = {key: active[key] for key in ("stratagems", "port", "pool", "points", "panicked")}
    assert told == {
        "stratagems": 3,
        "port": "Nova Carthago",
        "pool": ["veteran", "recruit"],
        "points": 0,
        "panicked": False,
    }
    ashore = {one["name"]: one["force"] for one in seen(begun())["ashore"]}
    assert ashore["Legio Uticensis"] == "present"


def test_the_result_tells_what_it_means() -> None:
    """NV 1.4, NV 12.4: supply that is let pass goes through."""
    state = after(begun("supply"), cmd.LetPass(), seat="reactive")
    result = seen(state)["result"]
    assert (result["winner"], result["passage"], result["points"]) == (
        None,
        True,
        {"active": 0, "reactive": 0},
    )
