"""What a server says of itself."""

import msgspec


class KeyAnswer(msgspec.Struct, frozen=True):
    """The server's verifier key."""

    key: str  #: in the form of a C2SP verifier key
    name: str  #: the name in it


class Health(msgspec.Struct, frozen=True):
    """Whether the server runs, or is ready, and the version that runs."""

    status: str  #: `live` or `ready`
    version: str  #: of the program that runs
    detail: str | msgspec.UnsetType = msgspec.UNSET  #: what the operator should know
