"""A role at a campaign on a server: what it may do, and its command until it stands in the log."""

import re
import secrets
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

import msgspec

from iacta.domain.kernel.contract.choices import AnyChoice, Option
from iacta.domain.kernel.contract.system import Waiting
from iacta.domain.kernel.proof import dice
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.service.cli.remote.address import Address
from iacta.service.cli.remote.client import Client, NoAnswer, Rejected
from iacta.service.cli.remote.keeping import ROLE, Cabinet, Pending
from iacta.service.http.choices import CHOICES

NOBODY = "nobody"
RECONNECTIONS = 5
PAUSE = 2.0
PAGE = 100
_TOKEN = re.compile(r"[\x21-\x7e]+")


class Offered(msgspec.Struct, frozen=True):
    """What the role may do after event ``at``."""

    at: int
    waiting: tuple[Waiting, ...]
    items: tuple[Option, ...]
    withheld: str = ""  #: said to a referee who asks for a seat and may not see everything


def read_offered(plain: Any) -> Offered:
    """Options out of an answer. Raises `NoAnswer` where they are of a form not known here."""
    try:
        return msgspec.convert(plain, Offered, dec_hook=_read_choice)
    except msgspec.ValidationError as error:
        raise NoAnswer(f"this version cannot read the server's options: {error}") from None


def _read_choice(shape: type, plain: Any) -> Any:
    """A choice, told apart by the member that all choices of its kind have."""
    assert shape is AnyChoice
    for kind in CHOICES:
        if kind.__struct_fields__[0] in plain:
            return msgspec.convert(plain, kind, dec_hook=_read_choice)
    raise ValueError("a choice of an unknown kind")


class Session:
    """``role`` at a campaign; `nobody` without a token, who may read what is public.

    ``for_``: the seat that the referee acts for; empty if none.
    """

    def __init__(self, address: Address, cabinet: Cabinet, client: Client, role: str) -> None:
        self.address, self.cabinet, self.role, self.for_ = address, cabinet, role, ""
        self._client, self._api = client, address.api

    @property
    def seat(self) -> str:
        """Who acts, as `waiting` names them: the seat's key, or `referee`."""
        return self.for_ or self.role.removeprefix("seat:")

    # --- reading

    def campaign(self) -> dict[str, Any]:
        """The campaign and where it stands."""
        return self._client.get(self._api)

    def capsule(self) -> bytes:
        """The whole campaign, with the hidden values that the role may see."""
        return self._client.read(f"{self._api}/capsule")

    def options(self) -> dict[str, Any]:
        """What may be done, as answered; `read_offered` reads it."""
        query = f"?for={quote(self.for_)}" if self.for_ else ""
        return self._client.get(f"{self._api}/options{query}")

    def odds(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """How probable each outcome of a command is."""
        return self._client.post(f"{self._api}/odds", self._body(command))[1]

    def trial(self, command: Mapping[str, Any], at: int | None = None) -> dict[str, Any]:
        """What a command would do; nothing is recorded and no die is thrown.

        ``at``: refused as stale unless this is the last event.
        """
        body = {"mode": "all-or-none", "dry_run": True, "commands": [self._body(command)]}
        headers = {} if at is None else _if_match(at)
        return self._client.post(f"{self._api}/command-batches", body, headers)[1]

    def steps(self, after: int) -> Iterator[dict[str, Any]]:
        """Every event after ``after`` in words, with its dice."""
        cursor: str | None = str(after)
        while cursor is not None:
            page = self._client.get(f"{self._api}/steps?after={cursor}&limit={PAGE}")
            yield from page["items"]
            cursor = page["next"]

    def follow(self, after: int) -> Iterator[dict[str, Any]]:
        """Every event after ``after`` as it happens, without end. A broken stream is resumed.

        Raises `NoAnswer` once it breaks again and again, `Rejected` once the token is revoked.
        """
        broken = 0
        while True:
            try:
                for data in self._client.stream(f"{self._api}/stream?after={after}"):
                    broken = 0
                    if data:
                        item: dict[str, Any] = msgspec.json.decode(data)
                        after = item["event"]["seq"]
                        yield item
            except NoAnswer:
                broken += 1
                if broken > RECONNECTIONS:
                    raise
            self._client.pause(PAUSE)

    def _body(self, command: Mapping[str, Any]) -> dict[str, Any]:
        return {"command": command, **({"for": self.for_} if self.for_ else {})}

    # --- sending

    @property
    def pending(self) -> Pending | None:
        """The command that is on its way, if there is one."""
        return self.cabinet.pending(self.role)

    def is_kept(self, command: Mapping[str, Any]) -> bool:
        """Whether this is the command that is on its way."""
        kept = self.pending
        return kept is not None and (kept.command, kept.for_) == (command, self.for_)

    def draft(self, command: dict[str, Any], at: int, waiting: tuple[Waiting, ...] = ()) -> Pending:
        """Keep a command with a key and entropy of its own, before it is sent for the first time.

        While one is kept it can only be that one: it stays with its key and entropy, so that a
        server that refuses buys itself no other throw.
        """
        kept = self.pending
        assert kept is None or self.is_kept(command)
        made = Pending(
            command=command,
            for_=self.for_,
            entropy=kept.entropy if kept else secrets.token_hex(16),
            key=kept.key if kept else secrets.token_hex(16),
            at=at,
            waiting=waiting,
        )
        self.cabinet.keep_pending(self.role, made)
        return made

    def send(self, pending: Pending) -> tuple[bool, dict[str, Any]]:
        """Send the pending command; whether it is new in the log, and the answer.

        Where only others' answers to the same question came between, it is sent again on the new
        head. Raises `Rejected` and `NoAnswer`, after which the command is still pending.
        """
        while True:
            headers = {"Idempotency-Key": pending.key, **_if_match(pending.at)}
            try:
                status, answer = self._client.post(f"{self._api}/commands", pending.body, headers)
            except Rejected as error:
                if error.slug != "stale":
                    raise
                moved = self._among_answers(pending)
                if moved is None:
                    raise
                pending = moved
                continue
            event = answer.get("event")
            if not isinstance(event, dict) or event.get("key") != pending.key:
                raise NoAnswer("the answer is not the event of this command")
            self.cabinet.drop_pending(self.role)
            return status == 201, answer

    def renew(self, pending: Pending) -> Pending:
        """The same command on the campaign's present head: same key, same entropy."""
        return self._moved(pending, read_offered(self.options()))

    def give_up(self, pending: Pending) -> int | None:
        """Drop a command. The event's number if it stands in the log after all; else None."""
        found = None
        for step in self.steps(pending.at):
            event = step["event"]
            if (event["key"], event["by"]) == (pending.key, self.role):
                found = int(event["seq"])
        self.cabinet.drop_pending(self.role)
        return found

    def _moved(self, pending: Pending, offered: Offered) -> Pending:
        moved = msgspec.structs.replace(pending, at=offered.at, waiting=offered.waiting)
        self.cabinet.keep_pending(self.role, moved)
        return moved

    def _among_answers(self, pending: Pending) -> Pending | None:
        """The command on the new head, if all that came between is others' answers to the same
        question: those who answered are awaited no longer, and nothing else has changed.
        """
        offered = read_offered(self.options())
        acted = {
            (step["for"] or step["by"]).removeprefix("seat:") for step in self.steps(pending.at)
        }
        awaited = {one.seat for one in pending.waiting}
        left = tuple(one for one in pending.waiting if one.seat not in acted)
        mine = pending.for_ or self.seat
        same = acted and acted <= awaited and mine in awaited - acted and offered.waiting == left
        return self._moved(pending, offered) if same else None


def enter(address: Address, cabinet: Cabinet, client: Client, token: str) -> Session:
    """A session under a token, or as nobody without one. Raises `Rejected` and `NoAnswer`."""
    role = NOBODY
    if token:
        role = client.get(f"{address.api}/whoami")["role"]
        check_role(role)
    return Session(address, cabinet, client, role)


def claim(address: Address, cabinet: Cabinet, client: Client) -> tuple[str, str]:
    """Claim the seat of an invitation; its role and token, which is kept.

    The token is kept before it is sent, so that a claim whose answer is lost can be made again.
    Raises `Rejected` and `NoAnswer`.
    """
    drafted = cabinet.claim(address.invitation) or new_token()
    cabinet.keep_claim(address.invitation, drafted)
    body = {"invitation": address.invitation, "token": drafted}
    _, issued = client.post(f"{address.api}/claims", body)
    role, token = check_role(issued["role"]), check_token(issued["token"])
    cabinet.keep_token(role, token)
    cabinet.drop_claim(address.invitation)
    return role, token


def new_token() -> str:
    """A token of the form that servers make."""
    return secrets.token_urlsafe(32)


def check_role(role: str) -> str:
    """The role, which names files here; raises `NoAnswer` unless it has the form of one."""
    if not ROLE.fullmatch(role):
        raise NoAnswer("the server names a role that is none")
    return role


def check_token(token: str) -> str:
    """The token; raises `ValueError` unless it can stand in a header. It is not repeated."""
    if not _TOKEN.fullmatch(token):
        raise ValueError("a token is one word of printable ASCII characters")
    return token


def own_dice(answer: Mapping[str, Any], pending: Pending) -> bool:
    """Whether the open dice of an event follow from its seed and the entropy that was sent."""
    event = answer["event"]
    if event["entropy"] != pending.entropy:
        return False
    for draw in event["draws"]:
        if draw["chain"] != "open":
            continue
        digest = dice.command_digest(event["command"])
        seed, place = bytes.fromhex(draw["seed"]), (event["campaign"], "open", draw["link"])
        source = dice.stream(seed, *place, digest, event["entropy"])
        try:
            faces = [dice.next_face(source, die["die"]) for die in draw["dice"]]
        except BadRecord:
            return False
        if faces != [
            tuple(die["face"]) if isinstance(die["face"], list) else die["face"]
            for die in draw["dice"]
        ]:
            return False
    return True


def _if_match(at: int) -> dict[str, str]:
    return {"If-Match": f'"{at}"'}
