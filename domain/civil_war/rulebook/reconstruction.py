"""The ledger's reconstruction: what the source leaves out altogether, as we play it."""

from iacta.domain.kernel.contract.rulebook import Rule


def _ours(number: int, title: str, note: str) -> Rule:
    return Rule(f"CW-{number}", title, "done", "reconstruction", note)


RECONSTRUCTION = (
    _ours(
        34,
        "A year has its set-up's number of segments, in turn from the holder of the initiative",
        "The page counts SMCs and gives no number; six let both sides act three times a year.",
    ),
    _ours(35, "Event 8 takes each seat's last segment", "It says one for each player."),
    _ours(
        36,
        "The initiative is with more control points, a tie by d6, even Caesarian; a set-up may give"
        " it for its first year",
        "Who holds more of the Republic calls the tune; at the Rubico it was Caesar. Switch"
        " initiative.",
    ),
    _ours(
        37,
        "Those of a side who stand together march by the cheapest way and may go on later in the"
        " segment; a leader without units travels alone",
        "Splitting and joining on the way need no rule of their own.",
    ),
    _ours(
        38,
        "A step costs 1 MA, over a major river or a strait 2, a sea 1; foul weather takes 1 MA of"
        " everybody",
        "Water has to cost something even unopposed. Values document.",
    ),
    _ours(39, "A side has at most 20 land units in a zone", "Land feeds no more. Values document."),
    _ours(
        40,
        "A march ends among enemies and where a people takes it for war; leaders alone do not go"
        " there",
        "Nobody walks past an army.",
    ),
    _ours(
        41,
        "After its marches the active seat attacks wherever its units stand with enemies, each side"
        " with all it has there",
        "The combat table always has a loser who leaves, so armies do not share a zone.",
    ),
    _ours(
        42,
        "Naves sail once a segment, from port to port, with whoever has 1 MA left; nobody goes on"
        " after landing; of routes as short they take the least watched",
        "A voyage is the whole of a segment's effort.",
    ),
    _ours(43, "A Naves carries three land units", "Transports sail with it. Values document."),
    _ours(
        44,
        "A landing among enemies, or that makes war, counts as a crossing",
        "It is a strait of a kind.",
    ),
    _ours(
        45,
        "Where more hostile Naves lie in the ports of a sea than sail by, d6: on 1 or 2 each ship"
        " is reduced, a reduced one sunk",
        "Caesar and Antonius crossed past Bibulus and Libo, the empty ships burned. Switch"
        " interception.",
    ),
    _ours(46, "Naves fight where they stand like other units", "The page knows combat units only."),
    _ours(
        47,
        "A beaten Force goes to a zone next to the field, free of enemies, with room; its seat"
        " chooses. Without one units are eliminated, leaders die",
        "The page says that it leaves, not where to.",
    ),
    _ours(
        48,
        "Its Naves go with it, else to a port on the same sea, its own first; they take the Force"
        " along if they can carry all of it, and leaders always; without a port those go overland",
        "Ships do not walk. A retreat is no voyage: event 9 does not forbid it.",
    ),
    _ours(
        49,
        "A leader left alone among enemies gets away to the nearest units of his side at the end"
        " of the segment, else he is taken; the ill cannot get away",
        "Pompeius got away from Pharsalus; who has no army left is lost.",
    ),
    _ours(
        50,
        "An ally's units fight for its seat; a people at war is led by the opponent of the seat"
        " that controls more zones next to it",
        "Somebody has to move it, and he is whom its war helps.",
    ),
    _ours(
        51,
        "Units that enter the land of a people at peace make war on it; the other seat leads it,"
        " and never he who came",
        "Nobody lets an army in. Where a seat is in control the people is pacified.",
    ),
    _ours(
        52,
        "A Faction Leader next to the land of a people at peace may treat with it, once a segment:"
        " d6 and PC of 13 or more is its alliance",
        "Kings came over to names. Values document.",
    ),
    _ours(
        53,
        "A people at war, or the other seat's ally, whose home a seat controls at Adjustments, with"
        " units in it, is pacified: its units leave the map, its leaders go home",
        "So did Juba's army and Ptolemy's.",
    ),
    _ours(
        54,
        "A people that holds its home has one unit back from its box each year; at peace they are"
        " at home",
        "The page has information boxes until Adjustments.",
    ),
    _ours(
        55,
        "At Adjustments a zone goes to the seat whose land units stand there alone; empty it"
        " stays; a people at peace holds nothing",
        "The page counts zones and does not say how they are held.",
    ),
    _ours(
        56,
        "A zone's controller takes one city for each Legio in the zone; else cities stay whose they"
        " were. There are no other sieges",
        "Massilia and Dyrrhachium held out against the master of the country.",
    ),
    _ours(
        57,
        "A region is controlled with the printed zones, cities and garrison; if both or neither"
        " have them, by nobody",
        "The three columns stand in the table of control.",
    ),
    _ours(
        58,
        "The garrison is a condition of control",
        "It stands between order and recruitment; switch garrisons asks it of recruiters only.",
    ),
    _ours(
        59,
        "A region's controller raises units from his Reserve or restores reduced ones there, of"
        " each kind up to the printed number, in one zone of his with room for all that can come,"
        " Naves in a port; without such a zone he only restores",
        "The page sends the eliminated to the Reserve until Adjustments.",
    ),
    _ours(
        60,
        "A leader who enters joins his Faction Leader, else the most units, else a zone of his"
        " faction's; a people's goes home",
        "Only those at the start have a place.",
    ),
    _ours(
        61,
        "In phase C a faction without a Faction Leader follows the leader of the highest PC",
        "Caesar's heirs and Pompeius's did not wait for an election.",
    ),
    _ours(
        62,
        "Control points of the set-up's number end the war at the end of a year, and so does a seat"
        " that has no unit on the map and no point; after the last year the more points win",
        "The page gives points and no goal.",
    ),
    _ours(
        63,
        "Event 6 moves a Faction Leader overland at the beginning of his segments, not through"
        " enemies, without his army; without a way overland to a city of his he stays",
        "The page says the shortest way with all his MA.",
    ),
    _ours(
        64,
        "Map, values of units and leaders, and set-ups are ours, from the sources that they name",
        "Counters, map and scenarios are not in the source. All are documents to replace.",
    ),
    _ours(
        65,
        "A ruling may end a segment or change those to come; after the last the referee closes the"
        " year. What begins or ends a segment by itself (CW-49, CW-63) he then rules too",
        "What the rules do not foresee is the referee's.",
    ),
    _ours(
        66,
        "Units that come back where CW-39 leaves no room, the weakest first, or abroad after their"
        " people's peace, leave the map: Romans to the Reserve, others to their people's box",
        "They left play for a year, and much may have changed meanwhile.",
    ),
    _ours(
        67,
        "Who controls Roma is told by its zone, in events 4 and 10",
        "They name no city and no points; any units of his there are his power in it.",
    ),
    _ours(
        68,
        "In 8.6b and c every people is an enemy of Rome, a seat's ally too",
        "The bracket says what the term means: units that are not Roman.",
    ),
)
