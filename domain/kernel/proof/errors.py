"""What can be wrong with a command or a record. The service has a problem type for each."""


class Refused(Exception):
    """A command is refused. It has drawn nothing and changed nothing."""

    slug = "invalid-request"

    def __init__(self, detail: str, *, pointer: str = "") -> None:
        super().__init__(detail)
        self.detail = detail
        self.pointer = pointer


class Invalid(Refused):
    """The command is malformed."""


class Forbidden(Refused):
    """The sender's role may not send this command."""

    slug = "forbidden"


class NotYourTurn(Refused):
    """The command is due, but from another seat."""

    slug = "not-your-turn"


class OutOfPhase(Refused):
    """The command belongs to another phase of the game."""

    slug = "out-of-phase"


class Conflict(Refused):
    """The command conflicts with the current state: already done, or ruled out since."""

    slug = "conflict"


class Concluded(Refused):
    """The campaign is over."""

    slug = "campaign-concluded"


class EditionChanged(Refused):
    """The campaign is played under an edition of its rules that is not installed."""

    slug = "edition-changed"


class BatchDraws(Refused):
    """A command before the last of an all-or-none batch would draw."""

    slug = "batch-draws"


class EnteredMismatch(Refused):
    """Too few or too many dice were entered, or one shows a face that its die does not have.

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
    """A decision needs a hidden value that the sender may not see."""


class CorruptLog(Exception):
    """A recorded effect is impossible in the state it meets."""


def require(holds: bool, what: object) -> None:
    """Raise `CorruptLog` unless it holds. ``what``: what is wrong, or the impossible effect."""
    if not holds:
        raise CorruptLog(what if isinstance(what, str) else f"{what} cannot follow")


class BadRecord(ValueError):
    """Bytes that are not a valid record."""


class DrawnRefusal(RuntimeError):
    """A decision refused after it had drawn: a bug in the rules, never the sender's fault."""
