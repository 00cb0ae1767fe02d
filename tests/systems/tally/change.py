"""A change that a referee may rule, for the tests of the contract."""

CHANGE = {"type": "tally.set-coins", "seat": "north", "coins": 9}
