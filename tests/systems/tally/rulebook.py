"""The ledger of Tally's rules."""

from iacta.domain.kernel.contract.rulebook import Rule, Rulebook, Switch, Term

RULEBOOK = Rulebook(
    source="written for the tests",
    rules=(
        Rule("TY 1", "The deck is shuffled, three cards dealt to each seat, a leader rolled for"),
        Rule("TY 2", "Each seat bids in secret, from nothing to all its coins"),
        Rule("TY 3", "The highest bid pays, takes a card and leads; a roll-off parts a tie"),
        Rule("TY 4", "The leader rolls a die, and may add a card of their hand"),
        Rule("TY 5", "Each other seat that holds cards may answer with one, or passes"),
        Rule("TY 6", "The table turns the total into points"),
        Rule("TY 7", "After the last turn the highest score wins; equals share"),
        Rule("TY 8", "Talk at the table", "left-out", note="nothing here to enforce"),
        Rule(
            "TY-1",
            "Where nobody bids, the leader stays and no card is taken",
            provenance="ruling",
            note="the rule on bids does not say",
        ),
        Rule(
            "TY-2",
            "Double points may be agreed on",
            provenance="ruling",
            note="a column of the table that no rule mentions",
        ),
    ),
)

SWITCHES = (
    Switch(
        "double_points",
        "Score by the second column",
        (False, True),
        "TY-2",
        ("No", "Yes"),
    ),
)

GLOSSARY = (Term("VP", "victory points"),)
