"""What a player keeps on this machine: tokens, and the command that is not yet in the log."""

import os
import re
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from iacta.domain.kernel.contract.system import Waiting
from iacta.service.cli.remote.address import Address

ROLE = re.compile(r"[a-z]+(:[a-z0-9-]+)?")
"""what may name a file; links and servers name roles"""


class Pending(msgspec.Struct, frozen=True, rename={"for_": "for"}, kw_only=True):
    """A command on its way. Its key and its entropy stay the same however often it is sent."""

    command: dict[str, Any]
    for_: str  #: the seat that the referee acts for; empty if none
    entropy: str
    key: str
    at: int  #: the event that it was decided on
    #: Who was awaited then; empty where that is not known.
    waiting: tuple[Waiting, ...] = ()

    @property
    def body(self) -> dict[str, Any]:
        """The body of the request."""
        beside = {"for": self.for_} if self.for_ else {}
        return {"command": self.command, "entropy": self.entropy, **beside}


def user_folder() -> Path:
    """Iacta's part of the user's configuration folder (XDG)."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    base = Path(named) if os.path.isabs(named) else Path.home() / ".config"
    return base / "iacta"


class Cabinet:
    """One campaign's files of this user. They are kept by server: no other gets their tokens."""

    def __init__(self, address: Address) -> None:
        self.folder = user_folder() / "play" / quote(address.server, safe="") / address.campaign

    def roles(self) -> list[str]:
        """The roles whose tokens are kept."""
        stems = (path.stem for path in self.folder.glob("*.token"))
        return sorted(stem.replace(".", ":", 1) for stem in stems)

    def token(self, role: str) -> str:
        """A role's token; empty if none is kept."""
        path = self.token_file(role)
        return path.read_text(encoding="utf-8").strip() if path.exists() else ""

    def token_file(self, role: str) -> Path:
        """Where a role's token is kept."""
        return self._path(role, "token")

    def keep_token(self, role: str, token: str) -> None:
        """Keep a role's token."""
        self._write(self.token_file(role), f"{token}\n".encode())

    def claim(self, invitation: str) -> str:
        """The token of a claim on its way; empty if there is none."""
        path = self._claim(invitation)
        return path.read_text(encoding="utf-8").strip() if path.exists() else ""

    def keep_claim(self, invitation: str, token: str) -> None:
        """Keep the token that an invitation is to become until the server has answered."""
        self._write(self._claim(invitation), f"{token}\n".encode())

    def drop_claim(self, invitation: str) -> None:
        """Forget a claim."""
        self._claim(invitation).unlink(missing_ok=True)

    def _claim(self, invitation: str) -> Path:
        return self.folder / f"{sha256(invitation.encode()).hexdigest()[:16]}.claim"

    def pending(self, role: str) -> Pending | None:
        """The command of a role that is on its way, if there is one."""
        path = self._path(role, "pending")
        return msgspec.json.decode(path.read_bytes(), type=Pending) if path.exists() else None

    def keep_pending(self, role: str, pending: Pending) -> None:
        """Keep a command until it stands in the log or is given up."""
        self._write(self._path(role, "pending"), msgspec.json.encode(pending))

    def drop_pending(self, role: str) -> None:
        """Forget a command."""
        self._path(role, "pending").unlink(missing_ok=True)

    def _path(self, role: str, kind: str) -> Path:
        if not ROLE.fullmatch(role):
            raise ValueError(f"there is no role {role!r}")
        return self.folder / f"{role.replace(':', '.')}.{kind}"

    def _write(self, path: Path, data: bytes) -> None:
        """Replace a file as a whole, readable by this user alone."""
        for folder in _missing(self.folder):
            folder.mkdir(mode=0o700, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.folder)  # of mode 0600
        try:
            with open(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _missing(folder: Path) -> Iterator[Path]:
    """The folders that are not there yet, the outermost first."""
    if not folder.exists():
        yield from _missing(folder.parent)
        yield folder
