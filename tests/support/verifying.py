"""Verifying as a reader does who has the server's key from elsewhere, and the rules at hand."""

from collections.abc import Sequence

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.campaign.verify.report import Report
from tests.support.keys import SIGNER, check_signature
from tests.systems.tally import SYSTEM


def verify(data: bytes, *, older: Sequence[str] = (), rules: bool = True) -> Report:
    """The report on a capsule."""
    return verify_capsule(
        data,
        check_signature,
        key=SIGNER.key.text(),
        older=older,
        systems={SYSTEM.key: SYSTEM} if rules else None,
    )
