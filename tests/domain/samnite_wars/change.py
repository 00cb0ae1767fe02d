"""A change that a referee may rule, for the tests of the contract."""

CHANGE = {"type": "samnite-wars.set-treasury", "coins": 9}
