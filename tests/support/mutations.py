"""Mutations of a capsule: of its bytes, and of its JSON with everything made whole again."""

import copy
from typing import Any

from hypothesis import strategies as st

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.proof.canonical import MAX_INT
from iacta.domain.kernel.proof.errors import BadRecord
from tests.support.chronicles import AUDIENCES, EVERY
from tests.support.forge import Forgery
from tests.support.keys import SIGNER, check_signature
from tests.systems.tally import SYSTEM

CHRONICLES = st.sampled_from(sorted(EVERY))
WORDS = [
    "",
    "x",
    "north",
    "open",
    "sealed",
    "entered",
    "rewound",
    "forked",
    "opened",
    "seals-opened",
    "seals-agreed",
    "concluded",
    "campaign-created",
    "dice-chain-extended",
    "campaign.rewind",
    "campaign.create",
    "campaign.open-seals",
    "tally.dealt",
    "tally.bid",
    "d6",
    "shuffle:3",
    "00" * 16,
    "ab" * 32,
    "AB" * 32,
]
LEAVES: st.SearchStrategy[Any] = (
    st.sampled_from(WORDS)
    | st.sampled_from([None, True, False, -1, 0, 1, 2, 3, 7, 65_536, MAX_INT])
    | st.text(max_size=4)
)
ODD = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*WORDS[:12], "type", "to", "value"]), inner, max_size=3)
        | st.builds(lambda value: {"sealed": value}, inner)
    ),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data, deepest last."""
    found = [path] if path else []
    if isinstance(value, dict):
        for name in value:
            found += places(value[name], (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += places(item, (*path, index))
    return found


def _mutated(draw: st.DrawFn, whole: bytes) -> bytes:
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data) - 1))
        to = min(len(data), at + draw(st.integers(1, 40)))
        match draw(st.sampled_from(["set", "cut", "double", "insert", "lines"])):
            case "set":
                data[at] = draw(st.integers(0, 255))
            case "cut":
                del data[at:to]
            case "double":
                data[at:at] = data[at:to]
            case "insert":
                data[at:at] = draw(st.binary(max_size=6))
            case "lines":
                lines = bytes(data).splitlines(keepends=True)
                lines.insert(
                    draw(st.integers(0, len(lines))),
                    lines.pop(draw(st.integers(0, len(lines) - 1))),
                )
                data = bytearray(b"".join(lines))
        if not data:
            break
    return bytes(data)


@st.composite
def mutated_bytes(draw: st.DrawFn) -> bytes:
    """A capsule with some of its bytes changed, taken out, doubled or moved."""
    table = EVERY[draw(CHRONICLES)]()
    return _mutated(draw, table.capsule(draw(st.sampled_from(AUDIENCES))))


@st.composite
def mutated_receipts(draw: st.DrawFn) -> str:
    """A receipt so mutated."""
    table = EVERY[draw(CHRONICLES)]()
    seq = draw(st.integers(1, len(table.events)))
    return _mutated(draw, table.receipt(seq).encode()).decode(errors="replace")


@st.composite
def mutated_json(draw: st.DrawFn) -> bytes:
    """A capsule with values replaced, dropped or moved, then hashed and signed by the server."""
    forgery = Forgery(EVERY[draw(CHRONICLES)]().capsule())
    roots: list[Any] = [forgery.items, forgery.openings, forgery.head]
    for _ in range(draw(st.integers(1, 3))):
        root = draw(st.sampled_from(roots))
        found = places(root)
        if not found:
            continue
        *path, last = draw(st.sampled_from(found))
        parent = root
        for step in path:
            parent = parent[step]
        match draw(st.sampled_from(["set", "drop", "graft"])):
            case "set":
                parent[last] = draw(ODD)
            case "drop":
                del parent[last]
            case "graft":
                *way, end = draw(st.sampled_from(found))
                taken = root
                for step in (*way, end):
                    taken = taken[step]
                parent[last] = copy.deepcopy(taken)
    try:
        return forgery.whole().bytes()
    except (BadRecord, KeyError, TypeError, AttributeError, IndexError):
        return as_far_as_it_goes(forgery)


def as_far_as_it_goes(forgery: Forgery) -> bytes:
    """The bytes without new hashes, where the mutation leaves nothing to hash."""
    try:
        return forgery.bytes()
    except BadRecord:
        return b""


def never_raises(data: bytes) -> None:
    """Verify, with the rules and without: whatever the bytes are, there is a report."""
    for systems in (None, {SYSTEM.key: SYSTEM}):
        for key in (None, SIGNER.key.text()):
            report = verify_capsule(
                data, check_signature, key=key, systems=systems, older=["no checkpoint"]
            )
            assert len(report.checks) == 10
