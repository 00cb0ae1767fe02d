"""Settings, from the environment (``IACTA_…``) and the command line."""

import os
import pathlib
from collections.abc import Mapping

import msgspec

MIB = 1024 * 1024


class Limits(msgspec.Struct, frozen=True):
    """Every limit of the API, in one place."""

    body_bytes: int = 2 * MIB
    command_bytes: int = MIB // 4
    data_bytes: int = 1 * MIB
    import_bytes: int = 64 * MIB
    body_seconds: float = 30.0
    odds_branches: int = 20_000
    creations_per_minute: int = 30
    streams: int = 500
    uploads: int = 8  # bodies of imports that are received at once
    examining_bytes: int = 768 * MIB  # of memory, for each process that examines
    examining_cpu_seconds: int = 120
    examining_seconds: int = 300
    examining_waiting: int = 8  # how many may wait for a place
    steps_here: int = 200  # events of a campaign that is saved with its steps without a process


class Settings(msgspec.Struct, frozen=True):
    """How one server runs."""

    data: pathlib.Path = pathlib.Path("data")
    database_url: str = ""
    name: str = ""  # in checkpoints; the one signed with before, else iacta.local
    signing_key: str = ""  # 64 hex digits; else kept in the data folder
    links_key: str = ""  # 64 hex digits; encrypts the coming links at rest
    create_key: str = ""  # who may create or import; anyone, if empty
    examining_mib: str = ""  # memory of a process that examines; else as the limits say
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
        name=of.get("IACTA_NAME", ""),
        signing_key=of.get("IACTA_SIGNING_KEY", ""),
        links_key=of.get("IACTA_LINKS_KEY", ""),
        create_key=of.get("IACTA_CREATE_KEY", ""),
        examining_mib=of.get("IACTA_EXAMINING_MIB", ""),
    )
