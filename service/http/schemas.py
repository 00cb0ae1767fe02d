"""The contract's schemas: of the API, and of every game's commands, effects and changes."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.commands import MOST_CHANGES
from iacta.domain.kernel.campaign.requests import KERNEL_SPECS
from iacta.domain.kernel.contract.system import CommandSpec, System
from iacta.service.http import choices, models
from iacta.service.http.catalogue import members, mend
from iacta.service.http.describe import Doc

REF = "#/components/schemas/{name}"
ADDRESS = "/openapi.json" + REF
"""Where a reader of the API finds a schema: in the contract of the server that he asks."""

NAME = (
    "Unicode NFC (anything else is refused, not changed), without invisible, unassigned or "
    "direction-changing characters, and without a blank at either end."
)


def prefix(system: System) -> str:
    """Before a game's own names, so that a new game never renames an old one's."""
    return "".join(part.capitalize() for part in system.key.split("-"))


def schemas(docs: Mapping[str, Doc], systems: Mapping[str, System]) -> dict[str, Any]:
    """Every component, by its name."""
    kernel = [spec.shape for spec in KERNEL_SPECS.values()]
    found = _components([*_shapes(docs), *kernel, *members(fx.KERNEL)], "")
    _exemplify(found, "", KERNEL_SPECS.values())
    commands = {kind: spec.shape.__name__ for kind, spec in KERNEL_SPECS.items()}
    effects = _tagged(members(fx.KERNEL), "")
    for system in systems.values():
        found |= _of_system(system)
        before = prefix(system)
        commands |= {spec.type: before + spec.shape.__name__ for spec in system.commands}
        effects |= _tagged(members(system.effect_type), before)
    found["Command"] = _union(commands)
    found["Effect"] = {
        "description": "What an event did. Clients ignore types that they do not know.",
        **_union(effects),
    }
    _tell_more(found)
    return dict(sorted(found.items()))


def _shapes(docs: Mapping[str, Doc]) -> list[type[msgspec.Struct]]:
    """What endpoints take and answer."""
    shapes: dict[str, Any] = {"ProblemBody": models.ProblemBody}
    shapes |= {one.__name__: one for one in choices.CHOICES}
    for doc in docs.values():
        answers = [
            one
            for returns in doc.returns.values()
            for one in (returns if isinstance(returns, tuple) else (returns,))
        ]
        for shape in (doc.body, *answers):
            if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
                shapes[shape.__name__] = shape
    return list(shapes.values())


def _of_system(system: System) -> dict[str, Any]:
    """A game's commands, effects, and what a ruling may change."""
    before, changes = prefix(system), members(system.change_type)
    own = [spec.shape for spec in system.commands]
    found = _components([*own, *members(system.effect_type), *changes], before)
    _exemplify(found, before, system.commands)
    found[before + "Changes"] = {
        "title": before + "Changes",
        "description": "What a ruling changes, in order.",
        "type": "array",
        "maxItems": MOST_CHANGES,
        "items": _union(_tagged(changes, before)),
    }
    return found


def _exemplify(found: dict[str, Any], before: str, specs: Any) -> None:
    spec: CommandSpec
    for spec in specs:
        found[before + spec.shape.__name__]["example"] = {"type": spec.type, **spec.example}


def _tell_more(found: dict[str, Any]) -> None:
    """What the structs cannot say of their members."""
    for name in ("PostCommand", "BatchCommand", "AskOdds"):
        found[name]["properties"]["command"] = {"$ref": REF.format(name="Command")}
    for name in ("CreateCampaign", "ForkCampaign", "SeatName"):
        found[name]["properties"]["name"]["description"] = NAME
    found["CreateCampaign"]["properties"]["data"] |= {
        "description": "Documents of the system to replace, whole, by their keys.",
        "propertyNames": {"pattern": "^[a-z0-9-]{1,64}$"},
        "additionalProperties": {"type": "object"},
    }
    event = found["EventShown"]["properties"]
    event["command"] = {
        "type": "object",
        "description": "The command as recorded: defaults left out, secret members sealed.",
        "required": ["type"],
        "properties": {"type": {"type": "string"}},
    }
    event["effects"] = {"type": "array", "items": {"$ref": REF.format(name="Effect")}}
    shapes = [{"$ref": REF.format(name=one.__name__)} for one in choices.CHOICES]
    found["Choice"] = {"title": "Choice", "description": choices.WHAT, "oneOf": shapes}
    for name in ("OptionItem", "Alternative"):
        found[name]["properties"]["choices"] = {
            "type": "object",
            "description": choices.WHERE,
            "additionalProperties": {"$ref": REF.format(name="Choice")},
        }
    found["Options"]["example"] = choices.EXAMPLE


def _tagged(shapes: Sequence[Any], before: str) -> dict[str, str]:
    return {str(one.__struct_config__.tag): before + one.__name__ for one in shapes}


def _components(shapes: Sequence[Any], before: str) -> dict[str, Any]:
    """Schemas of structs and all that they hold, by their prefixed names."""
    template = "#/components/schemas/" + before + "{name}"
    _, found = msgspec.json.schema_components(shapes, ref_template=template)
    for name in found:
        if "." in name:
            raise ValueError(f"two structs of one namespace share a name: {name}")
    return {
        before + name: {**mend(schema), "title": before + name} for name, schema in found.items()
    }


def _union(names: Mapping[str, str]) -> dict[str, Any]:
    refs = {kind: REF.format(name=name) for kind, name in sorted(names.items())}
    return {
        "oneOf": [{"$ref": ref} for ref in dict.fromkeys(refs.values())],
        "discriminator": {"propertyName": "type", "mapping": refs},
    }
