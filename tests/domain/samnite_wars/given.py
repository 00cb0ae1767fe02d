"""Given, when, then for the Samnite Wars: hands by name, commands in, effects out."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from iacta.domain.kernel.contract.choices import Option
from iacta.domain.kernel.contract.system import Setup
from iacta.domain.kernel.proof.dice import Dice, Face, parse_die
from iacta.domain.kernel.proof.seals import Sealed, Secrets
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars.rules import hands
from iacta.domain.samnite_wars.state import Battle, State, TurnEvent
from iacta.domain.samnite_wars.tables import DECK
from tests.support.deciding import decided

DATA = Path(__file__).parent / "data"
SPECS = {spec.shape: spec for spec in SYSTEM.commands}
SEATS = tuple(seat.seat for seat in SYSTEM.seats)
CONSUL, FOE, THIRD, FOURTH = SEATS[:4]
replace = msgspec.structs.replace


def rows(name: str) -> list[dict[str, str]]:
    """A CSV that was typed from the source."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Faces:
    """Open dice from a script; sealed shuffles leave the cards as they lie."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = list(faces)
        self.thrown: list[tuple[str, str]] = []

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        """The next face."""
        shape = parse_die(die)
        if shape.shuffle:
            assert chain == "sealed"
            return tuple(range(shape.high + 1))
        assert chain == "open"
        face = self.faces.pop(0)
        assert shape.holds(face)
        self.thrown.append((die, purpose))
        return face


class Desk:
    """A game whose hidden values lie open to the test, and to each role as it may know them."""

    def __init__(self, players: int = 2, **switches: Any) -> None:
        options = {switch.key: switch.default for switch in SYSTEM.switches} | switches
        data = {document.key: document.default for document in SYSTEM.documents}
        data |= {key: options.pop(key) for key in list(options) if key in data}
        setup = Setup("standard", options, SEATS[:players], data)
        self.values: dict[str, Any] = {}
        self.readers: dict[str, tuple[str, ...]] = {}
        self.opened: list[str] = []
        self.thrown: list[tuple[str, str]] = []
        self.state = State()
        self._fold(SYSTEM.begin(setup))

    def _fold(self, effects: Sequence[Any]) -> None:
        for effect in effects:
            self.state = SYSTEM.evolve(self.state, effect)

    def seal(self, value: Any, to: tuple[str, ...] = ()) -> Sealed:
        """A value under a digest of its own."""
        digest = f"{len(self.values) + 1:064x}"
        self.values[digest] = msgspec.to_builtins(value)
        self.readers[digest] = to
        return Sealed(digest)

    def known(self, role: str) -> dict[str, Any]:
        """What a role may see."""
        return {
            digest: value
            for digest, value in self.values.items()
            if role in self.readers[digest] or digest in self.opened
        }

    # --- given

    def with_(self, **members: Any) -> "Desk":
        """The state with these members."""
        self.state = replace(self.state, **members)
        return self

    def at(
        self,
        step: str,
        *,
        event: str = "peace",
        treasury: int = 10,
        prestige: int = 10,
        held: Mapping[str, Sequence[str]] = {},
        **members: Any,
    ) -> "Desk":
        """Turn 1 of the first seat at a step; each player has some PT and the cards named."""
        turn_event = None if step in ("strategy", "event") else TurnEvent(2, event, event)
        self.with_(step=step, turn=1, consul=CONSUL, treasury=treasury, event=turn_event)
        players = [replace(player, prestige=prestige) for player in self.state.players]
        self.with_(players=tuple(players), **members)
        return self.hold(dict.fromkeys(SEATS[: len(players)], ()) | dict(held))

    def hold(self, held: Mapping[str, Sequence[str]]) -> "Desk":
        """Give players exactly these cards; all others lie in the deck, in the printed order."""
        for seat, names in held.items():
            player = self.state.player(seat)
            assert player is not None
            digest = self.seal(list(names), (f"seat:{seat}",)).sealed
            player = replace(player, hand=digest, cards=len(names), shown=(), put_away=())
            self.state = self.state.with_player(replace(player, received=()))
        out = {name for player in self.state.players for name in self.hand(player.seat)}
        out |= {*self.state.discard}
        for pile in self.state.face_down:
            out |= {*self.values[pile.cards]}
        return self.deck([card.name for card in DECK if card.name not in out])

    def deck(self, names: Sequence[str]) -> "Desk":
        """Lay the deck in this order."""
        return self.with_(deck=self.seal(list(names)).sealed, size=len(names), drawn=0)

    def control(self, **tokens: int) -> "Desk":
        """Put this many tokens on regions."""
        for name, count in tokens.items():
            region = self.state.region(name)
            assert region is not None
            self.state = self.state.with_region(replace(region, tokens=count))
        return self

    def fighting(
        self,
        kind_: str,
        region: str,
        held: Mapping[str, Sequence[str]],
        **members: Any,
    ) -> "Desk":
        """A battle in which both efforts are due: the first seat for Rome, the second against."""
        event = "revolt" if kind_ == "revolt" else "war" if kind_ == "war" else "peace"
        attacker = "enemy" if kind_ == "war" else "rome"
        battle = Battle(kind=kind_, region=region, attacker=attacker, enemy=FOE)  # type: ignore[arg-type]
        self.at("efforts", event=event, held=held, **members)
        return self.with_(battle=battle)

    # --- when

    def do(self, role: str, command: Any, *faces: int) -> list[Any]:
        """Send a command with scripted faces, all of which are read; fold and give its effects."""
        acting = role if role == "referee" else f"seat:{role}"
        names = SPECS[type(command)].secret
        members = {name: self.seal(getattr(command, name), (acting,)) for name in names}
        secrets = Secrets(self.known(acting), self.values, self.seal, members)
        source = Faces(faces)
        effects = decided(SYSTEM, self.state, command, acting, Dice(source), secrets)
        assert source.faces == []
        self.thrown = source.thrown
        self.opened += secrets.opened
        self._fold(effects)
        return effects

    def answer(
        self, role: str, *cards: str, claim: str | None = None, faces: Any = ()
    ) -> list[Any]:
        """Answer the window that is open."""
        assert self.state.window is not None
        return self.do(role, cmd.Answer(self.state.window.key, cards, claim), *faces)

    def lay(self, role: str, *names: str, faces: Any = ()) -> list[Any]:
        """Lay an effort of these cards."""
        members = {CARDS[name].kind: name for name in names}
        return self.do(role, cmd.LayEffort(cmd.WarEffort(**members)), *faces)

    # --- then

    def hand(self, seat: str) -> list[str]:
        """A player's cards."""
        player = self.state.player(seat)
        assert player is not None
        return hands.cards_in_hand(player, self.values.__getitem__)

    def options(self, role: str) -> dict[str, Option]:
        """What a role may do, by the options' ids."""
        acting = role if role == "referee" else f"seat:{role}"
        found = SYSTEM.options(self.state, acting, self.known(acting))
        return {option.id: option for option in found}

    def view(self, role: str = "public") -> Any:
        """A role's view."""
        acting = role if role in ("referee", "public") else f"seat:{role}"
        return SYSTEM.view(self.state, acting, self.known(acting))

    def prestige(self, seat: str) -> int:
        """A player's PT."""
        player = self.state.player(seat)
        assert player is not None
        return player.prestige

    def waiting(self) -> list[str]:
        """Who is awaited."""
        return [one.seat for one in SYSTEM.standing(self.state).waiting]


CARDS = {card.name: card for card in DECK}


def of(kind_: type, effects: Sequence[Any]) -> Any:
    """The one effect of a kind."""
    found = [effect for effect in effects if isinstance(effect, kind_)]
    assert len(found) == 1, found
    return found[0]


def all_of(kind_: type, effects: Sequence[Any]) -> list[Any]:
    """Every effect of a kind."""
    return [effect for effect in effects if isinstance(effect, kind_)]
