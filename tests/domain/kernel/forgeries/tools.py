"""What the forgeries share: each is caught by the check that is meant for it.

Most are made as a lying server would: hashes, root and signature are computed anew, so that
nothing but the intended check can notice. What a forger cannot compute is left as it is.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from iacta.domain.kernel.campaign.verify.report import Report
from iacta.domain.kernel.proof.dice import command_digest, next_face, stream
from tests.support import chronicles
from tests.support.forge import Forgery
from tests.support.table import campaign_id
from tests.support.verifying import verify

Forge = Callable[[Forgery], Forgery | bytes]

F = TypeVar("F", bound=Forge)

CAMPAIGN = campaign_id()


class Cases:
    """Forgeries of one kind, each with the campaign it starts from and the checks it fails."""

    def __init__(self) -> None:
        self.all: list[Any] = []

    def case(self, chronicle: str, *failures: str) -> Callable[[F], F]:
        """Decorate a forgery: made of this chronicle's capsule it fails exactly these checks."""

        def add(forge: F) -> F:
            name = f"{forge.__name__}-{chronicle}"
            self.all.append(pytest.param(forge, chronicle, list(failures), id=name))
            return forge

        return add

    def each(self, test: Callable[[Forge, str, list[str]], None]) -> Any:
        """Decorate a test of every case."""
        return pytest.mark.parametrize(("forge", "chronicle", "failures"), self.all)(test)


def take(chronicle: str, audience: str = "public") -> Forgery:
    """A capsule to forge."""
    return Forgery(chronicles.EVERY[chronicle]().capsule(audience))


def report_on(forged: Forgery | bytes) -> Report:
    return verify(forged if isinstance(forged, bytes) else forged.bytes())


def redrawn(forgery: Forgery) -> Forgery:
    """Faces computed anew for the events' campaigns, as a server does that knows the seeds."""
    for event in forgery.events:
        for draw in event["draws"]:
            if draw["chain"] == "open":
                roll_again(event, draw)
    return forgery


def roll_again(event: dict[str, Any], draw: dict[str, Any]) -> None:
    """The faces that follow from the draw's seed."""
    d = command_digest(event["command"])
    seed = bytes.fromhex(draw["seed"])
    source = stream(seed, event["campaign"], "open", draw["link"], d, event["entropy"])
    for die in draw["dice"]:
        die["face"] = next_face(source, die["die"])
