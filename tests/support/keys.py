"""Signing and checking with Ed25519, as the service does it."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from iacta.domain.kernel.proof import notes
from iacta.domain.kernel.proof.canonical import sha256


class Signer:
    """A server's key pair, from a seed."""

    def __init__(self, name: str = "alea.example", seed: str = "a key") -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(sha256(seed.encode()))
        self.key = notes.VerifierKey(name, self._private.public_key().public_bytes_raw())

    @classmethod
    def of_server(cls, name: str, key: str) -> "Signer":
        """The key pair of a server of the tests, from its setting in hex."""
        signer = cls(name)
        signer._private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key))
        signer.key = notes.VerifierKey(name, signer._private.public_key().public_bytes_raw())
        return signer

    def checkpoint(self, campaign: str, size: int, root: bytes, origin: str | None = None) -> str:
        """A signed checkpoint's text."""
        origin = notes.origin(self.key.name, campaign) if origin is None else origin
        return notes.sign(notes.Checkpoint(origin, size, root), self.key, self._private.sign)


def check_signature(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether an Ed25519 signature holds."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    return True


SIGNER = Signer()
OTHER = Signer(seed="another key")
