"""The service as it is run, with limits that no measurement meets: `serve.py FOLDER [URL]`."""

import pathlib
import sys

from iacta.service import log
from iacta.service.cli.common import ready
from iacta.service.cli.serve import bind, run, url_of
from tests.support.servers import settings

if __name__ == "__main__":
    log.configure("warning")
    given = settings(pathlib.Path(sys.argv[1]), *sys.argv[2:])
    database, *_ = ready(given, create=True)
    database.close()
    sock = bind("127.0.0.1", 0)
    run(given, sock, lambda _: print(f"ready {url_of(sock)}", flush=True))
