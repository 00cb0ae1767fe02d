"""Standing answers: windows that a seat answers in advance (FORMAT.md, "Standing answers").

- A seat lays one for a kind of window by `campaign.stand`, until a public fact. Kind, seat and
  fact are public; the answer is a sealed value like any other, opened and verified at the end.
- It answers every window of its kind in which the seat is asked, by an event of its own like any
  answer's: `by` the service, `for` the seat, with the entropy of the event that laid it.
- The answer follows the commands that were sent together, in their transaction. So a batch, a dry
  run and odds stop at a window alike, whether somebody has a standing answer or nobody.
- What to answer is a function of the seat's own view, and passes where the seat cannot do what it
  wants: that it is silent would tell what it holds.
- It ends with its fact, when it is withdrawn or replaced, with the seat's holder, and with a
  rewind, a fork or another edition: else one could play again until it has told its answer.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.errors import require
from iacta.domain.kernel.proof.record import SeatKey


class StandingAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's answer to the windows of a kind, laid in ``event`` with this ``entropy``."""

    seat: str
    window: str
    until: str
    answer: str
    """the digest of what it answers"""
    event: int
    entropy: str = ""


StandingAnswers = tuple[StandingAnswer, ...]
"""in the order in which they were laid"""


def with_laid(answers: StandingAnswers, laid: StandingAnswer) -> StandingAnswers:
    """The answers with one more, in place of what the seat answered before."""
    return (*_others(answers, laid.seat, laid.window), laid)


def without(answers: StandingAnswers, seat: str, window: str) -> StandingAnswers:
    """The answers without one; `CorruptLog` if it was not laid."""
    left = _others(answers, seat, window)
    require(len(left) < len(answers), "a standing answer ends that was not laid")
    return left


def without_seat(answers: StandingAnswers, seat: str) -> StandingAnswers:
    """The answers of the other seats."""
    return tuple(one for one in answers if one.seat != seat)


def _others(answers: StandingAnswers, seat: str, window: str) -> StandingAnswers:
    return tuple(one for one in answers if (one.seat, one.window) != (seat, window))


class StandingAnswerView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A standing answer as an audience sees it."""

    seat: SeatKey  #: whose it is
    window: str  #: the kind of window
    until: str  #: the public fact until which it stands
    title: str  #: both in words
    event: int  #: the event that laid it
    answer: Any = None  #: what it answers; left out for those who may not see it
    words: str = ""  #: the same in words


def views(
    answers: StandingAnswers, system: AnySystem, known: Mapping[str, Any]
) -> Iterator[StandingAnswerView]:
    """The answers as an audience sees them that knows ``known``."""
    for one in answers:
        answer = known.get(one.answer)
        yield copied(
            StandingAnswerView,
            one,
            title=titled(system, one.window, one.until),
            answer=answer,
            words=worded(system, one.window, answer),
        )


def titled(system: AnySystem, window: str, until: str = "") -> str:
    """A kind of window in words, with the fact that ends an answer to it if one is given.

    Their keys, where another edition has no such kind.
    """
    of = system.window(window)
    fact = of.until(until) if of else None
    title = of.title if of else window
    return f"{title} until {fact.title if fact else until}" if until else title


def worded(system: AnySystem, window: str, answer: Any) -> str:
    """An answer in words; nothing where it is not known, or of another edition."""
    of = system.window(window)
    if of is None or answer is None:
        return ""
    try:
        return of.words(msgspec.convert(answer, of.shape, strict=True))
    except msgspec.ValidationError:
        return ""
