"""What has to be answered or settled next: the first of them before all else."""

import msgspec

from iacta.domain.de_bello_punico.state.grid import HexId
from iacta.domain.de_bello_punico.state.keys import SideKey, UnitId
from iacta.domain.kernel.contract.system import Part


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base of what has to be answered or settled next."""


class AttackPending(Pending, frozen=True, tag="attack"):
    """An attack that the defender may answer. BP 10.1, BP 10.4."""

    attacker: UnitId
    target: UnitId
    support: tuple[UnitId, ...]
    charge: bool


class Throw(Part, frozen=True):
    """One seat's die of a roll that may be rerolled."""

    side: SideKey
    face: int


class InitiativePending(Pending, frozen=True, tag="initiative"):
    """Both initiative dice. ``window``: who may reroll, in this order. BP 5, BP-26."""

    throws: tuple[Throw, ...]
    bonus: tuple[int, ...]
    window: tuple[SideKey, ...]


class CombatPending(Pending, frozen=True, tag="combat"):
    """Both dice of a combat, the attacker's first. BP 10.2."""

    attacker: UnitId
    target: UnitId
    support: tuple[UnitId, ...]
    defence: tuple[UnitId, ...]
    charge: bool
    throws: tuple[Throw, ...]
    window: tuple[SideKey, ...]


class VolleyPending(Pending, frozen=True, tag="volley"):
    """A volley's die. BP 9.3."""

    shooter: UnitId
    target: UnitId
    range: int
    number: int
    throws: tuple[Throw, ...]
    window: tuple[SideKey, ...]


class ElephantPending(Pending, frozen=True, tag="elephant"):
    """The die for one elephant unit. BP 15.1."""

    unit: UnitId
    throws: tuple[Throw, ...]
    window: tuple[SideKey, ...]


class LeaderDue(Pending, frozen=True, tag="leader-due"):
    """A leader whose unit has taken Disorder: his die is still to be thrown. BP 13."""

    side: SideKey


class LeaderPending(Pending, frozen=True, tag="leader"):
    """A leader's die. BP 13."""

    side: SideKey
    throws: tuple[Throw, ...]
    window: tuple[SideKey, ...]


class AdvancePending(Pending, frozen=True, tag="advance"):
    """A vacated hex that the attacker enters. ``optional``: he may stay. BP 10.8."""

    unit: UnitId
    hex: HexId
    optional: bool


class PursuitPending(Pending, frozen=True, tag="pursuit"):
    """Horse that has put horse to flight, and the way it fled. BP 14."""

    unit: UnitId
    route: tuple[HexId, ...]
    off: bool
    attacked: bool


RollPending = InitiativePending | CombatPending | VolleyPending | ElephantPending | LeaderPending
AnyPending = AttackPending | RollPending | LeaderDue | AdvancePending | PursuitPending
