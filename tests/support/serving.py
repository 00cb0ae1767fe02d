"""A server of this checkout in a process of its own."""

import os
import pathlib
import queue
import signal
import subprocess
import sys
import threading

READY_SECONDS = 60
SERVE = ("-m", "service.cli.main", "serve", "--port", "0")


class Serving:
    """`iacta serve` on a free port and a folder of its own. ``log``: what it wrote."""

    def __init__(self, data: pathlib.Path, **environment: str) -> None:
        self.data = data
        self.log = data.parent / f"{data.name}.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "service.cli.main",
                    "serve",
                    "--port",
                    "0",
                    "--data",
                    str(data),
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **environment},
            )
        self.url = self._ready()

    def _ready(self) -> str:
        """Read the line that says where it answers, with a deadline."""
        assert self.process.stdout is not None
        lines: queue.Queue[str] = queue.Queue()
        stdout = self.process.stdout

        def pump() -> None:
            for line in stdout:
                lines.put(line)
            lines.put("")

        self._reader = threading.Thread(target=pump, daemon=True)
        self._reader.start()
        line = lines.get(timeout=READY_SECONDS)
        assert line.startswith("ready "), line + self.log.read_text()
        return line.split()[1]

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As an operator would; the exit code."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        code = self.process.wait(READY_SECONDS)
        assert self.process.stdout is not None
        self._reader.join(READY_SECONDS)
        self.process.stdout.close()
        return code
