"""The service as it is run, with limits that no measurement meets: `serve.py FOLDER [URL]`."""

import pathlib
import sys

from iacta.service import log
from iacta.service.cli.serve import bind, run, url_of
from iacta.service.store import migrate
from iacta.service.store.database import Database
from tests.support.servers import settings

if __name__ == "__main__":
    log.configure("warning")
    given = settings(pathlib.Path(sys.argv[1]), *sys.argv[2:])
    database = Database(given.url)
    migrate.upgrade(database)
    database.close()
    sock = bind("127.0.0.1", 0)
    run(given, sock, lambda _: print(f"ready {url_of(sock)}", flush=True))
