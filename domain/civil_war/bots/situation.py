"""The steady bot's reading of a view: who is where, who could come, who is free to go."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.civil_war.bots.forecast import ForceStrength, Forecast, force_strength, forecast
from iacta.domain.civil_war.bots.roads import roads
from iacta.domain.civil_war.rules.ways import STORMS
from iacta.domain.kernel.contract.choices import Option

Plain = dict[str, Any]
FACES = 6
FOUL_WEATHER = 2
STACK = 20
"""default stacking limit of land units. CW-39"""
ABROAD = 2
"""default number of zones that a people's units go from home. CW-71"""
CARRIES = 3
"""default number of units that one Naves carries. CW-43"""
SEA = 2
"""what a voyage costs by the sea, in sixths of an SP"""
STRUCK = 2
"""what it costs a ship to pass a stronger fleet, in sixths of an SP: one in three is reduced"""
ARMY = 8
"""SP from which a detachment needs a leader"""


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How much a player dares. ``bold``: winning faces out of six required to attack.

    ``care``: weight of SP at risk, relative to enemy SP that can be taken; with none, garrisons may
    go too. In sixths of an SP:
    ``step``, the value of being 1 MA closer to a goal; ``back``, the least value of a march that
    neither fights nor takes anything nor escapes, so that nobody goes to and fro; ``idle``, the
    cost of each unit that goes, so that who is not needed stays. ``reckons``: whether a march is
    judged by what the year's end would give and by the leaders whom it leaves alone as well, what
    is gained or left counts as often as it would last, and armies are drawn together before an
    enemy whom none could beat alone, and over the sea, with the ships for it.
    """

    bold: int
    care: int
    step: int = 8
    back: int = 18
    idle: int = 1
    reckons: bool = False


STEADY = Temper(bold=4, care=2)


class Comer(msgspec.Struct, frozen=True):
    """Enemy units that could come from a zone: overland at a pace of so many MA, by sea at 0."""

    zone: str
    pace: int
    party: Mapping[str, Plain]


def ashore(units: Sequence[Plain]) -> list[Plain]:
    """The units that fight on land; Naves alone fight only Naves. CW-46"""
    return [unit for unit in units if unit["kind"] != "naves"]


def strength(units: Sequence[Mapping[str, Any]]) -> int:
    """The sum of SP."""
    return sum(unit["sp"] for unit in units)


def marched(units: Sequence[Plain]) -> list[Plain]:
    """The same units elsewhere: who fell back takes zones again once they have marched. CW-55"""
    return [{**unit, "fell_back": False} if unit["fell_back"] else unit for unit in units]


def is_last(game: Mapping[str, Any], seat: str) -> bool:
    """Whether the seat has no further segment before Adjustments."""
    segment = game["segment"]
    return segment is not None and seat not in segment["order"][segment["number"] :]


class Situation:
    """A seat's reading of the map at one moment."""

    def __init__(self, game: Mapping[str, Any], seat: str, temper: Temper = STEADY) -> None:
        self.game, self.seat, self.temper = game, seat, temper
        self.zones: dict[str, Plain] = {zone["name"]: zone for zone in game["zones"]}
        self.units: dict[str, Plain] = {
            unit["id"]: unit for zone in game["zones"] for unit in zone["units"]
        }
        self.regions: dict[str, Plain] = {one["name"]: one for one in game["regions"]}
        self.peoples: dict[str, Plain] = {one["name"]: one for one in game["peoples"]}
        self.leaders: dict[str, Plain] = {one["name"]: one for one in game["leaders"]}
        self.roads = roads(game["map"])
        #: lands that nobody goes through without a war, as who reckons knows
        self._shut = frozenset(filter(self.is_at_peace, self.zones) if temper.reckons else ())
        self._own = {name: self._of(name, hostile=False) for name in self.zones}
        hostile = {name: self._of(name, hostile=True) for name in self.zones}
        self._enemies = {name: ashore(units) for name, units in hostile.items()}
        self._hostile_ships = {
            name: [unit for unit in units if unit["kind"] == "naves"]
            for name, units in hostile.items()
        }
        self._captains = self._leading(hostile=False)
        self._generals = self._leading(hostile=True)
        segment = game["segment"]
        #: whether the enemy moves once more before Adjustments
        self.answered = segment is None or any(
            one != seat for one in segment["order"][segment["number"] :]
        )
        self.reaching: dict[str, list[Plain]] = {}
        self._posts = self._garrisons() if temper.care else set()
        self._foes = {
            name: force_strength(units, self._named(self._generals.get(name, ())))
            for name, units in self._enemies.items()
            if units
        }
        self._halts = {name for name in self.zones if self.own(name)}
        self._comers: dict[str, list[Comer]] = {}
        self._screened: dict[tuple[str, str], ForceStrength | None] = {}
        self._threats = self._who_could_come()
        self._neighbours: dict[str, ForceStrength | None] = {}
        self._exposed: dict[str, bool] = {}

    def _of(self, zone: str, *, hostile: bool) -> list[Plain]:
        mine = self._hostile if hostile else self._follows
        return [unit for unit in self.zones[zone]["units"] if mine(unit["side"])]

    def _leading(self, *, hostile: bool) -> dict[str, list[str]]:
        mine = self._hostile if hostile else self._follows
        found: dict[str, list[str]] = {}
        for one in self.game["leaders"]:
            if one["status"] == "in-play" and mine(one["faction"] or one["people"] or ""):
                found.setdefault(one["zone"] or "", []).append(one["name"])
        return found

    def _follows(self, side: str) -> bool:
        people = self.peoples.get(side)
        if people is None:
            return side == self.seat
        return bool(people["at_war"]) and people["led_by"] == self.seat

    def _hostile(self, side: str) -> bool:
        people = self.peoples.get(side)
        if people is None:
            return side != self.seat
        return bool(people["at_war"]) and people["led_by"] != self.seat

    def followers(self, units: Sequence[Plain]) -> list[Plain]:
        """Those of these units that are the seat's, or of peoples it leads."""
        return [unit for unit in units if self._follows(unit["side"])]

    def own(self, zone: str) -> list[Plain]:
        """The seat's units in a zone, with those of peoples it leads."""
        return self._own[zone]

    def enemies(self, zone: str) -> list[Plain]:
        """Enemy units on land in a zone: fleets leave where an army comes. CW-46"""
        return self._enemies[zone]

    def ships(self, zone: str) -> list[Plain]:
        """The seat's Naves in a zone."""
        return [unit for unit in self.own(zone) if unit["kind"] == "naves"]

    def room(self, zone: str, side: str) -> int:
        """How many more land units of a side there is room for in a zone. CW-39"""
        return STACK - sum(1 for one in ashore(self.own(zone)) if one["side"] == side)

    def captains(self, zone: str) -> list[str]:
        """The seat's leaders in a zone."""
        return self._captains.get(zone, [])

    def retreating(self) -> list[str]:
        """The ids of units whose retreat is due."""
        return list(self.game["pending"][0]["units"]) if self.game["pending"] else []

    def has_moved(self, piece: Plain) -> bool:
        """Whether a unit or leader has marched in this segment; foul weather takes 1 MA. CW E2"""
        foul = any(one["number"] == FOUL_WEATHER for one in self.game["in_force"])
        return bool(piece["left"] < piece["ma"] - foul)

    def is_at_peace(self, zone: str) -> bool:
        """Whether entering the zone would start a war with a people."""
        name = self.zones[zone]["people"]
        people = self.peoples.get(name) if name else None
        place = self.zones[zone]
        if people is None or place["control"] or not place["outside_republic"]:
            return False
        return not people["at_war"] and people["ally"] is None

    def distance(self, zone: str, goal: str) -> int:
        """MA between two zones overland, 99 if there is no way."""
        return self.roads.distance(zone, goal, self._shut)

    def shipped(self, port: str, limit: int) -> dict[str, int]:
        """MA to every zone by a voyage of at most so many seas from a port, and on overland."""
        return self.roads.shipped(port, limit, self._shut)

    def _garrisons(self) -> set[str]:
        """Units needed as garrisons: a region's weakest Legio, and one for untaken cities."""
        posts: set[str] = set()
        for name, region in self.regions.items():
            if region["control"] == self.seat:
                legio = sorted(
                    (
                        unit
                        for zone in self.zones.values()
                        if zone["region"] == name
                        for unit in self.own(zone["name"])
                        if unit["kind"] == "legio"
                    ),
                    key=lambda one: (one["sp"], one["quality"], one["id"]),
                )
                posts |= {unit["id"] for unit in legio[: region["needs"]["garrison"]]}
        return posts | {key for zone in self.zones for key in self._taking(zone)}

    def _taking(self, zone: str) -> list[str]:
        """The weakest Legio in a zone with cities still to take. CW-56."""
        place = self.zones[zone]
        if place["region"] is None or self.enemies(zone):
            return []
        if all(city["control"] == self.seat for city in place["cities"]):
            return []
        legio = [unit for unit in self.own(zone) if unit["kind"] == "legio"]
        return [min(legio, key=lambda one: (one["sp"], one["quality"]))["id"]] if legio else []

    def _who_could_come(self) -> dict[str, ForceStrength]:
        """The enemy Force that can reach each zone in one segment."""
        for name, units in self._enemies.items():
            if not units or self._beaten(name):
                continue
            for pace in {unit["ma"] for unit in units}:
                party = {unit["id"]: unit for unit in units if unit["ma"] == pace}
                for goal in self.roads.overland(name, pace, self._halts):
                    self._comes(party, name, goal, pace)
        for port, ships in self._hostile_ships.items():
            if (
                ships
                and not (self.temper.reckons and self.storms())
                and (party := self._embarking(port, CARRIES * len(ships)))
            ):
                for goal in self.roads.by_sea(port, ships[0]["ma"]):
                    self._comes(party, port, goal, 0)
        forces = ((zone, self._joined(comers)) for zone, comers in self._comers.items())
        return {zone: force for zone, force in forces if force is not None}

    def storms(self) -> bool:
        """Whether nobody sails this year. CW E9"""
        return any(one["number"] == STORMS for one in self.game["in_force"])

    def _embarking(self, port: str, most: int) -> dict[str, Plain]:
        """The strongest enemies who can be aboard ships in a port in one segment, so many at most.

        Those in the port; as who reckons knows, also who marches there with 1 MA left. CW-43
        """
        near = [*self._enemies] if self.temper.reckons else [port]
        found = [
            unit
            for name in near
            if self._enemies[name] and not self._beaten(name)
            for unit in self._enemies[name]
            if name == port or port in self.roads.overland(name, unit["ma"] - 1, self._halts)
        ]
        return {unit["id"]: unit for unit in sorted(found, key=lambda one: -one["sp"])[:most]}

    def _comes(self, party: dict[str, Plain], zone: str, goal: str, pace: int) -> None:
        """Record who of a party may go to a goal."""
        going = self._who_may_go(party, zone, goal)
        self._comers.setdefault(goal, []).append(Comer(zone, pace, going))

    def _joined(self, comers: Sequence[Comer]) -> ForceStrength | None:
        """The Force of all these, with the leaders where they come from."""
        pool = {key: unit for comer in comers for key, unit in comer.party.items()}
        names = {name for comer in comers for name in self._generals.get(comer.zone, ())}
        return force_strength(_strongest(pool), self._named(sorted(names))) if pool else None

    def foes(self, zone: str, ahead: str = "") -> ForceStrength | None:
        """The enemy Force that could come to a zone, past an army of the seat ``ahead``."""
        if not ahead:
            return self._threats.get(zone)
        if (zone, ahead) not in self._screened:
            halts = self._halts | {ahead}
            comers = [
                one
                for one in self._comers.get(zone, ())
                if not one.pace or zone in self.roads.overland(one.zone, one.pace, halts)
            ]
            self._screened[zone, ahead] = self._joined(comers)
        return self._screened[zone, ahead]

    def comes_only(self, start: str, zone: str) -> bool:
        """Whether somebody could come to a zone, and all who could are in another now."""
        who = {key for one in self._comers.get(zone, ()) for key in one.party}
        return bool(who) and who <= {unit["id"] for unit in self.enemies(start)}

    def _who_may_go(self, party: dict[str, Plain], zone: str, goal: str) -> dict[str, Plain]:
        """Those of a party who may go so far from home, as who reckons knows. CW-71."""
        if not self.temper.reckons:
            return party
        return {key: one for key, one in party.items() if self._may_go(one["people"], zone, goal)}

    def _may_go(self, people: str | None, zone: str, goal: str) -> bool:
        home = self.peoples[people]["home"] if people in self.peoples else None
        if home is None:
            return True
        away = self.roads.away(home)
        return away.get(goal, 99) <= max(ABROAD, away.get(zone, 99) - 1)

    def _beaten(self, zone: str) -> bool:
        """Whether the units in a zone are almost certain to beat the enemies there."""
        own = ashore(self.own(zone))
        return bool(own) and self.fight(zone, own, self.captains(zone)).wins > self.temper.bold

    def undecided(self, zone: str) -> bool:
        """Whether enemies there have still to be beaten, by more than who already faces them.

        A temper that ``reckons`` knows when enough have come; others march on to every battle.
        """
        if not self.enemies(zone):
            return False
        own = ashore(self.own(zone))
        if not self.temper.reckons or not own:
            return True
        return self.fight(zone, own, self.captains(zone)).wins < FACES

    def reach(self, options: Sequence[Option]) -> None:
        """Record which units could march into each zone now."""
        for option in options:
            if option.command["type"] != "civil-war.march" or "/units" not in option.choices:
                continue
            free = self.free(option.choices["/units"].values)
            for goal in option.choices["/to"].values:
                self.reaching.setdefault(goal, []).extend(free)
        for goal, units in self.reaching.items():
            self.reaching[goal] = _strongest({one["id"]: one for one in units})

    def free(self, ids: Sequence[str]) -> list[Plain]:
        """Those of these units that are not needed as garrisons, strongest first."""
        return _strongest({key: self.units[key] for key in ids if key not in self._posts})

    def fight(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], *, crossing: bool = False
    ) -> Forecast:
        """The expected result of an attack on the enemies in a zone."""
        crossing = crossing or 2 * sum(unit["crossed"] for unit in units) >= len(units)
        own = force_strength(ashore(units), self._commanding(units, leaders))
        return forecast(own, self._foes[zone], crossing=crossing, home=self._at_home(zone))

    def _at_home(self, zone: str) -> bool:
        """Whether peoples defend outside the Republic, for who reckons. CW 8.6b"""
        outside = self.temper.reckons and self.zones[zone]["outside_republic"]
        return bool(outside) and all(one["people"] for one in self.enemies(zone))

    def _commanding(self, units: Sequence[Plain], names: Sequence[str]) -> list[Plain]:
        """The leaders who command these units; a people's leader only their own. CW-70"""
        peoples = {unit["people"] for unit in units}
        return [
            one for one in self._named(names) if not one["people"] or peoples == {one["people"]}
        ]

    def _named(self, names: Sequence[str]) -> list[Plain]:
        return [self.leaders[name] for name in names]

    def threat(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], ahead: str = ""
    ) -> Forecast:
        """The expected result of an attack on these by the enemies who could come.

        ``ahead``: where an army of the seat would stand in their way.
        """
        if not self.answered:
            return Forecast(0, 0, 0)
        return self._attacked(self.foes(zone, ahead), units, leaders)

    def faced(self, zone: str, units: Sequence[Plain]) -> int:
        """Winning faces of such an attack, in this year or the next, on units without leaders."""
        return self._attacked(self.foes(zone), units, ()).wins

    def _attacked(
        self, foes: ForceStrength | None, units: Sequence[Plain], leaders: Sequence[str]
    ) -> Forecast:
        own = ashore(units)
        if not foes or not own:
            return Forecast(0, 0, 0)
        return forecast(foes, force_strength(own, self._commanding(own, leaders)))

    def next_door(self, zone: str, units: Sequence[Plain], leaders: Sequence[str]) -> int:
        """Winning faces of an attack on these by the enemies in the zones that border theirs."""
        if zone not in self._neighbours:
            self._neighbours[zone] = self._beside(zone)
        beside, own = self._neighbours[zone], ashore(units)
        if beside is None or not own:
            return FACES if beside else 0
        return forecast(beside, force_strength(own, self._commanding(own, leaders))).wins

    def _beside(self, zone: str) -> ForceStrength | None:
        """The enemy Force of all zones that border a zone."""
        foes: dict[str, Plain] = {}
        names: set[str] = set()
        for near in self.roads.steps.get(zone, ()):
            party = {unit["id"]: unit for unit in self._enemies[near]}
            foes |= self._who_may_go(party, near, zone)
            names.update(self._generals.get(near, ()) if party else ())
        return force_strength(_strongest(foes), self._named(sorted(names))) if foes else None

    def exposed(self, zone: str) -> bool:
        """Whether enemies who could come would probably beat the units there."""
        if zone not in self._exposed:
            threat = self.threat(zone, self.own(zone), self.captains(zone))
            self._exposed[zone] = threat.wins >= self.temper.bold
        return self._exposed[zone]

    def doomed(self, zone: str) -> bool:
        """Whether a post is certain to be beaten by enemies who could come, as who reckons asks."""
        own = self.own(zone)
        if not self.temper.reckons or strength(ashore(own)) >= ARMY or self.enemies(zone):
            return False
        return self.threat(zone, own, self.captains(zone)).wins == FACES

    def flees(self, zone: str, goal: str, leaders: Sequence[str]) -> bool:
        """Whether a Faction Leader gets away with a post that is doomed."""
        heads = any(self.leaders[name]["faction_leader"] for name in leaders)
        return heads and self.doomed(zone) and not self.doomed(goal) and not self.enemies(goal)

    def trapped(self, zone: str, party: Sequence[Plain], leaders: Sequence[str]) -> bool:
        """Whether enemies who could come are certain to beat these once they have won a zone.

        Only a temper that ``reckons`` asks, and sees whether a withdrawal is worth more.
        """
        if not self.temper.reckons or self.own(zone):
            return False
        return self.threat(zone, party, leaders).wins == FACES

    def is_forlorn(self, zone: str, party: Sequence[Plain], leaders: Sequence[str]) -> bool:
        """Whether these would be trapped for far fewer, with the year's end too far to gain by it.

        The last segment may raid so.
        """
        few = 2 * strength(self.enemies(zone)) < strength(party)
        soon = is_last(self.game, self.seat)
        return few and not soon and bool(self.enemies(zone)) and self.trapped(zone, party, leaders)

    def cornered(self, zone: str) -> bool:
        """Whether who is beaten in a zone has nowhere to go overland, for who reckons. CW-47"""
        if not self.temper.reckons:
            return False
        ways = self.roads.steps.get(zone, {})
        shut = [
            self.enemies(one) or self._hostile_ships[one] or self.is_at_peace(one) for one in ways
        ]
        return all(shut)

    def safe(self, zone: str, ahead: str = "") -> bool:
        """Whether no enemy could come there before the year is over, past an army ``ahead``."""
        return self.foes(zone, ahead) is None or not self.answered

    def crosses(self, zone: str, goal: str) -> bool:
        """Whether an attack is one over water; the steady bot fears mountains as much."""
        step = self.roads.wet if self.temper.reckons else self.roads.hard
        return step(zone, goal)

    def next_to(self, zone: str, goal: str) -> bool:
        """Whether two zones border each other."""
        return goal in self.roads.steps.get(zone, {})

    def wants(self, zone: str) -> bool:
        """Whether the zone or a city in it is still to be taken."""
        return not self.own(zone) and self.lacks(zone)

    def lacks(self, zone: str) -> bool:
        """The same, wherever the seat's units are."""
        place = self.zones[zone]
        if place["region"] is None:
            return False
        return any(one["control"] != self.seat for one in (place, *place["cities"]))

    def escort(self, zone: str, party: Sequence[Plain], leaders: Sequence[str]) -> list[str]:
        """The leaders who go with a party: its best commander and its Faction Leader.

        A weak detachment has none. With the greater part of an army goes the best, and everybody
        if nobody is left to guard those who stay, or, for who reckons, too few to do so.
        """
        going, here = strength(ashore(party)), strength(ashore(self.own(zone)))
        ranked = sorted(leaders, key=lambda name: -self.leaders[name]["tb"])
        others = [name for name in ranked if not self.leaders[name]["faction_leader"]]
        if going == here:
            return [*leaders]
        if 2 * going < here:
            return others[1:2] if going >= ARMY and len(others) > 1 else []
        rest = [unit for unit in self.own(zone) if unit not in party]
        lost = self.temper.reckons and self.threat(zone, rest, ()).wins == FACES
        stay = others[1 : 1 + -(-len(leaders) // 2)] if here - going >= ARMY and not lost else []
        return [name for name in leaders if name not in stay]

    def seas(self, zone: str, goal: str) -> int:
        """What the length of a voyage costs, in sixths of an SP, who reckons: the nearest sail."""
        if not self.temper.reckons:
            return 0
        return SEA * next(n for n in range(1, 99) if goal in self.roads.by_sea(zone, n))

    def peril(self, zone: str, goal: str, ships: int) -> int | None:
        """What it costs to sail by a stronger hostile fleet, in sixths of an SP. CW-45.

        The steady bot does not sail then, nor thinks of the seas on the way.
        """
        coasts = self.game["map"]["coasts"]
        seas = {coast["sea"] for coast in coasts if coast["zone"] in (zone, goal)}
        watched = any(
            ships
            < sum(
                1
                for coast in coasts
                if coast["sea"] == sea
                for _ in self._hostile_ships[coast["zone"]]
            )
            for sea in seas
        )
        if watched and not self.temper.reckons:
            return None
        return STRUCK * ships if watched else 0


def _strongest(units: Mapping[str, Plain]) -> list[Plain]:
    """The strongest units first, up to the stacking limit. CW-39."""
    ranked = sorted(units.values(), key=lambda one: (-one["sp"], -one["quality"], one["id"]))
    return ranked[:STACK]
