"""PostgreSQL: a batch committed by another process wakes the streams of this one."""

import threading

import structlog

from iacta.service.store.database import Database
from iacta.service.store.write import CHANNEL
from iacta.service.streaming import Hub

log = structlog.get_logger()

AGAIN = 1.0  # seconds


class Notices:
    """Listens while the service runs; does nothing on SQLite."""

    def __init__(self, database: Database, hub: Hub) -> None:
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        if not database.is_sqlite:
            self._thread = threading.Thread(
                target=self._listen, args=(database, hub), name="notices", daemon=True
            )
            self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _listen(self, database: Database, hub: Hub) -> None:
        import psycopg  # only where there is a PostgreSQL: it takes a while to load

        failed = False
        while not self._stop.is_set():
            try:
                with psycopg.connect(database.dsn, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    hub.wake(None)  # of what was committed while nobody listened
                    failed = False
                    while not self._stop.is_set():
                        for told in connection.notifies(timeout=0.5, stop_after=1):
                            hub.wake_all(told.payload.split() or [None])
            except Exception as error:
                # Streams look by themselves at every heartbeat; listening goes on when it can.
                if not failed:
                    log.error("notices", exc_info=error)
                failed = True
                self._stop.wait(AGAIN)
