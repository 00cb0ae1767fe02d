"""The ledger: every rule, table and ruling of this system, and whether it is implemented.

The source has no rule numbers. P1 to P27 are its sections in our order, M1 is its map, a picture;
SW-n are rulings.
"""

from iacta.domain.kernel.contract.rulebook import Misprint, Rule, Rulebook, Switch, Term, ours

PRINTED = (
    Rule("SW P1", "End of the game: declared by a Consul of six regions; most PT wins"),
    Rule("SW P2", "Prestige tokens: a common bank; each player's pile is their Triumph"),
    Rule("SW P3", "Tax Base and Treasury: Rome's coins, spent by the Consul"),
    Rule(
        "SW P4",
        "The Fate deck, the discard and the hands",
        note="How deck and discard lie is printed the wrong way round: SW-23.",
    ),
    Rule("SW P5", "Control: one token on a region, three on the Samnites"),
    Rule("SW P6", "Set-up: a token on the Latins, 1d6 PT each, 1d6 coins, highest d10 starts"),
    Rule("SW P7", "A turn: one Consul, the others Foes; seven phases"),
    Rule("SW P8", "Fate: all players fill their hands to ten"),
    Rule("SW P9", "Taxation: 2 coins, plus 1 per region"),
    Rule("SW P10", "Strategy: the Consul buys cards for a coin each"),
    Rule("SW P11", "Event: 1d10 on the event table"),
    Rule(
        "SW P12",
        "Revolt: gain 3 PT, or lose 6 and on 1 to 3 the region",
        note="From four players on either side may take an ally, who gives two cards.",
    ),
    Rule(
        "SW P13",
        "Peace: Pax Romana for 1 PT, or a campaign over a border for 2 gold",
        note="A campaign wins 1d6 PT, 1d6 gold and a Conquest card's region, or loses 6 PT. From"
        " four players on either side may take an ally, who gives two cards.",
    ),
    Rule(
        "SW P14",
        "Raids: fortify for 1d6 gold, or campaign",
        note="The campaign is that of SW P13, printed here again.",
    ),
    Rule(
        "SW P15",
        "War: win or lose 2d6 PT; a defeat also costs half the Treasury and on 1 to 3 a region",
        note="The half that is lost is rounded down. From four players on either side may take an"
        " ally, who gives two cards.",
    ),
    Rule("SW P16", "The region table"),
    Rule("SW P17", "Prestige: the Consul gains 1 PT per coin in the Treasury"),
    Rule("SW P18", "Etcetera: each player may discard up to five cards"),
    Rule("SW P19", "Corruption: at any moment above 20 coins the Treasury loses 1d10"),
    Rule("SW P20", "No campaign after a lost battle, except with Recruitment or Conscription"),
    Rule("SW P21", "Ally cards: 3, 2 or 1"),
    Rule("SW P22", "Cards with conditions, and the Consul's use of cards of controlled regions"),
    Rule("SW P23", "Victory cards: anyone, after a battle that Rome won"),
    Rule(
        "SW P24", "Defeat cards: anyone, after a battle that Rome lost; the whole Treasury is lost"
    ),
    Rule("SW P25", "Peace cards: the Consul, during Pax Romana"),
    Rule(
        "SW P26",
        "The 89 cards",
        note="Names, types and figures as printed; conditions and effects in our words.",
    ),
    Rule(
        "SW P27",
        "A War Effort: one card or more, at most one Ally, Strategy, Troop, Weapon and Battle card",
    ),
    Rule(
        "SW M1",
        "Borders between the regions",
        provenance="reconstruction",
        note="The map is a picture; our borders follow the peoples of Italy around 343 BC.",
    ),
)


OURS = {
    1: ("The d10 shows 1 to 10", "A printed 0 is the tenth face: War and the Tarentines."),
    2: ("Two to eight players", "With nine the deck cannot fill the hands."),
    3: ("Raids offer Fortify or a campaign", "Their section says Peace by mistake."),
    4: (
        "The Glory of Rome is the bank of tokens",
        "Its section says coins, but coins outside Rome are the Tax Base.",
    ),
    5: (
        "Each Conquest puts one token on the Samnites; Rome controls them only with three",
        "Three tokens are needed, one is placed at a time. A freed region loses all.",
    ),
    6: (
        "The end is declared when nothing of the event is left to answer; the Latins count",
        "The section does not say when. A Consul could otherwise escape a battle that is laid, or a"
        " Defeat card: switch declaration. Ties share the victory.",
    ),
    7: ("PT never fall below 0", "A pile of tokens cannot."),
    8: ("A Latin city's revolt removes no token", "The Latins are Rome itself."),
    9: (
        "Tests for a war's region, in order: Latins, controlled, bordering, substitute (once)",
        "The tests are printed without an order.",
    ),
    10: (
        "Rome attacks in campaigns, the enemy in wars",
        "The roles are printed for revolts only, where Rome attacks.",
    ),
    11: (
        "Non-civilized is semi- and un-civilized; Rome is civilized, not Hellenized",
        "The table has three degrees, the cards two.",
    ),
    12: (
        "Swords count 2 except for semi-civilized sides",
        "The note to the card is read as printed, though it may be a slip.",
    ),
    13: (
        "The Consul may use cards of a region or culture that Rome controls",
        "The printed example is a Gauls card; cards for Rome's enemy remain forbidden.",
    ),
    14: (
        "The Latins' Ally card counts 2 for the Consul, and 3 for a Latin city that rebels",
        "The Consul is in the role of Rome, which controls the Latins.",
    ),
    15: (
        "War Efforts are laid face down until both are; a side with no playable card has force 0",
        "Both sides play simultaneously. Who holds a card that may be played must lay one.",
    ),
    16: ("Equal forces roll d6 until one is higher", "Tied dice are not covered."),
    17: (
        "A campaign goes against a region that Rome does not control; Plague lasts one turn",
        "Neither is said. Samnites with one token or two may be invaded again.",
    ),
    18: ("Fortify costs no more than is in the Treasury", "The Treasury cannot go into debt."),
    19: (
        "Conquest: the Consul's card takes precedence, else the highest d6 among the claimants",
        "A Consul who passes counts as one without a card, since whether they hold one is hidden."
        " The dice are public; losing cards stay hidden.",
    ),
    20: (
        "Any number of Victory, Defeat and Peace cards may be played at a time",
        "No limit is printed; switch card_limit allows a player one at a time.",
    ),
    21: ("After a lost war a Defeat card takes the other half too", "Its rule says the whole."),
    22: ("Hands fill to ten and may exceed it in Strategy", "Up to five cards are discarded."),
    23: (
        "The deck lies face down, what was played face up; an empty deck is renewed from both",
        "Printed the other way round, twice: a deck face up hides nothing. Switches fate_deck and"
        " discard_pile play it as printed, with the deck's top card public.",
    ),
    24: (
        "Corruption strikes again until 20 coins or fewer are left",
        "Any moment counts. Switch corruption has it strike once after each gain.",
    ),
    25: (
        "An ally is neither principal nor the other side's ally, and chooses the two cards",
        "They are given before War Efforts are laid.",
    ),
    26: (
        "Treaty, Hostages, Diplomacy: by anyone, before roles are assigned",
        "Only the first counts.",
    ),
    27: ("The first Consul is the highest d10", "Equals roll again."),
    28: ("Each Foe openly names a region to rebel", "Most votes win; ties are rolled off."),
    29: (
        "Half the Treasury: what is lost is rounded down",
        "Rounding stands beside the loss. Switch war_loss rounds down what stays instead.",
    ),
    30: ("The Latins on the region table mean a full Revolt event", "Not just a Latin city."),
    31: ("Hands are filled in turn order from the Consul, while cards last", "There are 89."),
    32: (
        "After the event and after a battle all players choose cards simultaneously, in secret",
        "Turn order from the Consul decides conflicts. A card that lies face up in the discard"
        " pile is not asked for.",
    ),
    33: ("Intrigue targets one opponent", "The Consul's choice."),
    34: ("Recruitment and Conscription cost 2 gold on top of the campaign", "Both are paid."),
    35: ("A rebelling region counts as controlled for cards", "Its token is still there."),
    36: ("A +1 depends on the side itself, never on what it controls", "The note names the user."),
    37: ("A negated war is Pax Romana, not a campaign", "So the cards say."),
    38: ("An ally with fewer than two cards gives all of them", "There are no more to give."),
    39: ("Tax Base and bank never run out", "Both are unlimited."),
    40: ("A lost war frees no region if Rome controls only the Latins", "They cannot be lost."),
    41: ("After turn 60 the most PT win", "Some games would never end; switch turn_limit."),
    42: ("Set-up is one command after genesis", "Genesis rolls no dice."),
    43: ("A fork or a rewind reshuffles the undealt cards", "Hands do not change."),
    44: (
        "Latins-Umbrians and Bruttians-Tarentines may be borders too",
        "The map allows this reading; switches latins_umbrians and bruttians_tarentines.",
    ),
    45: (
        "Pass Under the Yoke costs no PT if Rome defended, but does cost the Treasury",
        "Its PT loss has a condition; a Defeat card's gold loss has none.",
    ),
    46: (
        "Plague may be played only after Peace and Raids",
        "Otherwise there is no campaign to forbid.",
    ),
    47: (
        "Treaty, Hostages, Diplomacy negate a war only if it is still one after the region table",
        "A war that the table turned into something else is not a war.",
    ),
    48: (
        "Event and region are rolled together, before cards are played",
        "The first die determines the second.",
    ),
    49: (
        "Peace cards go with the choice of Pax Romana, not with a campaign",
        "The event table gives the whole event that name, its section one of the two choices.",
    ),
}
RULINGS = ours("SW", OURS)

RULEBOOK = Rulebook(
    source="Samnite Wars, a card wargame about the growth of the Roman Republic: complete rules"
    " and cards. Its map is a picture and not part of the text.",
    rules=(*PRINTED, *RULINGS),
    misprints=(
        Misprint("Raids", "the Peace event", "The section is about Raids; SW-3."),
        Misprint("Glory of Rome", "Coins", "Coins outside Rome are the Tax Base; SW-4."),
        Misprint("event and region table", "0", "The tenth face of the d10; SW-1."),
        Misprint(
            "Fate Phase, Fate deck",
            "deck … face up, discard … face down",
            "Printed the wrong way round, in both places; SW-23.",
        ),
        Misprint(
            "Swords",
            "for non-Semi-Civilized only",
            "Perhaps for the non- and the semi-civilized; read as printed: SW-12.",
        ),
        Misprint("Victory and Defeat cards", "Lose -2", "A loss of 2 is meant, not of minus 2."),
    ),
)

SWITCHES = (
    Switch(
        "war_loss",
        "Half the Treasury, after a lost war",
        ("loss", "remainder"),
        "SW-29",
        ("Round down what is lost", "Round down what stays"),
    ),
    Switch(
        "corruption",
        "Corruption above 20 gold",
        ("until-20", "once"),
        "SW-24",
        ("Strikes until 20 or fewer are left", "Strikes once after each gain"),
    ),
    Switch(
        "declaration",
        "When the Consul may declare the end",
        ("settled", "any-time"),
        "SW-6",
        ("When nothing of the event is left to answer", "At any time in the turn"),
    ),
    Switch(
        "card_limit",
        "Victory, Defeat and Peace cards at a time",
        ("none", "one"),
        "SW-20",
        ("Any number", "One card"),
    ),
    Switch(
        "fate_deck",
        "How the Fate deck lies",
        ("hidden", "face-up"),
        "SW-23",
        ("Face down", "Face up: its top card is public"),
    ),
    Switch(
        "discard_pile",
        "How the cards played lie",
        ("face-up", "face-down"),
        "SW-23",
        ("Face up", "Face down"),
    ),
    Switch(
        "turn_limit",
        "Turns after which the game is over",
        (60, 20, 40, "none"),
        "SW-41",
        ("60 turns", "20 turns", "40 turns", "No limit"),
    ),
    Switch(
        "latins_umbrians",
        "Latins and Umbrians share a border",
        (False, True),
        "SW-44",
        ("They do not", "They do"),
    ),
    Switch(
        "bruttians_tarentines",
        "Bruttians and Tarentines share a border",
        (False, True),
        "SW-44",
        ("They do not", "They do"),
    ),
)

GLOSSARY = (
    Term("PT", "Prestige tokens; most at the end wins."),
    Term("Triumph", "A player's pile of PT."),
    Term("Consul", "The player whose turn it is, playing Rome."),
    Term("Foes", "All other players."),
    Term("Treasury", "Rome's coins, spent by the Consul."),
    Term("Tax Base", "Coins that are not Rome's."),
    Term("War Effort", "The cards that a side plays in a battle, laid face down."),
    Term("Force", "What a card adds to a War Effort."),
    Term("Rebels", "The region in revolt, and the player who leads it."),
    Term(
        "Civilized, semi-, un-civilized, Hellenized",
        "Cultures to which cards refer: the enemy's is its region's, marked on the map; Rome is"
        " civilized, and may lay cards of any culture that it controls.",
    ),
)
