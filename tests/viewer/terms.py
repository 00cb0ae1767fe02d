"""Write what the games' codes mean beside their renderers: ``python -m tests.viewer.terms``.

A capsule that is opened from disk asks no server, so the viewer brings the words itself.
"""

import json
from pathlib import Path

from iacta.service.folders import VIEWER
from iacta.service.one_file import terms
from iacta.service.systems import discover


def files() -> dict[Path, str]:
    """Of every renderer that has a file of terms, the file and what belongs into it."""
    return {
        file: json.dumps(terms(system), indent=1, ensure_ascii=False) + "\n"
        for system in discover().values()
        if (file := VIEWER / "systems" / system.key / "terms.json").parent.is_dir()
    }


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")
