"""Shapes of draws, dice, seals and the kernel's effects (check 1)."""

from typing import Any

import msgspec

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import parse_die
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.record import Event

SHAPES = {
    "open": {"chain", "link", "seed", "dice"},
    "sealed": {"chain", "link", "dice"},
    "entered": {"chain", "witness", "dice"},
}
_KERNEL: msgspec.json.Decoder[Any] = msgspec.json.Decoder(fx.KERNEL)
ORDERS: tuple[list[str], ...] = ([], ["open"], ["sealed"], ["open", "sealed"], ["entered"])


def check_shapes(event: Event, record: bytes) -> None:
    """`BadRecord` unless an event's draws, seals and the kernel's effects are well-formed."""
    for draw in event.draws:
        chain = draw.get("chain")
        if not isinstance(chain, str) or set(draw) != SHAPES.get(chain):
            raise BadRecord(f"event {event.seq}: a draw is malformed")
        if chain != "entered" and (type(draw["link"]) is not int or draw["link"] < 1):
            raise BadRecord(f"event {event.seq}: a link's number is malformed")
        if chain == "open" and not _hex64(draw["seed"]):
            raise BadRecord(f"event {event.seq}: a seed is malformed")
        if chain == "entered" and not isinstance(draw["witness"], str):
            raise BadRecord(f"event {event.seq}: a witness is malformed")
        if chain == "sealed":
            if not isinstance(draw["dice"], dict) or draw["dice"].keys() != {"sealed"}:
                raise BadRecord(f"event {event.seq}: sealed dice are not sealed")
        else:
            check_dice(draw["dice"], event.seq)
    if [draw["chain"] for draw in event.draws] not in ORDERS:
        raise BadRecord(f"event {event.seq}: more draws than one of each chain, open before sealed")
    for effect in event.effects:
        if effect["type"] in fx.TAGS:
            try:
                shaped = _KERNEL.decode(msgspec.json.encode(effect))
            except msgspec.ValidationError as error:
                raise BadRecord(f"event {event.seq}: {effect['type']}: {error}") from None
            if isinstance(shaped, fx.Forked) and to_plain(shaped) != effect:
                raise BadRecord(f"event {event.seq}: forked: an empty member is not left out")
    # A member `sealed` beside others may hold an object, as the anchor of a chain does.
    named = record.count(b'"sealed":') - record.count(b',"sealed":{')
    if named == len(seals.digests_of(record)):
        return
    for digest in seals.digests_in([event.command, event.draws, event.effects]):
        if not _hex64(digest):
            raise BadRecord(f"event {event.seq}: a sealed value is malformed")
    if seals.is_malformed([event.command, event.effects]):
        raise BadRecord(f"event {event.seq}: a sealed value has other members beside it")


def check_dice(dice: Any, seq: int) -> None:
    """`BadRecord` unless ``dice`` is a list of dice with faces that they have."""
    if not isinstance(dice, list) or not dice:
        raise BadRecord(f"event {seq}: a draw has no dice")
    for die in dice:
        if not isinstance(die, dict) or set(die) != {"die", "face", "for"}:
            raise BadRecord(f"event {seq}: a die is malformed")
        if not isinstance(die["for"], str) or not isinstance(die["die"], str):
            raise BadRecord(f"event {seq}: a die is malformed")
        if not parse_die(die["die"]).holds(die["face"]):
            raise BadRecord(f"event {seq}: {die['face']} is no face of a {die['die']}")


def _hex64(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")
