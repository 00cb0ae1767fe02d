"""The ledger: every rule number of the source and every ruling, and whether it is implemented."""

from iacta.domain.kernel.contract.rulebook import Misprint, Rule, Rulebook, Switch, Term, ours

NO_RULE = "Nothing to enforce."
TEXT = "An introduction, not a rule."


PRINTED = (
    Rule("BP 1", "Introduction", "left-out", note=TEXT),
    Rule("BP 2", "Components", "left-out", note=NO_RULE),
    Rule("BP 2.1", "The map: a field of hexes"),
    Rule("BP 2.2", "Scale: 80-100 m a hex, 30 minutes a turn", "left-out", note=NO_RULE),
    Rule("BP 2.3", "One six-sided die", "left-out", note="All dice in this game are d6."),
    Rule("BP 2.4", "Counters: Combat Points, Movement Allowance, Morale, Missile Capacity"),
    Rule("BP 2.4.1", "Markers as reminders", "left-out", note="The state keeps track instead."),
    Rule("BP 3", "Game turns, divided into impulses"),
    Rule("BP 3.1", "Procedure of a turn"),
    Rule("BP 3.1A", "Strategic phase"),
    Rule("BP 3.1B", "Initiative phase"),
    Rule("BP 3.1C", "Operational phase: move, enemy volley, combat, recovery, for each side"),
    Rule("BP 3.1D", "Interphase: check victory, advance the turn marker"),
    Rule("BP 4", "Each turn Command Points and the Vacuus are placed in boxes"),
    Rule("BP 4.1", "Seven boxes a side; placed alternately, Carthage first, at most three a box"),
    Rule("BP 4.1.1", "At most one Command Point per unit and impulse"),
    Rule("BP 4.2", "Initiative: +1 per point"),
    Rule("BP 4.3", "Combat: +1 for a unit within command range, attacker first"),
    Rule("BP 4.4", "Recovery: each point removes one Disorder from a unit"),
    Rule("BP 4.5", "Cavalry: prevents a pursuit or allows a return"),
    Rule("BP 4.6", "Movement: +1 MP for up to three units of one type"),
    Rule("BP 4.7", "Furor: two mercenary charges per point, Carthage only"),
    Rule("BP 4.8", "Elephants: a roll against two enemy units for each point, Rome only"),
    Rule("BP 4.9", "Fortuna: one reroll; one marker at most"),
    Rule("BP 5", "Initiative: one die each; the winner chooses the order; ties are rerolled"),
    Rule("BP 6", "Movement into front hexes, the rear to the hex left, at terrain cost"),
    Rule("BP 7", "Stacking: one unit per hex, and leaders with them"),
    Rule("BP 7.1", "Moving through friendly units: 1 Disorder each, with exceptions"),
    Rule("BP 8", "Three front hexes, three rear hexes; leaders and units in panic have only front"),
    Rule("BP 8.1", "Turning costs 1 MP"),
    Rule("BP 8.2", "Zone of control: the front hexes; entering an enemy one ends the move"),
    Rule("BP 8.2.1", "A unit that turns in an enemy zone without leaving its hex may attack"),
    Rule("BP 9", "Missile volley by the passive side, once per unit and turn, into the front"),
    Rule("BP 9.1", "Range: skirmishers two hexes, others one"),
    Rule("BP 9.2", "Line of sight"),
    Rule("BP 9.3", "A roll of the missile table's number or less inflicts 1 Disorder"),
    Rule("BP 10", "Combat: one attack per unit, into its front; voluntary, one at a time"),
    Rule("BP 10.1", "Withdrawal of a faster unit; one in a combat impulse"),
    Rule("BP 10.2", "Attacker and defender roll one die each"),
    Rule("BP 10.3", "Modifiers; none for terrain"),
    Rule("BP 10.4", "Support from the rear hexes"),
    Rule("BP 10.4.1", "A unit supports one combat per impulse"),
    Rule("BP 10.5", "Rear attack: +2 or +1 by type"),
    Rule("BP 10.6", "Results: 1 Disorder to the lower total, 2 if doubled, 1 to both if equal"),
    Rule("BP 10.7", "Disorder lowers morale; a unit whose Disorder equals its morale panics"),
    Rule("BP 10.8", "Advance into the vacated hex, with any facing"),
    Rule("BP 10.8.1", "Triarii, Hastati, Principes and Veterans may decline to advance"),
    Rule("BP 11", "Panic: the unit flees towards its own map edge"),
    Rule("BP 11.1", "In later turns infantry in panic flees on as its side's movement starts"),
    Rule("BP 11.1.1", "Elephants and Skirmishers in panic are removed"),
    Rule(
        "BP 11.1.2",
        "A unit in panic is eliminated by enemies, by the front of Veterans, or by an attack",
    ),
    Rule("BP 11.2", "Cavalry in panic flees off the map at once"),
    Rule("BP 12", "Recovery within command range; not for units in panic"),
    Rule(
        "BP 13",
        "Leaders: six MP, command range twice their value, +1 in combat, always able to withdraw,"
        " death on a 1, and then no Command Points",
    ),
    Rule("BP 14", "Cavalry pursues cavalry in which it has caused panic"),
    Rule("BP 14.1", "Return of pursuers for a Cavalry point"),
    Rule("BP 15", "Special units"),
    Rule("BP 15.1", "Elephants Table"),
    Rule("BP 15.2", "Mercenary charges"),
    Rule("BP 16", "Defeat by Rout Points at the end of a turn; draws"),
    Rule("BP 16.1", "Rout Points by type; the leader 5"),
    Rule("BP 16.1.1", "A unit already in panic gives no more Rout Points"),
    Rule("BP 16.1.2", "Pursuers off the map and disordered units give no Rout Points"),
    Rule("BP 17", "Scenarios"),
    Rule("BP 17.1", "Trebbia, 218 BC"),
    Rule(
        "BP 17.1.1",
        "Trebbia: terrain costs",
        note="None is given for the river behind the Roman line; ours is BP-52.",
    ),
    Rule("BP 17.1.2", "Trebbia: set-up, Rome first; points 2 and 4"),
    Rule("BP 17.1.3", "Trebbia: special rules"),
    Rule("BP 17.1.3a", "Romans start reduced, except Equites and Celts"),
    Rule("BP 17.1.3b", "Rome cannot use the Elephants box"),
    Rule("BP 17.1.3c", "One Numidian unit may be held back and enter by the Roman edge"),
    Rule("BP 17.1.4", "Trebbia: 14 turns, rout limits 12, Roman exits, a draw is a Roman win"),
    Rule("BP 17.2", "Beneventum, 214 BC"),
    Rule("BP 17.2.1", "Beneventum: terrain costs, the river impassable"),
    Rule("BP 17.2.2", "Beneventum: set-up, Carthage first; three points each"),
    Rule("BP 17.2.3", "Beneventum: 12 turns, rout limits 9 and 10, a draw is a Carthaginian win"),
    Rule("BP 17.3", "Po, 203 BC"),
    Rule("BP 17.3.1", "Po: terrain costs, the river impassable"),
    Rule("BP 17.3.2", "Po: set-up; three points each"),
    Rule("BP 17.3.3", "Po: 15 turns, rout limits 12 and 14"),
    Rule("BP 17.4", "Zama, 202 BC"),
    Rule("BP 17.4.1", "Zama: all open"),
    Rule("BP 17.4.2", "Zama: set-up; four points each"),
    Rule("BP 17.4.3", "Zama: 16 turns, rout limits 15 and 16"),
    Rule("BP 18", "Credits", "left-out", note=NO_RULE),
    Rule("BP 19", "Translation", "left-out", note=NO_RULE),
)

OURS = {
    1: ("PR, RP and Rout Points are the same", "Three names, never used together."),
    2: ("4.5 means 14 and 14.1 where it names 11.3 and 11.4", "There are no such rules."),
    3: (
        "A unit's Rout Points are scored once, when it panics",
        "16 says panic, 16.1 eliminated, and 16.1.1 forbids counting twice.",
    ),
    4: (
        "Allies and Mercenaries give 1 Rout Point; Mercenaries +1 from behind",
        "Both lists omit them; they are comparable to Infantry. A switch sets 0.",
    ),
    5: (
        "Faster means a greater printed allowance",
        "Points for movement do not count. The leader who may always withdraw (13) is one who"
        " stands alone (BP-51); by the switch of BP-30 it is any unit with a leader.",
    ),
    6: (
        "One withdrawal in an impulse; the attack is used up and the attacker follows",
        "10.1 prints one in a combat impulse: one for the side that is attacked, a leader alone"
        " not counted (13). A switch gives each unit one.",
    ),
    7: (
        "A total of 0 or less is doubled by any total above 0; if both are 0 or less, 1 Disorder",
        "Twice zero is zero.",
    ),
    8: ("Equal totals give 1 Disorder to each unit", "The text says each player."),
    9: (
        "A unit panics when its Disorder reaches its printed morale",
        "Lowering morale as well would count each point twice.",
    ),
    10: ("The reduced side is 1 Disorder", "The first point flips the counter."),
    11: (
        "E and SC are Equites and Socii Celti, full strength at the Trebbia",
        "They are the only types with these letters.",
    ),
    12: (
        "The number of markers in a box is public; which is the Vacuus is sealed until used",
        "Otherwise there is no bluff. After placement all are resealed, the Vacuus last in its"
        " box, so use order reveals nothing. A switch lets both sides place at once, for play by"
        " mail.",
    ),
    13: ("Hastati and Principes are one type for Movement points, not for support", "4.6."),
    14: (
        "Combat points: attacker, then defender; +1, one per unit, within command range",
        "4.3 with 4.1.1.",
    ),
    15: (
        "A unit that starts in an enemy zone and leaves its hex may not attack; turning is allowed",
        "8.2 with 8.2.1.",
    ),
    16: (
        "Line of sight runs between hex centres; along a hexside only two occupied hexes block it",
        "The ruler of 9.2.",
    ),
    17: ("At the Po and at Zama Carthage sets up first", "As at Beneventum."),
    18: (
        "Both at their rout limit is a draw: a Roman win at the Trebbia, Carthage's at Beneventum",
        "The scenario says who wins a draw.",
    ),
    19: ("Roman exits lower Rome's Rout Points, never below 0", "Recovering is not scoring."),
    20: (
        "A furious elephant unit stops in front of a Carthaginian unit, and both take 1 Disorder",
        "Rome moves it; the unit straight ahead is hit before those to the side. It must arrive"
        " there (15.1): turning on the spot hits nobody. A unit in panic does not stop it (BP-37).",
    ),
    21: (
        "The four hexes of an elephant charge are the last of its move, straight ahead",
        "10.3 says a straight line. A turn after them cancels the charge.",
    ),
    22: (
        "A Furor point gives two charges, +2; a natural 5 or 6 costs 1 Disorder after the combat",
        "4.7 with 15.2.",
    ),
    23: ("Fortuna rerolls one of your own dice just rolled; the new result stands", "4.9."),
    24: (
        "A leader dies on a 1 when the unit takes Disorder; the side then has no Command Points",
        "13.",
    ),
    25: ("Combat points are assigned at the start of the combat impulse and last for it", "4.3."),
    26: (
        "A reroll is offered whenever a marker is in the Fortuna box, even the Vacuus",
        "Otherwise the offer would reveal what the marker is.",
    ),
    27: (
        "The hidden Numidians enter by any Roman edge hex for a Cavalry point",
        "Once Roman infantry has panicked; 17.1.3c. Cavalry has no In Fugam marker (11, 11.2).",
    ),
    28: (
        "Seven boxes per side: only Carthage has Furor, only Rome has Elephants",
        "4.1, 4.7, 4.8. At the Trebbia Rome's Elephants box takes markers, to no use (17.1.3b).",
    ),
    29: (
        "A leader whose unit is gone withdraws to a hex of the player's choice beside it",
        "13 says withdraws, 10.1 how; a roll that Disorder has made due is made first (13). With"
        " nowhere to go the leader is eliminated. By the switch of BP-30 the leader joins the"
        " nearest friendly unit, however far, or with none left leaves without Rout Points.",
    ),
    30: (
        "By a switch a leader is always with a unit, moves with it for nothing, lets it withdraw",
        "Print gives leaders six MP, only front, and hexes of their own (7, 8, 13): the default."
        " The switch spares moving them and reads 10.1's 'Leaders' as units with a leader.",
    ),
    31: (
        "A unit keeps its front as it steps aside; by a switch it faces the way it steps",
        "6 requires its rear towards the hex it left, and the rear is three hexes (8). Turning"
        " costs 1 MP (8.1); by the switch a step turns it for nothing.",
    ),
    32: ("At range 2 the field of fire is five hexes wide", "The three front hexes, extended."),
    33: (
        "Enraged elephants stop before an enemy unit, in an enemy zone, or in the last empty hex",
        "8.2 and 7 stop them too, but they may attack any unit then in front of them (15.1), even"
        " if they started in a zone. If they run off the field they are removed.",
    ),
    34: ("If both sides may reroll, the attacker decides first", "As in 4.3."),
    35: (
        "Pursuit follows any panic of cavalry, and stops before an occupied hex",
        "14 names no combat; a switch leaves out volleys. Only units of the fugitive's side can"
        " stand on its route (11.1.2), so there are no friends to cross.",
    ),
    36: (
        "Among equally short routes a fleeing unit takes the one with fewest losses and Disorder",
        "A unit with no route off the field is eliminated.",
    ),
    37: ("Units in panic take no more Disorder and are not targets", "It has no effect."),
    38: (
        "Markers in the initiative box are revealed at the roll; a tie needs a new roll command",
        "Both sides must see the modifiers.",
    ),
    39: (
        "A unit that enters the field faces inward, pays for the hex, and may move on",
        "14.1 and 17.1.3c are silent; an enemy zone ends its move (8.2).",
    ),
    40: (
        "The owner chooses the supporting units, the defender after seeing the attack",
        "10.4.1 makes it a choice, as the example shows.",
    ),
    41: (
        "Leaving by the Carthaginian edge costs 1 MP; pursuers who leave by it recover nothing",
        "17.1.4 gives no cost; the unit must face that edge, as for any step (6). Pursuers do not"
        " count for Rout Points (16.1.2), and may return.",
    ),
    42: (
        "A leader moves once in a movement impulse; in combat a leader goes with the unit",
        "13 gives a leader six MP. Withdrawing, advancing and pursuing, the unit takes the leader"
        " along; off the field it does not. By the switch of BP-30 a leader either moves with the"
        " unit or joins another, which moves no more.",
    ),
    43: (
        "One die per leader, however often one command causes Disorder",
        "13 has one die for one point or more.",
    ),
    44: (
        "Fleeing units run on from the turn after their panic",
        "11.1 says in subsequent turns. By a switch they run in their side's next movement impulse,"
        " even in the same turn; a unit that panics in that impulse itself has already run.",
    ),
    45: (
        "No zone stops a furious elephant",
        "15.1 says where it stops: facing a Carthaginian unit.",
    ),
    46: (
        "Motionless and furious elephants defend normally when attacked",
        "15.1 restricts only their own actions, not attacks on them.",
    ),
    47: (
        "Units are set up facing the enemy's edge",
        "No scenario says; the first impulse can turn them.",
    ),
    48: (
        "A move gives its goal, or its path hex by hex; by default it harms fewest friends",
        "6 and 7.1: the owner moves. Default path: fewest friends disordered, then fewest MP;"
        " elephants take a straight run that makes a charge if there is one.",
    ),
    49: (
        "A point's two elephant units are chosen together and have one roll",
        "4.8 says a roll. By a switch each has a roll of its own, the second unit chosen later.",
    ),
    50: (
        "Set-up hexes are chosen at the Trebbia and at Beneventum alone",
        "17.1.2 and 17.2.2 let a player with fewer units than hexes choose; 17.3.2 and 17.4.2 do"
        " not. A switch lets players choose in every battle.",
    ),
    51: (
        "A leader alone bars the enemy's way, fights nobody, and withdraws if attacked",
        "13: no Combat value, and always able to retreat. Leaders have no zone of control, are not"
        " shot at, hide nobody, and stay behind where their unit leaves the field.",
    ),
    52: ("The Trebbia's river costs 2 MP", "17.1.1 names no cost; forded, it is rough."),
}
RULINGS = ours("BP", OURS)

RULEBOOK = Rulebook(
    source="De Bello Punico: rules for four battles of the Second Punic War. Its counters, maps,"
    " missile table, table of types and orders of battle are not in the source.",
    rules=(*PRINTED, *RULINGS),
    misprints=(
        Misprint("4.5", "(11.3), (11.4)", "There are no such rules: 14 and 14.1 (BP-2)."),
        Misprint("17.1.3", "Regole dello scenario", "A heading left untranslated."),
        Misprint(
            "17.2.2, 17.3.2, 17.4.2",
            "Annone, Ceteghus, Magon, Annibale",
            "Names half translated: Hanno, Cethegus, Mago, Hannibal.",
        ),
        Misprint("17.1.3a", "E and SC", "No such letters elsewhere: Equites, Socii Celti (BP-11)."),
    ),
)

SWITCHES = (
    Switch(
        "placing",
        "How markers are placed",
        ("alternate", "together"),
        "BP-12",
        ("In turns, one by one", "All at once, in secret"),
    ),
    Switch(
        "allies_rout",
        "Rout Points of Allies and Mercenaries",
        (1, 0),
        "BP-4",
        ("One for each unit", "None"),
    ),
    Switch(
        "withdrawals",
        "Withdrawals in a combat impulse",
        ("per side", "per unit"),
        "BP-6",
        ("One for the side attacked, as printed", "One for each unit, our ruling"),
    ),
    Switch(
        "leaders",
        "Where leaders stand",
        ("alone", "with units"),
        "BP-30",
        (
            "Alone if they like, as printed",
            "Always with a unit, which may then withdraw: our ruling",
        ),
    ),
    Switch(
        "steps",
        "The front of a unit that steps aside",
        ("keep front", "turn"),
        "BP-31",
        ("It keeps its front, as printed", "It turns the way it steps: our ruling"),
    ),
    Switch(
        "fugitives",
        "When infantry in panic runs on",
        ("next turn", "next impulse"),
        "BP-44",
        (
            "From the turn after, as printed",
            "In its next movement impulse, our ruling",
        ),
    ),
    Switch(
        "pursuits",
        "What cavalry pursues",
        ("any panic", "combat"),
        "BP-35",
        ("Any panic it causes, as printed", "Panic in combat only, our ruling"),
    ),
    Switch(
        "goading",
        "Rolls against two elephant units",
        ("one roll", "each"),
        "BP-49",
        ("One for both, as printed", "One for each, our ruling"),
    ),
    Switch(
        "hexes",
        "Choice of set-up hexes",
        ("printed", "free"),
        "BP-50",
        ("At the Trebbia and Beneventum, as printed", "In every battle, our ruling"),
    ),
)

GLOSSARY = (
    Term(
        "CP",
        "Combat Points: a unit's combat strength, added to its die. In places, Command Points.",
    ),
    Term("MP", "Movement points."),
    Term("PR, RP", "Rout Points."),
    Term("ZdC, ZOC", "Zone of control: a unit's three front hexes."),
    Term(
        "Disorder",
        "Taken in combat, from missiles and in a crush: each takes 1 from the unit's combat die;"
        " at its morale it panics. Recovery removes it.",
    ),
    Term(
        "Panic",
        "The unit flees towards its own edge and fights no more; its side takes Rout Points."
        " Elephants and Skirmishers are removed.",
    ),
    Term("Vacuus", "A side's one blank marker, worth nothing: it misleads."),
    Term("In fugam", "Fleeing: the marker of an infantry unit in panic."),
    Term("Hostem insequi", "In pursuit: the marker of cavalry that pursued off the map."),
    Term("Finis", "The marker of elephants that do nothing more this turn."),
    Term("Furor", "The box of mercenary charges."),
    Term("Fortuna", "The box of the reroll."),
)
