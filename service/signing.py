"""Ed25519: the server's key, its signatures, and the check that verification is handed."""

import contextlib
import os
import pathlib
import secrets

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.kernel.notes import Checkpoint, VerifierKey, check_name, read_key, sign
from service.settings import Settings

DEFAULT_NAME = "iacta.local"


class Signer:
    """Signs checkpoints under the server's name."""

    def __init__(self, name: str, seed: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.key = VerifierKey(check_name(name), self._private.public_key().public_bytes_raw())

    def checkpoint(self, checkpoint: Checkpoint) -> str:
        """The signed note."""
        return sign(checkpoint, self.key, self._private.sign)


def check_signature(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether an Ed25519 signature holds."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class OtherSigner(ValueError):
    """The campaigns here are signed under another name or key than is configured."""


def load_signer(settings: Settings, pinned: str | None = None) -> Signer:
    """The server's signer; its key is made at the first start and kept in the data folder.

    ``pinned``: the verifier key of the campaigns that are here. A server never signs a log under
    two names: `OtherSigner` if the settings say otherwise.
    """
    name = settings.name or (read_key(pinned).name if pinned else DEFAULT_NAME)
    signer = Signer(name, _seed(settings))
    if pinned and signer.key.text() != pinned:
        raise OtherSigner(f"the campaigns here are signed by {pinned}, not {signer.key.text()}")
    return signer


def _seed(settings: Settings) -> bytes:
    if settings.signing_key:
        return bytes.fromhex(settings.signing_key)
    path = settings.data / "signing.key"
    with contextlib.suppress(FileExistsError):
        _create(path)
    return bytes.fromhex(path.read_text().strip())


def _create(path: pathlib.Path) -> None:
    """Write a new key where none is, whole or not at all."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
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
