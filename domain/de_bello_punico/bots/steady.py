"""The steady bot: it keeps a front, goes for flanks, and spends a point where it tells."""

from collections.abc import Callable, Mapping, Sequence

from iacta.domain.de_bello_punico.bots.filling import first_of, plainly
from iacta.domain.de_bello_punico.bots.plays import combat, movement, strategy
from iacta.domain.de_bello_punico.bots.sight import Plain, Sight, View
from iacta.domain.kernel.contract.choices import Below, Option, by_kind

Play = Callable[[Sight, Option, Below], Plain | None]


def steady_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """The next command in plain data; none if nothing is offered."""
    if not options:
        return None
    see = Sight(game, role.removeprefix("seat:"))
    kinds = by_kind(options)
    if "place" in kinds:
        return strategy.place(see, kinds["place"], below)
    for kind, play in PLAYS:
        for option in kinds.get(kind, ()):
            command = play(see, option, below)
            if command is not None:
                return command
    return first_of(options[0])


IN_ADVANCE: Mapping[str, Plain] = {
    "fortuna": {
        "initiative": [1, combat.POOR],
        "combat": [1, combat.POOR],
        "elephant": [1, combat.POOR],
        "leader": [1],
        "volley": combat.POOR,
    },
}
"""Which faces it rerolls, said in advance: that rests on the die alone, all battle long."""


def steady_in_advance(
    game: View, options: Sequence[Option], role: str, below: Below
) -> Plain | None:
    """A standing answer to Fortuna windows until the end of the battle."""
    for option in options:
        answer = IN_ADVANCE.get(option.command["window"])
        if answer is not None:
            return {**option.command, "until": "battle", "answer": answer}
    return None


PLAYS: Sequence[tuple[str, Play]] = (
    ("hold-out", strategy.hold_out),
    ("shift", strategy.shift),
    ("seat-leader", strategy.seat),
    ("ready", plainly),
    ("place-all", strategy.place_all),
    ("roll-initiative", plainly),
    ("choose-order", strategy.order),
    ("goad", movement.goad),
    ("stampede", movement.stampede),
    ("recall", movement.recall),
    ("ambush", movement.recall),
    ("leave", movement.leave),
    ("hasten", movement.hasten),
    ("move", movement.flank),
    ("march", movement.march),
    ("move", movement.move),
    ("move-leader", movement.move_leader),
    ("shoot", combat.shoot),
    ("commit", combat.commit),
    ("attack", combat.attack),
    ("withdraw", combat.withdraw),
    ("stand", lambda see, option, below: first_of(option)),
    ("stay", combat.stay),
    ("occupy", combat.occupy),
    ("hold", combat.hold),
    ("pursue", plainly),
    ("rally", combat.rally),
    ("reroll", combat.reroll),
    ("accept", plainly),
    ("end", plainly),
)
"""What is tried in this order; a play that does not pay gives none."""
