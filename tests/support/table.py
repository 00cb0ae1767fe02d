"""A table at which a campaign is played over the kernel's own `create`, `accept` and `fork`."""

import copy
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.accept import accept, give_standing_answer
from iacta.domain.kernel.campaign.bots import command_of
from iacta.domain.kernel.campaign.commands import Claim, Create, Fork, HandOver, NoteFork
from iacta.domain.kernel.campaign.event import Accepted, Context, build_event, store_openings
from iacta.domain.kernel.campaign.genesis import Carried, create, fork
from iacta.domain.kernel.campaign.odds import odds_of, odds_query
from iacta.domain.kernel.campaign.options import game_options, in_advance, options_in_name
from iacta.domain.kernel.campaign.requests import Entered, Request, recorded_command
from iacta.domain.kernel.campaign.stakes import Stakes
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.views import view
from iacta.domain.kernel.campaign.waiting import standing
from iacta.domain.kernel.contract.choices import Option
from iacta.domain.kernel.contract.odds import Odds
from iacta.domain.kernel.contract.system import Standing, Story, System
from iacta.domain.kernel.proof import capsules
from iacta.domain.kernel.proof.merkle import inclusion_path, root_of
from iacta.domain.kernel.proof.notes import write_receipt
from iacta.domain.kernel.proof.vault import Vault
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.keys import SIGNER, Signer

SERVER = "alea.example"


def campaign_id(number: int = 1) -> str:
    """A UUIDv7 that says its number."""
    return f"0193a5a0-0000-7000-8000-{number:012x}"


class Table:
    """A campaign in play: its events, its states and what is hidden, as a service would hold it."""

    def __init__(self, system: System, environment: ScriptedEnvironment) -> None:
        self.system, self.environment = system, environment
        self.vault = Vault()
        self.in_advance = False
        """whether bots may answer windows in advance"""
        self.events: list[Accepted] = []
        self.states = [Campaign()]

    @classmethod
    def found(
        cls,
        system: System,
        scenario: str | None = None,
        *,
        environment: ScriptedEnvironment | None = None,
        number: int = 1,
        **create_with: Any,
    ) -> "Table":
        """A new campaign; further arguments are members of `campaign.create` in plain data."""
        table = cls(system, environment or ScriptedEnvironment())
        scenario = scenario or system.scenarios[0].key
        plain = {"system": system.key, "scenario": scenario, **create_with}
        command = msgspec.convert({"type": "campaign.create", **plain}, Create)
        made = create(campaign_id(number), SERVER, command, table.context(), "create")
        return table._take(made)

    def context(self, **others: Any) -> Context:
        """What its next event is made with; ``others`` in place of its own."""
        own = Context(self.system, self.environment, self.vault, self.states.__getitem__)
        return msgspec.structs.replace(own, **others)

    def _take(self, accepted: Accepted) -> "Table":
        self.environment.keep(accepted)
        store_openings(self.vault, accepted)
        self.events.append(accepted)
        self.states.append(accepted.campaign)
        return self

    @property
    def campaign(self) -> Campaign:
        """Where it stands."""
        return self.states[-1]

    @property
    def game(self) -> Any:
        """The game's own state."""
        return self.campaign.game

    @property
    def standing(self) -> Standing:
        """Who is awaited."""
        return standing(self.campaign, self.system)

    @property
    def roles(self) -> list[str]:
        """The referee and every seat, as in ``by``."""
        return ["referee", *(f"seat:{seat.seat}" for seat in self.campaign.seats)]

    def do(
        self,
        by: str,
        type_: str,
        *,
        key: str = "",
        entropy: str = "",
        for_: str = "",
        entered: Entered | None = None,
        **members: Any,
    ) -> Accepted:
        """Send a command with these members, and keep its event. Raises `Refused`."""
        command = {"type": type_, **members}
        return self.send(by, command, key=key, entropy=entropy, for_=for_, entered=entered)

    def send(
        self,
        by: str,
        command: Any,
        *,
        key: str = "",
        entropy: str = "",
        for_: str = "",
        entered: Entered | None = None,
    ) -> Accepted:
        """Send a command in plain data, and keep its event. Raises `Refused`."""
        by = by if by in ("referee", "observer", "service") else f"seat:{by.removeprefix('seat:')}"
        key = key or f"k-{len(self.events) + 1}"
        request = Request(by, command, key, entropy, for_, entered)
        accepted = accept(self.campaign, request, self.context())
        self._take(accepted)
        while (answer := give_standing_answer(self.campaign, self.context())) is not None:
            self._take(answer)
        return accepted

    def stand(self, seat: str, window: str, until: str, answer: Any, **more: str) -> Accepted:
        """Let a seat answer the windows of a kind in advance."""
        return self.do(seat, "campaign.stand", window=window, until=until, answer=answer, **more)

    def claim(self, *seats: str) -> "Table":
        """Let seats be claimed, as the claims endpoint records it."""
        for seat in seats:
            self._record(f"seat:{seat}", Claim(seat), fx.SeatClaimed(seat))
        return self

    def hand_over(self, role: str) -> "Table":
        """Give a role to another holder, as the tokens endpoint records it."""
        return self._record("referee", HandOver(role), fx.SeatHandedOver(role))

    def _record(self, by: str, command: Any, effect: Any) -> "Table":
        request = Request(by, None, f"k-{len(self.events) + 1}")
        return self._take(
            build_event(
                self.campaign, request, recorded_command(command, {}), [effect], self.context()
            )
        )

    def would(
        self,
        by: str,
        command: Any,
        *,
        for_: str = "",
        entered: Entered | None = None,
        blind: bool = False,
    ) -> Accepted:
        """What a command would give, without sending it. Raises `Refused`.

        ``blind``: from what its sender knows alone, as within a batch; raises `NotKnown`.
        """
        request = Request(by, command, "would", "", for_, entered)
        context = self.context(environment=copy.copy(self.environment), blind=blind)
        return accept(self.campaign, request, context)

    def odds(self, by: str, command: Any, *, for_: str = "") -> Odds:
        """The odds of a command, from what its sender knows. Raises `Refused`."""
        return self.weigh(by, command, for_=for_)[0]

    def weigh(self, by: str, command: Any, *, for_: str = "") -> tuple[Odds, Stakes]:
        """The odds of a command and what is at stake. Raises `Refused`."""
        request = Request(by, command, "odds", for_=for_)
        return odds_of(odds_query(self.campaign, self.system, request, self.known(by)))

    def fork(
        self,
        at: int,
        *,
        seen: bool | None = None,
        keep_order: bool = False,
        number: int = 2,
        links: int | None = None,
        reason: str = "",
        by: str = "referee",
        **carried: Any,
    ) -> "Table":
        """A fork after event ``at``, at a table of its own; ``carried`` as in `Carried`."""
        child = Table(self.system, self.environment.fork(links))
        child.vault = Vault({d: entry for d, entry in self.vault.items() if entry.seq <= at})
        child.events, child.states = self.events[:at], self.states[: at + 1]
        if seen is None:
            seen = self.campaign.last_secret_seq > at
        made = fork(
            self.states[at],
            campaign_id(number),
            Fork(at, reason, keep_order),
            child.context(),
            "fork",
            seen=seen,
            by=by,
            carried=Carried(**carried),
        )
        return child._take(made)

    def note(self, child: str, at: int) -> "Table":
        """Record that a fork was made, as the service does."""
        request = Request("referee", None, f"note-{child}")
        note, effect = recorded_command(NoteFork(child, at), {}), fx.ForkMade(child, at)
        return self._take(build_event(self.campaign, request, note, [effect], self.context()))

    def known(self, role: str) -> dict[str, Any]:
        """The hidden values that a role may see."""
        return self.vault.known_to(
            role, self.campaign.seq, all_seats=self.campaign.referee_sees_all
        )

    def view(self, role: str) -> dict[str, Any]:
        """A role's view in plain data."""
        return view(self.campaign, self.system, role, self.known(role))

    def options(self, role: str) -> list[Option]:
        """What a role may do in the game."""
        return list(game_options(self.campaign, self.system, role, self.known(role)))

    def options_in_name(self, seat: str) -> list[Option]:
        """What the referee may do for a seat, from what the referee may see."""
        known = self.known("referee")
        return list(options_in_name(self.campaign, self.system, seat, known))

    def story(self, role: str, seq: int | None = None) -> Story:
        """What a role is told of an event."""
        at = self.campaign.seq if seq is None else seq
        effects = [
            msgspec.convert(effect, self.system.effect_type)
            for effect in self.events[at - 1].event.effects
            if "." in effect["type"]
        ]
        before = self.states[at - 1].game or self.system.state_type()
        return self.system.narrate(before, effects, self.known(role))

    def run(self, bot: str = "random", seed: str = "bots", most: int = 2_000) -> "Table":
        """Let bots play, the awaited first, until it is over or nobody has anything to do."""
        below = Below(seed)
        for _ in range(most):
            if not self.step(below, bot):
                return self
        raise AssertionError(f"not over after {most} commands")

    def step(self, below: Callable[[int], int], bot: str = "random") -> bool:
        """One command by one of those who are awaited; false once there is none to send."""
        if self.campaign.outcome is not None:
            return False
        if self.campaign.reshuffle_due:
            self.do("referee", "campaign.reshuffle")
            return True
        awaited = [waiting.seat for waiting in self.standing.waiting]
        roles = [seat if seat == "referee" else f"seat:{seat}" for seat in awaited]
        first = below(len(roles)) if roles else 0
        for role in dict.fromkeys([*roles[first:], *roles[:first], *self.roles]):
            command = self.choose(role, below, bot)
            if command is not None:
                self.send(role, command, entropy=f"e{len(self.events)}")
                return True
        return False

    def choose(
        self, role: str, below: Callable[[int], int], bot: str = "random"
    ) -> Mapping[str, Any] | None:
        """What a bot in ``role`` would send."""
        known = self.known(role)
        if self.in_advance:
            laid = in_advance(self.campaign, self.system, role, known, bot, below)
            if laid is not None:
                return laid
        return command_of(bot, self.system, self.game, role, known, below)

    def checkpoint(self, signer: Signer = SIGNER, size: int | None = None) -> str:
        """A signed checkpoint over the first ``size`` events, or all."""
        size = len(self.events) if size is None else size
        leaves = [bytes.fromhex(made.hash) for made in self.events[:size]]
        return signer.checkpoint(self.campaign.id, size, root_of(leaves))

    def receipt(self, seq: int, size: int | None = None) -> str:
        """The receipt of event ``seq`` under the root of the first ``size`` events, or of all."""
        size = len(self.events) if size is None else size
        leaves = [bytes.fromhex(made.hash) for made in self.events[:size]]

        def node(level: int, index: int) -> bytes:
            return root_of(leaves[index << level : (index + 1) << level])

        path = inclusion_path(node, seq - 1, size)
        record = self.events[seq - 1].record
        return write_receipt(record, seq - 1, path, self.checkpoint(size=size))

    def capsule(self, audience: str = "public", signer: Signer = SIGNER) -> bytes:
        """The saved campaign as ``audience`` gets it."""
        head = capsules.Head(
            {"id": self.campaign.id, "name": "A game", "system": self.campaign.system},
            audience,
            signer.key.text(),
        )
        events = [capsules.event_line(made.record, made.hash) for made in self.events]
        openings = self.vault.seen_by(
            audience, self.campaign.seq, all_seats=self.campaign.referee_sees_all
        )
        end = capsules.closing_lines(openings, self.checkpoint(signer))
        return b"".join((*capsules.opening_lines(head), *events, *end))


def play(
    system: System,
    *commands: tuple[str, Mapping[str, Any]],
    scenario: str | None = None,
    **found: Any,
) -> Table:
    """Create a campaign and send ``commands`` as (role or seat, plain command)."""
    table = Table.found(system, scenario, **found)
    for by, command in commands:
        table.send(by, dict(command))
    return table
