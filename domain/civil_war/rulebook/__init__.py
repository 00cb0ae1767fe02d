"""The ledger: every rule and table of this system, whether it is implemented, and its source.

Numbers 7 to 9 are the source's own. It does not number the rest: E is the events table, L entry of
leaders, D natural death, S the shifts below the combat table, R the regions; CW-n are rulings.
"""

from iacta.domain.civil_war.rulebook.reconstruction import RECONSTRUCTION
from iacta.domain.kernel.contract.rulebook import (
    Misprint,
    Rule,
    Rulebook,
    Switch,
    Term,
    ours,
)


def _event(number: int, name: str) -> Rule:
    return Rule(f"CW E{number}", name, note="The name is ours; the effect is the printed one.")


PRINTED = (
    Rule("CW E0", "Year event: 1d6 + 1d10"),
    Rule("CW EN", "An event's modifier is added for the attacker, subtracted for the defender"),
    _event(1, "Fever at Roma"),
    _event(2, "Foul weather"),
    _event(3, "Low spirits in the legions"),
    _event(4, "The master of Roma falls ill"),
    _event(5, "Fury of the north"),
    _event(6, "Unrest in the cities"),
    _event(7, "A hard winter"),
    _event(8, "Omens for peace"),
    _event(9, "Storms at sea"),
    _event(10, "Roma tires of its master"),
    _event(11, "Legions desert"),
    _event(12, "Gifts to the legions"),
    _event(13, "Plague in the East"),
    _event(14, "The Parthi turn about"),
    _event(15, "Hunger in the north"),
    Rule("CW L1", "Entry of Roman leaders: at the start, in a given year, or after Caesar's death"),
    Rule("CW L2", "Random faction: one d6, even Caesarian, odd Republican"),
    Rule("CW L3", "Non-Roman leaders: entry and death"),
    Rule("CW D1", "Natural death: a d10 below the leader's number for the year"),
    Rule(
        "CW 7.2",
        "Movement",
        "left-out",
        note="The source refers to this rule but does not contain it; CW-37 to CW-44 replace it.",
    ),
    Rule("CW 8.4", "Combat: one d6 on the odds column"),
    Rule("CW 8.4.2E", "E: every unit of the Force is eliminated"),
    Rule("CW 8.4.2A", "A: every full unit is reduced, every reduced unit is eliminated"),
    Rule("CW 8.4.2F", "A fraction: lose that fraction of the number of defeated units"),
    Rule("CW 8.4.2R", "R: no loss"),
    Rule("CW 8.4.2L", "Leaders of a Force that suffers E are eliminated"),
    Rule("CW 8.4.2W", "The loser leaves the zone"),
    Rule("CW 8.4.2P", "Eliminated units go to the Reserve or to their people's box"),
    Rule(
        "CW 8.5.2",
        "Faction leaders, pretenders and assassins of Caesar",
        "left-out",
        note="The source refers to this rule but does not contain it; CW-9 replaces it, and CW-72"
        " is an option in its place.",
    ),
    Rule("CW 8.6a", "The attacker's TB is added, the defender's is subtracted"),
    Rule("CW 8.6b", "-1 if only peoples defend, outside the Republic"),
    Rule("CW 8.6c", "+1 if only peoples attack, outside the Republic"),
    Rule("CW 8.6d", "+1 if the attacker's PC is higher, with Faction Leaders on both sides"),
    Rule("CW 8.6e", "-1 if the attacker's PC is lower, with Faction Leaders on both sides"),
    Rule("CW 8.6f", "-1 if the attacker crossed a major river or a strait"),
    Rule("CW Sa", "One column right: the attacker's average Quality is higher"),
    Rule("CW Sb", "One column left: the attacker's average Quality is lower"),
    Rule("CW Sc", "Two columns right: the attacker's is at least twice the defender's"),
    Rule("CW Sd", "Two columns left: the defender's is at least twice the attacker's"),
    Rule(
        "CW 9",
        "Adjustments",
        "left-out",
        note="The source refers to this rule but does not contain it; CW-55 to CW-59 replace it.",
    ),
    Rule("CW R1", "Regions: garrison, recruitment, zones and cities needed for control, points"),
)


OURS = {
    1: ("The d10 reads 0 to 9", "With 1d6 it spans the table's fifteen rows."),
    2: (
        "A event, B initiative, C entry, D deaths, E segments, F Adjustments",
        "The player aid names only C, D and E. A phase without dice or choices passes"
        " automatically; the referee's desk has no B, segments or F.",
    ),
    3: (
        "Event 11 takes as many Legio as there are, and none from an uncontrolled region",
        "The player aid assumes a controller with two Legio. No die face gives Sicilia.",
    ),
    4: ("Event 7 drops the last segment", "Winter shortens the end of the year."),
    5: (
        "Event 10 has no effect while no Faction Leader's seat controls Roma",
        "It names the Faction Leader who controls Roma, as event 4 does; switch unpopularity.",
    ),
    6: ("Event 15 does not affect reduced units", "Only event 13 says otherwise, for itself."),
    7: ("A random faction is rolled on entry", "Nothing depends on it before."),
    8: (
        "Illegible cells of the combat table are read as ½; bold type marks the winner",
        "Every reading fits the pattern that the attacker wins where row plus column is 9.",
    ),
    9: (
        "Faction Leaders are eliminated with their Force like other leaders",
        "Their own rule is not in the source; switch faction_leaders.",
    ),
    10: (
        "A crossing counts in every battle",
        "Its place under the Faction Leaders heading is a slip; switch crossing.",
    ),
    11: (
        "Quality is the exact mean, odds round down, shifts stop at the outer columns",
        "No rounding is printed for Quality, and the table has no further columns.",
    ),
    12: (
        "With several leaders, only the highest TB and the highest PC count",
        "The player aid speaks of one leader; switch several_leaders.",
    ),
    13: ("Event 1 does not affect reduced units", "They cannot be reduced further."),
    14: (
        "Event 13 strikes the whole Asia region; units that leave play return reduced",
        "They are out for the turn, which ends when the year is closed.",
    ),
    15: ("Deserters go to the Reserve", "They can be recruited again."),
    16: (
        "Events 4 and 6 have no effect without a leader or city to affect",
        "On the referee's desk the referee says which leader goes where.",
    ),
    17: ("Illness takes precedence over the return to a city", "The sick do not travel."),
    18: ("Events 5 and 15 apply once per side", "If both sides qualify they cancel out."),
    19: (
        "Events 3 and 12 need Romans on one side and only non-Romans on the other",
        "Otherwise Romans fight Romans. Event 12 also needs a Legio.",
    ),
    20: ("Orodes II dies in phase D of -39 without a roll", "The table gives a year."),
    21: ("Odds beyond the table use its outer columns", "As their headings say."),
    22: (
        "Leaders in play with a number for the year check once that year",
        "The table's years begin in 43 BC; any other check is refused.",
    ),
    23: (
        "A reduced side has half the SP, rounded up, and the same Quality",
        "Counter values are not in the source; the referee may set another SP.",
    ),
    24: (
        "Every leader of a side in the zone takes part",
        "A combat names only units; a leader who must leave the zone takes no part.",
    ),
    25: ("Units that must leave a zone do not fight in it", "They have been beaten there."),
    26: (
        "The crossing modifier counts if at least half of the attacking units crossed",
        "The attacker is the Force, and a cohort in boats is not the Force.",
    ),
    27: (
        "An ill leader's PC counts; their TB does not",
        "The event names only TB, and the leader cannot be in another zone.",
    ),
    28: (
        "Either seat or the referee rolls; the referee closes the year",
        "The player aid says one player rolls. At the referee's desk only the referee knows when"
        " everybody is done; on a map the year closes automatically.",
    ),
    29: (
        "The controller chooses the deserters unless all are alike or there are at most two",
        "The controller removes them.",
    ),
    30: (
        "Leaders survive a Force eliminated by A, and must leave the zone",
        "Only E mentions leaders.",
    ),
    31: ("The referee chooses the losses of a victorious people", "It has no seat."),
    32: (
        "The referee's desk has no units; an adjudication changes nothing on it",
        "The forces are on a physical map. Deaths and illness there are ruled.",
    ),
    33: ("A Force belongs to one side and fights one other side", "So losses have an owner."),
    69: (
        "Event 9 prohibits retreats and flights by sea too; Naves that must leave a port are lost",
        "It prohibits all movement by sea. A strait is crossed on the march. Switch storms.",
    ),
    73: (
        "A fraction is taken of the number of defeated units",
        "The sentence speaks of the victor's own units, both examples of the defeated; switch"
        " portion.",
    ),
    74: (
        "A leader whose death is given as never is eliminated with a Force that suffers E",
        "The column is about what the table rules; 8.4.2 excepts no leader but those of 8.5.2.",
    ),
}
RULINGS = ours("CW", OURS)

RULEBOOK = Rulebook(
    source="The player aid of a wargame on the Roman civil war, 49-29 BC: events, leaders,"
    " combat, regions. The rulebook, map and counters are not in the source.",
    rules=(*PRINTED, *RULINGS, *RECONSTRUCTION),
    misprints=(
        Misprint("combat table, row -1, 2/1", "A/¼", "Neighbouring cells suggest ½."),
        Misprint("combat table, row 8, 2/3", "½/A", "Neighbouring cells suggest ¼."),
        Misprint("combat table, first row", "<-2", "Row -1 follows, so it must mean -2 or less."),
        Misprint("combat table, last row", ">9", "Row 8 precedes, so it must mean 9 or more."),
        Misprint(
            "combat results, fractions",
            "a portion of that side's units",
            "Both examples take the portion of the defeated side's number (CW-73).",
        ),
        Misprint(
            "modifiers, f)",
            "listed under combats of Faction Leaders",
            "A crossing has nothing to do with leaders: it counts in every battle (CW-10).",
        ),
        Misprint(
            "leaders, Menas", "(ou Menodorus)", "A leftover French word instead of a full name."
        ),
        Misprint("leaders, heading", "Roll 1d10 per le…", "A garbled line, printed twice."),
    ),
)

SWITCHES = (
    Switch(
        "faction_leaders",
        "Faction Leaders of a Force that suffers E",
        ("eliminated", "survive"),
        "CW-9",
        ("They die with their Force", "They survive"),
    ),
    Switch(
        "crossing",
        "Where a crossing counts",
        ("always", "faction-leaders"),
        "CW-10",
        ("In every battle", "In battles of Faction Leaders"),
    ),
    Switch(
        "several_leaders",
        "TB and PC of several leaders",
        ("highest", "sum"),
        "CW-12",
        ("The highest counts", "They are added up"),
    ),
    Switch(
        "initiative",
        "How the initiative is won",
        ("points", "roll"),
        "CW-36",
        ("By control points; a tie is rolled for", "By a roll"),
    ),
    Switch(
        "interception",
        "Fleets that lie in wait",
        ("roll", "none"),
        "CW-45",
        ("They may strike those who sail by", "They let everyone pass"),
    ),
    Switch(
        "garrisons",
        "What a region's garrison is for",
        ("control", "recruitment"),
        "CW-58",
        ("Control of the region", "Recruiting there only"),
    ),
    Switch(
        "portion",
        "What a fraction is taken of",
        ("defeated", "victor"),
        "CW-73",
        ("The defeated units, as in the examples", "The victor's own units, to the letter"),
    ),
    Switch(
        "unpopularity",
        "Whose unpopularity event 10 is",
        ("leader", "seat"),
        "CW-5",
        ("A Faction Leader's, as printed", "The seat's, even without a Faction Leader"),
    ),
    Switch(
        "storms",
        "What event 9 prohibits at sea",
        ("all", "voyages"),
        "CW-69",
        ("Everything, as printed", "Voyages only"),
    ),
    Switch(
        "ides",
        "The Ides of March",
        ("none", "conspiracy"),
        "CW-72",
        ("No conspiracy", "Conspirators strike in 44 BC on 1 to 4"),
    ),
)

GLOSSARY = (
    Term("Force", "The units and leaders of one side in a combat."),
    Term(
        "TB",
        "A leader's combat modifier: the attacker's is added to the die, the defender's taken off.",
    ),
    Term("PC", "A Faction Leader's rating, compared in combat and added in negotiations."),
    Term("SP", "A unit's strength points; their totals give the odds."),
    Term("Quality", "A unit's quality; the average of a Force shifts the column."),
    Term(
        "MA",
        "Movement allowance, what one may spend in a segment: 1 for a zone, 2 over mountains, a"
        " river or a strait.",
    ),
    Term("SMC", "Segment of movement and combat; a year has several."),
    Term("E", "Every unit of the Force is eliminated."),
    Term("A", "Every full unit is reduced, every reduced unit is eliminated."),
    Term("R", "No loss."),
    Term("Reserve", "Where eliminated Roman units wait until Adjustments."),
    Term("Control points", "What a region is worth to its controller; 20 in all."),
    Term("Faction Leader", "The leader who heads a faction."),
    Term("Legio, Auxilia, Equites, Naves", "The four kinds of Roman units."),
)
