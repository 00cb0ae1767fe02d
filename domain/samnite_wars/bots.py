"""A bot that plays to win: it campaigns when strong, keeps gold for prestige, uses its cards.

It gets a view and options in plain data, never the state, and plays only legal options.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import Below, ChooseInteger, ChooseSome, Option, fill

Plain = dict[str, Any]
View = Mapping[str, Any]

STRONG = 5
"""the force needed to attack; waiting for more would let others get ahead"""
ENOUGH = 13
"""a force that is hardly ever beaten; cards beyond it stay in the hand"""
KEPT = 2
"""cards of one type kept for the next turn"""
KINDS = ("ally", "strategy", "troops", "weapon", "battle")
LAST = {"Legions", "Surprise", "Maniples", "Phalanx", "Hordes"}


def shrewd(
    game: View, options: Sequence[Option], role: str, below: Below
) -> Mapping[str, Any] | None:
    """The next command of a seat as plain data, or None if it has nothing to do."""
    if not options:
        return None
    seat = Seat(game, role.removeprefix("seat:"), options, below)
    return seat.choose()


class Seat:
    """What a seat sees and may do at one moment, and its choice."""

    def __init__(self, game: View, seat: str, options: Sequence[Option], below: Below) -> None:
        self._game, self._below = game, below
        self._options = {option.id: option for option in options}
        self._players = {player["seat"]: player for player in game["players"]}
        self._seat = seat
        own = self._players.get(seat) or {}
        self._hand: list[Plain] = own.get("hand") or []
        self._prestige = own.get("prestige", 0)
        self._consul = game["consul"] == seat

    def choose(self) -> Plain:
        """The best command found."""
        if "declare-end" in self._options and self._leads():
            return self._take("declare-end")
        chosen: Mapping[str, Callable[[], Plain]] = {
            "strategy": self._draw,
            "event-cards": self._answer_event,
            "battle-cards": self._answer_battle,
            "peace": self._peace,
            "treaty": self._pax,
            "pax": lambda: self._take("peace-card"),
            "raids": self._raids,
            "enemy": lambda: self._principals("name-enemy"),
            "gifts": self._give,
            "efforts": self._lay,
            "etcetera": self._discard,
        }
        step = self._game["step"]
        if step in chosen:
            return chosen[step]()
        others = [option for key, option in self._options.items() if key != "declare-end"]
        return fill(others[self._below(len(others))], self._below)

    def _leads(self) -> bool:
        rivals = [player["prestige"] for key, player in self._players.items() if key != self._seat]
        return bool(self._prestige > max(rivals))

    def _take(self, key: str, **members: Any) -> Plain:
        command = copy.deepcopy(dict(self._options[key].command))
        return {**command, **members}

    def _named(self, key: str, place: str) -> list[Any]:
        """The values that an option offers at a JSON pointer."""
        option = self._options.get(key)
        choice = option.choices.get(place) if option else None
        return choice.values if choice else []

    def _card(self, name: str) -> Plain:
        return next(card for card in self._hand if card["name"] == name)

    # --- forces

    def _force(self, card: Plain) -> int:
        """A rough estimate of a card's force."""
        if card["kind"] != "ally":
            return int(card["force"])
        battle, held = self._game["battle"], self._controlled()
        if battle and not self._consul and battle["region"] == card["name"]:
            return 3
        return 2 if self._consul and card["name"] in held else 1

    def _controlled(self) -> list[str]:
        return [region["name"] for region in self._game["regions"] if region["controlled"]]

    def _might(self) -> int:
        """The estimated force of Rome's best War Effort from this hand."""
        best = dict.fromkeys(KINDS, 0)
        for card in self._hand:
            foreign = any(word in card["note"] for word in ("Enemy", "Free", "Non-civ", "Hell"))
            if card["kind"] in best and not foreign:
                best[card["kind"]] = max(best[card["kind"]], self._force(card))
        return sum(best.values())

    def _lay(self) -> Plain:
        """Lay the strongest card of each type, without more than enough."""
        fit: dict[str, list[str]] = {}
        for key in self._options:
            for kind in KINDS:
                names = self._named(key, f"/effort/{kind}")
                fit.setdefault(kind, []).extend(name for name in names if name)
        best = {
            kind: max(names, key=lambda name: (self._force(self._card(name)), name not in LAST))
            for kind, names in fit.items()
            if names
        }
        if not best:
            return self._take("lay-effort")
        forces = {kind: self._force(self._card(name)) for kind, name in best.items()}
        for kind in sorted(best, key=lambda one: (forces[one], one)):
            if len(best) > 1 and sum(forces.values()) - forces[kind] >= ENOUGH:
                del best[kind], forces[kind]
        lead = next(kind for kind in KINDS if kind in best)
        return self._take(f"lay-effort:{lead}", effort={kind: best.get(kind) for kind in KINDS})

    # --- the Consul's choices

    def _draw(self) -> Plain:
        """Buy two cards with a weak hand, none with a strong one: gold becomes prestige."""
        upto = self._options["draw:some"].choices["/cards"]
        assert isinstance(upto, ChooseInteger)
        if self._might() < STRONG and self._game["treasury"] > 4:
            return self._take("draw:some", cards=min(2, upto.integer.max))
        return self._take("draw")

    def _peace(self) -> Plain:
        gain = max(
            (self._worth(name) for name in self._named("pax-romana:card", "/card")), default=0
        )
        if self._campaigns() and self._might() >= STRONG + (gain > 4):
            return self._march()
        return self._pax()

    def _raids(self) -> Plain:
        return (
            self._march()
            if self._campaigns() and self._might() >= STRONG
            else self._take("fortify")
        )

    def _campaigns(self) -> bool:
        return "campaign" in self._options or "campaign:levy" in self._options

    def _worth(self, name: str) -> int:
        """The value of a Peace card to the Consul, counting a coin as 1 PT."""
        note = self._card(name)["note"]
        if "opponent" in note:
            return 2
        return sum(int(part.split()[0]) for part in note.split(", ") if part.split()[0][0] in "+-")

    def _pax(self) -> Plain:
        names = self._named("pax-romana:card", "/card")
        best = max(names, key=self._worth, default=None)
        if best is None or self._worth(best) <= 0:
            return self._take("pax-romana")
        members: Plain = {"card": best}
        if best == "Intrigue":
            members["opponent"] = self._strongest()
        return self._take("pax-romana:card", **members)

    def _foes(self) -> list[str]:
        return [seat for seat in self._players if seat != self._seat]

    def _strongest(self) -> str:
        return max(self._foes(), key=lambda seat: self._players[seat]["prestige"])

    def _march(self) -> Plain:
        """March against the weakest defender, preferably for a region that needs one token."""
        key = "campaign" if "campaign" in self._options else "campaign:levy"
        regions = {region["name"]: region for region in self._game["regions"]}

        def ease(name: str) -> int:
            return int(regions[name]["needed"]) - int(regions[name]["tokens"])

        goal = min(self._named(key, "/region"), key=ease)
        levies = self._named(key, "/levy")
        command = self._principals(key)
        return {**command, "region": goal, **({"levy": levies[0]} if levies else {})}

    def _principals(self, key: str) -> Plain:
        """Name the Foe with the fewest cards as enemy, the one with the most as ally."""
        foes = sorted(self._named(key, "/enemy"), key=lambda seat: self._players[seat]["cards"])
        enemy = foes[0]
        enemies = self._options[key].choices["/enemy"].alternatives
        (nested,) = [one.choices for one in enemies if one.value == enemy]
        allies = nested["/ally"].values if nested else []
        ally = {"ally": foes[-1] if foes[-1] in allies else None} if allies else {}
        return self._take(key, enemy=enemy, **ally)

    # --- cards in between

    def _answer(self, cards: list[str], claim: str | None) -> Plain:
        """An answer with these cards, in the form of the options."""
        if not cards and claim is None:
            return self._take("answer")
        return self._take("answer:claim" if claim else "answer:cards", cards=cards, claim=claim)

    def _answer_event(self) -> Plain:
        """As a Foe, harm the Consul; as Consul, negate a war that might be lost."""
        cards = self._game["window"]["cards"]
        own = [name for name in cards if any(card["name"] == name for card in self._hand)]
        claims = self._named("answer:claim", "/claim")
        if not self._consul:
            return self._answer(own, None)
        return self._answer([], claims[0] if claims and self._might() < STRONG else None)

    def _answer_battle(self) -> Plain:
        """As Consul, take gains; as a Foe, take whatever is possible."""
        window = self._game["window"]
        held = [card for card in self._hand if card["name"] in window["cards"]]
        after = [card for card in held if card["kind"] in ("victory", "defeat")]
        harmful = [card for card in after if "-" in card["note"]]
        useful = harmful if not self._consul else [card for card in after if card not in harmful]
        cards = [useful[0]["name"]] if useful else []
        if not self._consul:
            cards += [card["name"] for card in held if card["kind"] == "special"]
        claims = self._named("answer:claim", "/claim")
        claim = max(claims, key=lambda name: self._card(name)["note"], default=None)
        return self._answer(cards, claim)

    def _value(self, card: Plain) -> int:
        """How valuable it is to keep a card."""
        if card["kind"] in KINDS:
            return self._force(card)
        return 3 if card["kind"] in ("conquest", "defeat") else 2

    def _give(self) -> Plain:
        cards = self._options["give"].choices["/cards"]
        assert isinstance(cards, ChooseSome)
        worst = sorted(self._hand, key=self._value)[: cards.min]
        return self._take("give", cards=[card["name"] for card in worst])

    def _discard(self) -> Plain:
        """Discard weak cards and the third or later of a type, to make room for new ones."""
        ranked = sorted(self._hand, key=self._value, reverse=True)
        kept: dict[str, int] = {}
        dull = []
        for card in ranked:
            kept[card["kind"]] = kept.get(card["kind"], 0) + 1
            if self._value(card) < 2 or kept[card["kind"]] > KEPT:
                dull.append(card["name"])
        return self._take("discard:some", cards=dull[-5:]) if dull else self._take("discard")
