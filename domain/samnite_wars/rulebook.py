"""The ledger: every rule, table and ruling of this system, and whether it is implemented.

The source has no rule numbers. P1 to P27 are its sections in our order, M1 is its map, a picture;
SW-n are rulings.
"""

from iacta.domain.kernel.contract.rulebook import Misprint, Rule, Rulebook, Switch, Term

PRINTED = (
    Rule("SW P1", "End of the game: declared by a Consul of six regions; most PT wins"),
    Rule("SW P2", "Prestige tokens: a common bank; each player's pile is their Triumph"),
    Rule("SW P3", "Tax Base and Treasury: Rome's coins, spent by the Consul"),
    Rule("SW P4", "The Fate deck, the discard and the hands"),
    Rule("SW P5", "Control: one token on a region, three on the Samnites"),
    Rule("SW P6", "Set-up: a token on the Latins, 1d6 PT each, 1d6 coins, highest d10 starts"),
    Rule("SW P7", "A turn: one Consul, the others Foes; seven phases"),
    Rule("SW P8", "Fate: all players fill their hands to ten"),
    Rule("SW P9", "Taxation: 2 coins, plus 1 per region"),
    Rule("SW P10", "Strategy: the Consul buys cards for a coin each"),
    Rule("SW P11", "Event: 1d10 on the event table"),
    Rule("SW P12", "Revolt: gain 3 PT, or lose 6 and on 1 to 3 the region"),
    Rule("SW P13", "Peace: Pax Romana for 1 PT, or a campaign for 2 gold"),
    Rule("SW P14", "Raids: fortify for 1d6 gold, or campaign"),
    Rule(
        "SW P15",
        "War: win or lose 2d6 PT; a defeat also costs half the Treasury and on 1 to 3 a region",
    ),
    Rule("SW P16", "The region table"),
    Rule("SW P17", "Prestige: the Consul gains 1 PT per coin in the Treasury"),
    Rule("SW P18", "Etcetera: each player may discard up to five cards"),
    Rule("SW P19", "Corruption: above 20 coins the Treasury loses 1d10"),
    Rule("SW P20", "No campaign after a lost battle, except with Recruitment or Conscription"),
    Rule("SW P21", "Ally cards: 3, 2 or 1"),
    Rule("SW P22", "Cards with conditions, and the Consul's use of cards of controlled regions"),
    Rule("SW P23", "Victory cards: anyone, after a battle that Rome won"),
    Rule(
        "SW P24", "Defeat cards: anyone, after a battle that Rome lost; the whole Treasury is lost"
    ),
    Rule("SW P25", "Peace cards: the Consul, during Pax Romana"),
    Rule("SW P26", "The 89 cards"),
    Rule("SW P27", "A War Effort: at most one Ally, Strategy, Troop, Weapon and Battle card"),
    Rule(
        "SW M1",
        "Borders between the regions",
        provenance="reconstruction",
        note="The map is a picture; our borders follow the peoples of Italy around 343 BC.",
    ),
)


def _ruling(number: int, title: str, note: str) -> Rule:
    return Rule(f"SW-{number}", title, "done", "ruling", note)


RULINGS = (
    _ruling(1, "The d10 shows 1 to 10", "A printed 0 is the tenth face: War and the Tarentines."),
    _ruling(2, "Two to eight players", "With nine the deck cannot fill the hands."),
    _ruling(3, "Raids offer Fortify or a campaign", "Their section says Peace by mistake."),
    _ruling(
        4,
        "The Glory of Rome is the bank of tokens",
        "Its section says coins, but coins outside Rome are the Tax Base.",
    ),
    _ruling(
        5,
        "Each Conquest puts one token on the Samnites; Rome controls them only with three",
        "Three tokens are needed, one is placed at a time. A freed region loses all.",
    ),
    _ruling(
        6,
        "The current Consul may declare the end at any time in the turn; the Latins count",
        "The section does not say when. Ties share the victory.",
    ),
    _ruling(7, "PT never fall below 0", "A pile of tokens cannot."),
    _ruling(8, "A Latin city's revolt removes no token", "The Latins are Rome itself."),
    _ruling(
        9,
        "Tests for a war's region, in order: Latins, controlled, bordering, substitute (once)",
        "The tests are printed without an order.",
    ),
    _ruling(
        10, "Rome attacks in campaigns and revolts, the enemy in wars", "Printed only for revolts."
    ),
    _ruling(
        11,
        "Non-civilized is semi- and un-civilized; Rome is civilized, not Hellenized",
        "The table has three degrees, the cards two.",
    ),
    _ruling(12, "Swords count 2 except for semi-civilized sides", "The note is a double negative."),
    _ruling(
        13,
        "The Consul may use cards of a region or culture that Rome controls",
        "The printed example is a Gauls card; cards for Rome's enemy remain forbidden.",
    ),
    _ruling(
        14,
        "An Ally card counts 3 for its own region, 2 if Rome controls the region, else 1",
        "In this order.",
    ),
    _ruling(
        15,
        "A War Effort needs at least one card if one may be played, and is laid face down",
        "Both sides play simultaneously; a side with no playable card has force 0.",
    ),
    _ruling(16, "Equal forces roll d6 until one is higher", "Tied dice are not covered."),
    _ruling(
        17,
        "A campaign needs 2 gold, a free bordering region, no Plague, no recent lost battle",
        "Its conditions are printed in several places.",
    ),
    _ruling(
        18, "Fortify costs no more than is in the Treasury", "The Treasury cannot go into debt."
    ),
    _ruling(
        19,
        "Conquest: the Consul's card takes precedence, else the highest d6 among the claimants",
        "The dice are public; losing cards stay hidden.",
    ),
    _ruling(
        20,
        "One Victory or Defeat card per player and battle, one Peace card per Pax Romana",
        "No number is printed; switch card_limit.",
    ),
    _ruling(
        21, "A Defeat card takes the whole Treasury", "Even if the war has already taken half."
    ),
    _ruling(
        22, "Hands fill to ten and may exceed it in Strategy", "Up to five cards are discarded."
    ),
    _ruling(
        23,
        "The deck is hidden; when empty, the discard pile is reshuffled",
        "The source has it face up with its top card public: switch fate_deck.",
    ),
    _ruling(
        24, "Corruption applies once after each gain that leaves more than 20 coins", "Immediately."
    ),
    _ruling(
        25,
        "With four or more players each principal may take an ally, who gives two cards",
        "The giver chooses, before War Efforts; the other principal cannot be the ally.",
    ),
    _ruling(
        26,
        "Treaty, Hostages, Diplomacy: by anyone, before roles are assigned",
        "Only the first counts.",
    ),
    _ruling(27, "The first Consul is the highest d10", "Equals roll again."),
    _ruling(28, "Each Foe openly names a region to rebel", "Most votes win; ties are rolled off."),
    _ruling(
        29,
        "After a lost war the Treasury keeps half, rounded down",
        "Which half is rounded is unclear.",
    ),
    _ruling(
        30, "The Latins on the region table mean a full Revolt event", "Not just a Latin city."
    ),
    _ruling(
        31, "Hands are filled in turn order from the Consul, while cards last", "There are 89."
    ),
    _ruling(
        32,
        "After the event and after a battle all players choose cards simultaneously, in secret",
        "Turn order from the Consul decides conflicts. A card known to be in the discard pile"
        " is not asked for.",
    ),
    _ruling(33, "Intrigue targets one opponent", "The Consul's choice."),
    _ruling(
        34, "Recruitment and Conscription cost 2 gold on top of the campaign", "Both are paid."
    ),
    _ruling(35, "A rebelling region counts as controlled for cards", "Its token is still there."),
    _ruling(
        36, "A +1 depends on the side itself, never on what it controls", "The note names the user."
    ),
    _ruling(37, "A negated war is Pax Romana, not a campaign", "So the cards say."),
    _ruling(
        38, "An ally with fewer than two cards gives all of them", "There are no more to give."
    ),
    _ruling(39, "Tax Base and bank never run out", "Both are unlimited."),
    _ruling(
        40, "A lost war frees no region if Rome controls only the Latins", "They cannot be lost."
    ),
    _ruling(41, "After turn 60 the most PT win", "Some games would never end; switch turn_limit."),
    _ruling(42, "Set-up is one command after genesis", "Genesis rolls no dice."),
    _ruling(43, "A fork or a rewind reshuffles the undealt cards", "Hands do not change."),
    _ruling(
        44,
        "Latins-Umbrians and Bruttians-Tarentines may be borders too",
        "The map allows this reading; switches latins_umbrians and bruttians_tarentines.",
    ),
    _ruling(
        45,
        "Pass Under the Yoke costs no PT if Rome defended, but does cost the Treasury",
        "Its PT loss has a condition; a Defeat card's gold loss has none.",
    ),
    _ruling(
        46,
        "Plague may be played only after Peace and Raids",
        "Otherwise there is no campaign to forbid.",
    ),
    _ruling(
        47,
        "Treaty, Hostages, Diplomacy negate a war only if it is still one after the region table",
        "A war that the table turned into something else is not a war.",
    ),
    _ruling(
        48,
        "Event and region are rolled together, before cards are played",
        "The first die determines the second.",
    ),
)

RULEBOOK = Rulebook(
    source="Samnite Wars, a card wargame about the growth of the Roman Republic: complete rules"
    " and cards. Its map is a picture and not part of the text.",
    rules=(*PRINTED, *RULINGS),
    misprints=(
        Misprint("Raids", "the Peace event", "The section is about Raids; SW-3."),
        Misprint("Glory of Rome", "Coins", "Coins outside Rome are the Tax Base; SW-4."),
        Misprint("event and region table", "0", "The tenth face of the d10; SW-1."),
        Misprint("Swords", "for non-Semi-Civilized only", "A double negative; SW-12."),
        Misprint("Defeat cards", "Lose -2", "A loss of 2 is meant, not of minus 2."),
    ),
)

SWITCHES = (
    Switch(
        "card_limit",
        "Victory, Defeat and Peace cards at a time",
        ("one", "none"),
        "SW-20",
        ("One card", "Any number"),
    ),
    Switch(
        "fate_deck",
        "How the Fate deck lies",
        ("hidden", "face-up"),
        "SW-23",
        ("Face down", "Face up: its top card is public"),
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
    Term("Civilized, semi-, un-civilized, Hellenized", "Cultures to which cards refer."),
)
