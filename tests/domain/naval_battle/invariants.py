"""What holds after every event of every battle."""

from collections import Counter
from typing import Any

from iacta.domain.naval_battle.rules.board import split
from iacta.domain.naval_battle.state import State

CARRYING = ("ready", "board", "through", "fled", "converted")


def check_state(state: State) -> None:
    """Passengers are on exactly one fleet that carries them, fleets on squares of their own."""
    places: Counter[str] = Counter()
    for fleet in state.fleets:
        if fleet.aboard or fleet.leaders:
            assert fleet.status in CARRYING, fleet
        places.update((*fleet.aboard, *fleet.leaders))
        assert bool(fleet.square) == (fleet.status == "board") or fleet.status == "converted", fleet
        taken = fleet.control != fleet.side
        assert taken == bool(fleet.captor) or fleet.status == "converted", fleet
        if fleet.captor:
            assert fleet.aboard in ((fleet.captor,), ()), fleet
            captor = state.unit(fleet.captor)
            assert fleet.status != "board" or (captor and captor.status == "aboard"), fleet
        elif fleet.status == "board":
            assert len(fleet.aboard) <= fleet.capacity, fleet
    for passenger in (*state.units, *state.leaders):
        assert places[passenger.name] == (passenger.status == "aboard"), passenger
    squares = [fleet.square for fleet in state.fleets if fleet.status == "board"]
    assert len(set(squares)) == len(squares)
    for file, rank in map(split, squares):
        assert 1 <= file <= state.columns
        assert 1 <= rank <= state.rows
    assert state.turn <= state.turn_limit


def check_turn(events: list[list[dict[str, Any]]], owners: dict[str, str]) -> None:
    """Over a whole battle: one attack a stack and turn, prizes never doubly, none at once."""
    attacked: set[str] = set()
    taken: set[str] = set()
    prizes: dict[str, str] = {}
    for effect in (effect for event in events for effect in event):
        match effect["type"].removeprefix("naval-battle."):
            case "turn-begun":
                attacked, taken = set(), set()
            case "attacked":
                assert effect["fleet"] not in attacked | taken, effect
                attacked.add(effect["fleet"])
                assert len(effect["blows"]) <= effect["dice"]
            case "captured":
                assert owners[effect["fleet"]] != effect["seat"]
                taken.add(effect["fleet"])
                prizes[effect["fleet"]] = effect["unit"]
            case "reverted":
                assert prizes.pop(effect["fleet"]) == effect["captor"]
                taken.add(effect["fleet"])
            case "moved":
                most = 2 if effect["fleet"] in prizes else 5
                assert len(effect["path"]) <= most, effect
            case "fleet-sunk":
                prizes.pop(effect["fleet"], None)
