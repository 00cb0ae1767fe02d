"""The ledger's reconstruction: our own rules for what the source leaves out."""

from iacta.domain.kernel.contract.rulebook import ours

OURS = {
    34: (
        "The set-up gives the number of segments in a year; the seats alternate, beginning with"
        " the holder of the initiative",
        "The player aid mentions SMCs without a number; with six each seat acts three times a"
        " year.",
    ),
    35: ("Event 8 takes each seat's last segment", "It says one per player."),
    36: (
        "The seat with more control points has the initiative; a tie is broken by a d6, even"
        " Caesarian; a set-up may assign it for the first year",
        "The seat that holds more of the Republic sets the pace; at the Rubicon it was Caesar."
        " Switch initiative.",
    ),
    37: (
        "Units and leaders of one side in one zone march together by the cheapest route and may"
        " march again later in the segment; a leader without units travels alone",
        "Splitting and joining on the way need no rules of their own.",
    ),
    38: (
        "A step costs 1 MA, across a major river, a strait or mountains 2, a sea 1; foul weather"
        " lowers every allowance by 1. Naves in one of its two zones close a strait to enemies who"
        " have none there",
        "Water and passes cost something even unopposed, and nobody ferries an army past a fleet."
        " Values document.",
    ),
    39: ("Stacking: at most 20 land units of a side in a zone", "Supply limits. Values document."),
    40: (
        "A march ends where enemies are, or where it starts a war with a people; leaders alone may"
        " not go there",
        "Nobody walks past an army.",
    ),
    41: (
        "After marching, the active seat must attack wherever its units share a zone with enemies;"
        " both sides fight with everybody there, but for Naves beside units on land (CW-46)",
        "Every combat has a loser, who leaves, so armies never share a zone.",
    ),
    42: (
        "Naves sail once per segment, from port to port, carrying units and leaders with 1 MA left,"
        " which move no further; of equally short routes they take the least watched",
        "A voyage takes the whole segment.",
    ),
    43: ("One Naves carries three land units", "Transports sail with it. Values document."),
    44: (
        "A landing among enemies, or one that starts a war, counts as a crossing",
        "It is much like a strait.",
    ),
    45: (
        "If more hostile Naves are in the ports of a sea than sail through it, roll a d6: on 1 or 2"
        " each ship is reduced, and a reduced ship is sunk; those aboard are unharmed",
        "Caesar and Antonius slipped past Bibulus and Libo; the empty ships were burned. Switch"
        " interception.",
    ),
    46: (
        "Units on land fight without Naves. Naves alone fight only Naves; where enemies on land are"
        " left with them they leave port, as in CW-48, or are lost, and without units to land they"
        " do not go there",
        "Fleets fought at sea and slipped out of lost ports.",
    ),
    47: (
        "A beaten Force retreats to an adjacent zone without enemies and with room: its own or an"
        " ally's, else nobody's, else the enemy's; its seat chooses among the best. If there is"
        " none, its units are eliminated and its leaders die",
        "The player aid says that it leaves, but not where to. The beaten fall back on their own.",
    ),
    48: (
        "Its Naves go with it, otherwise to a port on the same sea, a friendly one first; they"
        " carry the Force if they can carry all of it, and always its leaders; without a port the"
        " leaders go overland",
        "Ships do not walk. In a year of storms they are lost (CW-69).",
    ),
    49: (
        "At the end of a segment a leader alone among enemies escapes to the nearest friendly"
        " units, or else to the nearest friendly zone, within their MA overland or on a sea of the"
        " zone; or else is captured and killed. An ill leader cannot escape",
        "Pompeius escaped from Pharsalus, but nobody rides from Cilicia to the Po in a night.",
    ),
    50: (
        "An allied people's units fight for its seat; a people at war is led by the opponent of the"
        " seat that controls more zones next to it. It enters only its own land and the Republic,"
        " and it and that seat's units share no zone",
        "Somebody has to move it, and this seat gains by its war.",
    ),
    51: (
        "Units that enter the land of a people at peace start a war with it; the other seat leads"
        " it, and the seat that entered never does",
        "Nobody lets an army in. A people whose home a seat controls is pacified.",
    ),
    52: (
        "Once per segment a Faction Leader next to the land of a people at peace may negotiate with"
        " it: d6 plus PC of 13 or more makes it an ally; a leader who cannot reach it does not try",
        "Kings were won over by great names. Values document.",
    ),
    53: (
        "At Adjustments a people at war, or allied to the other seat, is pacified if a seat"
        " controls its home and has units there: its units leave the map, its leaders go home",
        "So it went with Juba's army and Ptolemy's.",
    ),
    54: (
        "A people that holds its home gets one unit back from its box each year; at peace its units"
        " are at home",
        "The player aid keeps them in information boxes until Adjustments.",
    ),
    55: (
        "At Adjustments the only seat with land units in a zone takes control of it; an empty zone"
        " does not change hands; a people at peace controls nothing. Units that fell back into a"
        " zone take nothing there until they march again or the year is over",
        "The player aid counts zones and does not say how they are controlled. A rout conquers"
        " nothing.",
    ),
    56: (
        "A zone's controller takes one city per Legio in the zone that has not fallen back there;"
        " other cities do not change hands. There are no other sieges",
        "Massilia and Dyrrhachium held out when the country around them was lost.",
    ),
    57: (
        "A seat controls a region if it has the printed zones, cities and garrison; if both seats"
        " or neither have them, nobody controls it",
        "The three columns are in the table of control.",
    ),
    58: (
        "The garrison is required for control",
        "It is printed between order and recruitment; switch garrisons requires it only for"
        " recruitment.",
    ),
    59: (
        "A region's controller raises units from the Reserve or restores reduced units there, up to"
        " the printed number of each kind, in one controlled zone with room for all that can come,"
        " Naves in a port; without such a zone the controller may only restore",
        "The player aid sends eliminated units to the Reserve until Adjustments.",
    ),
    60: (
        "A leader enters with the Faction Leader, otherwise where the most units of the faction"
        " are, otherwise in a zone of the faction; a people's leader enters at home",
        "Only leaders at the start have a printed place.",
    ),
    61: (
        "In phase C a faction without a Faction Leader follows its leader with the highest PC, on a"
        " tie the one with the higher TB, then the first in the table",
        "Caesar's heirs and Pompeius's did not wait for an election.",
    ),
    62: (
        "The war ends at the end of a year when a seat has the control points that the set-up"
        " names, or when a seat has no units on the map and no points; after the last year the seat"
        " wins that by the set-up only has to outlast the war, the Republicans in ours; where none"
        " is named, the seat with more points",
        "The player aid gives points and no victory conditions. In 29 BC the Republic was gone;"
        " the war from the Rubicon ends with 31 BC, the year of Actium, and that of Dyrrhachium"
        " with 36 BC, when the last of Pompeius's sons was beaten. A"
        " Republic that is not beaten by then has done better than it did.",
    ),
    63: (
        "Event 6 moves a Faction Leader overland at the start of each friendly segment, not through"
        " enemies, without the army; where no way leads overland, one of the faction's Naves there"
        " takes the leader to the nearest friendly port with such a city; otherwise the leader"
        " stays",
        "The player aid says the shortest way, with the whole MA.",
    ),
    64: (
        "The map, the values of units and leaders, and the set-ups are ours, from the sources they"
        " name",
        "Counters, map and scenarios are not in the source. All of them are replaceable documents.",
    ),
    65: (
        "A ruling may end a segment or change the following ones; after the last, the referee"
        " closes the year, and also rules on what would happen automatically between segments"
        " (CW-49, CW-63)",
        "Whatever the rules do not cover is up to the referee.",
    ),
    66: (
        "Returning units leave the map if enemies stand in their zone, if there is no room (CW-39),"
        " the weakest first, or if they are abroad after their people's peace: Romans to the"
        " Reserve, others to their people's box",
        "They were out of play for a year, and much may have changed since.",
    ),
    67: (
        "In events 4 and 10 the controller of Roma is the controller of the zone",
        "The events name no city and no points; any unit there gives power in it.",
    ),
    68: (
        "In 8.6b and c every people counts as an enemy of Rome, even a seat's ally",
        "The bracket says what the term means: units that are not Roman.",
    ),
    70: (
        "Romans and the units of each people march and sail separately; a people's leader goes with"
        " units of that people only, or alone, and their TB counts only in a Force of such units",
        "Kings commanded their own, and no legion followed Juba; the player aid says nothing of it."
        " Roman leaders go with Romans or with an ally's units, and their TB counts in every Force."
        " Leaders without units march one at a time (CW-37); aboard, Romans may go with those of"
        " one people.",
    ),
    71: (
        "Units and leaders of a people march no further than two zones overland from their home, a"
        " strait counting as one more, or nearer to it than they are; when beaten they fall back as"
        " others do",
        "Kings fought on their own borders. Values document.",
    ),
    72: (
        "An option: in phase D of 44 BC, while Caesar heads the faction that controls Roma, a d6 of"
        " 1 to 4 kills him; D. Brutus and Trebonius join the Republicans as in CW-60",
        "8.5.2 has assassins of Caesar, but not their rule. Switch ides.",
    ),
}
RECONSTRUCTION = ours("CW", OURS, "reconstruction")
