"""The ledger: every sentence of the source's naval rules, every ruling, and whether implemented.

The source does not number its sentences: NV 1 to NV 14 are its paragraphs in order, each sentence
with a number of its own. NB-n are rulings.
"""

from iacta.domain.kernel.contract.rulebook import Rule, Rulebook, Switch, Term, ours

PRINTED = (
    # occasions
    Rule(
        "NV 1.1",
        "L counts as B against light units instead of eliminating them, except when heavy"
        " cavalry attacks in a ground battle",
        note="There are no ground battles here, so there is no exception.",
    ),
    Rule("NV 1.2", "Naval battles happen in three cases"),
    Rule("NV 1.3", "(a) Two Forces with fleets share a hex, and both players agree"),
    Rule(
        "NV 1.4",
        "(b) An enemy Force with fleets chooses to intercept Sea Supply in its hex",
        note="It costs no stratagem.",
    ),
    Rule("NV 1.5", "In case (b) there is a battle unless the active player concedes"),
    Rule(
        "NV 1.6",
        "(c) A Force with a fleet intercepts Naval Movement with a Military Stratagem",
        note="It costs one stratagem of a leader, who must take part (2.5).",
    ),
    Rule(
        "NV 1.7",
        "In case (c) the battle is fought at once, and decides whether the movement continues",
    ),
    Rule(
        "NV 1.8",
        "Otherwise the battleboard rules for land battles apply",
        "partly",
        note="Those are not in the source: board, checks, tables and rally are our reconstruction.",
    ),
    # setting up
    Rule("NV 2.1", "Both sides allocate units secretly and simultaneously"),
    Rule("NV 2.2", "At least one fleet on each side"),
    Rule(
        "NV 2.3", "Either a besieged or a relieving Force offers battle to the besiegers, not both"
    ),
    Rule("NV 2.4", "In case (c) the moving Force fights; units in the hex may join it"),
    Rule("NV 2.5", "In case (c) the leader who paid for the interception takes part"),
    Rule("NV 2.6", "Ground units embark on specific fleets, up to their capacity"),
    Rule("NV 2.7", "Each fleet gets one ground unit before any gets two"),
    Rule("NV 2.8", "Who embarks on which fleet is part of the secret allocation"),
    Rule(
        "NV 2.9",
        "Leaders on the fleets play Military Stratagems for tactical superiority",
        note="Both sides bid in secret, and both pay. The higher bid sets up last, moves first and"
        " has the one double move (2.11).",
    ),
    Rule(
        "NV 2.10", "Ties go to the active player in case (a), to the reactive player in (b) and (c)"
    ),
    Rule("NV 2.11", "The side with superiority sets up last, moves first, and has one double move"),
    Rule("NV 2.12", "Each ground unit and leader is allocated to a fleet"),
    # movement
    Rule("NV 3.1", "Fleets move two squares"),
    Rule("NV 3.2", "Leaders and ground units are carried by fleets and do not move themselves"),
    Rule("NV 3.3", "They leave their fleet only by capturing another"),
    Rule(
        "NV 3.4",
        "Command Checks are made as usual",
        note="A die for each, read on the line of its discipline. From the best: imperator,"
        " veteran, recruit, mob, barbarian; the better, the more often it passes.",
    ),
    Rule("NV 3.5", "Checks decide disruption and attacks for all units, and movement for fleets"),
    Rule("NV 3.6", "Each unit is checked separately"),
    Rule("NV 3.7", "For movement only the fleet's status counts"),
    Rule("NV 3.8", "Only fleets rout"),
    # passengers
    Rule("NV 4.1", "One ground unit on each fleet is active"),
    Rule("NV 4.2", "The others take no part until it is eliminated or leaves the ship"),
    Rule("NV 4.3", "Units rally and check separately"),
    Rule("NV 4.4", "A fleet with F after panic neither moves nor attacks; its unit may"),
    Rule("NV 4.5", "A disrupted unit may be on an undisrupted fleet, and vice versa"),
    Rule(
        "NV 4.6",
        "Ground units sink with their fleet; leaders may jump to an adjacent friendly fleet",
    ),
    Rule("NV 4.7", "The jump succeeds on anything but F"),
    # combat
    Rule("NV 5.1", "No defensive fire"),
    Rule("NV 5.2", "No flank attacks"),
    Rule("NV 5.3", "Ground units never use fire combat"),
    Rule("NV 5.4", "One attack by each fleet or its active ground unit in the Combat Phase"),
    Rule("NV 5.5", "If the fleet attacks, its passenger does not, and vice versa"),
    Rule(
        "NV 5.6", "Ramming, missile fire or boarding: one per turn for a fleet and its passengers"
    ),
    # ramming
    Rule("NV 6.1", "A fleet that attacks an adjacent fleet rams it"),
    Rule("NV 6.2", "It uses the Phalanx row"),
    Rule("NV 6.3", "B or L flips the target, or sinks it if it was flipped"),
    Rule("NV 6.4", "Rams hit ships, not their passengers"),
    Rule("NV 6.5", "Passengers go down with a ship that is sunk"),
    Rule("NV 6.6", "A flips the ship that rams"),
    Rule("NV 6.7", "That does not affect the passengers of the ramming ship"),
    Rule("NV 6.8", "Each fleet has five dice"),
    # missile fire
    Rule(
        "NV 7.1",
        "The Fire table, five dice, at adjacent fleets or two squares away in a clear line",
    ),
    Rule("NV 7.2", "Fire affects only the active ground unit"),
    Rule("NV 7.3", "Fire never affects fleets"),
    Rule("NV 7.4", "Ground units never use missile fire"),
    # boarding
    Rule("NV 8.1", "An active ground unit attacks an adjacent enemy by boarding"),
    Rule("NV 8.2", "No testudo, fire, chariots or elephants; the other attack modes are allowed"),
    Rule("NV 8.3", "Any ground unit with a combat factor may use Phalanx"),
    Rule("NV 8.4", "Heavy units may use Wedge, legions Quincunx"),
    Rule("NV 8.5", "It is resolved like combat between ground units"),
    Rule("NV 8.6", "The enemy's active ground unit defends, or without one the fleet itself"),
    Rule("NV 8.7", "Impediti cannot defend"),
    Rule(
        "NV 8.8", "The next unit below becomes active at once; if there is none the fleet defends"
    ),
    Rule(
        "NV 8.9",
        "Dice are rolled until used up, the attacker is flipped, or all defenders are defeated",
    ),
    Rule("NV 8.10", "The attacker continues against the next defender"),
    Rule("NV 8.11", "Against a fleet L counts as B"),
    # prizes
    Rule("NV 9.1", "A fleet destroyed by boarding may be captured instead by the boarding unit"),
    Rule("NV 9.2", "Prizes act as friendly ships, but move one square and have no double move"),
    Rule("NV 9.3", "A prize reverts when its captor is eliminated"),
    Rule("NV 9.4", "A prize does not attack on the turn of its capture"),
    Rule("NV 9.5", "Enemy leaders on a ship are eliminated when it is captured"),
    # panic
    Rule(
        "NV 10.1",
        "A Force panics with half or less of its original number of fleets",
        note="Its checks are read on a harder table, and its ships may flee.",
    ),
    Rule("NV 10.2", "Prizes count among the fleets it controls"),
    Rule("NV 10.3", "Panic lasts for the rest of the battle"),
    # escape
    Rule("NV 11.1", "Ships leave by their own edge only after panic"),
    Rule("NV 11.2", "Roll for ships that flee or rout off it"),
    Rule("NV 11.3", "In case (c) the active player's ships may leave by the enemy's edge"),
    Rule("NV 11.4", "That takes a fleet's whole movement, starting on a square at the edge"),
    Rule("NV 11.5", "They have broken through and may finish their movement"),
    Rule("NV 11.6", "They are a separate Force, regardless of what happens to the rest"),
    Rule(
        "NV 11.7",
        "They count as destroyed for victory purposes only",
        note="They sail on, whoever wins; the enemy scores for them and for all aboard (12.7).",
    ),
    # victory
    Rule(
        "NV 12.1",
        "Strength points eliminated or captured decide, not only fleets",
        note="A side scores what the enemy has lost: fleets sunk, taken or broken through, and"
        " ground units eliminated. More points win.",
    ),
    Rule("NV 12.2", "With a friendly port the loser may stay in the hex by entering it"),
    Rule("NV 12.3", "(b) The winner decides whether supply goes through"),
    Rule("NV 12.4", "(b) If neither wins, it does not"),
    Rule("NV 12.5", "(c) The winner decides whether the moving Force may go on"),
    Rule("NV 12.6", "(c) If neither wins, it may not"),
    Rule("NV 12.7", "Fleets that escaped by the enemy's edge may always go on"),
    Rule("NV 12.8", "Fleets that go on cannot be intercepted again during that move"),
    # after the battle
    Rule(
        "NV 13.1",
        "Prizes become friendly fleets if counters are available",
        note="A prize is a fleet taken by boarders. After the battle it becomes one of its captor's"
        " spare counters; without one it is lost (13.3).",
    ),
    Rule("NV 13.2", "Their morale need not match"),
    Rule("NV 13.3", "Without a counter they are eliminated"),
    Rule("NV 13.4", "All prizes go back to their owners' Builds Pools before counters are taken"),
    Rule("NV 14.1", "Reconstitution takes place"),
)


OURS = {
    1: ("A unit rolls as many dice as its combat factor", "Five for fleets and legions."),
    2: (
        "A and B flip a unit, or eliminate a flipped one; L affects only light units and fleets",
        "L is printed for fleets and light units; the missing rules cover others. Switch"
        " l_results.",
    ),
    3: ("Rams affect passengers only by sinking their ship", "As the text on rams implies."),
    4: (
        "Fire hits the active unit of an adjacent stack, or two squares away with nothing between",
        "The target is a ground unit: an empty deck cannot be shot at, and dice left when the"
        " unit is eliminated are not rolled.",
    ),
    5: ("Remaining dice carry over to the next defender, and finally the hull", "As printed."),
    6: ("A fleet and its passenger check separately", "As printed."),
    7: ("Leaving takes the whole move, from a square at the edge", "This applies to both edges."),
    8: ("Half is exact: with three of five fleets a side does not panic", "Three is more than 2½."),
    9: ("A fleet carries two ground units and any leaders", "Data of each battle."),
    10: (
        "Fleets that broke through count as destroyed for victory, not for panic",
        "The text says only. What they carry counts too.",
    ),
    11: ("Baggage is never active and is below all fighting units", "It does not defend."),
    12: ("In case (c) the active side may add friendly units in the hex", "All or some of them."),
    13: (
        "Stratagems are bid in secret, revealed together, and paid by both",
        "No order of play is printed.",
    ),
    14: (
        "The battle ends when a side has no fleet, by agreement, or after the last turn",
        "Without a winner neither side has to leave.",
    ),
    15: ("Fled and routed fleets roll on a table of ours", "The original table is missing."),
    16: (
        "A prize reverts at once, with nobody aboard, and does not act in that turn",
        "Only its captors were aboard, and it has made no Command Check.",
    ),
    17: ("Adjacent never means diagonally", "Fire has no diagonals either."),
    18: (
        "One fleet per square, moves through empty squares, set-up in one's own ranks",
        "Stacking and set-up are not covered.",
    ),
    19: (
        "Routed fleets run straight for their edge and stop behind other fleets",
        "They cannot steer; at the edge they leave.",
    ),
    20: (
        "A flipped unit that passes its check or halts may rally instead of moving or attacking,"
        " if no enemy is adjacent",
        "Rally is mentioned but not described.",
    ),
    21: (
        "Disrupted means flipped; H prevents moving, D attacking, F and R both",
        "The counters have two sides, and the text uses both terms alike.",
    ),
    22: ("A leader's rating is subtracted from the dice of units aboard", "Leaders should matter."),
    23: (
        "The double move is one movement phase with up to four squares per fleet",
        "That prizes never take part shows that it is for the whole side.",
    ),
    24: (
        "Boarders from a prize may capture as well; the prize that they leave stays one while"
        " they live, and its hull defends it",
        "9.1 makes no exception, and a prize reverts only when its captor is eliminated (9.3)."
        " Switch captors.",
    ),
    25: (
        "Leaders jump by the Command Check after panic, to the best ship; only F drowns them",
        "The check before panic has no F. R drowns nobody as printed: only fleets rout (3.8)."
        " Switch jumps.",
    ),
    26: ("Panic is checked when a side's combat ends", "So that a prize of that turn counts."),
    27: ("A captor takes the best counter of its pool", "The text allows any."),
    28: (
        "The victor rolls for each eliminated fleet and ground unit, which returns flipped",
        "The report says that the victor reconstitutes.",
    ),
    29: (
        "A moving Force let through does not withdraw; if none is left, none sails on",
        "12.5 lets it continue; fleets that broke through go on in any case (12.7).",
    ),
    30: (
        "What fought beside a moving Force goes on with it, and is not intercepted again either",
        "12.8 speaks of the fleets that go on, and they are one Force now.",
    ),
    31: (
        "The captors of a prize for which there is no counter are taken off by their own side",
        "13.3 eliminates the fleet; it does not sink at sea.",
    ),
}
RULINGS = ours("NB", OURS)

RULEBOOK = Rulebook(
    source="A player's house rules for naval battles on the battleboard of a game about the"
    " Roman civil war. The battleboard's own rules and tables are not in the source.",
    rules=(*PRINTED, *RULINGS),
)

SWITCHES = (
    Switch(
        "l_results",
        "L against ground units that are not light",
        ("none", "as-b"),
        "NB-2",
        ("Nothing happens", "As B"),
    ),
    Switch(
        "jumps",
        "Results that drown a leader who jumps",
        ("only-f", "f-and-r"),
        "NB-25",
        ("F alone, as printed", "F and R, which counts as F"),
    ),
    Switch(
        "captors",
        "A fleet that boarders from a prize have beaten",
        ("capture", "sink"),
        "NB-24",
        ("They may capture it, as printed", "It sinks, as nobody else would hold their prize"),
    ),
)

GLOSSARY = (
    Term("Active", "The player whose turn it is on the map, moving by sea or tracing supply."),
    Term("Reactive", "The other player."),
    Term(
        "Flipped",
        "Turned to its disrupted side: hit again, it is lost. Once it has passed its Command Check"
        " or halted, it may roll to rally and turn back.",
    ),
    Term("Halted", "By its Command Check: may attack, but not move this turn."),
    Term("Disrupted", "By its Command Check: flipped, and may move, but not attack this turn."),
    Term("Failed", "Its Command Check: it neither moves nor attacks this turn."),
    Term("Routed", "A fleet, by its Command Check: it flees towards its own edge this turn."),
    Term("Rallied", "Turned back from its disrupted side this turn, by a roll."),
    Term(
        "Active ground unit",
        "The one on deck: it boards, and is the first to be boarded and shot at.",
    ),
    Term(
        "Discipline",
        "From the best: imperator, veteran, recruit, mob, barbarian. The better, the more Command"
        " Checks are passed.",
    ),
    Term("Impediti", "Baggage: carried, worth points, never fights."),
    Term("Prize", "A fleet captured by boarders."),
    Term("Superiority", "Tactical superiority: sets up last, moves first, one double move."),
    Term("P, H, D, F, R", "Results of a Command Check: passes, halts, disrupted, fails, routs."),
    Term("A, B, L", "Combat results: attacker hit, target hit, B against fleets and light units."),
)
