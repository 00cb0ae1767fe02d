"""What every game needs: the record, its dice and seals, its proof, a game's contract.

Everything here is pure and written from the format's page (`FORMAT.md`). The
clock, the coming links, salts and signatures are handed in, so that the same code serves play,
odds, audit, bots and tests.
"""
