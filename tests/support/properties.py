"""Property tests: derandomised, so that every run is the same; modest here, long in the soak."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from iacta.domain.kernel.proof.canonical import MAX_INT


def examples(count: int) -> settings:
    """Settings for ``count`` examples."""
    return settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=count,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


SLICE = examples(100)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NAMES = st.text(st.characters(max_codepoint=127), max_size=8)
INTEGERS = st.integers(-MAX_INT, MAX_INT)
VALUES = st.recursive(
    st.none() | st.booleans() | INTEGERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)
"""What a record may hold."""
