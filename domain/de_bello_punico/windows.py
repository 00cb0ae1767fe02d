"""The windows that a side may answer in advance: Fortuna's, and pursuits."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.rules import points, pursuit
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.pending import PursuitPending, RollPending, VolleyPending
from iacta.domain.kernel.contract.choices import Alternative, Choices, integer, one_of, some_of
from iacta.domain.kernel.contract.system import Part
from iacta.domain.kernel.contract.windows import Until, Window
from iacta.domain.kernel.contract.words import listed

Face = Annotated[int, Meta(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Meta(max_length=6)]


class FortunaAnswer(Part, frozen=True, kw_only=True):
    """What a side rerolls with its Fortuna point: faces of its own die, by kind of roll.

    A die stands where the face is not among them, and where the Fortuna box holds no point.
    """

    initiative: Faces = ()  #: for the initiative
    combat: Faces = ()  #: in a combat
    elephant: Faces = ()  #: against elephants
    leader: Faces = ()  #: for its leader
    #: A volley that misses, if so many faces or more would have hit; 0 for none.
    volley: Annotated[int, Meta(ge=0, le=6)] = 0


class PursuitAnswer(Part, frozen=True):
    """Whether cavalry pursues."""

    hold: bool = False  #: whether a Cavalry point keeps it from pursuing, while there is one


def _rolled_for(state: State) -> tuple[str, ...]:
    roll = state.pending[0] if state.pending else None
    return roll.window[:1] if isinstance(roll, RollPending) else ()


def _reroll(
    state: State, side: str, answer: FortunaAnswer, known: Mapping[str, Any]
) -> cmd.Reroll | cmd.Accept:
    """The Fortuna point, where there is one and the die shows a face to be rerolled. BP 4.9."""
    roll = state.pending[0]
    assert isinstance(roll, RollPending)
    usable = points.usable_points(state, side, "fortuna", known)
    face = next(throw.face for throw in roll.throws if throw.side == side)
    if isinstance(roll, VolleyPending):
        wanted = 0 < answer.volley <= roll.number < face
    else:
        wanted = face in getattr(answer, str(type(roll).__struct_config__.tag))
    return cmd.Reroll() if usable and wanted else cmd.Accept()


KINDS = {
    "initiative": "for the initiative",
    "combat": "in a combat",
    "elephant": "against elephants",
    "leader": "for your leader",
}


FACES = [Alternative(face, str(face)) for face in range(1, 7)]
DICE: Choices = {
    **{f"/answer/{kind}": some_of(FACES, 0, 6) for kind in KINDS},
    "/answer/volley": integer(0, 6),
}


def _told(answer: FortunaAnswer) -> str:
    wanted = [
        f"{listed([str(face) for face in faces])} {what}"
        for kind, what in KINDS.items()
        if (faces := getattr(answer, kind))
    ]
    if answer.volley:
        wanted.append(f"volleys that miss with {answer.volley} or more to hit")
    return f"reroll {'; '.join(wanted)}" if wanted else "let every die stand"


def _pursuer(state: State) -> tuple[str, ...]:
    first = state.pending[0] if state.pending else None
    return (state.by_id[first.unit].side,) if isinstance(first, PursuitPending) else ()


def _pursue(
    state: State, side: str, answer: PursuitAnswer, known: Mapping[str, Any]
) -> cmd.Hold | cmd.Pursue:
    """A Cavalry point, where there is one that may be spent on the unit. BP 4.5."""
    usable = points.usable_points(state, side, "cavalry", known)
    may = pursuit.may_hold(state.by_id[pursuit.pursuit_due(state, side).unit])
    return cmd.Hold() if answer.hold and usable and may else cmd.Pursue()


PURSUITS: Choices = {
    "/answer/hold": one_of(
        (
            Alternative(False, "Pursue"),
            Alternative(True, "Prevent pursuits, while there are Cavalry points"),
        )
    )
}
UNTILS = (
    Until("impulse", "the end of the impulse", lambda state: (state.turn, state.phase, state.side)),
    Until("turn", "the end of the turn", lambda state: state.turn),
    Until("battle", "the end of the battle", lambda state: None),
)
WINDOWS = (
    Window(
        key="fortuna",
        title="Fortuna windows",
        rule="BP-26",
        shape=FortunaAnswer,
        untils=UNTILS,
        asked=_rolled_for,
        answer=_reroll,
        choices=lambda state, side: DICE,
        words=_told,
    ),
    Window(
        key="pursuit",
        title="pursuits",
        rule="BP 14",
        shape=PursuitAnswer,
        untils=UNTILS,
        asked=_pursuer,
        answer=_pursue,
        choices=lambda state, side: PURSUITS,
        words=lambda answer: "prevent them with Cavalry points" if answer.hold else "pursue",
    ),
)
"""The kinds of windows. An attack that may be answered by withdrawing is no matter of course."""
