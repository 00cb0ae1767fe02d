"""Campaigns of Tally that tests take as given: live, over, rewound, forked, extended and others."""

from functools import cache

from iacta.domain.kernel.campaign.effects import Restored
from iacta.domain.kernel.campaign.requests import Entered
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.table import Table, campaign_id
from tests.systems.tally import SYSTEM


@cache
def live() -> Table:
    """A table after two turns of three, all seals closed."""
    return until_turn(Table.found(SYSTEM), 3)


@cache
def over() -> Table:
    """A campaign played to its end, with its seals opened."""
    return finish(Table.found(SYSTEM))


@cache
def rewound() -> Table:
    """A campaign in which a roll is taken back, and later a deal with its hidden card."""
    table = until_turn(Table.found(SYSTEM), 2)
    dealt = table.campaign.seq
    table.do("referee", "campaign.rewind", to=dealt - 1, reason="a misread order")
    below = Below("on")
    while table.campaign.seq < dealt + 6:
        table.step(below)
    first = next(
        made.event.seq for made in table.events if made.event.command["type"] == "tally.roll"
    )
    table.do("referee", "campaign.rewind", to=first - 1, reason="a typing error", keep_order=True)
    return finish(table)


@cache
def forked() -> Table:
    """The fork of a fork, played to its end, with its seals opened."""
    parent = until_turn(Table.found(SYSTEM), 3)
    child = until_turn(parent.fork(parent.campaign.seq - 5, number=2), 3)
    grandchild = child.fork(child.campaign.seq - 1, number=3)
    return finish(grandchild)


@cache
def branched() -> Table:
    """A fork that every seat agreed to, and its own: with notes, holders and agreement in it."""
    parent = until_turn(Table.found(SYSTEM), 2)
    child = with_consent(parent, 2)
    child.do("referee", "campaign.reshuffle")
    until_turn(child, 3, "on")
    grandchild = with_consent(child, 3)
    grandchild.do("referee", "campaign.reshuffle")
    return finish(grandchild)


@cache
def noted() -> Table:
    """A campaign that seats agreed to fork, one after a second thought, and that was forked."""
    table = until_turn(Table.found(SYSTEM), 2)
    at = table.campaign.seq
    for seat in table.campaign.seats:
        table.do(seat.seat, "campaign.consent", fork=at)
    table.do("north", "campaign.consent", fork=at, withdraw=True)
    table.do("north", "campaign.consent", fork=at)
    table.do("north", "campaign.consent", fork=at - 1)
    return finish(table.note(campaign_id(2), at))


@cache
def restored() -> Table:
    """The fork that its operator made of a campaign which a restored backup left behind."""
    parent = until_turn(Table.found(SYSTEM), 2)
    child = parent.fork(
        parent.campaign.seq, seen=True, by="service", held=("north",), restored=Restored(5)
    )
    child.do("referee", "campaign.reshuffle")
    return finish(child)


def with_consent(parent: Table, number: int) -> Table:
    """A fork at the head that every seat has agreed to."""
    at, seats = parent.campaign.seq, [seat.seat for seat in parent.campaign.seats]
    for seat in seats:
        parent.do(seat, "campaign.consent", fork=at)
    consents = tuple((one.seat, one.event) for one in parent.campaign.fork_consents)
    return parent.fork(at, number=number, seen=True, held=tuple(seats), consents=consents)


@cache
def extended() -> Table:
    """A campaign whose chains have three links each, played to its end."""
    return finish(Table.found(SYSTEM, "long", environment=ScriptedEnvironment(links=3)))


@cache
def reshuffled() -> Table:
    """A campaign whose chains have one link each, with a deal taken back and dealt again."""
    table = until_turn(Table.found(SYSTEM, environment=ScriptedEnvironment(links=1)), 3)
    table.do("referee", "campaign.rewind", to=table.campaign.seq - 3, reason="a misread order")
    return finish(table)


@cache
def entered() -> Table:
    """A campaign in which the referee has entered a roll."""
    table = Table.found(SYSTEM, options={"entered_dice": True})
    below = Below("entered")
    while table.game.phase != "roll":
        table.step(below)
    leader = f"seat:{table.game.leader}"
    dice = Entered("Rolled by the stove.", (5,))
    table.do("referee", "tally.roll", for_=leader, entered=dice)
    return finish(table)


@cache
def agreed() -> Table:
    """A campaign whose seats are held, and agree to open the seals after its end."""
    table = Table.found(SYSTEM).claim("north", "east").run()
    table.do("north", "campaign.open-seals", agree="no")
    table.do("east", "campaign.open-seals")
    table.do("north", "campaign.open-seals")
    return table


@cache
def stood() -> Table:
    """A campaign whose seats answer rolls in advance: replaced, withdrawn, voided, to the end."""
    table = Table.found(SYSTEM).claim("north", "east")
    table.do("referee", "tally.set-up")
    table.stand("north", "rolls", "game", {"worth": 3}, entropy="n1")
    table.stand("east", "rolls", "turn", {}, entropy="e1")
    until_turn(table, 2)
    table.stand("north", "rolls", "game", {"worth": 2, "least": 2}, entropy="n2")
    table.stand("east", "rolls", "game", {}, entropy="e2")
    until_turn(table, 3, "on")
    table.do("east", "campaign.stand-down", window="rolls")
    table.hand_over("seat:north")
    table.stand("referee", "rolls", "game", {}, for_="seat:north")
    return finish(table)


@cache
def ended_again() -> Table:
    """A campaign that is over because it was taken back to where it had been over."""
    table = Table.found(SYSTEM).claim("north", "east")
    table.do("referee", "tally.set-up")
    before = table.campaign.seq
    table.do("referee", "campaign.conclude", reason="a mistake")
    table.do("referee", "campaign.rewind", to=before, reason="it was a mistake")
    table.do("referee", "campaign.rewind", to=before + 1, reason="it was none")
    return finish(table)


def until_turn(table: Table, turn: int, seed: str = "bots") -> Table:
    """Let bots play until a turn begins."""
    below = Below(seed)
    for _ in range(500):
        if table.game.turn >= turn:
            return table
        table.step(below)
    raise AssertionError(f"turn {turn} does not come")


def finish(table: Table, seed: str = "bots") -> Table:
    """Let bots play to the end, then open the seals."""
    table.run(seed=seed)
    for role in table.campaign.seal_voters or ("referee",):
        table.do(role, "campaign.open-seals")
    return table


EVERY = {
    "live": live,
    "over": over,
    "rewound": rewound,
    "forked": forked,
    "branched": branched,
    "noted": noted,
    "restored": restored,
    "extended": extended,
    "reshuffled": reshuffled,
    "entered": entered,
    "agreed": agreed,
    "ended-again": ended_again,
    "stood": stood,
}
AUDIENCES = ("public", "seat:north", "referee")
