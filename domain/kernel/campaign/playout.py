"""A game played on without a record: no chain, seal or event is near.

Faces come from a generator of one's own and a digest is a mere number, so that thousands of
commands take seconds. A search plays out worlds that are possible for a seat; bots meet in matches.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from iacta.domain.kernel.campaign.genesis import resolve_data, resolve_options, resolve_seats
from iacta.domain.kernel.campaign.requests import check_phase, parse_command
from iacta.domain.kernel.contract.choices import Option
from iacta.domain.kernel.contract.system import AnySystem, Bot, Possible, Setup
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import Dice, Face, next_face, stream, uniform
from iacta.domain.kernel.proof.seals import Sealed, Secrets


class Chance:
    """Faces of dice, and choices 0 … n-1, from a seed. It serves as a `Source` of faces."""

    def __init__(self, key: bytes, purpose: str, number: int = 0) -> None:
        self._bytes = stream(key, "playout", purpose, number, "", "")
        self.thrown = False
        """Whether a die has been thrown."""

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        """The next face of ``die``, whatever the chain."""
        self.thrown = True
        return next_face(self._bytes, die)

    def below(self, count: int) -> int:
        """A number 0 … count-1."""
        return uniform(self._bytes, count)


class Later(Mapping[str, Any]):
    """A mapping that is made once somebody looks into it: plain bots often need no view."""

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, Any]:
        return self._make()

    def __getitem__(self, name: str) -> Any:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class Playout:
    """A game in play: its state, every hidden value, and what each role may see of them.

    ``name``: what its digests begin with, another than those that are in the state already.
    """

    def __init__(self, system: AnySystem, state: Any, chance: Chance, name: str = "sealed") -> None:
        self.system, self.state, self.chance = system, state, chance
        self.commands, self._name = 0, name
        self.certain = True
        """Whether what has been sent came out as it would in any world: no die was thrown, nothing
        hidden was opened and no bot was asked."""
        self._hidden: dict[str, Any] = {}
        self._open: dict[str, Any] = {}
        self._shown: dict[str, dict[str, Any]] = {}
        self._sealed = 0

    def suppose(self, possible: Possible) -> None:
        """Take hidden values as they may be."""
        for digest, (value, roles) in possible.items():
            self._keep(digest, value, roles)

    def known(self, role: str) -> Mapping[str, Any]:
        """The hidden values that a role may see."""
        return {**self._open, **self._shown.get(role, {})}

    def view(self, role: str) -> Mapping[str, Any]:
        """What a role sees of the game, in plain data."""
        plain: Mapping[str, Any] = to_plain(self.system.view(self.state, role, self.known(role)))
        return plain

    def options(self, role: str) -> list[Option]:
        """What a role may do."""
        return list(self.system.options(self.state, role, self.known(role)))

    def send(self, role: str, plain: Mapping[str, Any]) -> Sequence[Any]:
        """Carry out a role's command; its effects. Raises `Refused`."""
        spec, command = parse_command(self.system.specs, dict(plain))
        check_phase(spec, self.system.standing(self.state))
        members = {name: self._seal(getattr(command, name), (role,)) for name in spec.secret}
        secrets = Secrets(self.known(role), self._hidden, self._seal, members)
        system, dice = self.system, Dice(self.chance)
        effects = system.decide(self.state, command, role, dice, secrets)
        for effect in effects:
            self.state = system.evolve(self.state, effect)
        self._open |= {digest: self._hidden[digest] for digest in secrets.opened}
        self.certain &= not (self.chance.thrown or secrets.opened)
        self.commands += 1
        return effects

    def awaited(self, below: Callable[[int], int]) -> Iterator[str]:
        """The roles that are awaited, from one at random on; none once the game is over."""
        at = self.system.standing(self.state)
        if at.outcome is not None or not at.waiting:
            return
        roles = list(dict.fromkeys(role_of(one.seat) for one in at.waiting))
        first = below(len(roles))
        yield from roles[first:] + roles[:first]

    def step(self, bot_of: Callable[[str], Bot]) -> str:
        """Play one command of a role that is awaited. Returns the role; empty if nobody can act."""
        self.certain = False
        for role in self.awaited(self.chance.below):
            seen = Later(partial(self.view, role))
            command = bot_of(role)(seen, self.options(role), role, self.chance.below)
            if command is not None:
                self.send(role, command)
                return role
        return ""

    def _seal(self, value: Any, to: tuple[str, ...] = ()) -> Sealed:
        self._sealed += 1
        digest = f"{self._name} {self._sealed}"
        self._keep(digest, to_plain(value), to)
        return Sealed(digest)

    def _keep(self, digest: str, value: Any, roles: tuple[str, ...]) -> None:
        self._hidden[digest] = value
        for role in roles:
            self._shown.setdefault(role, {})[digest] = value


def begun(
    system: AnySystem,
    scenario: str,
    chance: Chance,
    *,
    seats: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Playout:
    """The table at which a scenario begins: the fewest seats if ``seats`` is 0, switches as by
    default where ``options`` does not say otherwise, and the system's own documents.
    """
    seated = resolve_seats(system, seats or system.scenario(scenario).min_seats, ())
    setup = Setup(
        scenario,
        resolve_options(system, options or {}),
        tuple(one.seat for one in seated),
        resolve_data(system, {}),
    )
    state = system.state_type()
    for effect in system.begin(setup):
        state = system.evolve(state, effect)
    return Playout(system, state, chance)


def role_of(seat: str) -> str:
    """The role of one who is awaited."""
    return seat if seat == "referee" else f"seat:{seat}"
