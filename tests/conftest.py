"""Settings of every test: the same examples each time, no clock, and no certificates read anew."""

from functools import cache

from httpx._transports import default
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

# Each client reads the machine's certificates (20 ms), though none of ours speaks TLS.
default.create_ssl_context = cache(default.create_ssl_context)
