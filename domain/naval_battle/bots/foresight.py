"""Two plies deep: what a side's places let it attack now, less what the enemy may do in answer.

Chances are reckoned and not rolled, so that a whole side's places are weighed in little time.
"""

from collections.abc import Iterator, Mapping, Sequence

from iacta.domain.naval_battle.bots import plans
from iacta.domain.naval_battle.bots.plans import At, Plain, View
from iacta.domain.naval_battle.bots.stakes import Stakes
from iacta.domain.naval_battle.state import other

FEAR = 1.2
"""What the enemy's answer counts, of one's own attacks."""
PATIENCE = 4
"""The turn after which it counts less and less, or two careful lines would never meet.

By the square of the turns since, for what pulls lines together is weak. Who is behind has nothing
to wait for.
"""
SECOND = 0.7
"""The part of an attack on a flipped fleet that counts for one that comes second to another."""
FOCUS = 0.7
"""The part of an enemy's blow at a flipped fleet that counts where another may strike it first."""
STRUCK = 0.6
"""The part of its answer that an enemy still gives once it is attacked."""
PULL = 0.05
"""What each square nearer to the enemy is worth."""
ROUNDS = 4
"""Times that every fleet looks for a better place, while the others stay in theirs."""
LEAST = 1e-9
MOVES = {"imperator": 6, "veteran": 5, "recruit": 4, "mob": 3, "barbarian": 2}
STRIKES = {"imperator": 6, "veteran": 6, "recruit": 6, "mob": 5, "barbarian": 4}
PANICKED = {"imperator": 4, "veteran": 3, "recruit": 2, "mob": 1, "barbarian": 0}
"""Of six Command Checks, those after which a fleet moves and strikes, or strikes where it is."""
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))
SINGLE, DOUBLE = 2, 4
"""Squares of a move, and of the double move."""


class Foresight:
    """Both sides' fleets, and what each may do to each wherever they stand."""

    def __init__(self, game: View, seat: str) -> None:
        enemy = other(seat)
        self._stakes = Stakes(game)
        self._files: int = game["board"]["columns"]
        self._ranks: int = game["board"]["rows"]
        own, enemies = plans.fleets(game, seat), plans.fleets(game, enemy)
        self.places = {one["name"]: plans.at(one["square"]) for one in own}
        self._enemies = [plans.at(one["square"]) for one in enemies]
        self._hits = {one["name"]: [self._hit(one, foe) for foe in enemies] for one in own}
        beaten: list[Plain] = [{**foe, "state": "flipped"} for foe in enemies]
        self._then = {one["name"]: [SECOND * self._hit(one, foe) for foe in beaten] for one in own}
        self._blows = {one["name"]: [self._blow(foe, one) for foe in enemies] for one in own}
        hurt: list[Plain] = [{**one, "state": "flipped"} for one in own]
        self._later = {
            one["name"]: [FOCUS * self._blow(foe, one) for foe in enemies] for one in hurt
        }
        panicked = plans.side_of(game, enemy)["panicked"]
        stays, goes = (PANICKED, PANICKED) if panicked else (STRIKES, MOVES)
        self._stays = [stays[foe["discipline"]] / 6 for foe in enemies]
        self._goes = [goes[foe["discipline"]] / 6 for foe in enemies]
        behind = plans.lead(game, seat) < 0
        waited = max(1, game["turn"] - (0 if behind else PATIENCE))
        self._fear: float = FEAR / waited**2
        doubles = game["first"] == enemy and game["double_move"] == "unused"
        self._squares = DOUBLE if doubles else SINGLE
        self._passes = game["case"] == "c" and seat == "active" and not behind

    def _hit(self, fleet: Plain, enemy: Plain) -> float:
        """What the best attack of a fleet on an enemy beside it is worth; baggage keeps off."""
        if any(not one["factor"] for one in fleet["aboard"]):
            return 0.0
        found = [0.0]
        if plans.strikes(fleet):
            ram = self._stakes.ram(fleet, enemy) if plans.may_ram(fleet, enemy) else 0.0
            found += [ram, self._stakes.volley(fleet, enemy)]
        unit = plans.boarder(fleet)
        if unit is not None:
            found += [self._stakes.boarding(unit, enemy, mode) for mode in plans.modes(unit)]
        return max(found)

    def _blow(self, enemy: Plain, fleet: Plain) -> float:
        """What the best attack of an enemy on a fleet is worth to it, if it checks well."""
        found = [0.0, self._stakes.ram(enemy, fleet), self._stakes.volley(enemy, fleet)]
        unit = next((one for one in enemy["aboard"] if one["active"]), None)
        if unit is not None:
            found += [self._stakes.boarding(unit, fleet, mode) for mode in plans.modes(unit)]
        return max(found)

    def worth(self, places: Mapping[str, At]) -> float:
        """How well the side stands with its fleets in these places."""
        total, struck = 0.0, [0] * len(self._enemies)
        for name, place in places.items():
            best, at, nearest = 0.0, None, self._files + self._ranks
            for number, enemy in enumerate(self._enemies):
                away = plans.between(place, enemy)
                nearest = min(nearest, away)
                if away == 1:
                    hit = self._hits[name][number]
                    hit = max(hit, self._then[name][number]) if struck[number] else hit
                    best, at = (hit, number) if hit > best else (best, at)
            if at is not None:
                struck[at] += 1
            pull = PULL * nearest if any(self._hits[name]) else 0.0
            total += best - pull
        return total - self._fear * self._answer(places, struck)

    def _answer(self, places: Mapping[str, At], struck: Sequence[int]) -> float:
        """What the enemy's best attacks are worth to it, one for each of its fleets."""
        taken = {*places.values(), *self._enemies}
        worst = [0.0] * len(self._enemies)
        for name, (file, rank) in places.items():
            beside = [(file + across, rank + ahead) for across, ahead in STEPS]
            free = [to for to in beside if to not in taken and self._on_board(to)]
            for number, odds, blow in self._blows_at(name, beside, free):
                worst[number] = max(worst[number], odds * blow)
        return sum(one * STRUCK**times for one, times in zip(worst, struck, strict=True))

    def _blows_at(
        self, name: str, beside: Sequence[At], free: Sequence[At]
    ) -> Iterator[tuple[int, float, float]]:
        """The enemies that may strike a fleet: their numbers, how surely, what a blow is worth.

        Where several may, all but the first may strike it flipped.
        """
        able = []
        for number, enemy in enumerate(self._enemies):
            if enemy in beside:
                able.append((number, self._stays[number]))
            elif any(plans.between(enemy, to) <= self._squares for to in free):
                able.append((number, self._goes[number]))
        for number, odds in able:
            first, later = self._blows[name][number], self._later[name][number]
            yield number, odds, (first + (len(able) - 1) * max(first, later)) / len(able)

    def _on_board(self, place: At) -> bool:
        file, rank = place
        return 0 < file <= self._files and 0 < rank <= self._ranks

    def plan(self, reach: Mapping[str, Sequence[str]]) -> dict[str, At]:
        """The best places found for all fleets, of the squares that are in reach of each.

        It begins once from where they stand and once from an attack by all who can: who looks only
        for one better place after another does not find what is good if all do it together. A
        Force that only wants to pass lets the enemy come, unless it is behind.
        """
        squares = {name: [plans.at(to) for to in reach[name]] for name in reach}
        starts = [self.places] if self._passes else [self.places, self._onset(squares)]
        return max((self._settled(dict(one), squares) for one in starts), key=self.worth)

    def _onset(self, reach: Mapping[str, Sequence[At]]) -> dict[str, At]:
        """Each fleet where its attack is worth most, if the place is still free."""
        places = dict(self.places)
        for name, squares in reach.items():
            free = [places[name], *(to for to in squares if to not in places.values())]
            places[name] = max(free, key=lambda to: self._best_hit(name, to))
        return places

    def _best_hit(self, name: str, place: At) -> float:
        found = zip(self._hits[name], self._enemies, strict=True)
        return max((hit for hit, enemy in found if plans.between(place, enemy) == 1), default=0.0)

    def _settled(self, places: dict[str, At], reach: Mapping[str, Sequence[At]]) -> dict[str, At]:
        """One fleet after the other takes its best place, until none finds a better one."""
        best = self.worth(places)
        for _ in range(ROUNDS):
            before = best
            for name, squares in reach.items():
                for to in (self.places[name], *squares):
                    if to in places.values():
                        continue
                    there = {**places, name: to}
                    value = self.worth(there)
                    if value > best + LEAST:
                        best, places = value, there
            if best <= before + LEAST:
                break
        return places

    def first_of(self, planned: Mapping[str, At]) -> str | None:
        """The fleet whose move of a plan brings most as the others stand; None if all do.

        Who goes to attack goes first: the others may then think of better than to keep away.
        """
        moved = [name for name, to in planned.items() if to != self.places[name]]

        def urgency(name: str) -> tuple[bool, float]:
            to = planned[name]
            return self._best_hit(name, to) > 0, self.worth({**self.places, name: to})

        return max(moved, key=urgency, default=None)
