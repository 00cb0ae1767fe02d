"""What a seat sees and may do at one moment, and its choice."""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import Below, ChooseInteger, ChooseSome, Option, fill
from iacta.domain.samnite_wars.bots.judgement import GOLD, SIDES, Judgement, chance
from iacta.domain.samnite_wars.rules.efforts import KINDS
from iacta.domain.samnite_wars.rules.peace import COST, INTRIGUE
from iacta.domain.samnite_wars.state import BattleKind, Side
from iacta.domain.samnite_wars.tables import BY_NAME, LEVIES, SCANDAL

Plain = dict[str, Any]

ENOUGH = 13
"""a force that is hardly ever beaten; cards beyond it stay in the hand"""
BOUGHT = 4
"""cards bought at a time, if the Treasury can spare as much"""
STRONG = 8
"""a force with which no more cards are bought"""
KEPT = 2
"""cards of one type kept for the next turn"""
DULL = 2.0
"""a card worth less than this makes room for another"""
WON, LOST = 3.5 + GOLD * 3.5, 6.0
"""what a campaign brings on the average, without its conquest, and what it costs if lost"""
CONQUEST = 2.0


class Seat:
    """What a seat sees and may do at one moment, and its choice."""

    def __init__(
        self, game: Mapping[str, Any], seat: str, options: Sequence[Option], below: Below
    ) -> None:
        self._game, self._below, self._seat = game, below, seat
        self._options = {option.id: option for option in options}
        self._players = {player["seat"]: player for player in game["players"]}
        own = self._players.get(seat) or {}
        self._hand = [card["name"] for card in own.get("hand") or []]
        self._consul = game["consul"] == seat
        self._judge = Judgement(game)

    def choose(self) -> Plain:
        """The best command found."""
        if "declare-end" in self._options and self._leads():
            return self._take("declare-end")
        chosen: Mapping[str, Callable[[], Plain]] = {
            "strategy": self._draw,
            "event-cards": self._answer_event,
            "battle-cards": self._answer_battle,
            "peace": self._peace,
            "treaty": lambda: self._pax("pax-romana"),
            "pax": lambda: self._pax("peace-card"),
            "raids": self._raids,
            "rebels": self._name_rebels,
            "enemy": lambda: self._principals("name-enemy"),
            "ally": self._name_ally,
            "gifts": self._give,
            "efforts": self._lay,
            "free": self._free,
            "etcetera": self._discard,
        }
        step = self._game["step"]
        if step in chosen:
            return chosen[step]()
        others = [option for key, option in self._options.items() if key != "declare-end"]
        return fill(others[self._below(len(others))], self._below)

    # --- what there is

    def _prestige(self, seat: str) -> int:
        return int(self._players[seat]["prestige"])

    def _foes(self) -> list[str]:
        return [seat for seat in self._players if seat != self._seat]

    def _leads(self) -> bool:
        return self._prestige(self._seat) > max(map(self._prestige, self._foes()))

    def _take(self, key: str, **members: Any) -> Plain:
        command = copy.deepcopy(dict(self._options[key].command))
        return {**command, **members}

    def _named(self, key: str, place: str) -> list[Any]:
        """The values that an option offers at a JSON pointer."""
        option = self._options.get(key)
        choice = option.choices.get(place) if option else None
        return choice.values if choice else []

    def _any(self, best: Sequence[Any], worth: Callable[[Any], Any]) -> Any:
        """One of those that are worth most."""
        most = max(map(worth, best))
        equal = [one for one in best if worth(one) == most]
        return equal[self._below(len(equal))]

    # --- the Consul's choices

    def _draw(self) -> Plain:
        """Buy cards with a weak hand: a coin counts for the next Consul too, a card does not."""
        upto = self._options["draw:some"].choices["/cards"]
        assert isinstance(upto, ChooseInteger)
        spare = self._game["treasury"] - COST - 2
        wanted = BOUGHT if self._best_target()[1] < STRONG else 0
        cards = min(upto.integer.max, spare, wanted)
        return self._take("draw:some", cards=cards) if cards > 0 else self._take("draw")

    def _best_target(self, among: Sequence[str] = ()) -> tuple[str, float]:
        """The region to march against, and Rome's force there, a step to its control counted."""
        regions = {one["name"]: one for one in self._game["regions"] if one["adjacent"]}

        def worth(name: str) -> float:
            might = self._judge.might(self._hand, "rome", "campaign", name)
            tokens = int(regions[name]["needed"]) - int(regions[name]["tokens"])
            return might - 0.5 * tokens

        names = [*among] or [*regions]
        if not names:
            return "", 0.0
        name = self._any(names, worth)
        return name, self._judge.might(self._hand, "rome", "campaign", name)

    def _campaign(self) -> tuple[float, Plain] | None:
        """What the best campaign is worth, and its command; None if there is none to choose."""
        key = "campaign" if "campaign" in self._options else "campaign:levy"
        if key not in self._options:
            return None
        region, might = self._best_target(self._named(key, "/region"))
        levies = self._named(key, "/levy")
        holds = any(BY_NAME[name].kind == "conquest" for name in self._hand)
        odds = chance(might)
        worth = odds * (WON + (CONQUEST if holds else 0)) - (1 - odds) * LOST - GOLD * COST
        command = {**self._principals(key), "region": region}
        if levies:
            worth -= GOLD * COST
            command["levy"] = levies[0]
        return worth, command

    def _peace(self) -> Plain:
        """March, or rest and play Peace cards, whichever is worth more."""
        march = self._campaign()
        rest = 1 + sum(sorted(map(self._worth, self._peace_cards("pax-romana")))[-1:])
        if march is not None and march[0] > rest:
            return march[1]
        return self._pax("pax-romana")

    def _raids(self) -> Plain:
        """March, unless the walls, for 3 or 4 gold, are cheaper."""
        march = self._campaign()
        if march is not None and march[0] > -GOLD * 3.5:
            return march[1]
        return self._take("fortify")

    def _peace_cards(self, key: str) -> list[str]:
        return self._named(f"{key}:card", "/card")

    def _worth(self, name: str) -> float:
        """What a Peace card is worth to the Consul."""
        if name == INTRIGUE:
            return -BY_NAME[name].prestige / len(self._foes()) + self._judge.gain(name) / 4
        return self._judge.gain(name)

    def _pax(self, key: str) -> Plain:
        """Play the best Peace card that is worth playing, else none."""
        names = [name for name in self._peace_cards(key) if self._worth(name) > 0]
        if not names:
            return self._take(key)
        best = self._any(names, self._worth)
        victim = {"opponent": self._any(self._foes(), self._prestige)} if best == INTRIGUE else {}
        return self._take(f"{key}:card", card=best, **victim)

    def _principals(self, key: str) -> Plain:
        """Name the Foe with the fewest cards as enemy, and the richest of the others as ally."""
        enemy = self._any(
            self._named(key, "/enemy"), lambda seat: -int(self._players[seat]["cards"])
        )
        enemies = self._options[key].choices["/enemy"].alternatives
        (nested,) = [one.choices for one in enemies if one.value == enemy]
        ally = {"ally": self._ally(nested["/ally"].values)} if nested else {}
        return self._take(key, enemy=enemy, **ally)

    def _ally(self, seats: Sequence[str | None]) -> str | None:
        """Who gives the most cards; of equals the one whom it hurts to."""
        able = [seat for seat in seats if seat is not None and self._players[seat]["cards"]]
        if not able:
            return None
        found: str = self._any(
            able, lambda seat: (min(2, self._players[seat]["cards"]), self._prestige(seat))
        )
        return found

    def _free(self) -> Plain:
        """Let go what is most easily won back."""

        def ease(name: str) -> int:
            (needed,) = [one["needed"] for one in self._game["regions"] if one["name"] == name]
            return self._judge.might(self._hand, "rome", "campaign", name) - 5 * int(needed)

        return self._take(
            "free-region", region=self._any(self._named("free-region", "/region"), ease)
        )

    # --- battles

    def _name_rebels(self) -> Plain:
        """Name the region whose cause the hand serves best."""

        def might(region: str) -> int:
            return self._judge.might(self._hand, "enemy", "revolt", region)

        return self._take(
            "name-rebels", region=self._any(self._named("name-rebels", "/region"), might)
        )

    def _name_ally(self) -> Plain:
        return self._take("name-ally", ally=self._ally(self._named("name-ally", "/ally")))

    def _lay(self) -> Plain:
        """Lay the strongest card of each type, without more than enough."""
        best: dict[str, str] = {}
        cards = self._named("lay-effort", "/effort")
        for kind in KINDS:
            names = {effort[kind] for effort in cards if effort[kind] is not None}
            if names:
                best[kind] = max(
                    sorted(names), key=lambda name: (self._force(name), -self._keep(name))
                )
        if not best:
            return self._take("lay-effort")
        for kind in sorted(best, key=lambda one: self._force(best[one])):
            others = sum(self._force(name) for key, name in best.items() if key != kind)
            if len(best) > 1 and others >= ENOUGH:
                del best[kind]
        return self._take("lay-effort", effort={kind: best.get(kind) for kind in KINDS})

    def _force(self, name: str) -> int:
        """A card's force in the battle at hand."""
        battle = self._game["battle"]
        kind: BattleKind = battle["kind"]
        side: Side = "rome" if self._consul else "enemy"
        return self._judge.force(name, side, kind, battle["region"])

    # --- cards in between

    def _answer(self, cards: list[str], claim: str | None) -> Plain:
        """An answer with these cards, in the form of the options."""
        if not cards and claim is None:
            return self._take("answer")
        return self._take("answer:claim" if claim else "answer:cards", cards=cards, claim=claim)

    def _is_rival(self) -> bool:
        """Whether it pays to harm the Consul: the Foe's only rival, or one who is not behind."""
        foes = self._foes()
        ahead = self._prestige(self._game["consul"]) >= self._prestige(self._seat)
        return not self._consul and (len(foes) == 1 or ahead)

    def _answer_event(self) -> Plain:
        """As a Foe, harm a rival; as Consul, negate a war that might be lost."""
        held = [name for name in self._game["window"]["cards"] if name in self._hand]
        if not self._consul:
            return self._answer(held if self._is_rival() else [], None)
        claims = self._named("answer:claim", "/claim")
        event = self._game["event"]
        if not claims:
            return self._answer([], None)
        might = self._judge.might(self._hand, "rome", "war", event["region"])
        return self._answer([], claims[0] if chance(might) < 0.5 else None)

    def _answer_battle(self) -> Plain:
        """As Consul, take the gains; as a Foe, harm a rival; conquer for the card's PT."""
        held = [name for name in self._game["window"]["cards"] if name in self._hand]
        after = [name for name in held if name != SCANDAL]
        if self._consul:
            cards = [name for name in after if self._judge.gain(name) > 0]
        else:
            cards = (
                [name for name in after if BY_NAME[name].prestige < 0] if self._is_rival() else []
            )
        cards = sorted(cards, key=self._judge.gain, reverse=self._consul)
        if not self._may_play(cards):
            cards = cards[:1]
        if SCANDAL in held and self._is_rival():
            cards.append(SCANDAL)
        claims = self._named("answer:claim", "/claim")
        claim = self._any(claims, lambda name: BY_NAME[name].prestige) if claims else None
        return self._answer(cards, claim)

    def _may_play(self, cards: list[str]) -> bool:
        """Whether so many Victory or Defeat cards may be played at once."""
        options = [self._options.get(key) for key in ("answer:cards", "answer:claim")]
        choices = [one.choices.get("/cards") for one in options if one is not None]
        return len(cards) < 2 or any(isinstance(one, ChooseSome) for one in choices)

    # --- the hand

    def _keep(self, name: str) -> float:
        """How valuable it is to keep a card; a levy only where a battle was lost."""
        lost = self._game["battle"] is not None and self._game["battle"]["winner"] == "enemy"
        return self._judge.keep(name) + (1.5 if lost and name in LEVIES else 0)

    def _give(self) -> Plain:
        cards = self._options["give"].choices["/cards"]
        assert isinstance(cards, ChooseSome)
        return self._take("give", cards=sorted(self._hand, key=self._keep)[: cards.min])

    def _discard(self) -> Plain:
        """Discard what is weak, or second to another of its type, to make room for new cards."""
        best = {name for kind in KINDS for name in self._best_of(kind)}
        kept: dict[str, int] = {}
        dull = []
        for name in sorted(self._hand, key=self._keep, reverse=True):
            kind = BY_NAME[name].kind
            kept[kind] = kept.get(kind, 0) + 1
            spare = name not in best if kind in KINDS else kept[kind] > KEPT
            if self._keep(name) < DULL or spare:
                dull.append(name)
        return self._take("discard:some", cards=dull[-5:]) if dull else self._take("discard")

    def _best_of(self, kind: str) -> set[str]:
        """The strongest card of a type for Rome, and the strongest for its enemies."""
        cards = [name for name in self._hand if BY_NAME[name].kind == kind]
        if not cards:
            return set()
        return {max(cards, key=lambda name: self._judge.usual_force(name, side)) for side in SIDES}


def shrewd(
    game: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> Mapping[str, Any] | None:
    """The next command of a seat as plain data, or None if it has nothing to do."""
    if not options:
        return None
    return Seat(game, role.removeprefix("seat:"), options, below).choose()
