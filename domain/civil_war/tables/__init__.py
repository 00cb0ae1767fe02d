"""The printed tables, in printed shape, parsed once at import.

A cell of the combat table is the attacker's result / the defender's; `*` marks the winner of an
R/R. The scan shows winners in bold type only, so those marks are decoded (CW-8).
"""

from iacta.domain.kernel.contract.tables import Table

COMBAT = Table.printed(
    "combat",
    title="Combat: one d6, its modifiers, the odds",
    rule="CW 8.4",
    text="""
        die | 1/3  | 1/2  | 2/3  | 4/5  | 1/1  | 5/4  | 3/2  | 2/1  | 3/1  | 4/1
        ----+------+------+------+------+------+------+------+------+------+-----
        ≤-2 | E/R  | E/R  | E/R  | A/R  | A/R  | A/R  | A/¼  | A/¼  | A/¼  | R/R*
        -1  | E/R  | E/R  | A/R  | A/¼  | A/¼  | A/¼  | A/½  | A/¼  | R/R* | R*/R
        0   | E/R  | A/R  | A/¼  | A/¼  | A/¼  | A/½  | A/½  | R/R* | R*/R | ¾/A
        1   | A/R  | A/R  | A/¼  | A/½  | A/½  | A/¾  | R/R* | R*/R | ¾/A  | ½/A
        2   | A/R  | A/¼  | A/¼  | A/½  | A/¾  | R/R* | R*/R | ¾/A  | ½/A  | R/A
        3   | A/R  | A/¼  | A/½  | A/¾  | R/R* | R*/R | ¾/A  | ½/A  | ½/A  | R/A
        4   | A/¼  | A/½  | A/½  | R/R* | R*/R | ¾/A  | ½/A  | ½/A  | ¼/A  | R/A
        5   | A/½  | A/½  | R/R* | R*/R | ¾/A  | ½/A  | ½/A  | ¼/A  | ¼/A  | R/A
        6   | A/½  | R/R* | R*/R | ¾/A  | ½/A  | ½/A  | ¼/A  | ¼/A  | R/A  | R/A
        7   | R/R* | R*/R | ½/A  | ½/A  | ½/A  | ½/A  | ¼/A  | R/A  | R/A  | R/E
        8   | R*/R | ¼/A  | ½/A  | ¼/A  | ¼/A  | ¼/A  | R/A  | R/A  | R/E  | R/E
        ≥9  | ¼/A  | ¼/A  | ¼/A  | R/A  | R/A  | R/A  | R/A  | R/E  | R/E  | R/E
    """,
    notes=(
        "Odds of 1/3 and less use the first column, of 4/1 and more the last (CW-21).",
        "The asterisk marks the winner where both results are R.",
        "Read with less certainty from the scan: row 1 on 4/1, row 3 on 2/1, row 7 on 1/1 and 5/4"
        " (CW-8).",
        "Clear in the scan, but out of step with their neighbours: row -1 on 2/1, row 8 on 2/3.",
    ),
)

EVENTS = Table.printed(
    "events",
    title="Events of the year: 1d6 + d10 read 0 to 9",
    rule="CW E0",
    text="""
        total | event                        | effect
        ------+------------------------------+-------------------------------------------------
        1     | Fever at Roma                | units in Roma are reduced; a Faction Leader there falls ill as by 4
        2     | Foul weather                 | every movement allowance is 1 lower this year
        3     | Low spirits in the legions   | 1 against Romans who fight non-Romans
        4     | The master of Roma falls ill | the leader stays in the zone, dies if driven out; the TB does not count there
        5     | Fury of the north            | 2 in favour of a side with German or Celtic units
        6     | Unrest in the cities         | Faction Leaders go to, and stay in, their nearest controlled city
        7     | A hard winter                | one SMC fewer
        8     | Omens for peace              | two SMCs fewer, one a player, the holder of the initiative first
        9     | Storms at sea                | no naval movement
        10    | Roma tires of its master     | the master's opponent has one more SMC at the end of phase E
        11    | Legions desert               | two regions by 2d6, doubles none: their controllers remove 2 Legio in each
        12    | Gifts to the legions         | 1 in favour of Romans with Legio who fight non-Romans
        13    | Plague in the East           | units in Asia, Pontici and Aegyptii are reduced; the reduced leave play for the turn
        14    | The Parthi turn about        | at peace they declare war, at war they are pacified
        15    | Hunger in the north          | German and Celtic units are reduced; 1 against a side with one of them
    """,  # noqa: E501
    notes=(
        "What an event gives a side is added for the attacker, subtracted for the defender.",
        "The figures are printed; the names are ours, and the effects are told in our words.",
    ),
)

LEADERS = Table.printed(
    "leaders",
    title="Roman leaders: entry, faction, natural death",
    rule="CW D1",
    text="""
        leader      | name                                          | entry | faction | -43 to -39 | -38 to -34 | -33 to -29
        ------------+-----------------------------------------------+-------+---------+------------+------------+-----------
        Afranius    | Lucius Afranius                               | D     | R       |            |            |
        Agrippa     | Marcus Vipsanius Agrippa                      | A     | C       |            |            |
        Ahenobarbus | Lucius Domitius Ahenobarbus                   | D     | R       | 2          | 4          | 6
        M. Antonius | Marcus Antonius                               | D     | C       |            |            |
        L. Antonius | Lucius Antonius                               | A     | R       |            |            |
        Bassus      | Publius Ventidius Bassus                      | -48   | C       |            |            |
        Bibulus     | Marcus Calpurnius Bibulus                     | -48   | R       |            | 2          | 4
        D. Brutus   | Decimus Junius Brutus Albinus                 | D     | C       |            |            |
        M. Brutus   | Marcus Junius Brutus                          | -48   | R       |            |            |
        Caesar      | Caius Iulius Caesar                           | D     | C       | 2          | 4          | 7
        Calvinus    | Gnaeus Domitius Calvinus                      | -48   | C       |            |            |
        Cassius     | Caius Cassius Longinus                        | -48   | R       |            |            |
        Cato        | Marcus Porcius Cato Uticencis                 | D     | R       | 2          | 4          | 6
        Corvinus    | Marcus Valerius Messalla Corvinus             | A     | R       |            |            |
        Curio       | Gaius Scribonius Curio                        | D     | C       |            | 2          | 4
        Dolabella   | Publius Cornelius Dolabella                   | -48   | C       |            |            |
        Flaccus     | Gaius Norbanus Flaccus                        | A     | C       |            |            |
        Hirtius     | Aulus Hirtius                                 | D     | C       |            | 2          | 4
        Labienus    | Titus Labienus                                | D     | R       | 2          | 4          | 7
        Lepidus     | Marcus Aemilius Lepidus                       | D     | C       |            |            |
        Lurius      | Marcus Lurius                                 | A     | C       |            |            |
        Menas       | (ou Menodorus)                                | A     | R       |            |            |
        Octavianus  | Gaius Julius Caesar Octavianus                | A     | C       |            |            |
        Pansa       | Caius Vibius Pansa Caetronianus               | A     | ?       |            |            |
        Petreius    | Marcus Petreius                               | D     | R       |            |            |
        Plancus     | Lucius Munatius Plancus                       | -48   | C       |            | 2          | 4
        Pollio      | Gaius Asinius Pollio                          | -48   | C       |            |            |
        Pompeius    | Gnaeus Pompeius Magnus                        | D     | R       | 3          | 6          | 8
        G. Pompeius | Gnaeus Pompeius                               | D     | R       |            |            |
        S. Pompeius | Sextus Pompeius Magnus Pius                   | -48   | R       |            |            |
        Salvidienus | Quintus Salvidienus Rufus                     | A     | ?       |            |            |
        Saxa        | Decidius Saxa                                 | A     | C       |            |            |
        Scipio      | Quintus Caecilius Metellus Pius Scipio Nasica | D     | R       |            |            |
        Spinther    | Publius Cornelius Lentulus Spinther           | D     | R       |            |            |
        Sulla       | Publius Cornelius Sulla                       | -48   | C       |            |            |
        Trebonius   | Gaius Trebonius                               | D     | C       |            |            |
    """,  # noqa: E501
    notes=(
        "D: on the map at the start. A year: phase C of that year. A: the first phase C after"
        " Caesar's death.",
        "One d10, 0 to 9, in phase D: lower than the number is death. No number, no check.",
        "?: one d6 on entry, even Caesarian, odd Republican.",
    ),
)

NON_ROMAN = Table.printed(
    "non-roman",
    title="Non-Roman leaders: entry and death",
    rule="CW L3",
    text="""
        leader            | entry                            | death
        ------------------+----------------------------------+---------------------------------------------
        Cleopatra VII     | -49                              | never
        Achillas          | -49                              | first allegiance or pacification of Aegyptii
        Orodes II         | -49                              | -39
        Pacorus & Surena  | -49                              | never
        Phraates IV       | -38                              | never
        Pharnaces II      | -49                              | first allegiance or pacification of Pontici
        Darius            | turn after death of Pharnaces II | never
        Juba I            | -49                              | first pacification of Numidae
        Juba II           | turn after death of Juba I       | never
    """,  # noqa: E501
    notes=("A rule of scenario 7 on Cleopatra is named in the source and not contained in it.",),
)

REGIONS = Table.printed(
    "regions",
    title="Regions, in the order of adjustment and recruitment",
    rule="CW R1",
    text="""
        region   | order | garrison | legio | auxilia | equites | naves | zones | cities | points
        ---------+-------+----------+-------+---------+---------+-------+-------+--------+-------
        Italia   | 1     | 2        | 4     | 0       | 1       | 2     | 4     | 3      | 5
        Asia     | 2     | 3        | 2     | 1       | 1       | 1     | 3     | 2      | 3
        Gallia   | 3     | 3        | 1     | 2       | 2       | 1     | 5     | 2      | 2
        Africa   | 4     | 1        | 2     | 1       | 2       | 2     | 2     | 1      | 3
        Graecia  | 5     | 3        | 2     | 2       | 1       | 1     | 3     | 2      | 2
        Sicilia  | 6     | 0        | 1     | 2       | 0       | 2     | 2     | 1      | 1
        Hispania | 7     | 2        | 1     | 1       | 2       | 0     | 3     | 2      | 2
        Roma     |       | 0        | -     | -       | -       | -     | 1     | 1      | 2
    """,
    notes=(
        "garrison: Legio; legio to naves: recruitment; zones and cities: held for control.",
        "A 0 is a zero; Roma recruits nothing.",
    ),
)

DESERTION = Table.printed(
    "desertion",
    title="Event 11: the regions by d6",
    rule="CW E11",
    text="""
        die | region
        ----+---------
        1   | Gallia
        2   | Hispania
        3   | Italia
        4   | Graecia
        5   | Asia
        6   | Africa
    """,
    notes=("Sicilia and Roma cannot be hit (CW-3).",),
)

TABLES = (COMBAT, EVENTS, LEADERS, NON_ROMAN, REGIONS, DESERTION)

PERIODS = ((-43, -39), (-38, -34), (-33, -29))
"""First and last year of the three columns of natural death. CW D1."""
