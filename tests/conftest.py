"""Settings of every property test: the same examples each time, and no clock."""

from hypothesis import HealthCheck, settings

from iacta.service import log

settings.register_profile(
    "iacta",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("iacta")

log.configure("warning")
