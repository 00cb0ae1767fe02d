"""What the API offers to a role: the options, with the addresses of the schemas that they name."""

import msgspec

from iacta.domain.kernel.campaign.options import options, options_in_name
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.choices import Choice, ChooseBySchema, Option
from iacta.domain.kernel.contract.system import AnySystem, Known
from iacta.service.http.schemas import ADDRESS, prefix

WITHHELD = (
    "What rests on what only the seat can see is left out; it can come only from the seat itself."
)


def offers(
    campaign: Campaign, system: AnySystem, role: str, known: Known, for_: str | None = None
) -> tuple[Option, ...]:
    """What a role may do now, in a stable order; ``for_``: what the referee may in a seat's name.

    What rests on what is not ``known`` is left out.
    """
    before = ADDRESS.format(name=prefix(system))
    found = (
        options(campaign, system, role, known)
        if for_ is None
        else options_in_name(campaign, system, for_, known)
    )
    return tuple(_addressed(one, before) for one in found)


def withheld_from(
    campaign: Campaign, system: AnySystem, for_: str | None
) -> str | msgspec.UnsetType:
    """The sentence on what is left out of what the referee may do for a seat; unset if nothing."""
    sees_all = campaign.referee_sees_all or not system.hidden_hands
    return msgspec.UNSET if for_ is None or sees_all else WITHHELD


def _addressed(option: Option, before: str) -> Option:
    choices = {pointer: _choice(choice, before) for pointer, choice in option.choices.items()}
    return msgspec.structs.replace(option, choices=choices)


def _choice(choice: Choice, before: str) -> Choice:
    """A game names its own schemas, and a place in one as `<name>/<pointer>`; here as addresses."""
    return ChooseBySchema(before + choice.schema) if isinstance(choice, ChooseBySchema) else choice
