"""The ledger: every sentence of the source's naval rules, every ruling, and how far it is done.

The source does not number its sentences: NV 1 to NV 14 are its paragraphs in order, each sentence
with a number of its own. NB-n are rulings.
"""

from iacta.domain.kernel.contract.rulebook import Rule, Rulebook, Status, Switch, Term

PRINTED = (
    # occasions
    Rule("NV 1.1", "L counts as B against light units instead of eliminating them"),
    Rule("NV 1.2", "Naval battles happen in three cases"),
    Rule("NV 1.3", "(a) Two Forces with fleets share a hex, and both players agree"),
    Rule("NV 1.4", "(b) An enemy Force with fleets chooses to intercept Sea Supply in its hex"),
    Rule("NV 1.5", "In case (b) there is a battle unless the active player concedes"),
    Rule("NV 1.6", "(c) A Force with a fleet intercepts Naval Movement by a Military Stratagem"),
    Rule("NV 1.7", "In case (c) the battle is fought at once, and decides on the movement"),
    Rule(
        "NV 1.8",
        "Otherwise the battleboard rules for land battles hold",
        "partly",
        note="They are not in the source: board, checks, tables and rally are our reconstruction.",
    ),
    # setting up
    Rule("NV 2.1", "Both sides allocate units secretly and simultaneously"),
    Rule("NV 2.2", "At least one fleet on each side"),
    Rule("NV 2.3", "A besieged or a relieving Force offers battle to the besiegers, not both"),
    Rule("NV 2.4", "In case (c) the moving Force fights; units in the hex may join it"),
    Rule("NV 2.5", "In case (c) the leader who paid for the interception takes part"),
    Rule("NV 2.6", "Ground units go on specific fleets, up to their capacity"),
    Rule("NV 2.7", "Each fleet has one ground unit before any has two"),
    Rule("NV 2.8", "Who is on which fleet is part of the secret choice"),
    Rule("NV 2.9", "Leaders on the fleets play Military Stratagems for tactical superiority"),
    Rule("NV 2.10", "Ties: the active player in case (a), the reactive one in (b) and (c)"),
    Rule("NV 2.11", "Superiority sets up last, moves first, and has one double move"),
    Rule("NV 2.12", "Each ground unit and leader is allocated to a fleet"),
    # movement
    Rule("NV 3.1", "Fleets move two squares"),
    Rule("NV 3.2", "Leaders and ground units are carried by a fleet, and do not move themselves"),
    Rule("NV 3.3", "They leave their fleet only by capturing another"),
    Rule("NV 3.4", "Command Checks are made as usual"),
    Rule("NV 3.5", "Checks tell of disruption and attacks for all, of movement for fleets"),
    Rule("NV 3.6", "Each unit is assessed by itself"),
    Rule("NV 3.7", "For movement the fleet's status alone counts"),
    Rule("NV 3.8", "Only fleets rout"),
    # passengers
    Rule("NV 4.1", "One ground unit on each fleet is the active one"),
    Rule("NV 4.2", "Those below take no part until it is eliminated or leaves the ship"),
    Rule("NV 4.3", "Units rally and check one by one"),
    Rule("NV 4.4", "A fleet with F after panic neither moves nor attacks; its unit may"),
    Rule("NV 4.5", "A disrupted unit may be on a sound fleet, and the other way round"),
    Rule("NV 4.6", "Ground units sink with their fleet; leaders may jump to a friendly one beside"),
    Rule("NV 4.7", "The jump succeeds on anything but F"),
    # combat
    Rule("NV 5.1", "No defensive fire"),
    Rule("NV 5.2", "No flank attacks"),
    Rule("NV 5.3", "Ground units never use fire combat"),
    Rule("NV 5.4", "One attack by each fleet or its active ground unit in the Combat Phase"),
    Rule("NV 5.5", "If the fleet attacks its passenger does not, and the other way round"),
    Rule("NV 5.6", "Ram, missile fire or boarding: one a turn for a fleet and its passengers"),
    # ramming
    Rule("NV 6.1", "A fleet that attacks an adjacent fleet rams it"),
    Rule("NV 6.2", "It uses the Phalanx row"),
    Rule("NV 6.3", "B or L flips the target, or sinks it if it was flipped"),
    Rule("NV 6.4", "Rams strike ships, not their passengers"),
    Rule("NV 6.5", "Passengers go down with a ship that is sunk"),
    Rule("NV 6.6", "A flips the ship that rams"),
    Rule("NV 6.7", "That leaves the passengers of the ramming ship alone"),
    Rule("NV 6.8", "Each fleet has five dice"),
    # missile fire
    Rule("NV 7.1", "The Fire table, five dice, adjacent or two squares off in a clear line"),
    Rule("NV 7.2", "Fire affects only the active ground unit"),
    Rule("NV 7.3", "Fire never affects fleets"),
    Rule("NV 7.4", "Ground units never use missile fire"),
    # boarding
    Rule("NV 8.1", "An active ground unit that attacks an adjacent enemy boards it"),
    Rule("NV 8.2", "No testudo, fire, chariots or elephants; the other attack modes are allowed"),
    Rule("NV 8.3", "Any ground unit with a combat factor may use Phalanx"),
    Rule("NV 8.4", "Heavy units may use Wedge, legions Quincunx"),
    Rule("NV 8.5", "It is resolved like combat between ground units"),
    Rule("NV 8.6", "The enemy's active ground unit defends, or without one the fleet itself"),
    Rule("NV 8.7", "Impediti are no defenders"),
    Rule("NV 8.8", "The next unit below becomes active at once, else the fleet defends"),
    Rule("NV 8.9", "Dice are thrown until used, the attacker is flipped, or all are defeated"),
    Rule("NV 8.10", "The attacker goes on against the next defender"),
    Rule("NV 8.11", "Against a fleet L counts as B"),
    # prizes
    Rule("NV 9.1", "A fleet destroyed by boarding may be taken instead by the unit that boarded"),
    Rule("NV 9.2", "Prizes act as friendly ships, but move one square and never doubly"),
    Rule("NV 9.3", "A prize reverts when its captor is eliminated"),
    Rule("NV 9.4", "A prize does not attack on the turn of its capture"),
    Rule("NV 9.5", "Enemy leaders on a ship are eliminated when it is taken"),
    # panic
    Rule("NV 10.1", "A Force panics with half or less of its original number of fleets"),
    Rule("NV 10.2", "Prizes count among the fleets it controls"),
    Rule("NV 10.3", "Panic lasts for the rest of the battle"),
    # escape
    Rule("NV 11.1", "Ships leave by their own edge only after panic"),
    Rule("NV 11.2", "Ships that flee or rout off it are rolled for"),
    Rule("NV 11.3", "In case (c) the active player's ships may leave by the enemy's edge"),
    Rule("NV 11.4", "That takes a fleet's whole movement, from a square at the edge"),
    Rule("NV 11.5", "They have broken through, and may finish their movement"),
    Rule("NV 11.6", "They are a Force of their own, whatever becomes of those left behind"),
    Rule("NV 11.7", "They count as destroyed for victory, and only for that"),
    # victory
    Rule("NV 12.1", "Strength points eliminated or captured decide, not fleets alone"),
    Rule("NV 12.2", "With a friendly port the loser may stay in the hex, and goes into it"),
    Rule("NV 12.3", "(b) The winner decides whether supply goes through"),
    Rule("NV 12.4", "(b) If neither wins, it does not"),
    Rule("NV 12.5", "(c) The winner decides whether the moving Force may go on"),
    Rule("NV 12.6", "(c) If neither wins, it may not"),
    Rule("NV 12.7", "Fleets that escaped by the enemy's edge may always go on"),
    Rule("NV 12.8", "Fleets that go on are not intercepted again during that move"),
    # after the battle
    Rule("NV 13.1", "Prizes become friendly fleets, by counters that are available"),
    Rule("NV 13.2", "Their morale need not match"),
    Rule("NV 13.3", "Without a counter they are eliminated"),
    Rule("NV 13.4", "All prizes go back to their owners' Builds Pools before counters are taken"),
    Rule("NV 14.1", "Reconstitution is done"),
)


def _ruling(number: int, title: str, note: str, status: Status = "done") -> Rule:
    return Rule(f"NB-{number}", title, status, "ruling", note)


RULINGS = (
    _ruling(1, "A unit throws as many dice as its combat factor", "Five for fleets and legions."),
    _ruling(
        2,
        "A and B flip, and what was flipped is lost; L does nothing to units that are not light",
        "L is printed for fleets and light units; of others the missing rules speak. Switch"
        " l_results.",
    ),
    _ruling(3, "Rams touch passengers only by sinking their ship", "So the text on rams implies."),
    _ruling(
        4,
        "Fire hits the active unit of a stack beside, or two squares off with nothing between",
        "The target is a ground unit: at an empty deck nobody shoots, and dice that are left when"
        " it falls are not thrown.",
    ),
    _ruling(
        5, "Dice that are left go on to the next defender, and at last the hull", "As printed."
    ),
    _ruling(6, "The check of a fleet and of its passenger are two things", "As printed."),
    _ruling(7, "Leaving takes the whole move, from a square at the edge", "By either edge alike."),
    _ruling(8, "Half is exact: three of five fleets do not panic", "Three is more than 2½."),
    _ruling(9, "A fleet carries two ground units and any leaders", "Data of each battle."),
    _ruling(
        10,
        "Who broke through counts as destroyed for victory, not for panic",
        "The text says only. What it carried counts with it.",
    ),
    _ruling(11, "Baggage is never active and stands below who fights", "It does not defend."),
    _ruling(12, "In case (c) the active side may add friends in the hex", "All or some of them."),
    _ruling(
        13,
        "Stratagems are staked in secret, opened together, and paid by both",
        "No order of play is printed.",
    ),
    _ruling(
        14,
        "It ends without a fleet on one side, by agreement, or after the last turn",
        "Without a winner nobody has to leave.",
    ),
    _ruling(15, "Fled and routed fleets are rolled for on a table of ours", "Theirs is missing."),
    _ruling(16, "A prize reverts at once, with nobody aboard", "Its captors held it alone."),
    _ruling(17, "Adjacent is beside, never cornerwise", "Fire knows no diagonals either."),
    _ruling(
        18,
        "One fleet on a square, moves over empty squares, set up in the own ranks",
        "Nothing is printed on stacking or set-up.",
    ),
    _ruling(
        19,
        "Routed fleets run straight for their edge and stop before others",
        "They steer no more; at the edge they leave.",
    ),
    _ruling(
        20,
        "Who is flipped may rally instead of moving or attacking, if he passed and no enemy is"
        " beside",
        "Rally is named and not described.",
    ),
    _ruling(
        21,
        "A disrupted unit is a flipped one; H bars moving, D attacking, F and R both",
        "The counters have two sides, and the text speaks of both in one breath.",
    ),
    _ruling(22, "A leader's rating comes off his shipmates' dice", "He is there for something."),
    _ruling(
        23,
        "The double move is one movement phase in which fleets move up to four squares",
        "The prizes that never take part in it show that it is the whole side's.",
    ),
    _ruling(24, "A captor does not leave his prize for another", "There is nobody to hold it."),
    _ruling(
        25,
        "Leaders jump by the check after panic; R fails as F does; to the soundest ship",
        "Before panic the check knows no F, and a leader cannot rout.",
    ),
    _ruling(
        26, "Panic is judged when a side's combat ends", "So that a prize of that turn counts."
    ),
    _ruling(27, "A captor takes the best counter of his pool", "Any may be taken, says the text."),
    _ruling(
        28,
        "The victor rolls for each fleet and ground unit of his, who comes back flipped",
        "The report says that the victor reconstitutes.",
    ),
    _ruling(
        29,
        "A moving Force that is let through does not withdraw; of one that is gone nobody is asked",
        "12.5 lets it continue; what broke through goes on in any case (12.7).",
    ),
)

RULEBOOK = Rulebook(
    source="A player's house rules for naval battles on the battleboard of a game on the Roman"
    " civil war. The battleboard's own rules and tables are not in the source.",
    rules=(*PRINTED, *RULINGS),
)

SWITCHES = (
    Switch("l_results", "L against ground units that are not light", ("none", "as-b"), "NB-2"),
)

GLOSSARY = (
    Term("Active", "Whose turn it is on the map: he moves by sea, or brings supply."),
    Term("Reactive", "The other player."),
    Term("Flipped", "Turned to the disrupted side; struck again it is lost."),
    Term("Active ground unit", "The one on deck: it boards, and is boarded and shot at first."),
    Term("Impediti", "Baggage: carried, worth points, never fights."),
    Term("Prize", "A fleet that boarders have taken."),
    Term("Superiority", "Sets up last, moves first, one double move."),
    Term("P, H, D, F, R", "Results of a Command Check: passes, halts, disrupted, fails, routs."),
    Term("A, B, L", "Results of combat: attacker, target, B against fleets and light units."),
)
