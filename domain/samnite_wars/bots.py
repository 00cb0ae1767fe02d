"""A player who means to win: he campaigns when strong, keeps gold for prestige, uses his cards.

He gets a view and options in plain data, never state, and takes only what is offered.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import Below, fill
from iacta.domain.kernel.contract.system import Option

Plain = dict[str, Any]

STRONG = 5
"""a force with which one attacks: who waits for more is overtaken by those who do not, and Rome
conquers nothing"""
ENOUGH = 13
"""a force that is hardly ever beaten: what goes beyond it stays in the hand"""
KEPT = 2
"""cards of one type that one keeps for the next turn"""
KINDS = ("ally", "strategy", "troops", "weapon", "battle")
LAST = {"Legions", "Surprise", "Maniples", "Phalanx", "Hordes"}


def shrewd(
    view: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> Mapping[str, Any] | None:
    """The next command of a seat that plays to win, or none if it has nothing to do."""
    if not options:
        return None
    seat = Seat(view.get("game", view), role.removeprefix("seat:"), options, below)
    return seat.choose()


class Seat:
    """What a seat sees and may do at one moment."""

    def __init__(self, game: Plain, seat: str, options: Sequence[Option], below: Below) -> None:
        self._game, self._below = game, below
        self._options = {option.id: option for option in options}
        self._players = {player["seat"]: player for player in game["players"]}
        self._seat = seat
        own = self._players.get(seat) or {}
        self._hand: list[Plain] = own.get("hand") or []
        self._prestige = own.get("prestige", 0)
        self._consul = game["consul"] == seat

    def choose(self) -> Plain:
        """The command that looks best."""
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
        """The values that an option offers for a place."""
        option = self._options.get(key)
        choice = option.choices.get(place, {}) if option else {}
        items = choice.get("one_of") or choice.get("some_of") or []
        return [item["value"] for item in items]

    def _card(self, name: str) -> Plain:
        return next(card for card in self._hand if card["name"] == name)

    # --- forces

    def _force(self, card: Plain) -> int:
        """What a card would count, as far as one can tell at a glance."""
        if card["kind"] != "ally":
            return int(card["force"])
        battle, held = self._game["battle"], self._controlled()
        if battle and not self._consul and battle["region"] == card["name"]:
            return 3
        return 2 if self._consul and card["name"] in held else 1

    def _controlled(self) -> list[str]:
        return [region["name"] for region in self._game["regions"] if region["controlled"]]

    def _might(self) -> int:
        """The force of the best effort for Rome that the hand looks good for."""
        best = dict.fromkeys(KINDS, 0)
        for card in self._hand:
            foreign = any(word in card["note"] for word in ("Enemy", "Free", "Non-civ", "Hell"))
            if card["kind"] in best and not foreign:
                best[card["kind"]] = max(best[card["kind"]], self._force(card))
        return sum(best.values())

    def _lay(self) -> Plain:
        """The strongest card of each type, without what is more than enough."""
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
        """Gold is prestige at the turn's end: a weak hand buys two cards, a strong one none."""
        most = self._options["draw:some"].choices["/cards"]["integer"]["max"]
        if self._might() < STRONG and self._game["treasury"] > 4:
            return self._take("draw:some", cards=min(2, most))
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
        """What a Peace card brings the Consul, a coin counted as a PT."""
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
        """Against whom there is least to fear, for a region that one token holds if possible."""
        key = "campaign" if "campaign" in self._options else "campaign:levy"
        regions = {region["name"]: region for region in self._game["regions"]}

        def ease(name: str) -> int:
            return int(regions[name]["needed"]) - int(regions[name]["tokens"])

        goal = min(self._named(key, "/region"), key=ease)
        levies = self._named(key, "/levy")
        command = self._principals(key)
        return {**command, "region": goal, **({"levy": levies[0]} if levies else {})}

    def _principals(self, key: str) -> Plain:
        """The enemy with the fewest cards, an ally with the most."""
        foes = sorted(self._named(key, "/enemy"), key=lambda seat: self._players[seat]["cards"])
        enemy = foes[0]
        items = self._options[key].choices["/enemy"]["one_of"]
        (nested,) = [item.get("choices", {}) for item in items if item["value"] == enemy]
        allies = [item["value"] for item in nested.get("/ally", {}).get("one_of", [])]
        ally = {"ally": foes[-1] if foes[-1] in allies else None} if allies else {}
        return self._take(key, enemy=enemy, **ally)

    # --- cards in between

    def _answer(self, cards: list[str], claim: str | None) -> Plain:
        """An answer of these cards, as the options put it."""
        if not cards and claim is None:
            return self._take("answer")
        return self._take("answer:claim" if claim else "answer:cards", cards=cards, claim=claim)

    def _answer_event(self) -> Plain:
        """Foes strike the Consul; the Consul talks his way out of a war he fears."""
        cards = self._game["window"]["cards"]
        own = [name for name in cards if any(card["name"] == name for card in self._hand)]
        claims = self._named("answer:claim", "/claim")
        if not self._consul:
            return self._answer(own, None)
        return self._answer([], claims[0] if claims and self._might() < STRONG else None)

    def _answer_battle(self) -> Plain:
        """The Consul gains where he may; his Foes take what they can."""
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
        """How much one would like to keep a card."""
        if card["kind"] in KINDS:
            return self._force(card)
        return 3 if card["kind"] in ("conquest", "defeat") else 2

    def _give(self) -> Plain:
        option = self._options["give"]
        count = option.choices["/cards"]["min"]
        worst = sorted(self._hand, key=self._value)[:count]
        return self._take("give", cards=[card["name"] for card in worst])

    def _discard(self) -> Plain:
        """What counts for little, or is the third of its type, makes room for new cards."""
        ranked = sorted(self._hand, key=self._value, reverse=True)
        kept: dict[str, int] = {}
        dull = []
        for card in ranked:
            kept[card["kind"]] = kept.get(card["kind"], 0) + 1
            if self._value(card) < 2 or kept[card["kind"]] > KEPT:
                dull.append(card["name"])
        return self._take("discard:some", cards=dull[-5:]) if dull else self._take("discard")
