"""The ledger: every rule number of the source and every ruling, how far done, how sure we are."""

from iacta.domain.kernel.contract.rulebook import Misprint, Rule, Rulebook, Switch, Term

NO_RULE = "Nothing here to enforce."
TEXT = "An introduction, not a rule."


def _ruling(number: int, title: str, note: str) -> Rule:
    return Rule(f"BP-{number}", title, provenance="ruling", note=note)


PRINTED = (
    Rule("BP 1", "Introduction", "left-out", note=TEXT),
    Rule("BP 2", "Components", "left-out", note=NO_RULE),
    Rule("BP 2.1", "The map: a field of hexes"),
    Rule("BP 2.2", "Scale: 80-100 m a hex, 30 minutes a turn", "left-out", note=NO_RULE),
    Rule("BP 2.3", "One six-sided die", "left-out", note="Every die here is a d6."),
    Rule("BP 2.4", "Counters: Combat Points, Movement Allowance, Morale, Missile Capacity"),
    Rule("BP 2.4.1", "Markers as reminders", "left-out", note="The state remembers."),
    Rule("BP 3", "Game turns of impulses"),
    Rule("BP 3.1", "Procedure of a turn"),
    Rule("BP 3.1A", "Strategic phase"),
    Rule("BP 3.1B", "Initiative phase"),
    Rule("BP 3.1C", "Operational phase: move, enemy volley, combat, recovery, for each side"),
    Rule("BP 3.1D", "Interphase: victory is checked, the turn marker moves"),
    Rule("BP 4", "Command Points and the Vacuus are placed in boxes each turn"),
    Rule("BP 4.1", "Placed in turns, Carthage first, at most three in a box"),
    Rule("BP 4.1.1", "One Command Point for a unit in an impulse"),
    Rule("BP 4.2", "Initiative: +1 for each point"),
    Rule("BP 4.3", "Combat: +1 for a unit within command range, attacker first"),
    Rule("BP 4.4", "Recovery: one Disorder from a unit for each point"),
    Rule("BP 4.5", "Cavalry: no pursuit, or a return"),
    Rule("BP 4.6", "Movement: 1 MP more for three units of one type"),
    Rule("BP 4.7", "Furor: two mercenary charges for a point, Carthage only"),
    Rule("BP 4.8", "Elephants: rolls for two enemy units for a point, Rome only"),
    Rule("BP 4.9", "Fortuna: one reroll; one marker at most"),
    Rule("BP 5", "Initiative: a die each, the winner chooses the order, ties again"),
    Rule("BP 6", "Movement into front hexes, paying for terrain"),
    Rule("BP 7", "One unit in a hex"),
    Rule("BP 7.1", "Crossing friendly units: 1 Disorder to both, with exceptions"),
    Rule("BP 8", "Facing a side of the hex: three front hexes, three rear hexes"),
    Rule("BP 8.1", "Turning costs 1 MP"),
    Rule("BP 8.2", "Zone of control: the front hexes; entering one ends the move"),
    Rule("BP 8.2.1", "Who turns in an enemy zone without leaving the hex may attack"),
    Rule("BP 9", "Missile volley of the passive side, each unit once a turn, into its front"),
    Rule("BP 9.1", "Range: skirmishers two hexes, others one"),
    Rule("BP 9.2", "Line of sight"),
    Rule("BP 9.3", "The missile table's number or less: 1 Disorder"),
    Rule("BP 10", "Combat: one attack a unit, into its front; voluntary, one by one"),
    Rule("BP 10.1", "Withdrawal of the faster"),
    Rule("BP 10.2", "Attacker and defender roll a die each"),
    Rule("BP 10.3", "Modifiers; terrain has none"),
    Rule("BP 10.4", "Support from the rear hexes"),
    Rule("BP 10.4.1", "A unit supports one combat an impulse"),
    Rule("BP 10.5", "Rear attack: +2 or +1 by type"),
    Rule("BP 10.6", "Results: 1 Disorder to the lower, 2 if doubled, 1 to both if equal"),
    Rule("BP 10.7", "Disorder lowers morale; at its morale a unit panics"),
    Rule("BP 10.8", "Advance into the vacated hex, with any front"),
    Rule("BP 10.8.1", "Triarii, Hastati, Principes and Veterans need not advance"),
    Rule("BP 11", "Panic: the unit flees to its side of the map"),
    Rule("BP 11.1", "Foot in panic flees on at the start of its side's movement"),
    Rule("BP 11.1.1", "Elephants and Skirmishers in panic are removed"),
    Rule("BP 11.1.2", "What eliminates a unit in panic: enemies, a Veteran front, an attack"),
    Rule("BP 11.2", "Cavalry in panic flees off the map at once"),
    Rule("BP 12", "Recovery within command range; not for units in panic"),
    Rule("BP 13", "Leaders: six MP, range twice their value, +1, death on a 1"),
    Rule("BP 14", "Pursuit of cavalry by cavalry"),
    Rule("BP 14.1", "Return of pursuers for a Cavalry point"),
    Rule("BP 15", "Special units"),
    Rule("BP 15.1", "Elephants Table"),
    Rule("BP 15.2", "Mercenary charges"),
    Rule("BP 16", "Defeat by Rout Points at the end of a turn; draws"),
    Rule("BP 16.1", "Rout Points by type; the leader 5"),
    Rule("BP 16.1.1", "A unit in panic gives no more Rout Points"),
    Rule("BP 16.1.2", "Pursuers off the map and disordered units give none"),
    Rule("BP 17", "Scenarios"),
    Rule("BP 17.1", "Trebbia, 218 BC"),
    Rule("BP 17.1.1", "Trebbia: terrain costs"),
    Rule("BP 17.1.2", "Trebbia: set-up, Rome first; points 2 and 4"),
    Rule("BP 17.1.3", "Trebbia: special rules"),
    Rule("BP 17.1.3a", "Romans but Equites and Celts start reduced"),
    Rule("BP 17.1.3b", "No Elephants box for Rome"),
    Rule("BP 17.1.3c", "One Numidian unit may be held out and enter by the Roman edge"),
    Rule("BP 17.1.4", "Trebbia: 14 turns, limits 12, Roman exits, a draw is Rome's"),
    Rule("BP 17.2", "Beneventum, 214 BC"),
    Rule("BP 17.2.1", "Beneventum: terrain costs, the river impassable"),
    Rule("BP 17.2.2", "Beneventum: set-up, Carthage first; three points each"),
    Rule("BP 17.2.3", "Beneventum: 12 turns, limits 9 and 10, a draw is Carthage's"),
    Rule("BP 17.3", "Po, 203 BC"),
    Rule("BP 17.3.1", "Po: terrain costs, the river impassable"),
    Rule("BP 17.3.2", "Po: set-up; three points each"),
    Rule("BP 17.3.3", "Po: 15 turns, limits 12 and 14"),
    Rule("BP 17.4", "Zama, 202 BC"),
    Rule("BP 17.4.1", "Zama: all open"),
    Rule("BP 17.4.2", "Zama: set-up; four points each"),
    Rule("BP 17.4.3", "Zama: 16 turns, limits 15 and 16"),
    Rule("BP 18", "Credits", "left-out", note=NO_RULE),
    Rule("BP 19", "Translation", "left-out", note=NO_RULE),
)

RULINGS = (
    _ruling(1, "PR, RP and Rout Points are one thing", "Three names, never side by side."),
    _ruling(2, "4.5 means 14 and 14.1 where it names 11.3 and 11.4", "There are no such rules."),
    _ruling(
        3,
        "A unit's Rout Points are scored once, at its panic",
        "16 says panic, 16.1 eliminated, and 16.1.1 forbids to count twice.",
    ),
    _ruling(
        4,
        "Allies and Mercenaries give 1 Rout Point; Mercenaries +1 from behind",
        "Both lists leave them out; they stand beside Infantry. A switch sets 0.",
    ),
    _ruling(
        5,
        "Faster is a greater printed allowance; a unit with its leader may always withdraw",
        "10.1 and 13 say no more.",
    ),
    _ruling(
        6,
        "One withdrawal a unit an impulse; the attack is used up and the attacker follows",
        "One for a whole side would make it worthless in a line; a switch sets that.",
    ),
    _ruling(
        7,
        "A low total of 0 or less is doubled by any above 0; both at or below 0 give 1",
        "Twice nothing is nothing.",
    ),
    _ruling(8, "Equal totals give 1 Disorder to each of the two units", "Players have none."),
    _ruling(
        9,
        "Panic comes when Disorder reaches the printed morale",
        "To lower morale as well would count each point twice.",
    ),
    _ruling(10, "The reduced side is 1 Disorder", "The counter is flipped by the first point."),
    _ruling(
        11,
        "E and SC are Equites and Socii Celti: fresh at the Trebbia",
        "The only types with such letters.",
    ),
    _ruling(
        12,
        "How many markers lie in a box is public; which is the Vacuus is sealed until used",
        "Else the bluff is none. When all are placed each is sealed anew, the Vacuus last in its"
        " box: which marker is used tells nothing. A switch lets both sides place at once, for"
        " play by mail.",
    ),
    _ruling(13, "Hastati and Principes are one type for Movement points, not for support", "4.6."),
    _ruling(
        14,
        "Combat points: attacker, then defender; +1, one a unit, within command range",
        "4.3 with 4.1.1.",
    ),
    _ruling(
        15,
        "Who starts in an enemy zone and leaves the hex may not attack; to turn is free of that",
        "8.2 with 8.2.1.",
    ),
    _ruling(
        16,
        "The line of sight joins hex centres; along a border both hexes must be occupied",
        "The ruler of 9.2.",
    ),
    _ruling(17, "At the Po and at Zama Carthage sets up first", "As at Beneventum."),
    _ruling(
        18,
        "Both at their limit is a draw; the Trebbia's is Rome's, Beneventum's Carthage's",
        "The scenario says whose a draw is.",
    ),
    _ruling(19, "Roman exits lower Rome's Rout Points, never below 0", "Recover is not score."),
    _ruling(
        20,
        "A furious elephant before a Carthaginian unit stops, and both take 1",
        "Rome leads it; the unit straight ahead suffers before those aside. One in panic does not"
        " stop it (BP-37).",
    ),
    _ruling(
        21,
        "A straight charge of elephants is four hexes in a line, +1",
        "10.3. They are its last four, and it attacks as it ran: who then turns aside stops.",
    ),
    _ruling(
        22,
        "A Furor point is two charges, +2; a natural 5 or 6 costs 1 more after the combat",
        "4.7 with 15.2.",
    ),
    _ruling(23, "Fortuna rerolls one own die just rolled; the new face stands", "4.9."),
    _ruling(
        24,
        "A leader dies on a 1 when his unit takes Disorder; his side then has no Command Points",
        "13.",
    ),
    _ruling(25, "Combat points are put on units as the combat impulse begins, and last it", "4.3."),
    _ruling(
        26,
        "Fortuna is asked for whenever a marker lies in its box, also if it is the Vacuus",
        "Else the question would tell what the marker is.",
    ),
    _ruling(
        27,
        "The hidden Numidians enter by any Roman edge hex for a Cavalry point",
        "Once Roman foot has been in panic; 17.1.3c. Horse has no In Fugam marker (11, 11.2).",
    ),
    _ruling(28, "Seven boxes a side: Furor is Carthage's, Elephants Rome's", "4.1, 4.7, 4.8."),
    _ruling(
        29,
        "A leader whose unit is gone joins the nearest of his own",
        "With none left he leaves the field, and gives no Rout Points; but a die that Disorder has"
        " made due is thrown all the same (13).",
    ),
    _ruling(
        30,
        "A leader always rides with a unit, and moves with it for nothing",
        "13 sets him up so, and gives him no strength to stand alone.",
    ),
    _ruling(
        31,
        "A step turns a unit the way it goes",
        "6 wants its rear to the hex it left; 10.1 reads a retreat so. To face elsewhere costs 1.",
    ),
    _ruling(
        32,
        "At range 2 the arc is five hexes, from one front side hex to the other",
        "The three front hexes, prolonged.",
    ),
    _ruling(
        33,
        "Enraged elephants stop before an enemy unit, in an enemy zone, in the last empty hex",
        "8.2 and 7 stop them too, but they attack whoever is then before them (15.1), also if they"
        " started in a zone. Who runs off the field is gone.",
    ),
    _ruling(34, "Of two who may reroll, the attacker is asked first", "As in 4.3."),
    _ruling(
        35,
        "Pursuit follows combat only, and stops before an occupied hex",
        "A volley is shot from a distance, and two units never share a hex.",
    ),
    _ruling(
        36,
        "Of equally short ways fugitives take the one with fewest deaths and Disorders",
        "A unit with no way off the field is eliminated.",
    ),
    _ruling(37, "Units in panic take no more Disorder and are no targets", "It means nothing."),
    _ruling(
        38,
        "Markers in the initiative box are shown at the roll; a tie is rolled by a new command",
        "Both sides must see what is added.",
    ),
    _ruling(
        39,
        "Who comes onto the field faces inward, pays for the hex, and may move on",
        "14.1 and 17.1.3c do not say; an enemy zone ends its move (8.2).",
    ),
    _ruling(
        40,
        "The owner names the units in support, the defender once he knows the attack",
        "10.4.1 makes it a choice, as the example shows.",
    ),
    _ruling(
        41,
        "To leave by the Carthaginian edge costs 1 MP; pursuers who leave by it take back nothing",
        "17.1.4 names no cost; the front must lead over that edge, as with any step (6). Pursuers"
        " are not considered for Rout Points (16.1.2), and may return.",
    ),
    _ruling(
        42,
        "In an impulse a leader either rides with his unit or joins another, which moves no more",
        "13 gives him six MP: to ride, change horses and ride on would give him twice as many. Also"
        " who takes him up because he must leave his own then goes no further.",
    ),
    _ruling(
        43,
        "One die for a leader, however often Disorder comes by one command",
        "13 has one die for one point or more.",
    ),
    _ruling(
        44,
        "Fugitives run on in each later movement impulse of their side, also in the same turn",
        "11.1 names the start of their movement turn; who panics before its elephants in that very"
        " impulse has run.",
    ),
    _ruling(
        45,
        "No zone stops a furious elephant",
        "15.1 says where it stops: with its front against a Carthaginian unit.",
    ),
    _ruling(
        46,
        "Motionless and furious elephants that are attacked are fought as any",
        "15.1 takes away what they would do, and says of no unit that it cannot be attacked.",
    ),
    _ruling(
        47,
        "Units are set up facing the enemy's edge",
        "No scenario says; from there the first impulse turns them.",
    ),
    _ruling(
        48,
        "A move names its goal, or its way hex by hex; else it goes the way that harms least",
        "6 and 7.1: it is the owner who moves. Fewest friends broken through, then fewest MP;"
        " elephants take the straight run that makes a charge where there is one.",
    ),
)

RULEBOOK = Rulebook(
    source="De Bello Punico: rules of four battles of the second Punic war. Its counters, maps,"
    " missile table, table of types and orders of battle are not in the source.",
    rules=(*PRINTED, *RULINGS),
    misprints=(
        Misprint("4.5", "(11.3), (11.4)", "There are no such rules: 14 and 14.1 (BP-2)."),
        Misprint("17.1.3", "Regole dello scenario", "A heading left untranslated."),
        Misprint("17.1.3a", "E and SC", "No such letters elsewhere: Equites, Socii Celti (BP-11)."),
    ),
)

SWITCHES = (
    Switch("placing", "How markers are placed", ("alternate", "together"), "BP-12"),
    Switch("allies_rout", "Rout Points of Allies and Mercenaries", (1, 0), "BP-4"),
    Switch("withdrawals", "Withdrawals in an impulse", ("per unit", "per side"), "BP-6"),
)

GLOSSARY = (
    Term("CP", "Combat Points: what a unit adds to its die; elsewhere Command Points."),
    Term("MP", "Movement points."),
    Term("PR, RP", "Rout Points."),
    Term("ZdC, ZOC", "Zone of control: the three hexes in front of a unit."),
    Term("Vacuus", "The false Command Point, worth nothing."),
    Term("In fugam", "In flight: the marker of a foot unit in panic."),
    Term("Hostem insequi", "In pursuit: the marker of horse that pursued off the map."),
    Term("Finis", "The marker of elephants that do nothing more this turn."),
    Term("Furor", "The box of mercenary charges."),
    Term("Fortuna", "The box of the reroll."),
)
