"""No refusal tells what its sender must not know, whatever they send and in whose name."""

import pytest

from iacta.domain.kernel.campaign import accept
from tests.conformance.probing import leak_in, watchers
from tests.conformance.subjects import SUBJECTS, WATCHES
from tests.conformance.watch import Watch

SYSTEMS = {one.system.key: one.system for one in SUBJECTS}
EVERYONE = [
    pytest.param(key, watch, id=f"{key}-{watch.watcher}")
    for key, one in WATCHES.items()
    for watch in watchers(one)
]
COUNT = 400
"""a slice; the long run asks 4,000 of each system (tests/soak)"""


@pytest.mark.parametrize(("key", "watch"), EVERYONE)
def test_a_refusal_tells_nothing_that_its_sender_must_not_know(key: str, watch: Watch) -> None:
    assert leak_in(watch, SYSTEMS[key], COUNT) == ""


@pytest.fixture
def unblind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: entered dice are decided with everything at hand, as they once were."""
    honest = accept._Hidden.__init__

    def sees_all(self: accept._Hidden, vault: object, sealer: object, known: object = None) -> None:
        honest(self, vault, sealer, None)  # type: ignore[arg-type]

    monkeypatch.setattr(accept._Hidden, "__init__", sees_all)


@pytest.mark.parametrize("key", ["tally", "samnite-wars"])  # elsewhere no die rests on an opening
def test_entered_dice_that_are_not_decided_blind_are_found(key: str, unblind: None) -> None:
    (referee, *_) = watchers(WATCHES[key])
    assert leak_in(referee, SYSTEMS[key], 40_000) != ""
