"""The tables. One row per event. The writers' lock keeps their order; were it ever passed by, the
constraints would let no event, key or copy be stored twice.
"""

import sqlalchemy as sa

metadata = sa.MetaData()

_ID = sa.String(36)
_HASH = sa.String(64)

shards = sa.Table(
    "shards",
    metadata,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("pos", sa.BigInteger, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False, server_default="0"),
)
"""The head of each shard: the last position given out. Its row is the writers' lock.

``version`` grows with every change of a campaign's head or a token that is not an event's, so
that a writer knows until when what it keeps of them is true (`kept`).
"""

campaigns = sa.Table(
    "campaigns",
    metadata,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("shard", sa.Integer, nullable=False),
    sa.Column("system", sa.String(64), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("visibility", sa.String(16), nullable=False),  # public, private, hidden
    sa.Column("kind", sa.String(16), nullable=False),  # live, imported, read-only, deleted
    sa.Column("parent_id", _ID, nullable=True),
    sa.Column("fork_at", sa.BigInteger, nullable=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("hash", _HASH, nullable=False),
    sa.Column("frontier", sa.LargeBinary, nullable=False),
    sa.Column("checkpoint", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),  # verifier key of the checkpoint's server
    sa.Column("campaign", _ID, nullable=False),
    sa.Column("reason", sa.Text, nullable=True),  # why it was deleted
    sa.Column("opened", sa.BigInteger, nullable=True),  # position at which it had opened its seals
    sa.UniqueConstraint("campaign", "key", name="campaigns_campaign_key"),
    sa.Index("campaigns_parent", "parent_id", "fork_at"),
)
"""The head of each copy of a campaign: size, root's frontier and last signed checkpoint.

``campaign`` is the campaign's own id; ``id`` names the copy in every other table. They are the
same, but for imported files whose campaign was here already under another key.
"""

events = sa.Table(
    "events",
    metadata,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("pos", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("campaign_id", _ID, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("by", sa.String(40), nullable=False),
    sa.Column("key", sa.String(64), nullable=True),  # none in imported stretches
    sa.Column("record", sa.LargeBinary, nullable=False),
    sa.Column("hash", _HASH, nullable=False),
    sa.UniqueConstraint("campaign_id", "seq", name="events_campaign_seq"),
    sa.UniqueConstraint("campaign_id", "by", "key", name="events_campaign_by_key"),
)

openings = sa.Table(
    "openings",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("digest", _HASH, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("to", sa.Text, nullable=False),
    sa.Column("opening", sa.LargeBinary, nullable=False),
)

published = sa.Table(
    "published",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("digest", _HASH, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
)
"""Openings that an event of this campaign showed to everyone."""

chains = sa.Table(
    "chains",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("anchor", _HASH, primary_key=True),
    sa.Column("chain", sa.String(8), nullable=False),
    sa.Column("links", sa.Integer, nullable=False),
    sa.Column("used", sa.Integer, nullable=False),
    sa.Column("stored", sa.LargeBinary, nullable=False),
)
"""The secret side of the dice chains, encrypted if a key is configured."""

nodes = sa.Table(
    "nodes",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("index", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
)
"""Complete Merkle subtrees of 256 leaves and more."""

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)

step_blocks = sa.Table(
    "step_blocks",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("audience", sa.String(40), primary_key=True),
    sa.Column("last", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("version", sa.String(64), nullable=False),
    sa.Column("pos", sa.BigInteger, nullable=False, index=True),  # of all that were kept
    sa.Column("steps", sa.LargeBinary, nullable=False),
)
"""Cache: steps as an audience was told them, by the ``last`` event of each block. Only what was
told under the ``version`` of today is used; what nobody reads goes.
"""

incoming = sa.Table(
    "incoming",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("claim", _HASH, nullable=False),
)
"""Campaigns being imported: rows past their head are of the import that holds the claim."""

vacant = sa.Table(
    "vacant",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("shard", sa.Integer, nullable=False),
    sa.Column("events", sa.BigInteger, nullable=False),
)
"""How many positions are empty, by the campaign whose events were removed from there."""

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("hash", _HASH, primary_key=True, index=True),
    sa.Column("role", sa.String(40), nullable=False),
    sa.Column("made", sa.String(24), nullable=True),  # none if it was before this was kept
)
"""Who holds which role. A fork that carries secrets knows its parent's tokens as well."""

transfers = sa.Table(
    "transfers",
    metadata,
    sa.Column("hash", _HASH, primary_key=True),
    sa.Column("campaign_id", _ID, nullable=False),
    sa.Column("token", _HASH, nullable=False, index=True),  # that the code was made with
    sa.Column("until", sa.String(24), nullable=False),
    sa.Column("became", _HASH, nullable=True),  # the token that a used one became
)
"""Codes that become a second token of a role. They go when their time is over."""

invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("hash", _HASH, primary_key=True),
    sa.Column("campaign_id", _ID, nullable=False, index=True),
    sa.Column("seat", sa.String(32), nullable=False),
    sa.Column("claimed", sa.Boolean, nullable=False),
)

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""What the database says of itself.

``mark``: "due" before the first mark is written, then "kept". ``copied``: when this copy was made;
none in the database that was copied. ``closed``: where the log ended when campaigns were made
read-only. ``notes``: lines for the mark of the last commit that had any.
"""
continuations = sa.Table(
    "continuations",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("child_id", _ID, nullable=False),
)
"""The one fork, secrets and all, of each campaign that a restored backup left behind."""

allowances = sa.Table(
    "allowances",
    metadata,
    sa.Column("bucket", _HASH, primary_key=True),
    sa.Column("until", sa.Double, nullable=False),
)
"""Rates that several processes share: when each bucket will be full again, in Unix seconds."""

listing = sa.Table(
    "listing",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("system", sa.String(64), nullable=False),
    sa.Column("scenario", sa.String(64), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),  # open, concluded
    sa.Column("awaited", sa.Text, nullable=False),  # " seat seat "
    sa.Column("summary", sa.LargeBinary, nullable=False),
    sa.Column("seals_due", sa.String(24), nullable=True, index=True),
)
"""Projection: the list of campaigns. ``seals_due``: when the service is to open the seals."""

rolls = sa.Table(
    "rolls",
    metadata,
    sa.Column("campaign_id", _ID, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("roll", sa.LargeBinary, nullable=False),
)
"""Projection: every die, sealed ones without their face."""

quotas = sa.Table(
    "quotas",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("sender", _HASH, primary_key=True),  # keyed hash of an address; empty for all
    sa.Column("campaigns", sa.Integer, nullable=False),
    sa.Column("bytes", sa.BigInteger, nullable=False),
)
"""What was created, forked and imported today. Rows of past days go."""

PROJECTIONS = (listing, rolls)
