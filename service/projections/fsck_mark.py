"""Comparing a database with the mark outside it."""

from iacta.service.projections.fsck_openings import Fault
from iacta.service.store.mark import Mark
from iacta.service.store.read import Reader
from iacta.service.store.tail import compare, missing


def check_mark(reader: Reader, mark: Mark) -> tuple[list[Fault], list[Fault]]:
    """What is wrong, and what is lost but can do no harm: its campaigns are read-only.

    The mark has to be read before the reader's transaction begins.
    """
    why = missing(reader, mark)
    if why:
        return [Fault("", 0, why)], []
    copied = reader.facts().get("copied")
    if copied is not None:
        detail = f"a copy of {copied}: with the first start on it every campaign is read-only"
        return [], [Fault("", 0, detail)]
    comparison = compare(reader, mark)
    faults: list[Fault] = []
    if comparison.lost:
        at = mark.pos - comparison.lost
        faults.append(
            Fault("", 0, f"the log ends at position {at}, and {mark.pos} was acknowledged")
        )
    lost: list[Fault] = []
    for one in comparison.short:
        harmless = one.kind != "live" and not comparison.lost
        (lost if harmless else faults).append(Fault(one.campaign, one.seq, one.description))
    return faults, lost
