"""Settings, from the environment (``IACTA_…``) and the command line."""

import importlib.metadata
import os
import pathlib
from collections.abc import Mapping

import msgspec

from iacta.service.errors import Unusable

MIB = 1024 * 1024
VERSION = importlib.metadata.version("iacta")


class Rate(msgspec.Struct, frozen=True):
    """How often: ``burst`` at once, refilled by ``per_minute``."""

    burst: int
    per_minute: int


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """The rates of the API, each by whom it counts. Creating has its own member in `Limits`, which
    counts imports and forks too.

    Requests with a valid token count by token and by address, all others by address and, where they
    name a campaign, by campaign. No rate is drawn on by both, save those of creating and of claims,
    which count by address alone: strangers elsewhere never use up what the seats have.
    """

    reading_by_address: Rate = Rate(600, 6_000)
    reading_by_campaign: Rate = Rate(1_200, 12_000)
    reading_by_token: Rate = Rate(600, 6_000)
    pages_by_address: Rate = Rate(4_000, 60_000)  # the viewer is a hundred small files
    playing_by_token: Rate = Rate(1_200, 6_000)
    holders_by_address: Rate = Rate(2_400, 24_000)  # everything with a valid token
    wrong_tokens_by_address: Rate = Rate(20, 20)
    claims_by_address: Rate = Rate(20, 20)  # one that succeeds is not counted
    importing_by_address: Rate = Rate(10, 10)
    forking_by_campaign: Rate = Rate(60, 60)  # by strangers
    audits_by_address: Rate = Rate(10, 10)  # with them pages and long exports
    audits_by_token: Rate = Rate(10, 10)
    odds_by_token: Rate = Rate(60, 120)
    odds_by_campaign: Rate = Rate(120, 240)
    streams_by_address: Rate = Rate(120, 120)
    streams_by_campaign: Rate = Rate(240, 240)
    streams_by_token: Rate = Rate(60, 60)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Every limit of the API, in one place."""

    body_bytes: int = 2 * MIB
    command_bytes: int = MIB // 4
    claim_bytes: int = 4096
    data_bytes: int = 1 * MIB
    import_bytes: int = 64 * MIB
    body_values: int = 60_000  # JSON values and member names; our largest map has 5,000
    body_seconds: float = 30.0
    odds_branches: int = 20_000
    odds_milliseconds: int = 2_000  # of one answer, or of one dry run
    odds_at_once: int = 2
    odds_waiting: int = 8  # and no more: the next get `not-ready`
    odds_kept_bytes: int = 4 * MIB
    creations_per_minute: int = 30
    rates: Rates = Rates()
    streams: int = 500  # open at once; so are the next four
    streams_per_address: int = 50  # without a token
    streams_per_campaign: int = 100  # without a token
    streams_per_token: int = 50  # an observer's token is shared by all who watch
    streams_per_holding_address: int = 100  # with tokens
    connections: int = 2_000  # fewer where the process may not open that many files
    connections_per_address: int = 300
    header_seconds: float = 10.0  # from the first byte of a request to the last of its headers
    idle_seconds: float = 30.0  # between requests, and for a reader that takes nothing
    uploads: int = 8  # bodies of imports that are received at once
    sandbox_bytes: int = 768 * MIB  # of memory, for each sandboxed process
    sandbox_cpu_seconds: int = 120
    sandbox_seconds: int = 300
    sandbox_waiting: int = 8  # how many may wait for a place
    sandbox_each: int = 3  # of an address, and of a token: one has a place or waits for one, the
    # others wait for that
    audits_kept_bytes: int = MIB
    steps_here: int = 200  # events of a campaign that is saved with its steps without a process
    steps_each: int = 8_192  # events that one such process tells


class Quotas(msgspec.Struct, frozen=True):
    """How much may be created, forked and imported: in all, a day, and a day from one address.

    Bytes in all are those of the database; a day's are those that were sent to be kept.
    """

    campaigns: int = 100_000
    bytes: int = 20 * 1024 * MIB
    day_campaigns: int = 10_000
    day_bytes: int = 4 * 1024 * MIB
    address_campaigns: int = 1_000
    address_bytes: int = 512 * MIB


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How one server runs."""

    data: pathlib.Path = pathlib.Path("data")
    database_url: str = ""
    name: str = ""  # in checkpoints; the one signed with before, else iacta.local
    signing_key: str = ""  # 64 hex digits; else kept in the data folder
    links_key: str = ""  # 64 hex digits; encrypts the coming links at rest
    create_key: str = ""  # who may create, import or, as a stranger, fork; anyone, if empty
    trusted_keys: tuple[str, ...] = ()  # verifier keys whose copies are shown, the first first
    mark: pathlib.Path | None = None  # the high-water mark; else beside the signing key
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-… are believed
    sandbox_mib: str = ""  # memory of a sandboxed process; else as the limits say
    limits: Limits = Limits()
    quotas: Quotas = Quotas()

    @property
    def url(self) -> str:
        """The database: one SQLite file in the data folder by default."""
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
        proxies=tuple(of.get("IACTA_PROXIES", "").replace(",", " ").split()),
        sandbox_mib=of.get("IACTA_SANDBOX_MIB", ""),
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
