"""Settings, from the environment (``IACTA_…``) and the command line."""

import os
import pathlib
from collections.abc import Mapping

import msgspec

from service.errors import Unusable

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


class Quotas(msgspec.Struct, frozen=True):
    """How much may be founded, forked and imported: in all, a day, and a day from one address.

    Bytes in all are those of the database; a day's are those that were sent to be kept.
    """

    campaigns: int = 100_000
    bytes: int = 20 * 1024 * MIB
    day_campaigns: int = 10_000
    day_bytes: int = 4 * 1024 * MIB
    address_campaigns: int = 1_000
    address_bytes: int = 512 * MIB


class Settings(msgspec.Struct, frozen=True):
    """How one server runs."""

    data: pathlib.Path = pathlib.Path("data")
    database_url: str = ""
    name: str = ""  # in checkpoints; the one signed with before, else iacta.local
    signing_key: str = ""  # 64 hex digits; else kept in the data folder
    links_key: str = ""  # 64 hex digits; encrypts the coming links at rest
    create_key: str = ""  # who may create, import or, as a stranger, fork; anyone, if empty
    trusted_keys: tuple[str, ...] = ()  # verifier keys whose copies are shown, the first first
    limits: Limits = Limits()
    quotas: Quotas = Quotas()

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
        trusted_keys=tuple(of.get("IACTA_TRUSTED_KEYS", "").replace(",", " ").split()),
        quotas=_quotas(of),
    )


def _quotas(of: Mapping[str, str]) -> Quotas:
    """The quotas, each from ``IACTA_QUOTA_…`` where it is set."""
    given = {}
    for name in Quotas.__struct_fields__:
        text = of.get(f"IACTA_QUOTA_{name.upper()}", "")
        if text:
            if not (text.isascii() and text.isdigit()):
                raise Unusable(f"IACTA_QUOTA_{name.upper()} is not a whole number")
            given[name] = int(text)
    return Quotas(**given)
