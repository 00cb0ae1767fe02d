"""A change that a referee may rule, for the tests of the contract."""

CHANGE = {"type": "naval-battle.set-panic", "seat": "active", "panicked": True}
