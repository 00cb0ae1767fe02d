"""What happened in volleys and combats and to leaders: what dice decide, and what follows."""

from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.kernel.contract.system import Effect, Part


class Modifier(Part, frozen=True):
    """What is added to a die: how much, why, by which rule."""

    value: int
    reason: str
    rule: str


class LeaderAtRisk(Effect, frozen=True, tag="de-bello-punico.leader-at-risk"):
    """A leader's unit has taken Disorder: his die is due. BP 13, BP-24."""

    side: SideKey
    unit: str


class LeaderRolled(Effect, frozen=True, tag="de-bello-punico.leader-rolled"):
    """The die for a leader. BP 13."""

    side: SideKey
    face: int
    window: tuple[SideKey, ...]


class LeaderResolved(Effect, frozen=True, tag="de-bello-punico.leader-resolved"):
    """He dies on a 1, and it costs his side Rout Points. BP 13, BP 16.1."""

    side: SideKey
    name: str
    face: int
    dead: bool
    points: int
    rout: int


class VolleyRolled(Effect, frozen=True, tag="de-bello-punico.volley-rolled"):
    """A unit shoots: the number that hits, and the die. BP 9.3."""

    shooter: str
    target: str
    range: int
    number: int
    face: int
    window: tuple[SideKey, ...]


class VolleyResolved(Effect, frozen=True, tag="de-bello-punico.volley-resolved"):
    """Whether the volley hits; a hit is 1 Disorder. BP 9.3."""

    shooter: str
    target: str
    number: int
    face: int
    hit: bool


class PointsCommitted(Effect, frozen=True, tag="de-bello-punico.points-committed"):
    """Units that fight with a Command Point this impulse. BP 4.3, BP-25."""

    side: SideKey
    units: tuple[str, ...]


class AttackDeclared(Effect, frozen=True, tag="de-bello-punico.attack-declared"):
    """A unit attacks another, and the defender may answer. BP 10."""

    attacker: str
    target: str
    support: tuple[str, ...]
    charge: bool
    charges: int


class AttackDropped(Effect, frozen=True, tag="de-bello-punico.attack-dropped"):
    """An attack that needs no dice: its target was in panic. BP 11.1.2."""

    attacker: str
    target: str


class Withdrew(Effect, frozen=True, tag="de-bello-punico.withdrew"):
    """The attacked unit goes back, and the attack is used up. BP 10.1, BP-6."""

    unit: str
    start: str
    hex: str
    facing: int


class CombatRolled(Effect, frozen=True, tag="de-bello-punico.combat-rolled"):
    """Both dice of a combat. BP 10.2."""

    attacker: str
    target: str
    support: tuple[str, ...]
    defence: tuple[str, ...]
    charge: bool
    sides: tuple[SideKey, ...]
    faces: tuple[int, ...]
    window: tuple[SideKey, ...]


class Fighter(Part, frozen=True):
    """One unit's part in a combat: its die, what is added, the total, its Disorder from it."""

    unit: str
    side: SideKey
    hex: str
    face: int
    modifiers: tuple[Modifier, ...]
    total: int
    disorder: int


class CombatResolved(Effect, frozen=True, tag="de-bello-punico.combat-resolved"):
    """A combat: both sums and what comes of them. ``winner`` is a unit, or nobody. BP 10.6."""

    attacker: Fighter
    defender: Fighter
    difference: int
    doubled: bool
    winner: str | None


class AdvanceDue(Effect, frozen=True, tag="de-bello-punico.advance-due"):
    """The defender's hex is empty: the attacker enters it, or may. BP 10.8."""

    unit: str
    hex: str
    optional: bool


class Advanced(Effect, frozen=True, tag="de-bello-punico.advanced"):
    """The attacker enters the vacated hex, with a front of his choice. BP 10.8."""

    unit: str
    start: str
    hex: str
    facing: int


class Stayed(Effect, frozen=True, tag="de-bello-punico.stayed"):
    """The attacker does not advance. BP 10.8.1."""

    unit: str


class PursuitDue(Effect, frozen=True, tag="de-bello-punico.pursuit-due"):
    """Horse has put horse to flight, and must pursue it. BP 14."""

    unit: str
    route: tuple[str, ...]
    off: bool
    attacked: bool


class Pursued(Effect, frozen=True, tag="de-bello-punico.pursued"):
    """Horse pursues. ``path`` begins where it stood; ``off``: over the edge. BP 14."""

    unit: str
    path: tuple[str, ...]
    facing: int
    off: bool


class PursuitHeld(Effect, frozen=True, tag="de-bello-punico.pursuit-held"):
    """A Cavalry point keeps horse from pursuing. BP 4.5."""

    unit: str
