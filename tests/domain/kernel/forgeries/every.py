"""Every forgery of a capsule, for all who verify one."""

from tests.domain.kernel.forgeries.test_checkpoints import CHECKPOINTS
from tests.domain.kernel.forgeries.test_dice import DICE
from tests.domain.kernel.forgeries.test_events import EVENTS
from tests.domain.kernel.forgeries.test_forks import FORKS
from tests.domain.kernel.forgeries.test_rules import RULES
from tests.domain.kernel.forgeries.test_seals import SEALS
from tests.domain.kernel.forgeries.test_standing import STANDING

KINDS = (EVENTS, FORKS, DICE, SEALS, RULES, CHECKPOINTS, STANDING)
FORGERIES = [case for kind in KINDS for case in kind.all]
