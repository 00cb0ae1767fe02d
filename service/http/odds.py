"""Odds: from the caller's view alone, within a budget."""

from fractions import Fraction

from litestar import Response, post
from litestar.params import FromPath

from iacta.service.campaigns import odds
from iacta.service.campaigns.asking import Budget
from iacta.service.campaigns.reading import known_to
from iacta.service.http import models
from iacta.service.http.answers import json_answer, json_bytes, raw
from iacta.service.http.asking import at_play, while_asked
from iacta.service.http.body import read_body
from iacta.service.http.context import Asked, context
from iacta.service.http.describe import BODY, REFUSALS, TOKEN, describe
from iacta.service.store.read import Reader


@post(
    "/v1/campaigns/{campaign_id:str}/odds",
    **describe(
        "askOdds",
        "The odds of a command",
        "play",
        body=models.AskOdds,
        example={"command": {"type": "civil-war.roll-year-event"}},
        returns={200: models.OddsAnswer},
        problems=(*BODY, *TOKEN, *REFUSALS),
        rate="odds",
        roles=("referee", "seat"),
    ),
)
async def ask_odds(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """The same decision over every face of every die, from the caller's view alone.

    Past a number of branches, or half of the time that an answer may take, the faces are sampled
    instead. Few odds are reckoned at once; `not-ready` while too many wait for theirs.
    """
    here = context(request)
    limits = here.settings.limits
    body = await read_body(request, models.AskOdds, limits, limits.command_bytes)

    def ready(reader: Reader) -> odds.Question:
        here = at_play(request, reader, campaign_id)
        role = here.caller.role
        known = known_to(here.vault, here.campaign, role)
        return odds.question(here.campaign, here.system, role, body.command, body.for_, known)

    asked = await here.read(ready)

    def work(budget: Budget) -> bytes:
        found = odds.reckon(asked, limits.odds_branches, budget.spent)
        outcomes = tuple(
            models.OddsOutcome(_fraction(one.probability), one.outcome) for one in found.outcomes
        )
        at = asked.campaign.seq
        answer = json_bytes(models.OddsAnswer(at, found.exact, found.branches, outcomes))
        if found.branches:
            here.odds.put(asked.key, answer)
        return answer

    answer = here.odds.get(asked.key)
    if answer is None:
        answer = await while_asked(request, lambda: here.asking.ask(asked.key, work))
    return json_answer(raw(answer))


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


HANDLERS = [ask_odds]
