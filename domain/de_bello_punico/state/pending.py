"""Pending matters, resolved in order, before anything else."""

import msgspec

from iacta.domain.de_bello_punico.state.grid import HexId
from iacta.domain.de_bello_punico.state.keys import SideKey, UnitId
from iacta.domain.kernel.contract.system import Part


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base class of pending matters."""


class AttackPending(Pending, frozen=True, tag="attack"):
    """An attack that the defender may answer. BP 10.1, BP 10.4."""

    attacker: UnitId  #: the unit that attacks
    target: UnitId  #: the unit that is attacked
    support: tuple[UnitId, ...]  #: units that support the attacker
    charge: bool  #: whether mercenaries charge


class Throw(Part, frozen=True):
    """One seat's die of a roll that may be rerolled."""

    side: SideKey  #: whose die it is
    face: int  #: what it shows


class InitiativePending(Pending, frozen=True, tag="initiative"):
    """Both initiative dice. BP 5, BP-26."""

    throws: tuple[Throw, ...]  #: the dice as they stand
    bonus: tuple[int, ...]  #: what is added to each die
    window: tuple[SideKey, ...]  #: who may still reroll, in this order


class CombatPending(Pending, frozen=True, tag="combat"):
    """Both dice of a combat, the attacker's first. BP 10.2."""

    attacker: UnitId  #: the unit that attacks
    target: UnitId  #: the unit that is attacked
    support: tuple[UnitId, ...]  #: units that support the attacker
    defence: tuple[UnitId, ...]  #: units that support the target
    charge: bool  #: whether mercenaries charge
    throws: tuple[Throw, ...]  #: the dice as they stand, the attacker's first
    window: tuple[SideKey, ...]  #: who may still reroll, in this order


class VolleyPending(Pending, frozen=True, tag="volley"):
    """A volley's die. BP 9.3."""

    shooter: UnitId  #: the unit that shoots
    target: UnitId  #: the unit that is shot at
    range: int  #: how far, in hexes
    number: int  #: this face or less hits
    throws: tuple[Throw, ...]  #: the die as it stands
    window: tuple[SideKey, ...]  #: who may still reroll, in this order


class ElephantPending(Pending, frozen=True, tag="elephant"):
    """The die for one elephant unit, or two. BP 4.8, BP 15.1."""

    unit: UnitId  #: the elephants that are rolled for
    throws: tuple[Throw, ...]  #: the die as it stands
    window: tuple[SideKey, ...]  #: who may still reroll, in this order
    others: tuple[UnitId, ...] = ()  #: elephants that the same roll is for


class LeaderDue(Pending, frozen=True, tag="leader-due"):
    """A leader whose unit has taken Disorder: the leader's roll is due. BP 13."""

    side: SideKey  #: whose leader it is


class LeaderPending(Pending, frozen=True, tag="leader"):
    """A leader's die. BP 13."""

    side: SideKey  #: whose leader it is
    throws: tuple[Throw, ...]  #: the die as it stands
    window: tuple[SideKey, ...]  #: who may still reroll, in this order


class LeaderWithdrawal(Pending, frozen=True, tag="leader-withdrawal"):
    """A leader who must withdraw: the unit is gone, or the leader is attacked alone. BP 13."""

    side: SideKey  #: whose leader it is


class AdvancePending(Pending, frozen=True, tag="advance"):
    """A vacated hex that the attacker enters. BP 10.8."""

    unit: UnitId  #: the unit that advances
    hex: HexId  #: the vacated hex
    optional: bool  #: whether it may stay instead


class PursuitPending(Pending, frozen=True, tag="pursuit", kw_only=True):
    """Cavalry that has routed cavalry, and the route it fled. BP 14."""

    unit: UnitId  #: the cavalry unit that may pursue
    route: tuple[HexId, ...]  #: the hexes along which the enemy fled
    off: bool  #: whether the enemy fled off the field
    attacked: bool  #: whether the pursuer was the attacker


RollPending = InitiativePending | CombatPending | VolleyPending | ElephantPending | LeaderPending
LeaderMatter = LeaderDue | LeaderWithdrawal
AnyPending = AttackPending | RollPending | LeaderMatter | AdvancePending | PursuitPending
