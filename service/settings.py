"""Settings, from the environment (``IACTA_…``) and the command line."""

import importlib.metadata
import os
import pathlib
from collections.abc import Mapping

import msgspec

MIB = 1024 * 1024
VERSION = importlib.metadata.version("iacta")


class Limits(msgspec.Struct, frozen=True):
    """Every limit of the API, in one place."""

    body_bytes: int = 2 * MIB
    command_bytes: int = MIB // 4
    data_bytes: int = 1 * MIB
    import_bytes: int = 64 * MIB
    body_seconds: float = 30.0
    odds_branches: int = 20_000
    odds_milliseconds: int = 2_000  # of one answer, or of one dry run
    odds_at_once: int = 2
    odds_waiting: int = 8  # and no more: the next are told to come back
    odds_kept_bytes: int = 4 * MIB
    creations_per_minute: int = 30
    streams: int = 500


class Settings(msgspec.Struct, frozen=True):
    """How one server runs."""

    data: pathlib.Path = pathlib.Path("data")
    database_url: str = ""
    name: str = ""  # in checkpoints; the one signed with before, else iacta.local
    signing_key: str = ""  # 64 hex digits; else kept in the data folder
    links_key: str = ""  # 64 hex digits; encrypts the coming links at rest
    create_key: str = ""  # who may create or import; anyone, if empty
    mark: pathlib.Path | None = None  # the high-water mark; else beside the signing key
    limits: Limits = Limits()

    @property
    def url(self) -> str:
        """The database: one SQLite file in the data folder, unless told otherwise."""
        return self.database_url or f"sqlite:///{self.data / 'iacta.sqlite'}"

    @property
    def mark_file(self) -> pathlib.Path:
        """The high-water mark, which all workers on one database share."""
        return self.mark or self.data / "mark"


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from ``IACTA_DATA``, ``IACTA_DATABASE_URL``, ``IACTA_NAME`` and so on."""
    of = os.environ if environment is None else environment
    return Settings(
        data=pathlib.Path(of.get("IACTA_DATA", "data")),
        database_url=of.get("IACTA_DATABASE_URL", ""),
        name=of.get("IACTA_NAME", ""),
        signing_key=of.get("IACTA_SIGNING_KEY", ""),
        links_key=of.get("IACTA_LINKS_KEY", ""),
        create_key=of.get("IACTA_CREATE_KEY", ""),
        mark=pathlib.Path(of["IACTA_MARK"]) if of.get("IACTA_MARK") else None,
    )
