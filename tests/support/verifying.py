"""Verifying as a reader does who has the server's key from elsewhere, and the rules at hand."""

from collections.abc import Sequence

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.campaign.verify.report import Check, Report
from iacta.domain.kernel.contract.system import AnySystem
from tests.support.keys import SIGNER, check_signature
from tests.systems.tally import SYSTEM


def verify(data: bytes, *, older: Sequence[str] = (), rules: AnySystem | None = SYSTEM) -> Report:
    """The report on a capsule."""
    return verify_capsule(
        data,
        check_signature,
        key=SIGNER.key.text(),
        older=older,
        systems=None if rules is None else {rules.key: rules},
    )


def lines(report: Report) -> list[str]:
    """Each check that ran: its number, its result, the event where it failed, what was seen."""
    return [
        f"{check.number} {check.result}{where(check)}: {check.detail}"
        for check in report.checks
        if check.detail
    ]


def failed(report: Report) -> list[str]:
    """Each check that failed: its number, the event where it failed, what was seen."""
    return [
        f"{check.number}{where(check)}: {check.detail}"
        for check in report.checks
        if check.result == "fail"
    ]


def where(check: Check) -> str:
    """The event where a check failed; nothing if it names none."""
    return "" if check.event is None else f" at {check.event}"
