"""What can be wrong with a command or a record. The service turns each into one problem type."""


class Refused(Exception):
    """A command that is not accepted. It has drawn nothing and changed nothing."""

    slug = "invalid-request"

    def __init__(self, detail: str, *, pointer: str = "") -> None:
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer


class Invalid(Refused):
    """The command does not have its documented form."""


class Forbidden(Refused):
    """The sender's role may not send this command."""

    slug = "forbidden"


class NotYourTurn(Refused):
    """The command is due, but from another seat."""

    slug = "not-your-turn"


class OutOfPhase(Refused):
    """The game is not at the point where this command is due."""

    slug = "out-of-phase"


class Conflict(Refused):
    """What the command asks for is already so, or excluded by what was done before."""

    slug = "conflict"


class Concluded(Refused):
    """The campaign is over."""

    slug = "campaign-concluded"


class EditionChanged(Refused):
    """The campaign is pinned to an edition of its rules that is not installed."""

    slug = "edition-changed"


class BatchDraws(Refused):
    """A command of an all-or-none batch other than the last would draw."""

    slug = "batch-draws"


class EnteredMismatch(Refused):
    """Dice rolled outside are not as many, or not of the range, as the decision reads.

    ``die`` and ``purpose``: the next die that is read, where one is missing or does not fit.
    """

    slug = "entered-dice-mismatch"

    def __init__(self, detail: str, *, die: str = "", purpose: str = "") -> None:
        super().__init__(detail)
        self.die, self.purpose = die, purpose


class RuleViolation(Refused):
    """A rule forbids the command.

    ``rule`` is the number in the system's rulebook ledger, or the id of a ruling.
    """

    slug = "rule-violation"

    def __init__(self, rule: str, detail: str, *, pointer: str = "") -> None:
        super().__init__(detail, pointer=pointer)
        self.rule = rule


class NotKnown(Exception):
    """A decision read a hidden value that the asker may not see."""


class CorruptLog(Exception):
    """A recorded effect is impossible in the state it meets."""


def require(holds: bool, what: object) -> None:
    """Raise `CorruptLog` unless it holds. ``what``: what is wrong, or the effect that cannot be."""
    if not holds:
        raise CorruptLog(what if isinstance(what, str) else f"{what} cannot follow")


class BadRecord(ValueError):
    """Bytes that are not a record of the format."""


class DrawnRefusal(RuntimeError):
    """A decision refused after it had drawn: a fault of the rules' code, never of the sender."""
