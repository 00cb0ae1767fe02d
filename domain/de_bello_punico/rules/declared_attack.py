"""The attack that waits for an answer. BP 10."""

from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.pending import AttackPending


def declared_attack(state: State) -> AttackPending | None:
    """The attack that has been declared and not yet been fought."""
    first = state.pending[0] if state.pending else None
    return first if isinstance(first, AttackPending) else None
