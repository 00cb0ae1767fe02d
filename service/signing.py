"""Ed25519: the server's key, its signatures, and the signature check for verification."""

import contextlib
import hmac
import os
import pathlib
import secrets

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.notes import Checkpoint, VerifierKey, check_name, read_key, sign
from iacta.service.errors import Unusable
from iacta.service.settings import Settings

DEFAULT_NAME = "iacta.local"
SEED_BYTES = 32


class Signer:
    """Signs checkpoints under the server's name."""

    def __init__(self, name: str, seed: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self._seed = seed
        self.key = VerifierKey(check_name(name), self._private.public_key().public_bytes_raw())

    def checkpoint(self, checkpoint: Checkpoint) -> str:
        """The signed note."""
        return sign(checkpoint, self.key, self._private.sign)

    def pseudonym(self, text: str) -> str:
        """A pseudonym for ``text``, where it must not be kept: a keyed hash, 64 hex digits."""
        return hmac.new(self._seed, b"iacta/pseudonym\n" + text.encode(), "sha256").hexdigest()


def check_signature(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether an Ed25519 signature holds."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class OtherSigner(Unusable):
    """The campaigns here are signed under another name or key than is configured."""


def load_signer(settings: Settings, pinned: str | None = None) -> Signer:
    """The server's signer; its key is made at the first start and kept in the data folder.

    ``pinned``: the verifier key of the stored campaigns. A server never signs a log under
    two names: `OtherSigner` if the settings say otherwise. `Unusable` if there is no such key or
    name.
    """
    name = settings.name or (read_key(pinned).name if pinned else DEFAULT_NAME)
    try:
        check_name(name)
    except ValueError as error:
        raise Unusable(str(error)) from None
    signer = Signer(name, _seed(settings, pinned))
    if pinned and signer.key.text() != pinned:
        raise OtherSigner(f"the campaigns here are signed by {pinned}, not {signer.key.text()}")
    return signer


def trusted_keys(settings: Settings, signer: Signer) -> tuple[str, ...]:
    """The keys whose copies of a campaign are shown first: the server's own, then those named.

    `Unusable` if one of the settings' is no verifier key.
    """
    try:
        named = [read_key(text).text() for text in settings.trusted_keys]
    except BadRecord as error:
        raise Unusable(f"IACTA_TRUSTED_KEYS: {error}") from None
    return tuple(dict.fromkeys((signer.key.text(), *named)))


def _seed(settings: Settings, pinned: str | None) -> bytes:
    if settings.signing_key:
        return _from_hex(settings.signing_key, "IACTA_SIGNING_KEY")
    path = settings.data / "signing.key"
    if pinned and not path.exists():  # a new key could not be theirs
        raise Unusable(f"the campaigns here are signed by {pinned}, and {path} is missing")
    with contextlib.suppress(FileExistsError):
        _create(path)
    return _from_hex(path.read_text(errors="replace").strip(), str(path))


def _from_hex(text: str, where: str) -> bytes:
    """A seed from its digits. The message does not show them."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise Unusable(f"{where} is not {2 * SEED_BYTES} hex digits")
    return seed


def _create(path: pathlib.Path) -> None:
    """Write a new key where none is, whole or not at all."""
    if path.exists():
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_suffix(f".{secrets.token_hex(4)}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_hex(32) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(new, path)
    finally:
        new.unlink()
