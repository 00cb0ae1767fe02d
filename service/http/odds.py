"""Odds: from the caller's view alone, within a budget."""

from collections.abc import Hashable
from fractions import Fraction

import msgspec
from litestar import Response, post
from litestar.params import FromPath

from iacta.domain.kernel.campaign.odds import OddsQuery, odds_of, odds_query
from iacta.domain.kernel.campaign.requests import Request
from iacta.domain.kernel.campaign.stakes import Prospect, Stakes
from iacta.domain.kernel.campaign.views import known_to
from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.odds import Odds
from iacta.domain.kernel.proof.canonical import encode, to_plain
from iacta.service.campaigns.work_pool import Budget
from iacta.service.http.answers import json_answer, json_bytes
from iacta.service.http.body import read_body
from iacta.service.http.context import HttpRequest, context
from iacta.service.http.describe import BODY, REFUSALS, TOKEN, describe
from iacta.service.http.expensive import playable_campaign, run_while_connected
from iacta.service.http.models.play import AskOdds, OddsAnswer, OddsOutcome
from iacta.service.store.read import Reader


@post(
    "/v1/campaigns/{campaign_id:str}/odds",
    **describe(
        "askOdds",
        "The odds of a command",
        "play",
        body=AskOdds,
        example={"command": {"type": "civil-war.roll-year-event"}},
        returns={200: OddsAnswer},
        problems=(*BODY, *TOKEN, *REFUSALS),
        rate="odds",
        roles=("referee", "seat"),
    ),
)
async def ask_odds(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """The command is decided for every face of every die, from what the caller can see; nothing is
    recorded. Each outcome is told in words with what it costs, and which is the worst for the
    sender's seat.

    Past a number of branches, or half of the time that an answer may take, the faces are sampled
    instead. The server works on few such questions at once, and answers `not-ready` while too many
    wait.
    """
    here = context(request)
    limits = here.settings.limits
    body = await read_body(request, AskOdds, limits, limits.command_bytes)

    def ready(reader: Reader) -> OddsQuery:
        here = playable_campaign(request, reader, campaign_id)
        role = here.caller.role
        for_ = f"seat:{body.for_}" if body.for_ else ""
        known = known_to(here.vault, here.campaign, role)
        return odds_query(
            here.campaign, here.system, Request(role, body.command, "odds", for_=for_), known
        )

    query = await here.read(ready)
    key = _key(query)

    def work(budget: Budget) -> bytes:
        odds, told = odds_of(query, max_branches=limits.odds_branches, spent=budget.spent)
        answer = json_bytes(_answer(query.campaign.seq, odds, told))
        if odds.branches:
            here.odds.put(key, answer)
        return answer

    answer = here.odds.get(key)
    if answer is None:
        answer = await run_while_connected(request, lambda: here.work_pool.run(key, work))
    return json_answer(msgspec.Raw(answer))


def _answer(at: int, odds: Odds, told: Stakes) -> OddsAnswer:
    prospects = told.prospects or (Prospect(),) * len(odds.outcomes)
    outcomes = tuple(
        OddsOutcome(
            _fraction(one.probability),
            one.outcome,
            one.faces,
            prospect.text,
            prospect.swings,
            prospect.ends,
        )
        for one, prospect in zip(odds.outcomes, prospects, strict=True)
    )
    return copied(
        OddsAnswer, told, at=at, exact=odds.exact, branches=odds.branches, outcomes=outcomes
    )


def _key(query: OddsQuery) -> Hashable:
    """Equal for equal questions by one role about one campaign at one head.

    The head's hash holds for everything before it.
    """
    request, campaign = query.request, query.campaign
    command = encode(to_plain(query.command))
    return "odds", campaign.id, campaign.hash, request.by, request.for_, command


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


HANDLERS = [ask_odds]
