"""Checkpoints as C2SP signed notes, receipts as C2SP tlog-proofs (protocol, section 5).

Signing and checking signatures are functions handed in; this module only knows the texts.
"""

import base64
import binascii
import re
from collections.abc import Callable, Sequence

import msgspec

from iacta.domain.kernel.proof.canonical import sha256
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.merkle import leaf_hash, root_from_path
from iacta.domain.kernel.proof.record import Event, read_record

Sign = Callable[[bytes], bytes]
"""message → Ed25519 signature, 64 bytes"""
CheckSignature = Callable[[bytes, bytes, bytes], bool]
"""public key (32 bytes), signature, message → whether it holds"""

ED25519 = b"\x01"
_NAME = re.compile(r"[^\s+\x00-\x1f\x7f\ud800-\udfff]{1,255}")
_ORIGIN = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]+")
_SIZE = re.compile(r"0|[1-9][0-9]{0,15}")


class VerifierKey(msgspec.Struct, frozen=True):
    """A public key under a server's name."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The key id, 4 bytes."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.public)[:4]

    def text(self) -> str:
        """``name+hex(key id)+base64(0x01 ‖ public key)``."""
        return f"{self.name}+{self.id.hex()}+{_b64(ED25519 + self.public)}"


class Checkpoint(msgspec.Struct, frozen=True):
    """A tree's size and root under an origin."""

    origin: str
    size: int
    root: bytes

    def body(self) -> str:
        """The signed text, with its last line feed."""
        return f"{self.origin}\n{self.size}\n{_b64(self.root)}\n"


class Note(msgspec.Struct, frozen=True):
    """A checkpoint with its signatures as (name, key id, signature)."""

    checkpoint: Checkpoint
    signatures: tuple[tuple[str, bytes, bytes], ...]


class Receipt(msgspec.Struct, frozen=True):
    """A tlog-proof: one event's bytes, its place and the path to a signed root."""

    record: bytes
    index: int
    path: tuple[bytes, ...]
    note: str


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _unb64(text: str, size: int | None = None) -> bytes:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadRecord("not base64") from None
    if _b64(data) != text:
        raise BadRecord("base64 is not canonical")
    if size is not None and len(data) != size:
        raise BadRecord(f"{len(data)} bytes instead of {size}")
    return data


def check_name(name: str) -> str:
    """A server's name; ValueError if a note cannot carry it."""
    if not _NAME.fullmatch(name):
        raise ValueError("a server's name has no blanks, no '+' and no control characters")
    return name


def origin(server: str, campaign: str) -> str:
    """The origin of a campaign's checkpoints."""
    return f"{server}/campaigns/{campaign}"


def read_key(text: str) -> VerifierKey:
    """A verifier key from its text; `BadRecord` if it is none."""
    parts = text.strip().split("+", 2)
    if len(parts) != 3 or not _NAME.fullmatch(parts[0]):
        raise BadRecord("a verifier key is name+id+key")
    data = _unb64(parts[2], 33)
    if data[:1] != ED25519:
        raise BadRecord("not an Ed25519 key")
    key = VerifierKey(parts[0], data[1:])
    if key.id.hex() != parts[1]:
        raise BadRecord("the key's id does not belong to it")
    return key


def sign(checkpoint: Checkpoint, key: VerifierKey, signer: Sign) -> str:
    """The signed note's text."""
    body = checkpoint.body()
    signature = signer(body.encode())
    return f"{body}\n— {key.name} {_b64(key.id + signature)}\n"


def clean(text: str) -> str:
    """A pasted note as it was sent: quote marks, CR and trailing blanks gone, dashes restored."""
    lines = [re.sub(r"^(> ?)+", "", line).rstrip(" \t\r") for line in text.split("\n")]
    lines = [re.sub(r"^(--|-|–|—|&mdash;) (?=\S+ \S+$)", "— ", line) for line in lines]
    return "\n".join(lines).strip("\n") + "\n"


def read_note(text: str) -> Note:
    """A note from its exact text; `BadRecord` if it is malformed."""
    body, gap, tail = text.rpartition("\n\n")
    lines = body.split("\n")
    if not gap or len(lines) != 3 or not tail.endswith("\n"):
        raise BadRecord("a checkpoint is three lines, a blank line and signatures")
    if not _ORIGIN.fullmatch(lines[0]) or not _SIZE.fullmatch(lines[1]):
        raise BadRecord("a checkpoint has an origin and a decimal size")
    signatures = []
    for line in tail[:-1].split("\n"):
        parts = line.split(" ")
        if len(parts) != 3 or parts[0] != "—" or not _NAME.fullmatch(parts[1]):
            raise BadRecord("a signature line is a dash, a name and base64")
        data = _unb64(parts[2])
        if len(data) < 5:
            raise BadRecord("a signature is too short")
        signatures.append((parts[1], data[:4], data[4:]))
    checkpoint = Checkpoint(lines[0], int(lines[1]), _unb64(lines[2], 32))
    return Note(checkpoint, tuple(signatures))


def signed_by(note: Note, key: VerifierKey, check: CheckSignature) -> bool:
    """Whether ``key`` signed the note."""
    message = note.checkpoint.body().encode()
    return any(
        name == key.name
        and key_id == key.id
        and len(signature) == 64
        and check(key.public, signature, message)
        for name, key_id, signature in note.signatures
    )


RECEIPT_HEAD = "c2sp.org/tlog-proof@v1"


def write_receipt(record: bytes, index: int, path: Sequence[bytes], note: str) -> str:
    """A receipt's text."""
    lines = [RECEIPT_HEAD, f"extra {_b64(record)}", f"index {index}", *map(_b64, path)]
    return "\n".join(lines) + "\n\n" + note


def read_receipt(text: str) -> Receipt:
    """A receipt from its exact text; `BadRecord` if it is malformed."""
    head, gap, note = text.partition("\n\n")
    lines = head.split("\n")
    if not gap or len(lines) < 3 or lines[0] != RECEIPT_HEAD:
        raise BadRecord("not a tlog-proof")
    extra, index = lines[1], lines[2]
    if not extra.startswith("extra ") or not index.startswith("index "):
        raise BadRecord("a receipt has an extra and an index line")
    if not _SIZE.fullmatch(index[6:]):
        raise BadRecord("a receipt's index is decimal")
    path = tuple(_unb64(line, 32) for line in lines[3:])
    return Receipt(_unb64(extra[6:]), int(index[6:]), path, note)


def check_inclusion(receipt: Receipt) -> tuple[Event, Note]:
    """The receipt's event and note; `BadRecord` unless the path leads to the note's root."""
    event, note = read_record(receipt.record), read_note(receipt.note)
    if event.seq != receipt.index + 1:
        raise BadRecord("the event is not the one at this index")
    try:
        root = root_from_path(
            leaf_hash(receipt.record), receipt.index, note.checkpoint.size, receipt.path
        )
    except ValueError as error:
        raise BadRecord(str(error)) from None
    if root != note.checkpoint.root:
        raise BadRecord("the path does not lead to the checkpoint's root")
    return event, note
