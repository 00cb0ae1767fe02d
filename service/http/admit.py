"""Admission: path, token, rate and role are checked before a body is read.

Whatever answers resolves the token again in its own transaction, since it may be revoked meanwhile:
so here it is enough that the writer found it good the last time.
"""

from collections.abc import Iterable

import msgspec

from iacta.service import auth
from iacta.service.errors import Problem
from iacta.service.http.address import address_of
from iacta.service.http.body import bearer
from iacta.service.http.context import Context, HttpRequest, context, known, resolve
from iacta.service.http.describe import EndpointDoc
from iacta.service.http.parameters import check_query
from iacta.service.store.read import Reader

READING = ("reading_by_address", "reading_by_campaign")
PAGES = ("pages_by_address",)
CLAIMS = ("claims_by_address",)
IMPORTING = ("importing_by_address", "creating_by_address")
COUNTED = {
    "reading": (("reading_by_token",), READING),
    "pages": (PAGES, PAGES),
    "playing": (("playing_by_token",), READING),
    "claims": (CLAIMS, CLAIMS),
    "creating": (("creating_by_address",), ("creating_by_address",)),
    "importing": (IMPORTING, IMPORTING),
    "forking": (("creating_by_address",), ("creating_by_address", "forking_by_campaign")),
    "audits": (("audits_by_token",), ("audits_by_address",)),
    "odds": (("odds_by_token", "odds_by_campaign"), READING),
    "streams": (("streams_by_token",), ("streams_by_address", "streams_by_campaign")),
}
"""For each kind of request, the rates that holders of a valid token and strangers draw on.

A campaign's rate is taken whether there is such a campaign or not, so that it tells nothing.
"""
PAGE = EndpointDoc(rate="pages")


class Sender(msgspec.Struct, frozen=True):
    """A request's sender as limits count it. ``token``: the hash of a valid one, else empty."""

    address: str
    campaign: str
    token: str


async def admit(request: HttpRequest) -> None:
    """Let a request through to its handler, or refuse it unread. It comes before every handler.

    As a guard it would be handed a copy of its route's handler, which costs as much as it does.
    """
    await _admit(request)
    check_query(request)


async def _admit(request: HttpRequest) -> None:
    doc: EndpointDoc = request.route_handler.opt.get("doc", PAGE)
    here = context(request)
    named = str(request.path_params.get("campaign_id", ""))
    if not doc.rate or (not named and holds_key(request)):
        return
    caller = await _identified(here, request, doc, named)
    campaign = named if auth.is_id(named) else ""
    token = auth.hash_token(bearer(request) or "") if caller else ""
    sender = Sender(address_of(request), campaign, token)
    request.scope["state"]["sender"] = sender
    if caller:
        await here.throttle.take("holders_by_address", sender.address)
    await charge(request, doc.rate)
    if caller is None and doc.roles is not None:
        caller = await here.look(lambda reader: _resolved(request, reader, named))
    if caller is not None and doc.roles:
        auth.require(caller, *doc.roles)


async def _identified(
    here: Context, request: HttpRequest, doc: EndpointDoc, campaign_id: str
) -> auth.Caller | None:
    """The holder of a valid token; none without a token. A wrong token is counted as such.

    An address that has sent too many is looked up apart, so that it keeps no holder waiting.
    """
    if not campaign_id or "token" not in doc.security or "authorization" not in request.headers:
        return None
    address = address_of(request)
    doubted = here.throttle.is_exhausted("wrong_tokens_by_address", address)
    look = here.look_apart if doubted else here.look
    try:
        caller = known(request, campaign_id)
        if caller is not None:
            return caller
        return await look(lambda reader: _resolved(request, reader, campaign_id))
    except Problem:
        await here.throttle.take("wrong_tokens_by_address", address)
        raise


def _resolved(request: HttpRequest, reader: Reader, campaign_id: str) -> auth.Caller:
    return resolve(request, reader, campaign_id)[1]


async def charge(request: HttpRequest, kind: str) -> None:
    """Charge an admitted request as another kind too; `rate-limited` if a rate is exhausted."""
    sender: Sender = request.scope["state"]["sender"]
    await take(context(request), sender, COUNTED[kind][0 if sender.token else 1])


async def take(here: Context, sender: Sender, names: Iterable[str]) -> None:
    """Charge one request to each of these rates; `rate-limited` if one is exhausted."""
    for name in names:
        who: str = getattr(sender, name.rpartition("_by_")[2])
        if who:
            await here.throttle.take(name, who)


def forgive(request: HttpRequest, names: Iterable[str] = CLAIMS) -> None:
    """Give back what this request was charged: its claim succeeded."""
    sender: Sender = request.scope["state"]["sender"]
    for name in names:
        context(request).throttle.give_back(name, getattr(sender, name.rpartition("_by_")[2]))


def holds_key(request: HttpRequest) -> bool:
    """Whether the sender has the operator's key to create here."""
    held = request.headers.get("authorization", "").partition(" ")[2].strip()
    return context(request).is_creator(held)
