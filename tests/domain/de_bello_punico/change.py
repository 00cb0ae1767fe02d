"""A change that a referee may rule, for the tests of the contract."""

CHANGE = {"type": "de-bello-punico.set-rout", "side": "rome", "rout": 1}
