"""Every refusal names the rule that decides, and the ledger has it."""

from typing import Any

import msgspec
import pytest

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.kernel.contract.choices import fill
from iacta.domain.kernel.proof.dice import NeedsDice
from iacta.domain.kernel.proof.errors import Refused, RuleViolation
from tests.domain.de_bello_punico.given import NO_DICE, secrets
from tests.support.environment import Below
from tests.support.table import Table

#: What may decide against a command, besides 11 (in panic) and 13 (no leader, no points).
DECIDES = {
    "shift": {"BP 17.1.2", "BP 17.2.2", "BP 17.3.2", "BP 17.4.2"},
    "seat-leader": set(),
    "hold-out": {"BP 17.1.3c"},
    "place": {"BP 4", "BP 4.1", "BP 4.7", "BP 4.8", "BP 4.9"},
    "place-all": {"BP 4", "BP 4.1", "BP 4.7", "BP 4.8", "BP 4.9"},
    "goad": {"BP 4.8"},
    "stampede": {"BP 15.1"},
    "move": {"BP 6", "BP 15.1"},
    "march": {"BP 6", "BP 8.2", "BP 15.1"},
    "hasten": {"BP 4.1.1", "BP 4.6", "BP 15.1"},
    "move-leader": {"BP-42"},
    "recall": {"BP 4.5", "BP 14.1"},
    "ambush": {"BP 4.5", "BP 17.1.3c"},
    "leave": {"BP 17.1.4"},
    "shoot": {"BP 9.1"},
    "commit": {"BP 4.1.1", "BP 4.3"},
    "attack": {"BP 4.7", "BP 8.2", "BP 10", "BP 10.4", "BP 10.4.1", "BP 11.1.2", "BP 15.2"},
    "stand": {"BP 10.4", "BP 10.4.1"},
    "withdraw": {"BP 10.1"},
    "stay": {"BP 10.8"},
    "hold": {"BP 4.1.1", "BP 4.5"},
    "rally": {"BP 4.4", "BP 12"},
    "reroll": {"BP 4.9"},
}
STEPS = 120


def refusals(scenario: str) -> list[tuple[str, RuleViolation]]:
    """What a battle refuses when what was due at one time is sent at others, by either seat."""
    table, below = Table.found(SYSTEM, scenario), Below(f"refused {scenario}")
    sent: dict[str, Any] = {
        spec.type: dict(spec.example) | {"type": spec.type} for spec in SYSTEM.commands
    }
    found: list[tuple[str, RuleViolation]] = []
    for _ in range(STEPS):
        state = table.game
        kinds = {kind for one in SYSTEM.standing(state).waiting for kind in one.kinds}
        for kind in kinds:
            command = msgspec.convert(sent[kind], SYSTEM_COMMANDS[kind])
            for seat in ("rome", "carthage"):
                try:
                    hidden = secrets(state, hidden_members(kind, sent[kind]))
                    SYSTEM.decide(state, command, f"seat:{seat}", NO_DICE, hidden)
                except RuleViolation as refused:
                    found.append((kind.split(".")[1], refused))
                except (Refused, NeedsDice):
                    pass
        for role in table.roles:
            for option in table.options(role):
                if below(3) == 0:
                    sent[option.command["type"]] = fill(option, below)
        table.step(below)
    return found


SYSTEM_COMMANDS = {spec.type: spec.shape for spec in SYSTEM.commands}


def hidden_members(kind: str, command: dict[str, Any]) -> dict[str, Any]:
    """The members of a command that are sealed."""
    spec = next(one for one in SYSTEM.commands if one.type == kind)
    return {name: command[name] for name in spec.secret}


@pytest.mark.parametrize("scenario", ["trebbia", "zama"])
def test_a_refusal_cites_the_rule_that_decides(scenario: str) -> None:
    """Reached by play: the rule is in the ledger, and is one for this command."""
    found = refusals(scenario)
    assert len({kind for kind, _ in found}) >= 5
    for kind, refused in found:
        assert refused.rule in SYSTEM.rulebook, refused
        assert refused.rule in DECIDES[kind] | {"BP 11", "BP 13"}, (kind, refused.rule)
        assert not {"rome", "carthage"} & {*refused.detail.split()}, "a side by its name"
