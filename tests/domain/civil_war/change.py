"""A change that a referee may rule, for the tests of the contract."""

CHANGE = {"type": "civil-war.set-event", "event": 1, "in_force": True}
