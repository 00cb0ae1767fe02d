"""The contract's schemas: of the API, and of every game's commands, effects and changes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.commands import MOST_CHANGES, UNPOSTED
from iacta.domain.kernel.campaign.requests import KERNEL_SPECS
from iacta.domain.kernel.campaign.views import View
from iacta.domain.kernel.contract.choices import AnyChoice
from iacta.domain.kernel.contract.system import AnySystem, CommandSpec
from iacta.service.http import choices
from iacta.service.http.catalogue import members, to_contract_schema
from iacta.service.http.describe import EndpointDoc
from iacta.service.http.meanings import add_meanings
from iacta.service.http.models.events import StreamMessage
from iacta.service.http.models.problems import ProblemBody

REF = "#/components/schemas/{name}"
ADDRESS = "/openapi.json" + REF
"""Where a client finds a schema: in the contract of the same server."""

NAME = (
    "Unicode NFC (anything else is refused, not changed), without invisible, unassigned or "
    "direction-changing characters, and without a blank at either end."
)
COMMAND = "The command: of the campaign's game, or one that every campaign has."
FRAME = "The command to post; where there are `choices`, once they are filled in."
FIRST = "The view before the first of these steps."
TYPED = {
    "type": "object",
    "required": ["type"],
    "properties": {"type": {"type": "string", "description": "The type of a `Command`."}},
    "additionalProperties": True,
}


def prefix(system: AnySystem) -> str:
    """Before a game's own names, so that a new game never renames an old one's."""
    return "".join(part.capitalize() for part in system.key.split("-"))


def schemas(docs: Mapping[str, EndpointDoc], systems: Mapping[str, AnySystem]) -> dict[str, Any]:
    """Every component, by its name."""
    posted, specs = KERNEL_SPECS.values(), (*KERNEL_SPECS.values(), *UNPOSTED)
    shapes = [*_shapes(docs), *(spec.shape for spec in specs), *members(fx.KERNEL), View]
    components = _components(shapes, "")
    _add_examples(components, "", posted)
    view = components.pop("View")
    recorded = _recorded(components, "", specs)
    commands = {spec.type: spec.shape.__name__ for spec in posted}
    effects = _tagged(members(fx.KERNEL), "")
    changes: dict[str, str] = {}
    views: dict[str, str] = {}
    for system in systems.values():
        before = prefix(system)
        own = _of_system(system, view)
        recorded |= _recorded(own, before, system.commands)
        commands |= {spec.type: before + spec.shape.__name__ for spec in system.commands}
        effects |= _tagged(members(system.effect_type), before)
        changes |= _tagged(members(system.change_type), before)
        views[system.key] = before + "View"
        components |= own
    unions = {
        "Command": ("What a seat or the referee wants to do.", "type", commands),
        "RecordedCommand": (
            "A command as recorded: members with their default are left out, and secret ones are "
            "sealed. Clients ignore types that they do not know.",
            "type",
            recorded,
        ),
        "Effect": (
            "What an event did. Clients ignore types that they do not know.",
            "type",
            effects,
        ),
        "Change": ("What a referee's ruling may change, of every game.", "type", changes),
        "View": ("What an audience sees of a campaign, by its system.", "system", views),
    }
    for name, (description, member, names) in unions.items():
        components[name] = {"title": name, "description": description, **_union(names, member)}
    _add_shapes(components)
    return dict(sorted(components.items()))


def _shapes(docs: Mapping[str, EndpointDoc]) -> list[type[msgspec.Struct]]:
    """What endpoints take and answer."""
    shapes: dict[str, Any] = {one.__name__: one for one in (ProblemBody, StreamMessage)}
    shapes |= {one.__name__: one for one in choices.CHOICES}
    for doc in docs.values():
        for returns in (doc.body, *doc.returns.values()):
            for shape in returns if isinstance(returns, tuple) else (returns,):
                if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
                    shapes[shape.__name__] = shape
    return list(shapes.values())


def _of_system(system: AnySystem, view: Mapping[str, Any]) -> dict[str, Any]:
    """A game's commands, effects, what a ruling may change, and its view within a campaign's."""
    before, changes = prefix(system), members(system.change_type)
    own = [spec.shape for spec in system.commands]
    shapes = [*own, *members(system.effect_type), *changes, system.view_type]
    components = _components(shapes, before)
    _add_examples(components, before, system.commands)
    game, whole = before + "Game", before + "View"
    components[game] = {**components.pop(before + system.view_type.__name__), "title": game}
    properties = {
        **view["properties"],
        "system": {**view["properties"]["system"], "const": system.key},
        "game": {**view["properties"]["game"], "$ref": REF.format(name=game)},
    }
    components[whole] = {**view, "title": whole, "properties": properties}
    components[before + "Changes"] = {
        "title": before + "Changes",
        "description": "What a ruling changes, in order.",
        "type": "array",
        "maxItems": MOST_CHANGES,
        "items": _union(_tagged(changes, before), "type"),
    }
    return components


def _add_examples(components: dict[str, Any], before: str, specs: Iterable[CommandSpec]) -> None:
    for spec in specs:
        components[before + spec.shape.__name__]["example"] = {"type": spec.type, **spec.example}


def _recorded(
    components: dict[str, Any], before: str, specs: Iterable[CommandSpec]
) -> dict[str, str]:
    """The schema of each command as recorded; those with secret members are added."""
    names = {}
    for spec in specs:
        name = names[spec.type] = before + spec.shape.__name__
        if not spec.secret:
            continue
        names[spec.type] = f"{name}Recorded"
        posted = {key: value for key, value in components[name].items() if key != "example"}
        sealed = {
            member: {
                "description": "Its digest; the value itself until it is sealed.",
                "anyOf": [_ref("Sealed"), posted["properties"][member]],
            }
            for member in spec.secret
        }
        components[names[spec.type]] = {
            **posted,
            "title": names[spec.type],
            "properties": posted["properties"] | sealed,
        }
    return names


def _add_shapes(components: dict[str, Any]) -> None:
    """What the structs cannot say of their members, since it depends on the games."""

    def tell(name: str, member: str, schema: Mapping[str, Any]) -> None:
        properties = components[name]["properties"]
        properties[member] = {**_described(properties[member]), **schema}

    components["ClaimSeat"] |= {"minProperties": 1, "maxProperties": 2}
    for name in ("PostCommand", "BatchCommand", "AskOdds"):
        tell(name, "command", {"description": COMMAND, **_ref("Command")})
    for name in ("CreateCampaign", "ForkCampaign", "SeatName"):
        components[name]["properties"]["name"]["description"] = NAME
    components["CreateCampaign"]["properties"]["data"] |= {
        "description": "Documents of the system to replace, whole, by their keys.",
        "propertyNames": {"pattern": "^[a-z0-9-]{1,64}$"},
        "additionalProperties": {"type": "object", "additionalProperties": True},
    }
    tell("EventAnswer", "command", {"description": "As recorded.", **_ref("RecordedCommand")})
    did = {"type": "array", "items": _ref("Effect")}
    tell("EventAnswer", "effects", {"description": "What it did, in order.", **did})
    for name in ("Ruling", "Ruled"):
        tell(name, "changes", components[name]["properties"]["changes"] | {"items": _ref("Change")})
    tell("StateAnswer", "view", {"description": "The view.", **_ref("View")})
    components["EmptyView"] = {
        "title": "EmptyView",
        "description": "Before a campaign's first event nothing is seen.",
        "type": "object",
        "additionalProperties": False,
    }
    before = {"description": FIRST, "anyOf": [_ref("View"), _ref("EmptyView")]}
    tell("StepPage", "view", before)
    shapes = [_ref(one.__name__) for one in choices.CHOICES]
    components["Choice"] = {"title": "Choice", "description": choices.WHAT, "oneOf": shapes}
    for name in ("Option", "Alternative"):
        components[name]["properties"]["choices"] = {
            "type": "object",
            "description": choices.WHERE,
            "additionalProperties": _ref("Choice"),
        }
    tell("Option", "command", {"description": FRAME, **TYPED})
    components["Options"]["example"] = choices.EXAMPLE


def _described(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {name: schema[name] for name in ("description", "default") if name in schema}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": REF.format(name=name)}


def _choice(kind: type) -> dict[str, Any]:
    """The schema of any choice, which a member distinguishes, not a tag."""
    if kind is AnyChoice:
        return _ref("Choice")
    raise NotImplementedError


def _tagged(shapes: Sequence[Any], before: str) -> dict[str, str]:
    return {str(one.__struct_config__.tag): before + one.__name__ for one in shapes}


def _components(shapes: Sequence[Any], before: str) -> dict[str, Any]:
    """Schemas of structs and all that they hold, by their prefixed names."""
    template = "#/components/schemas/" + before + "{name}"
    _, components = msgspec.json.schema_components(
        shapes, ref_template=template, schema_hook=_choice
    )
    for name in components:
        if "." in name:
            raise ValueError(f"two structs of one namespace share a name: {name}")
    add_meanings(components, shapes)
    return {
        before + name: {**to_contract_schema(schema), "title": before + name}
        for name, schema in components.items()
    }


def _union(names: Mapping[str, str], member: str) -> dict[str, Any]:
    """Any of the named schemas, with ``member`` as the discriminator."""
    refs = {kind: REF.format(name=name) for kind, name in sorted(names.items())}
    return {
        "oneOf": [{"$ref": ref} for ref in dict.fromkeys(refs.values())],
        "discriminator": {"propertyName": member, "mapping": refs},
    }
