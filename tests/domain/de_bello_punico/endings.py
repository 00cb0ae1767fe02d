"""How a battle of the Punic War ends. BP 16, BP 17, BP-18."""

from tests.conformance.ending import Ending

ROME = "the army of Rome routs"
CARTHAGE = "the army of Carthage routs"
LAST = "the last turn is over and neither army routs"
ENDINGS = (
    Ending("rome-routs", "trebbia", ROME),
    Ending("draw-to-rome", "trebbia", f"{LAST}, and a draw is Rome's"),
    Ending("draw-to-carthage", "beneventum", f"{LAST}, and a draw is Carthage's"),
    Ending("draw", "po", f"{LAST}: a draw"),
    Ending("carthage-routs", "po", CARTHAGE, "steady"),
    Ending("rome-routs", "zama", ROME),
    Ending("both-rout", "po", "both armies rout: a draw", "steady"),
)
