"""Where the parts are that are files: beside this package, in a checkout as in an installation."""

from pathlib import Path

_HOME = Path(__file__).parent.parent
VIEWER = _HOME / "viewer"
MIGRATIONS = _HOME / "migrations"
DOCS = _HOME / "service" / "docs"
FORMAT = _HOME / "domain" / "kernel" / "FORMAT.md"
CHANGELOG = _HOME / "CHANGELOG.md"
