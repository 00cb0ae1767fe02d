"""The report of a verification: ten numbered checks (protocol, section 8)."""

from typing import Literal

import msgspec

Result = Literal["pass", "fail", "not-confirmed", "not-run"]

TITLES = {
    1: "strict parsing and shapes",
    2: "numbering, times, keys, campaign and forks",
    3: "every hash and link",
    4: "dice chains: no gap, seed to anchor, extensions",
    5: "every open face",
    6: "every opening, no digest twice",
    7: "sealed values, chains and faces after the end",
    8: "the Merkle root",
    9: "the checkpoint's signature",
    10: "deciding every command again",
}


class Check(msgspec.Struct):
    """One check: its result, what was seen in words, and the event where it first failed."""

    number: int
    title: str
    result: Result = "not-run"
    detail: str = ""
    event: int | None = None


class Counts(msgspec.Struct):
    """How much was looked at."""

    events: int = 0
    faces: int = 0
    entered: int = 0
    openings: int = 0
    sealed: int = 0
    uncovered: int = 0
    decided: int = 0


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
