"""No answer but a committed event depends on a coming link.

Two servers differ only in their links. Everything that is refused, offered, weighed or tried is
answered alike, headers and lengths included, once what is random has numbers by first appearance.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from tests.service.disclosed import anonymous, everything
from tests.support.host import ScriptedHost
from tests.support.play import ADJUDICATE, Game, desk, found
from tests.support.servers import app_of

AUDIENCES = ("public", "referee", "seat:north", "seat:east")
COMBAT: dict[str, Any] = {"type": "civil-war.adjudicate-combat", **ADJUDICATE}
YEAR = {"type": "civil-war.roll-year-event"}
NOTE = {"type": "campaign.annotate", "seq": 1, "text": "x"}

LOOKERS = ("observer", "nobody")
"""who may send nothing: all of it is refused alike"""
COMMANDS: list[Any] = [
    COMBAT, YEAR, NOTE,
    {"type": "civil-war.enter-leaders"},
    {"type": "civil-war.check-leader-death", "leader": "Nobody"},
    {"type": "civil-war.choose-losses", "units": ["x"]},
    {"type": "civil-war.close-year"},
    {**COMBAT, "crossing": "no"},
    {"type": "tally.set-up"}, {"type": "tally.bid", "bid": 1}, {"type": "tally.roll"},
    {"type": "campaign.rewind", "to": 99, "reason": "x"},
    {"type": "campaign.open-seals"}, {"type": "campaign.reshuffle"}, {"type": "none"}, 7,
]  # fmt: skip


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """Two servers that differ only in their links."""
    one = app_of(tmp_path / "one", host=ScriptedHost(open="one", sealed="one"))
    other = app_of(tmp_path / "other", host=ScriptedHost(open="other", sealed="other"))
    with TestClient(one) as left, TestClient(other) as right:
        yield left, right


def twice(pair: tuple[httpx.Client, httpx.Client], make: Any) -> list[Game]:
    games = [make(http) for http in pair]
    anchors = [
        game.get("referee", "/events/1").json()["event"]["effects"][0]["anchors"] for game in games
    ]
    assert anchors[0]["open"] != anchors[1]["open"], "the links were to differ"
    assert anchors[0]["sealed"] != anchors[1]["sealed"]
    assert games[0].tokens == games[1].tokens, "everything else was to be alike"
    return games


def tried(game: Game, at: int) -> Iterator[tuple[str, httpx.Response]]:
    """Everything that can be asked without making an event."""
    for role in ("referee", "seat:caesarian", "seat:north", "observer", "nobody"):
        if role not in game.tokens:
            continue
        for number, command in enumerate(COMMANDS if role not in LOOKERS else COMMANDS[:3]):
            body = {"command": command, "entropy": "e"}
            yield f"odds {role} {number}", game.post(role, "/odds", {"command": command})
            stale = {"If-Match": f'"{at + 7}"'}
            yield f"stale {role} {number}", game.post(role, "/commands", body, headers=stale)
            for refused in ({**body, "entropy": "!"}, {**body, "for": "nowhere"}, {**body, "x": 1}):
                yield f"refused {role} {number}", game.post(role, "/commands", refused)
            nobody = {**body, "entered": {"witness": "w", "faces": [9] * 9}}
            yield f"entered {role} {number}", game.post(role, "/commands", nobody)
            then = [{"command": command}, {"command": NOTE | {"seq": 99}}]
            batch = {"mode": "all-or-none", "commands": then}
            yield f"batch {role} {number}", game.post(role, "/command-batches", batch)
            dry = {**batch, "mode": "until-refused", "dry_run": True, "options": True}
            yield f"dry run {role} {number}", game.post(role, "/command-batches", dry)
            last = {"mode": "all-or-none", "commands": [then[1], then[0]]}
            yield f"batch {role} {number}", game.post(role, "/command-batches", last)
        for path, answer in everything(
            game, role, ("public", "referee", "seat:north", "seat:east")
        ):
            yield f"{path} {role}", answer


def compare(games: list[Game]) -> int:
    left, right = games
    at = left.seq
    count = 0
    for (what, mine), (_, theirs) in zip(tried(left, at), tried(right, at), strict=True):
        assert anonymous(mine) == anonymous(theirs), what
        count += 1
    assert left.seq == right.seq == at, "nothing was to be accepted"
    return count


@pytest.mark.long
def test_a_desk_answers_alike_whatever_dice_are_coming(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    games = twice(pair, lambda http: desk(http, options={"entered_dice": True}).claim_all())
    assert compare(games) > 100
    for game in games:
        by_hand = {"witness": "by hand", "faces": [3, 4]}
        answer = game.post("referee", "/commands", {"command": YEAR, "entered": by_hand})
        assert answer.status_code == 201, answer.text
        game.do("referee", "campaign.annotate", seq=2, text="by hand")
    assert compare(games) > 100
    rolled = [game.do("referee", type_=COMBAT["type"], **ADJUDICATE) for game in games]
    seeds = [one["event"]["draws"][0]["seed"] for one in rolled]
    assert seeds[0] != seeds[1], "the committed event does depend on the link"


def test_a_game_with_hands_answers_alike_before_it_is_dealt(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    seats = [{"name": name, "seat": name} for name in ("north", "east")]
    compare(twice(pair, lambda http: found(http, seats=seats).claim_all()))


def test_an_answer_that_depends_on_a_link_is_seen(
    pair: tuple[httpx.Client, httpx.Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: a refusal that peeps at the coming face."""
    from iacta.domain.kernel.proof.errors import OutOfPhase
    from iacta.service.campaigns import commands as run
    from iacta.service.campaigns.engine import LiveEnvironment

    games = twice(pair, desk)
    honest = run.execute

    def peeping(batch: Any, row: Any, role: str, order: Any, match: Any) -> Any:
        if match is not None and match != row.seq:
            _, link = LiveEnvironment(batch, row, batch.live(row)).link("open")
            raise OutOfPhase("not now" if link[0] % 2 else "not just now")
        return honest(batch, row, role, order, match)

    monkeypatch.setattr(run, "execute", peeping)
    with pytest.raises(AssertionError, match="stale"):
        compare(games)
