"""Revolts: which region rebels. SW P12."""

from iacta.domain.kernel.proof.errors import Conflict, RuleViolation
from iacta.domain.samnite_wars.effects import PhaseBegun, RebelsChosen, RebelsNamed
from iacta.domain.samnite_wars.rules import battles
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import HOME, State


def begin(play: Unfolding, region: str | None) -> None:
    """Begin a revolt: a battle if the region is known, otherwise the Foes vote. SW-8, SW-28."""
    open_to = play.state.subjects
    if region is None and len(open_to) > 1:
        play.add(PhaseBegun("rebels"))
        return
    if region is None and open_to:
        region = open_to[0]
    if region is None:  # SW-8: a Latin city; the Latins' own token stays
        battles.begin(play, "revolt", HOME, latin_city=True)
        return
    battles.begin(play, "revolt", region)


def seats_to_name(state: State) -> list[str]:
    """The Foes who have still to name a region."""
    named = {one.seat for one in state.names}
    return [seat for seat in state.foes if seat not in named]


def name(play: Unfolding, seat: str, region: str) -> None:
    """Record a Foe's vote; the last one decides, with ties rolled off. SW-28."""
    if seat not in seats_to_name(play.state):
        raise Conflict("you have already named a region")
    if region not in play.state.subjects:
        raise RuleViolation(
            "SW P12", f"{region!r} is not a region that Rome can lose", pointer="/command/region"
        )
    play.add(RebelsNamed(seat, region))
    if seats_to_name(play.state):
        return
    counts = {
        one: sum(1 for named in play.state.names if named.region == one)
        for one in play.state.subjects
    }
    most = [one for one in counts if counts[one] == max(counts.values())]
    lot = play.dice.roll_off("d6", [f"the {one} to rebel" for one in most])
    tied = tuple(most) if len(most) > 1 else ()
    play.add(RebelsChosen(most[lot.winner], tied, lot.rounds))
    battles.begin(play, "revolt", most[lot.winner])
