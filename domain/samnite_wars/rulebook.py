"""The ledger: every rule, table and ruling of this system, how far it is done, how sure we are.

The source numbers nothing. P1 to P27 are its sections in our order, M1 is the map that it shows as
a picture; SW-n are rulings.
"""

from iacta.domain.kernel.contract.rulebook import Misprint, Rule, Rulebook, Switch, Term

PRINTED = (
    Rule("SW P1", "The end: the Consul of six regions declares it; most PT wins"),
    Rule("SW P2", "Prestige tokens: a common bank, each player's pile is his Triumph"),
    Rule("SW P3", "Tax Base and Treasury: Rome's coins, spent by the Consul"),
    Rule("SW P4", "The Fate deck, the discard and the hands"),
    Rule("SW P5", "Control: a token on the region, three on the Samnites"),
    Rule("SW P6", "Set-up: a token on the Latins, 1d6 PT each, 1d6 coins, high d10 begins"),
    Rule("SW P7", "A turn: one Consul, the others Foes; seven phases"),
    Rule("SW P8", "Fate: everyone fills his hand to ten"),
    Rule("SW P9", "Taxation: 2 coins and one for each region"),
    Rule("SW P10", "Strategy: the Consul pays a coin a card"),
    Rule("SW P11", "Event: 1d10 on the event table"),
    Rule("SW P12", "Revolt: 3 PT, or 6 lost and on 1 to 3 the region"),
    Rule("SW P13", "Peace: Pax Romana for 1 PT, or a campaign for 2 gold"),
    Rule("SW P14", "Raids: fortify for 1d6 gold, or a campaign"),
    Rule("SW P15", "War: 2d6 PT won or lost, half the Treasury, on 1 to 3 a region"),
    Rule("SW P16", "The region table"),
    Rule("SW P17", "Prestige: the Consul gains PT for the Treasury's gold"),
    Rule("SW P18", "Etcetera: everyone may discard up to five"),
    Rule("SW P19", "Corruption: more than 20 coins lose 1d10"),
    Rule("SW P20", "After a lost battle no campaign, but for Recruitment or Conscription"),
    Rule("SW P21", "Ally cards: 3, 2 or 1"),
    Rule("SW P22", "Cards with a condition, and the Consul's use of those of Rome's regions"),
    Rule("SW P23", "Victory cards, by anyone after a battle that Rome has won"),
    Rule("SW P24", "Defeat cards, by anyone after one lost; the whole Treasury goes"),
    Rule("SW P25", "Peace cards, by the Consul in a Pax Romana"),
    Rule("SW P26", "The 89 cards"),
    Rule("SW P27", "A War Effort: at most one Ally, Strategy, Troop, Weapon and Battle card"),
    Rule(
        "SW M1",
        "Borders between the regions",
        provenance="reconstruction",
        note="The map is a picture; our borders follow the peoples of Italy about 343 BC.",
    ),
)


def _ruling(number: int, title: str, note: str) -> Rule:
    return Rule(f"SW-{number}", title, "done", "ruling", note)


RULINGS = (
    _ruling(1, "The d10 shows 1 to 10", "Its 0 is the tenth face: War and the Tarentines."),
    _ruling(2, "Two to eight players", "At nine the deck cannot fill the hands."),
    _ruling(3, "Raids give Fortify or a campaign", "Their section names Peace by a slip."),
    _ruling(
        4,
        "The Glory of Rome is the bank of tokens",
        "Its section speaks of coins; coins outside Rome are the Tax Base.",
    ),
    _ruling(
        5,
        "Each Conquest puts one token on the Samnites; below three nothing is Rome's",
        "Three tokens are needed, one is placed. Freed, they lose all.",
    ),
    _ruling(
        6,
        "The current Consul declares the end, at any time in his turn, the Latins counted",
        "The section names no moment. A tie is shared.",
    ),
    _ruling(7, "PT do not fall below 0", "A pile of tokens cannot."),
    _ruling(8, "A Latin city's revolt costs no token", "The Republic is never without Rome."),
    _ruling(
        9,
        "A war's region: Latins, then controlled, then bordering, then the parenthesis once",
        "The tests are printed without an order.",
    ),
    _ruling(10, "Rome attacks in campaigns and revolts, the enemy in wars", "Printed for revolts."),
    _ruling(
        11,
        "Non-civilized is semi- and un-civilized; Rome is civilized, not Hellenized",
        "The table knows three degrees, the cards two.",
    ),
    _ruling(12, "Swords count 2 for all but the semi-civilized", "The note says it crookedly."),
    _ruling(
        13,
        "The Consul may use a card of a region or culture if Rome controls such a region",
        "The example is a card of the Gauls; cards of Rome's enemy stay closed to him.",
    ),
    _ruling(14, "An ally counts 3 in its role, 2 under Rome, else 1", "In this order."),
    _ruling(
        15,
        "An effort has a card if one fits, and is laid unseen",
        "Both play at the same time; who holds no fitting card has force 0.",
    ),
    _ruling(16, "Equal forces roll d6 until one is higher", "Ties of the dice are not printed."),
    _ruling(
        17,
        "A campaign: 2 gold, a free region on the border, no Plague, no battle just lost",
        "Its conditions stand in several places.",
    ),
    _ruling(18, "Fortify takes what there is", "A Treasury cannot owe."),
    _ruling(
        19,
        "Conquest: the Consul's card first, else high d6 among those who want",
        "The dice are rolled openly, the cards that lose stay unseen.",
    ),
    _ruling(
        20,
        "One Victory or Defeat card a player and battle, one Peace card a Pax Romana",
        "No number is printed; switch card_limit.",
    ),
    _ruling(21, "A Defeat card takes the whole Treasury", "Also where a war took half."),
    _ruling(22, "Hands fill to ten, may grow beyond by Strategy", "Up to five are discarded."),
    _ruling(
        23,
        "The deck is hidden; an empty one is renewed from the discard",
        "Face up as printed, with its top card public: switch fate_deck.",
    ),
    _ruling(24, "Corruption strikes once after each gain that leaves more than 20", "At once."),
    _ruling(
        25,
        "With four players or more each principal may take an ally who gives two cards",
        "Of the giver's choice, before the efforts; the other principal is no ally.",
    ),
    _ruling(26, "Treaty, Hostages, Diplomacy: by anyone, before roles are given", "The first one."),
    _ruling(27, "The first Consul is the highest d10", "Equals roll again."),
    _ruling(28, "Each Foe names a rebelling region openly", "Most names win, a tie is rolled off."),
    _ruling(29, "After a lost war the Treasury keeps half, rounded down", "The loss or the rest?"),
    _ruling(30, "The Latins on the region table are a whole Revolt", "Not a Latin city at once."),
    _ruling(31, "Hands are filled from the Consul on, as far as cards go", "There are 89."),
    _ruling(
        32,
        "After the event and after a battle everybody is asked at once, unseen",
        "Turn order from the Consul decides who counts. A card that lies open in the discard is"
        " not asked for.",
    ),
    _ruling(33, "Intrigue names an opponent", "The Consul's choice."),
    _ruling(34, "Recruitment and Conscription cost 2 gold besides the campaign's", "Both costs."),
    _ruling(35, "A rebelling region counts as controlled for cards", "Its token still lies."),
    _ruling(36, "+1 follows the side itself, never what it controls", "The note names the user."),
    _ruling(37, "A negated war is Pax Romana, not a campaign", "So the cards say."),
    _ruling(38, "An ally with fewer than two cards gives what he has", "He cannot give more."),
    _ruling(39, "Tax Base and bank never run out", "Both are without limit."),
    _ruling(40, "A lost war frees nobody where only the Latins are held", "None is non-Latin."),
    _ruling(41, "After turn 60 the most PT win", "Some games would not end; switch turn_limit."),
    _ruling(42, "Set-up is one command after the campaign's founding", "Founding draws no die."),
    _ruling(43, "A fork or a rewind reshuffles the undrawn deck", "Hands stay as they were."),
    _ruling(
        44,
        "Latins-Umbrians and Bruttians-Tarentines may be borders too",
        "The map can be read so; switches latins_umbrians and bruttians_tarentines.",
    ),
    _ruling(
        45,
        "Pass Under the Yoke takes no PT where Rome defended, but takes the Treasury",
        "Its PT have a condition, the loss of a Defeat card has none.",
    ),
    _ruling(
        46,
        "Plague is asked for after Peace and Raids only",
        "Elsewhere there is no campaign to forbid.",
    ),
    _ruling(
        47,
        "Treaty, Hostages, Diplomacy answer a war that stands after the region table",
        "A war that the table turned into something else is no war.",
    ),
    _ruling(
        48,
        "Event and region are rolled together, before anybody is asked",
        "The second die follows from the first.",
    ),
)

RULEBOOK = Rulebook(
    source="Samnite Wars, a card wargame on the growth of the Roman Republic: complete rules and"
    " cards. Its map is a picture and not in the text.",
    rules=(*PRINTED, *RULINGS),
    misprints=(
        Misprint("Raids", "the Peace event", "The section is on Raids; SW-3."),
        Misprint("Glory of Rome", "Coins", "Coins outside Rome are the Tax Base; SW-4."),
        Misprint("event and region table", "0", "The tenth face of the d10; SW-1."),
        Misprint("Swords", "for non-Semi-Civilized only", "A double negation; SW-12."),
        Misprint("Defeat cards", "Lose -2", "A loss of 2, not of minus 2."),
    ),
)

SWITCHES = (
    Switch("card_limit", "Victory, Defeat and Peace cards at a time", ("one", "none"), "SW-20"),
    Switch("fate_deck", "How the Fate deck lies", ("hidden", "face-up"), "SW-23"),
    Switch("turn_limit", "Turns after which the game is over", (60, 20, 40, "none"), "SW-41"),
    Switch("latins_umbrians", "Latins and Umbrians share a border", (False, True), "SW-44"),
    Switch("bruttians_tarentines", "Bruttians and Tarentines do", (False, True), "SW-44"),
)

GLOSSARY = (
    Term("PT", "Prestige tokens; whoever has most at the end wins."),
    Term("Triumph", "A player's pile of PT."),
    Term("Consul", "The player whose turn it is; he plays Rome."),
    Term("Foes", "All other players."),
    Term("Treasury", "Rome's coins, at the Consul's disposal."),
    Term("Tax Base", "Coins that are not Rome's."),
    Term("War Effort", "The cards that a side lays for a battle."),
    Term("Force", "What a card counts in a War Effort."),
    Term("Rebels", "The region that revolts, and who plays it."),
    Term("Civilized, semi-, un-civilized, Hellenized", "Cultures that cards refer to."),
)
