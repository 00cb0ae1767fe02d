"""Who has won, what it means, and what is left after the battle. NV 12, NV 13, NV 14."""

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import NotYourTurn
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import Discipline, Fleet, Seat, State, Unit, other
from iacta.domain.naval_battle.tables import DISCIPLINES

GONE = ("sunk", "eliminated")


def score(state: State, seat: str) -> int:
    """Strength points of the enemy eliminated or captured, ground units too. NV 12.1.

    Fleets that broke through count as destroyed, with all aboard. NV 11.7, NB-10.
    """
    enemy = other(seat)
    fleets = [
        one
        for one in state.fleets
        if one.side == enemy and (one.status in ("sunk", "through") or one.control != one.side)
    ]
    carried = {name for one in state.fleets if one.status == "through" for name in one.aboard}
    lost = [
        one
        for one in state.units
        if one.side == enemy and (one.status == "eliminated" or one.name in carried)
    ]
    return sum(one.points for one in fleets) + sum(one.points for one in lost)


def end(play: Unfolding, ending: fx.Ending, reason: str) -> None:
    """The battle is over; the side with more points has won. NV 12.1, NB-14."""
    state = play.state
    active, reactive = score(state, "active"), score(state, "reactive")
    winner: Seat | None = None
    if active != reactive:
        winner = "active" if active > reactive else "reactive"
    conversions = _conversions(state)
    lost = {one.fleet for one in conversions if one.discipline is None}  # NV 13.3
    through = tuple(  # NV 12.7, NV 12.8
        one.name for one in state.fleets if one.status == "through" and one.name not in lost
    )
    nobody = state.case == "c" and not any(  # of the moving Force is left to go on: NB-29
        one.name not in lost for one in state.on_board("active")
    )
    closed = state.case != "a" and (winner is None or nobody)  # NV 12.4, NV 12.6
    passage = False if closed else None
    play.add(fx.BattleEnded(ending, reason, (active, reactive), winner, through, passage))
    if conversions:
        play.add(fx.Converted(conversions))
    next_step(play)


def _conversions(state: State) -> tuple[fx.Conversion, ...]:
    """Prizes go to their owners' pools, then counters are found for them. NV 13.1, NV 13.4.

    Without a counter a prize is lost (NV 13.3). A captor takes its best counter, whatever the
    prize's discipline. NV 13.2, NB-27.
    """
    pools: dict[str, list[Discipline]] = {side.seat: list(side.pool) for side in state.sides}
    prizes = [
        one
        for one in state.fleets
        if one.status in ("board", "through", "fled") and one.control != one.side
    ]
    for prize in prizes:
        pools[prize.side].append(prize.discipline)
    chosen = []
    for prize in prizes:
        pool = sorted(pools[prize.control], key=DISCIPLINES.index)
        counter = pool[0] if pool else None
        if counter is not None:
            pools[prize.control].remove(counter)
        chosen.append(fx.Conversion(prize.name, counter))
    return tuple(chosen)


def next_step(play: Unfolding) -> None:
    """The next roll or decision after the battle, or the end."""
    state = play.state
    result = state.result
    assert result is not None
    if result.winner is not None:
        if state.phase not in ("reconstitution", "passage", "withdrawal") and eliminated(state):
            play.add(fx.PhaseBegun("reconstitution"))
            return
        if state.case != "a" and result.passage is None:
            play.add(fx.PhaseBegun("passage"))
            return
        loser = other(result.winner)
        goes_on = state.case == "c" and loser == "active" and result.passage  # NB-29
        if not result.withdrew and not goes_on and at_sea(state, loser):  # NV 12.2
            if state.side(loser).port:
                play.add(fx.PhaseBegun("withdrawal"))
                return
            play.add(fx.Withdrew(loser, "away"))
    play.add(fx.PhaseBegun("over"))


def at_sea(state: State, seat: str) -> list[Fleet]:
    """A side's fleets that are left in the hex after the battle, its prizes included."""
    return [
        one
        for one in state.fleets
        if one.control == seat and one.square and one.status in ("board", "converted")
    ]


def eliminated(state: State) -> list[Fleet | Unit]:
    """The victor's eliminated fleets and ground units. NV 14.1."""
    winner = state.result.winner if state.result else None
    counters: list[Fleet | Unit] = [*state.fleets, *state.units]
    return [one for one in counters if one.side == winner and one.status in GONE]


def reconstitute(play: Unfolding, seat: Seat, dice: Dice) -> None:
    """Roll for each of the victor's eliminated fleets and ground units. NV 14.1, NB-28."""
    state = play.state
    assert state.tables is not None
    _winner(state, seat)
    rolls = []
    for one in eliminated(state):
        face = dice.roll("d6", f"reconstitution of {one.name}")
        result = state.tables.read("reconstitution", one.discipline, face)
        back = result == "returns"
        rolls.append(fx.ReconstitutionRoll(one.name, one.discipline, face, result, back))
    play.add(fx.Reconstituted(seat, tuple(rolls)))
    next_step(play)


def passage(play: Unfolding, seat: Seat, allow: bool) -> None:
    """The winner decides whether supply, or the moving Force, goes through. NV 12.3, NV 12.5.

    Fleets that go on are not intercepted again. NV 12.8, NB-29, NB-30.
    """
    state = play.state
    _winner(state, seat)
    goes_on = allow and state.case == "c"
    through = tuple(one.name for one in at_sea(state, "active")) if goes_on else ()
    play.add(fx.PassageDecided(seat, allow, through))
    next_step(play)


def withdraw(play: Unfolding, seat: Seat, port: bool) -> None:
    """Withdraw the loser into the friendly port, or out of the hex. NV 12.2."""
    state = play.state
    assert state.result is not None
    if seat == state.result.winner:
        raise NotYourTurn("only the losing side withdraws")
    play.add(fx.Withdrew(seat, "port" if port else "away"))
    next_step(play)


def _winner(state: State, seat: Seat) -> None:
    assert state.result is not None
    if seat != state.result.winner:
        raise NotYourTurn("only the winner may decide this")
