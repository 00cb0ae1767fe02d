"""Play a whole game of each system with the generated client, by its types alone.

`play.py <server>` prints a line for each game: system, events, types of commands, reason.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from uuid import UUID

from httpx import Timeout
from iacta_client import AuthenticatedClient, Client
from iacta_client.api.campaigns import create_campaign, get_campaign
from iacta_client.api.play import get_options, post_command
from iacta_client.api.reading import get_state, list_steps
from iacta_client.api.record import list_events
from iacta_client.api.seats import claim_seat
from iacta_client.models.campaign import Campaign
from iacta_client.models.choose_by_schema import ChooseBySchema
from iacta_client.models.choose_integer import ChooseInteger
from iacta_client.models.choose_list import ChooseList
from iacta_client.models.choose_one import ChooseOne
from iacta_client.models.choose_some import ChooseSome
from iacta_client.models.choose_text import ChooseText
from iacta_client.models.civil_war_view import CivilWarView
from iacta_client.models.claim_seat import ClaimSeat
from iacta_client.models.command_accepted import CommandAccepted
from iacta_client.models.consent import Consent
from iacta_client.models.consent_type import ConsentType
from iacta_client.models.create_campaign import CreateCampaign
from iacta_client.models.create_campaign_options import CreateCampaignOptions
from iacta_client.models.create_campaign_visibility import CreateCampaignVisibility
from iacta_client.models.de_bello_punico_view import DeBelloPunicoView
from iacta_client.models.event_answer import EventAnswer
from iacta_client.models.event_page import EventPage
from iacta_client.models.naval_battle_view import NavalBattleView
from iacta_client.models.new_campaign import NewCampaign
from iacta_client.models.open_draw import OpenDraw
from iacta_client.models.option import Option
from iacta_client.models.options import Options
from iacta_client.models.post_command import PostCommand
from iacta_client.models.problem_body import ProblemBody
from iacta_client.models.samnite_wars_view import SamniteWarsView
from iacta_client.models.sealed_draw import SealedDraw
from iacta_client.models.state_answer import StateAnswer
from iacta_client.models.step_item import StepItem
from iacta_client.models.step_page import StepPage
from iacta_client.models.token_issued import TokenIssued
from iacta_client.types import Unset

Choice = ChooseBySchema | ChooseInteger | ChooseList | ChooseOne | ChooseSome | ChooseText
View = CivilWarView | DeBelloPunicoView | NavalBattleView | SamniteWarsView

GAMES: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "civil-war": ("table", {}),
    "de-bello-punico": ("beneventum", {}),
    "naval-battle": ("supply", {}),
    "samnite-wars": ("standard", {"turn_limit": 20}),
}


AGREE = Consent(type_=ConsentType.CAMPAIGN_CONSENT, to=1)


class Player:
    """Plays every role of a campaign, and takes the options that it has taken least often."""

    def __init__(self, server: str, system: str) -> None:
        scenario, switches = GAMES[system]
        options = CreateCampaignOptions()
        for key, value in switches.items():
            options[key] = value
        public = Client(base_url=server)
        body = CreateCampaign(
            name=f"Python plays {system}",
            scenario=scenario,
            system=system,
            visibility=CreateCampaignVisibility.PRIVATE,
            options=options,
        )
        creator = AuthenticatedClient(base_url=server, token="no-key-is-set")
        created = create_campaign.sync(client=creator, body=body)
        assert isinstance(created, NewCampaign), created
        self.system, self.id = system, UUID(created.campaign.id)
        tokens = dict(created.tokens.additional_properties)
        for seat, code in created.invitations.additional_properties.items():
            issued = claim_seat.sync(self.id, client=public, body=ClaimSeat(invitation=code))
            assert isinstance(issued, TokenIssued), issued
            tokens[seat] = issued.token
        self.clients = {
            seat: AuthenticatedClient(base_url=server, token=token, timeout=Timeout(60))
            for seat, token in tokens.items()
        }
        self.taken: Counter[str] = Counter()

    def play(self) -> str:
        """Play to the end: why it ended."""
        seat = "referee"
        while True:
            options = get_options.sync(self.id, client=self.clients[seat])
            assert isinstance(options, Options), options
            waiting = [one.seat for one in options.waiting]
            if not waiting:
                break
            if seat in waiting:
                self.act(seat, options)
            else:
                seat = waiting[0]
        campaign = get_campaign.sync(self.id, client=self.clients["referee"])
        assert isinstance(campaign, Campaign), campaign
        assert campaign.outcome is not None
        return campaign.outcome.reason

    def act(self, seat: str, options: Options) -> None:
        """Post an option of the game; every other time one without choices, if there is one."""
        mine = [one for one in options.items if self.may_take(one)]
        if options.at % 2:
            mine = [one for one in mine if isinstance(one.choices, Unset)] or mine
        option = min(mine, key=lambda one: self.taken[one.command.type_])
        self.taken[option.command.type_] += 1
        command: object = option.command.to_dict()
        if not isinstance(option.choices, Unset):
            command = self.fill(command, option.choices.additional_properties)
        accepted = post_command.sync(
            self.id,
            client=self.clients[seat],
            body=PostCommand.from_dict({"command": command, "entropy": "iacta"}),
            idempotency_key=f"{seat}-{options.at}",
            if_match=f'"{options.at}"',
        )
        assert isinstance(accepted, CommandAccepted), (command, accepted)
        assert accepted.event.seq == accepted.head.seq == options.at + 1

    def may_take(self, option: Option) -> bool:
        """Whether it is of the game, and no choice rests on a schema; and to agree at its end."""
        choices = option.choices
        listed = isinstance(choices, Unset) or not any(
            isinstance(one, ChooseBySchema) or (isinstance(one, ChooseList) and one.once)
            for one in choices.additional_properties.values()
        )
        of_game = option.command.type_.startswith(f"{self.system}.")
        return (of_game and listed) or option.id == "campaign.open-seals.yes"

    def fill(self, command: object, choices: Mapping[str, Choice]) -> object:
        """The command with every choice made."""
        for pointer, choice in choices.items():
            steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
            nested: Mapping[str, Choice] = {}
            value: object
            match choice:
                case ChooseOne():
                    chosen = choice.one_of[self.taken.total() % len(choice.one_of)]
                    value = chosen.value
                    if not isinstance(chosen.choices, Unset):
                        nested = chosen.choices.additional_properties
                case ChooseSome():
                    value = some_of(choice)
                case ChooseList():
                    value = [
                        self.fill(one.value, one.choices.additional_properties)
                        if not isinstance(one.choices, Unset)
                        else one.value
                        for one in choice.list_of[: choice.min_]
                    ]
                case ChooseInteger():
                    value = choice.integer.min_
                case ChooseText():
                    value = "alea"
                case ChooseBySchema():
                    raise ValueError(choice.schema)
            command = self.fill(put(command, steps, value), nested)
        return command

    def state(self) -> View:
        """What everyone sees now."""
        answer = get_state.sync(self.id, client=self.clients["referee"], audience="public")
        assert isinstance(answer, StateAnswer), answer
        return answer.view

    def events(self) -> Iterator[EventAnswer]:
        """Every event, a page at a time."""
        after: str | None = "0"
        while after is not None:
            page = list_events.sync(self.id, client=self.clients["referee"], limit=90, after=after)
            assert isinstance(page, EventPage), page
            yield from (item.event for item in page.items)
            after = page.next_

    def first_steps(self) -> list[StepItem]:
        """The first steps."""
        page = list_steps.sync(self.id, client=self.clients["referee"], limit=5)
        assert isinstance(page, StepPage), page
        return page.items


def some_of(choice: ChooseSome) -> list[object]:
    """The first selection that fits."""
    values: list[object] = [one.value for one in choice.some_of]
    if isinstance(choice.sum_, Unset):
        return values[: choice.min_]
    reached: dict[tuple[int, int], list[object]] = {(0, 0): []}
    for value in values:
        assert isinstance(value, int)
        for (size, amount), picked in list(reached.items()):
            reached.setdefault((size + 1, amount + value), [*picked, value])
    sums = (reached.get((size, choice.sum_)) for size in range(choice.min_, choice.max_ + 1))
    return next(one for one in sums if one is not None)


def put(target: object, steps: list[str], value: object) -> object:
    """``target`` with a value at the place: objects on the way are made, a list may grow."""
    if not steps:
        return value
    step, *rest = steps
    if isinstance(target, list):
        index = len(target) if step == "-" else int(step)
        old = target[index] if index < len(target) else {}
        return [*target[:index], put(old, rest, value), *target[index + 1 :]]
    assert isinstance(target, dict)
    return {**target, step: put(target.get(step, {}), rest, value)}


def summary(view: View) -> str:
    """A word of each game's own, which only its type knows."""
    match view:
        case CivilWarView():
            return f"{view.game.year_label}, {len(view.game.zones)} zones"
        case DeBelloPunicoView():
            return f"{sum(army.rout for army in view.game.armies)} Rout Points"
        case NavalBattleView():
            return f"{len(view.game.fleets)} fleets at {view.game.place}"
        case SamniteWarsView():
            return f"{view.game.treasury} coins, {view.game.players[0].prestige} PT"


def main(server: str) -> None:
    """Play them all."""
    for system in GAMES:
        player = Player(server, system)
        began = player.state()
        assert began.status == "open"
        reason = player.play()
        ended = player.state()
        assert (ended.system, ended.status) == (system, "concluded")
        assert summary(ended), ended
        events = list(player.events())
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        open_draws, sealed = 0, 0
        for event in events:
            for draw in event.draws:
                match draw:
                    case OpenDraw():
                        assert draw.seed
                        assert all(die.for_ for die in draw.dice)
                        open_draws += 1
                    case SealedDraw():
                        assert len(draw.dice.sealed) == 64
                        sealed += 1
        assert open_draws
        steps = player.first_steps()
        assert steps[0].text
        assert steps[0].event.command.type_ == "campaign.create"
        kinds = sorted({mark.kind for step in steps for mark in step.marks})
        print(system, len(events), len(player.taken), open_draws, sealed, kinds, reason, sep="|")  # noqa: T201
        refused = post_command.sync(
            player.id,
            client=player.clients[ended.seats[0].seat],
            body=PostCommand(command=AGREE),
        )
        assert isinstance(refused, ProblemBody), refused
        assert refused.type_ == "/problems/campaign-concluded", refused


if __name__ == "__main__":
    main(sys.argv[1])
