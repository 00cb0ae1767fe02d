"""The effects of volleys, combats and leader rolls."""

from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.kernel.contract.system import Effect, Part


class Modifier(Part, frozen=True):
    """A modifier of a die: value, reason and rule."""

    value: int  #: what is added to the die
    reason: str  #: why
    rule: str  #: the rule or ruling


class LeaderAtRisk(Effect, frozen=True, tag="de-bello-punico.leader-at-risk"):
    """A leader's unit has taken Disorder: the leader's roll is due. BP 13, BP-24."""

    side: SideKey  #: whose leader it is
    unit: str  #: the unit that the leader rides with


class LeaderRolled(Effect, frozen=True, tag="de-bello-punico.leader-rolled"):
    """The die for a leader. BP 13."""

    side: SideKey  #: whose leader it is
    face: int  #: what the die showed
    window: tuple[SideKey, ...] = ()  #: who may reroll, in this order


class LeaderResolved(Effect, frozen=True, tag="de-bello-punico.leader-resolved"):
    """Whether the leader dies, on a 1, which costs the side Rout Points. BP 13, BP 16.1."""

    side: SideKey  #: whose leader it is
    name: str  #: the leader's name
    face: int  #: what the die shows
    dead: bool  #: whether the leader dies
    points: int  #: Rout Points that it costs
    rout: int  #: the side's Rout Points then


class VolleyRolled(Effect, frozen=True, tag="de-bello-punico.volley-rolled"):
    """A unit shoots: the number that hits, and the die. BP 9.3."""

    shooter: str  #: the unit that shoots
    target: str  #: the unit that is shot at
    range: int  #: how far, in hexes
    number: int  #: this face or less hits
    face: int  #: what the die showed
    window: tuple[SideKey, ...] = ()  #: who may reroll, in this order


class VolleyResolved(Effect, frozen=True, tag="de-bello-punico.volley-resolved"):
    """Whether the volley hits; a hit is 1 Disorder. BP 9.3."""

    shooter: str  #: the unit that shot
    target: str  #: the unit that was shot at
    number: int  #: this face or less hits
    face: int  #: what the die shows
    hit: bool  #: whether it hits


class PointsCommitted(Effect, frozen=True, tag="de-bello-punico.points-committed"):
    """Units that fight with a Command Point this impulse. BP 4.3, BP-25."""

    side: SideKey  #: whose Command Points they are
    units: tuple[str, ...]  #: one point each


class AttackDeclared(Effect, frozen=True, tag="de-bello-punico.attack-declared"):
    """A unit attacks another, and the defender may answer. BP 10."""

    attacker: str  #: the unit that attacks
    target: str  #: the unit that is attacked
    support: tuple[str, ...] = ()  #: units that support the attacker
    charge: bool = False  #: whether mercenaries charge
    charges: int = 0  #: charges that the Furor point still allows


class AttackDropped(Effect, frozen=True, tag="de-bello-punico.attack-dropped"):
    """An attack without dice, because its target was in panic. BP 11.1.2."""

    attacker: str  #: the unit that attacked
    target: str  #: the unit that was in panic


class Withdrew(Effect, frozen=True, tag="de-bello-punico.withdrew"):
    """The attacked unit withdraws, and the attack is used up. BP 10.1, BP-6."""

    unit: str  #: its id
    start: str  #: the hex it left
    hex: str  #: where it stands now
    facing: int  #: the side of the hex it then faces, 0 to 5


class CombatRolled(Effect, frozen=True, tag="de-bello-punico.combat-rolled", kw_only=True):
    """Both dice of a combat. BP 10.2."""

    attacker: str  #: the unit that attacks
    target: str  #: the unit that is attacked
    support: tuple[str, ...] = ()  #: units that support the attacker
    defence: tuple[str, ...] = ()  #: units that support the target
    charge: bool = False  #: whether mercenaries charge
    sides: tuple[SideKey, ...]  #: whose die is which
    faces: tuple[int, ...]  #: what the dice showed
    window: tuple[SideKey, ...] = ()  #: who may reroll, in this order


class Fighter(Part, frozen=True):
    """One unit's part in a combat: its die, what is added, the total, its Disorder from it."""

    unit: str  #: its id
    side: SideKey  #: whose unit it is
    hex: str  #: where it stands
    face: int  #: what its die shows
    modifiers: tuple[Modifier, ...]  #: what is added, and why
    total: int  #: the die with its modifiers
    disorder: int  #: Disorder that it takes


class CombatResolved(Effect, frozen=True, tag="de-bello-punico.combat-resolved"):
    """A combat's totals and result. ``winner``: a unit, or null. BP 10.6."""

    attacker: Fighter  #: the attacker's part
    defender: Fighter  #: the defender's part
    difference: int  #: of the totals
    doubled: bool  #: whether one total is at least twice the other, which doubles the Disorder
    winner: str | None  #: the unit that won; null if nobody did


class AdvanceDue(Effect, frozen=True, tag="de-bello-punico.advance-due"):
    """The defender's hex is empty: the attacker enters it, or may. BP 10.8."""

    unit: str  #: the unit that advances
    hex: str  #: the vacated hex
    optional: bool = False  #: whether it may stay instead


class Advanced(Effect, frozen=True, tag="de-bello-punico.advanced"):
    """The attacker enters the vacated hex, with any facing. BP 10.8."""

    unit: str  #: its id
    start: str  #: the hex it left
    hex: str  #: where it stands now
    facing: int  #: the side of the hex it then faces, 0 to 5


class Stayed(Effect, frozen=True, tag="de-bello-punico.stayed"):
    """The attacker does not advance. BP 10.8.1."""

    unit: str  #: its id


class PursuitDue(Effect, frozen=True, tag="de-bello-punico.pursuit-due", kw_only=True):
    """Cavalry has routed cavalry, and must pursue it. BP 14."""

    unit: str  #: the horse that pursues
    route: tuple[str, ...]  #: the hexes along which the enemy fled
    off: bool = False  #: whether the enemy fled off the field
    attacked: bool = False  #: whether the pursuer was the attacker


class Pursued(Effect, frozen=True, tag="de-bello-punico.pursued"):
    """Cavalry pursues. ``path`` begins where it was; ``off``: off the field. BP 14."""

    unit: str  #: its id
    path: tuple[str, ...]  #: the hexes of its way, beginning where it stood
    facing: int  #: the side of the hex it then faces, 0 to 5
    off: bool = False  #: whether it went over the edge


class PursuitHeld(Effect, frozen=True, tag="de-bello-punico.pursuit-held"):
    """A Cavalry point prevents a pursuit. BP 4.5."""

    unit: str  #: its id
