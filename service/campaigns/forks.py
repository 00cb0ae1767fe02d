"""Who may fork a campaign whose secrets are closed, at which event, and what the fork carries."""

from collections.abc import Collection

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign import genesis
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.errors import Conflict
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.campaigns.lineage import shown_elsewhere
from iacta.service.errors import Problem
from iacta.service.store import access
from iacta.service.store.lineage import already_continued
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow
from iacta.service.store.sealed import sealed_values

BY_CONSENT = (
    "While something is hidden only the referee may fork, once every seat that holds or held a "
    "secret has agreed to it with `campaign.consent` and `fork`."
)
BY_REFEREE = "While something is hidden only the referee, who sees it, may fork."
LEFT_BEHIND = (
    "It was left behind by a restored backup: its referee, or the server's operator, may fork it "
    "once, after the last event whose secrets are all here."
)
CONTINUED = "It was left behind by a restored backup, and has had its one fork: play goes on there."
CLOSED = (
    "It was saved before its seals were opened: it may be forked once a file in which they are "
    "open has been imported."
)
BEFORE = "Anybody who may read it may fork it at an event before anything was hidden."


class Carried(genesis.Carried, frozen=True):
    """What a fork carries, with the tokens that go on holding."""

    tokens: tuple[tuple[str, str], ...] = ()
    """role and hash"""


def has_new_secrets(campaign: Campaign, head: Campaign) -> bool:
    """Whether, in the state ``campaign``, something was hidden that ``head`` has not opened."""
    return campaign.last_secret_seq > 0 and not head.seals_opened


def read_only(engine: Engine, reader: Reader, row: CampaignRow) -> Problem:
    """The problem for a command to a read-only campaign: it says who may fork it, and how."""
    head = engine.folds.state_at(reader, row, row.seq)
    if not has_new_secrets(head, head):
        detail = "The campaign is read-only: fork it to play on."
    else:
        detail = f"The campaign is read-only. {_who_may(engine, reader, row, head)} {BEFORE}"
    return Problem("read-only", detail)


def _who_may(engine: Engine, reader: Reader, row: CampaignRow, head: Campaign) -> str:
    """Who may fork a campaign after something was hidden."""
    if row.kind == "live":
        return BY_REFEREE if head.referee_sees_all else BY_CONSENT
    if row.kind == "read-only":
        return CONTINUED if _continued(engine, reader, row) else LEFT_BEHIND
    return CLOSED


def _continued(engine: Engine, reader: Reader, row: CampaignRow) -> bool:
    return bool(already_continued(reader, [row.id])) or engine.mark.holds("forked", row.id)


def carried(
    batch: Batch, row: CampaignRow, head: Campaign, role: str, command: cmd.Fork
) -> Carried:
    """What a fork of hidden things carries. `Refused` or `Problem` if it may not be made.

    What is refused depends on the record, on tokens and on the role, never on a hidden value.
    """
    may = {"live": ("referee",), "read-only": ("referee", "service")}.get(row.kind, ())
    if role not in may:
        raise Problem("forbidden", f"{_who_may(batch.engine, batch.tx, row, head)} {BEFORE}")
    if command.keep_order:
        detail = "what is hidden is redrawn: its order is another branch's"
        raise Conflict(detail, pointer="/keep_order")
    if shown_elsewhere(batch.tx, batch.engine.folds, row):
        raise Conflict("another branch has opened its seals, and shown what is hidden here")
    if row.kind == "live":
        return _of_live(batch, row, head, command.at)
    return _of_restored(batch, row, command.at)


def _of_live(batch: Batch, row: CampaignRow, head: Campaign, at: int) -> Carried:
    if head.outcome is not None:
        raise Conflict("it is over: it may be forked once its seals are open")
    consents = () if head.referee_sees_all else _consents(batch.live(row).vault, head, at)
    tokens = _tokens(batch, row)
    return Carried(_held(head, tokens), consents, None, tokens)


def _consents(vault: Vault, head: Campaign, at: int) -> tuple[tuple[str, int], ...]:
    """The seats' agreement to a fork after event ``at``; `Conflict` while it is not whole.

    A seat that resigned itself is not asked. One that the referee resigned is waited for: its
    place has to be taken first.
    """
    knew = {role for _, entry in vault.items() for role in entry.to}
    agreed = {one.seat: one.event for one in head.fork_consents if one.at == at}
    missing = []
    for seat in head.seats:
        asked = f"seat:{seat.seat}" in knew and (seat.ousted or not seat.resigned)
        if asked and (seat.ousted or seat.seat not in agreed):
            missing.append(seat.seat)
    if missing:
        seats = ", ".join(missing)
        raise Conflict(f"a fork after event {at} still waits for the agreement of {seats}")
    return tuple((seat.seat, agreed[seat.seat]) for seat in head.seats if seat.seat in agreed)


def _of_restored(batch: Batch, row: CampaignRow, at: int) -> Carried:
    if _continued(batch.engine, batch.tx, row):
        raise Conflict("it has already been forked: play goes on there")
    last = last_complete(batch.tx, row)
    if at != last:
        detail = f"it may be forked after event {last} alone, the last whose secrets are all here"
        raise Conflict(detail, pointer="/at")
    mark = batch.engine.mark
    tokens = () if mark.missing else _tokens(batch, row)
    head = batch.engine.folds.state_at(batch.tx, row, last)
    lost = max(0, mark.signed(row.id).size - last)
    return Carried(_held(head, tokens), (), fx.Restored(lost), tokens)


def last_complete(reader: Reader, row: CampaignRow) -> int:
    """The last event up to which every sealed value has its opening and its sealed link here."""
    opened = sealed_values(reader, row)
    anchors, anchor = reader.anchors(row), ""
    for stored in reader.events(row, 0):
        event = stored.event()
        drawn = any(draw["chain"] == "sealed" for draw in event.draws)
        if drawn and anchor not in anchors:
            return stored.seq - 1
        if any(digest not in opened for digest in seals.digests_of(stored.record)):
            return stored.seq - 1
        anchor = _sealed_anchor(event.effects) or anchor
    return row.seq


def can_continue(reader: Reader, row: CampaignRow, head: Campaign) -> bool:
    """Whether play can go on in a campaign itself: no opening and no link that it needs is missing.

    A file that brings lost events back has neither.
    """
    chains = [(reader.chain(row.id, chain.anchor), chain.used) for chain in head.chains.values()]
    links = all(stored is not None and stored.used == used for stored, used in chains)
    return links and last_complete(reader, row) == row.seq


def _sealed_anchor(effects: Collection[dict[str, object]]) -> str:
    """The anchor of the sealed chain that effects begin, if they begin one."""
    for effect in effects:
        match effect:
            case {"type": "campaign-created" | "forked", "anchors": {"sealed": {"anchor": anchor}}}:
                return str(anchor)
            case {"type": "dice-chain-extended", "chain": "sealed", "anchor": anchor}:
                return str(anchor)
    return ""


def _tokens(batch: Batch, row: CampaignRow) -> tuple[tuple[str, str], ...]:
    """Role and hash of the seats' and the observers' tokens that were not revoked."""
    return tuple(
        (role, token_hash)
        for role, token_hash in access.tokens(batch.tx, row.id)
        if role != "referee" and not batch.engine.mark.holds("revoked", token_hash)
    )


def _held(head: Campaign, tokens: Collection[tuple[str, str]]) -> tuple[str, ...]:
    """The seats for which there is a token, in order."""
    roles = {role for role, _ in tokens}
    return tuple(seat.seat for seat in head.seats if f"seat:{seat.seat}" in roles)
