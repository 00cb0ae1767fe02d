"""Settings, from the environment (``IACTA_…``) and the command line."""

import os
import pathlib
from collections.abc import Mapping

import msgspec

MIB = 1024 * 1024


class Limits(msgspec.Struct, frozen=True):
    """Every limit of the API, in one place."""

    body_bytes: int = 2 * MIB
    data_bytes: int = 1 * MIB
    import_bytes: int = 64 * MIB
    body_seconds: float = 30.0
    request_seconds: float = 60.0
    page: int = 200
    page_default: int = 50
    batch: int = 200
    odds_branches: int = 20_000
    odds_seconds: float = 10.0
    creations_per_minute: int = 30
    streams: int = 500


class Settings(msgspec.Struct, frozen=True):
    """How one server runs."""

    data: pathlib.Path = pathlib.Path("data")
    database_url: str = ""
    name: str = "iacta.local"
    signing_key: str = ""  # 64 hex digits; else kept in the data folder
    links_key: str = ""  # 64 hex digits; encrypts the coming links at rest
    create_key: str = ""  # who may create or import; anyone, if empty
    limits: Limits = Limits()

    @property
    def url(self) -> str:
        """The database: one SQLite file in the data folder, unless told otherwise."""
        return self.database_url or f"sqlite:///{self.data / 'iacta.sqlite'}"


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from ``IACTA_DATA``, ``IACTA_DATABASE_URL``, ``IACTA_NAME`` and so on."""
    of = os.environ if environment is None else environment
    return Settings(
        data=pathlib.Path(of.get("IACTA_DATA", "data")),
        database_url=of.get("IACTA_DATABASE_URL", ""),
        name=of.get("IACTA_NAME", "iacta.local"),
        signing_key=of.get("IACTA_SIGNING_KEY", ""),
        links_key=of.get("IACTA_LINKS_KEY", ""),
        create_key=of.get("IACTA_CREATE_KEY", ""),
    )
