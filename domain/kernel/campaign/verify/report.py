"""The report of a verification: ten numbered checks (protocol, section 8)."""

from typing import Literal

import msgspec

Result = Literal["pass", "fail", "not-confirmed", "not-run"]

TITLES = {
    1: "Strict parsing and shapes",
    2: "Numbering, times, keys, campaign and forks",
    3: "Every hash and link",
    4: "Dice chains",
    5: "Every open face",
    6: "Every opening",
    7: "Seals opened at the end",
    8: "Merkle root of the checkpoint",
    9: "Signature of the checkpoint",
    10: "Every command decided again",
}


class Check(msgspec.Struct):
    """One check: its result, what was seen in words, and the event where it first failed."""

    number: int  #: as in the format's list of checks
    title: str  #: what it looks at
    #: `not-confirmed` without a key from elsewhere; `not-run` is neither passed nor failed.
    result: Result = "not-run"
    detail: str = ""  #: what was seen, in words
    event: int | None = None  #: where it first failed


class Counts(msgspec.Struct):
    """How much was looked at."""

    events: int = 0  #: how many there are
    faces: int = 0  #: open faces that were derived again
    entered: int = 0  #: faces that were rolled outside
    openings: int = 0  #: sealed values that were opened and hashed again
    sealed: int = 0  #: sealed values that are still hidden
    uncovered: int = 0  #: events after the checkpoint
    decided: int = 0  #: commands that were decided again


class Contained(msgspec.Struct, frozen=True):
    """An older checkpoint that the record contains: its first ``size`` events are those signed.

    ``signature`` is ``not-confirmed`` where no key from outside the file was given.
    """

    origin: str
    size: int
    signature: Literal["pass", "not-confirmed"]


class Report(msgspec.Struct):
    """All checks in order. ``unchecked`` names what no hash covers; ``older`` the checkpoints given
    beside the file that hold.
    """

    checks: list[Check]
    counts: Counts
    unchecked: list[str]
    older: list[Contained] = []

    @property
    def ok(self) -> bool:
        """Whether nothing failed. A check that did not run is no failure, and no pass."""
        return all(check.result != "fail" for check in self.checks)

    def check(self, number: int) -> Check:
        """A check by its number."""
        return self.checks[number - 1]

    def failed(self) -> list[int]:
        """Numbers of the checks that failed."""
        return [check.number for check in self.checks if check.result == "fail"]


def blank_report() -> Report:
    """A report in which nothing has run."""
    return Report([Check(number, title) for number, title in TITLES.items()], Counts(), [])


class Findings:
    """Collects what fails, first failure of each check."""

    def __init__(self) -> None:
        self.report = blank_report()

    def fail(self, number: int, detail: str, event: int | None = None) -> None:
        """A check has failed; later failures of the same check are not written over it."""
        check = self.report.check(number)
        if check.result != "fail":
            check.result, check.detail, check.event = "fail", detail, event

    def done(self, number: int, detail: str, result: Result = "pass") -> None:
        """A check has run to its end; it stays failed if it has failed."""
        check = self.report.check(number)
        if check.result != "fail":
            check.result, check.detail = result, detail
