"""The ledger: every rule, table and number of this system, how far it is done, how sure we are.

Numbers 7 to 9 are the source's own. It does not number the rest: E is the events table, L entry of
leaders, D natural death, S the shifts below the combat table, R the regions; CW-n are rulings.
"""

from iacta.domain.civil_war.rulebook.reconstruction import RECONSTRUCTION
from iacta.domain.kernel.contract.rulebook import Misprint, Rule, Rulebook, Switch, Term

PRINTED = (
    Rule("CW E0", "The year's event: 1d6 + 1d10"),
    Rule("CW EN", "An event's modifier is signed by who attacks"),
    Rule("CW E1", "Fever at Roma"),
    Rule("CW E2", "Foul weather"),
    Rule("CW E3", "Low spirits in the legions"),
    Rule("CW E4", "The master of Roma falls ill"),
    Rule("CW E5", "Fury of the north"),
    Rule("CW E6", "Unrest in the cities"),
    Rule("CW E7", "A hard winter"),
    Rule("CW E8", "Omens for peace"),
    Rule("CW E9", "Storms at sea"),
    Rule("CW E10", "Roma tires of its master"),
    Rule("CW E11", "Legions desert"),
    Rule("CW E12", "Gifts to the legions"),
    Rule("CW E13", "Plague in the East"),
    Rule("CW E14", "The Parthi turn about"),
    Rule("CW E15", "Hunger in the north"),
    Rule("CW L1", "Entry of Roman leaders: at the start, in a year, after Caesar's death"),
    Rule("CW L2", "A faction by chance: one d6, even Caesarian, odd Republican"),
    Rule("CW L3", "Non-Roman leaders: entry and death"),
    Rule("CW D1", "Natural death: d10 below the number of the years"),
    Rule("CW 7.2", "Crossing of major rivers and straits"),
    Rule("CW 8.4", "Combat: one d6 on the column of the odds"),
    Rule("CW 8.4.2E", "E: every unit of the Force is eliminated"),
    Rule("CW 8.4.2A", "A: every unit is reduced, the reduced are eliminated"),
    Rule("CW 8.4.2F", "A fraction: that part of the defeated side's number of units is lost"),
    Rule("CW 8.4.2R", "R: no loss"),
    Rule("CW 8.4.2L", "Leaders of a Force with E are eliminated"),
    Rule("CW 8.4.2W", "The loser leaves the zone"),
    Rule("CW 8.4.2P", "Eliminated units go to the Reserve or to their people's box"),
    Rule(
        "CW 8.5.2",
        "Faction leaders, pretenders and assassins of Caesar",
        "left-out",
        note="The source names this rule and does not contain it; CW-9 stands in for it.",
    ),
    Rule("CW 8.6a", "TB of the attacker is added, of the defender subtracted"),
    Rule("CW 8.6b", "-1 if peoples alone defend outside the Republic"),
    Rule("CW 8.6c", "+1 if peoples alone attack outside the Republic"),
    Rule("CW 8.6d", "+1 if the attacker's PC is higher, Faction Leaders on both sides"),
    Rule("CW 8.6e", "-1 if the attacker's PC is lower, Faction Leaders on both sides"),
    Rule("CW 8.6f", "-1 if the attacker crossed a major river or a strait"),
    Rule("CW Sa", "One column right: the attacker's average Quality is higher"),
    Rule("CW Sb", "One column left: the attacker's average Quality is lower"),
    Rule("CW Sc", "Two columns right: it is at least twice the defender's"),
    Rule("CW Sd", "Two columns left: the defender's is at least twice the attacker's"),
    Rule("CW 9", "Adjustments"),
    Rule("CW R1", "Regions: garrison, recruitment, zones and cities for control, points"),
)


def _ruling(number: int, title: str, note: str, status: str = "done") -> Rule:
    return Rule(f"CW-{number}", title, status, "ruling", note)  # type: ignore[arg-type]


RULINGS = (
    _ruling(
        1, "The d10 of this system shows 0 to 9", "1d6 with it spans the table's fifteen rows."
    ),
    _ruling(
        2,
        "A event, B initiative, C entry, D deaths, E segments, F adjustments",
        "The page names C, D and E only. A phase with neither dice nor choice passes by itself;"
        " a desk has no B, segments or F.",
    ),
    _ruling(
        3,
        "Event 11 takes what is there, and nothing where nobody is in control",
        "The page presumes a controller with two Legio. Sicilia has no face of the die.",
    ),
    _ruling(4, "Event 7 drops the last segment", "It is the winter that shortens."),
    _ruling(5, "Event 10 is void while nobody controls Roma", "It names an opponent of somebody."),
    _ruling(
        6, "Event 15 leaves reduced units reduced", "Event 13 says otherwise only for its own."
    ),
    _ruling(7, "A faction by chance is rolled on entry", "Nothing hangs on it before."),
    _ruling(
        8,
        "Damaged glyphs of the combat table are read as ½, bold winners as they fall",
        "Every reading fits the rule that the attacker wins where row and column make 9.",
    ),
    _ruling(
        9,
        "Faction Leaders are eliminated with their Force like other leaders",
        "The rule of their own is not in the source; switch faction_leaders.",
    ),
    _ruling(
        10,
        "A crossing counts in every battle",
        "Its place under the Faction Leaders' heading is damage of the page; switch crossing.",
    ),
    _ruling(
        11,
        "Quality is the exact mean, odds round down, shifts stop at the outer columns",
        "No rounding is printed for Quality; a table has no further columns.",
    ),
    _ruling(
        12,
        "Of several leaders the highest TB and PC count",
        "The page speaks of one; switch several_leaders.",
    ),
    _ruling(13, "Event 1 leaves reduced units as they are", "They have no further side."),
    _ruling(
        14,
        "Event 13 strikes the whole region Asia; who leaves play comes back reduced",
        "It lasts for the turn, which ends with the closing of the year.",
    ),
    _ruling(15, "Deserters go to the Reserve", "They can be recruited again."),
    _ruling(
        16,
        "Events 4 and 6 without such a leader or city do nothing",
        "They name somebody who is not there; on a desk the referee says who goes where.",
    ),
    _ruling(17, "Illness goes before the return to a city", "The sick do not travel."),
    _ruling(18, "Events 5 and 15 count once a side", "If both sides qualify they cancel out."),
    _ruling(
        19,
        "Events 3 and 12 need Romans on one side and only non-Romans on the other",
        "Otherwise Romans fight Romans; 12 needs a Legio.",
    ),
    _ruling(20, "Orodes II leaves in phase D of -39 without a roll", "The table gives a year."),
    _ruling(21, "Odds beyond the table use its outer columns", "So say its outer heads."),
    _ruling(
        22,
        "Leaders in play with a number check once a year",
        "The table's years begin with -43; anything else is refused.",
    ),
    _ruling(
        23,
        "A reduced side has half the SP, rounded up, and the same Quality",
        "Counter values are not in the source; the referee may give another SP.",
    ),
    _ruling(
        24,
        "Every leader of a side in the zone takes part",
        "A combat names units only; whoever has to leave takes no part.",
    ),
    _ruling(25, "Who has to leave a zone does not fight in it", "He is beaten until he has left."),
    _ruling(26, "One unit that crossed makes the crossing", "The Force enters as one."),
    _ruling(
        27,
        "An ill leader's PC counts and his TB nowhere",
        "Only his TB is named; he cannot be in another zone.",
    ),
    _ruling(
        28,
        "Either seat or the referee rolls; the referee closes the year",
        "One player rolls, says the page. Nobody else knows who has done at a desk; on a map the"
        " year closes itself.",
    ),
    _ruling(
        29,
        "The controller chooses his deserters unless they are all alike or no more than two",
        "They are his to remove.",
    ),
    _ruling(
        30,
        "Leaders outlive a Force that A eliminates, and have to leave",
        "Only E names leaders.",
    ),
    _ruling(31, "For a victorious people the referee chooses the losses", "It has no seat."),
    _ruling(
        32,
        "A desk has no units; an adjudication changes nothing on it",
        "Its forces stand on somebody's table. Deaths and illness there are ruled.",
    ),
    _ruling(33, "A Force is of one side and fights another side", "So the losses have an owner."),
)

RULEBOOK = Rulebook(
    source="Player aid of a wargame on the Roman civil war, 49-29 BC: events, leaders, combat,"
    " regions. Its rules, map and counters are not in the source.",
    rules=(*PRINTED, *RULINGS, *RECONSTRUCTION),
    misprints=(
        Misprint("combat table, row -1, 2/1", "A/¼", "Its neighbours in the row call for ½."),
        Misprint("combat table, row 8, 2/3", "½/A", "Its neighbours in the row call for ¼."),
        Misprint("combat table, first row", "<-2", "Row -1 follows: it must mean -2 or less."),
        Misprint("combat table, last row", ">9", "Row 8 precedes: it must mean 9 or more."),
        Misprint("leaders, Menas", "(ou Menodorus)", "A French word left in; no full name."),
        Misprint("leaders, heading", "Roll 1d10 per le…", "A damaged line printed twice."),
    ),
)

SWITCHES = (
    Switch(
        "faction_leaders",
        "Faction Leaders of a Force with result E",
        ("eliminated", "survive"),
        "CW-9",
    ),
    Switch("crossing", "Where a crossing counts", ("always", "faction-leaders"), "CW-10"),
    Switch("several_leaders", "TB and PC of several leaders", ("highest", "sum"), "CW-12"),
    Switch("initiative", "How the initiative is won", ("points", "roll"), "CW-36"),
    Switch("interception", "Fleets that lie in wait", ("roll", "none"), "CW-45"),
    Switch("garrisons", "What a region's garrison is for", ("control", "recruitment"), "CW-58"),
)

GLOSSARY = (
    Term("Force", "The units and leaders of one side in a combat."),
    Term("TB", "A leader's figure for battle, added to or taken from the die; kept as printed."),
    Term("PC", "A Faction Leader's figure that is compared in battle; kept as printed."),
    Term("SP", "Strength points of a unit; their sums make the odds."),
    Term("Quality", "A unit's quality; its average shifts the column."),
    Term("MA", "Movement allowance."),
    Term("SMC", "One of a year's segments of movement and combat."),
    Term("E", "Eliminated: every unit of the Force."),
    Term("A", "Every unit is reduced, the reduced are eliminated."),
    Term("R", "No loss."),
    Term("Reserve", "Where eliminated Roman units wait for Adjustments."),
    Term("Control points", "What a region counts for whoever controls it; 20 in all."),
    Term("Faction Leader", "The leader at the head of a faction."),
    Term("Legio, Auxilia, Equites, Naves", "The four kinds of Roman units."),
)
