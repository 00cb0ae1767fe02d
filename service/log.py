"""Logs as JSON lines: request, campaign, seat; never a token, an invitation or a link."""

import contextlib
import logging
import sys
from typing import Any, TextIO, cast

import structlog

SECRET = ("token", "authorization", "invitation", "invite", "seed", "link", "salt", "entropy")


def hide(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Blank members that could hold a secret."""
    for name in event:
        if any(word in name.lower() for word in SECRET):
            event[name] = "…"
    return event


class Stream:
    """A stream that drops what cannot be written, so that a closed pipe stops nothing."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write, if that is possible."""
        with contextlib.suppress(OSError, ValueError):  # a broken pipe; a closed file
            self._stream.write(text)

    def flush(self) -> None:
        """Flush, if that is possible."""
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()


def configure(level: str = "info", *, stream: Any = None) -> None:
    """Log to standard error, or to ``stream``."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            hide,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.WriteLoggerFactory(
            file=cast(TextIO, Stream(stream or sys.stderr))
        ),
        cache_logger_on_first_use=False,
    )
