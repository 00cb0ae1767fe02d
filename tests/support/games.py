"""The games that tests play, by a name that another process can load them under."""

from collections.abc import Mapping

from iacta.domain.kernel.contract.system import System
from iacta.service.systems import discover
from tests.systems import tally


def systems(*more: System) -> Mapping[str, System]:
    """Every installed system and the tests' own."""
    found = {**discover(), tally.SYSTEM.key: tally.SYSTEM}
    return dict(sorted((found | {one.key: one for one in more}).items()))
