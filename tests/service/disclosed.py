"""What a reader is told by every endpoint, with what is random replaced by numbers."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from tests.support.play import Game, bearer
from tests.support.readings import READINGS

PLACES = 4
"""at how many places between the first and the last a past state is asked for"""
RANDOM = re.compile(
    r"[0-9a-f]{64}|[0-9a-f]{32}|(?<![0-9A-Za-z+/])(?:[0-9A-Za-z+/]{4}){10,}(?:[0-9A-Za-z+/]{2,3}={1,2})?"
)


def everything(
    game: Game, role: str, audiences: Sequence[str]
) -> Iterator[tuple[str, httpx.Response]]:
    """Every reading endpoint that ends, in every form, and once more for other audiences."""
    for path in READINGS:
        yield path, game.get(role, path)
    for path in ("/events", "/rolls"):
        for media in ("application/x-ndjson", "text/csv"):
            yield f"{path} {media}", game.get(role, path, headers={"Accept": media})
        yield f"{path} 2", game.get(role, path, params={"limit": 2})
    for path in ("/state", "/steps", "/capsule", "/audit"):
        for audience in audiences:
            yield f"{path} {audience}", game.get(role, path, params={"audience": audience})
    yield "/capsule steps", game.get(role, "/capsule", params={"steps": True})
    seq = game.seq
    for at in spread(seq):
        yield f"/state {at}", game.get(role, "/state", params={"at": at})
        yield f"/events/{at}", game.get(role, f"/events/{at}")
        yield f"/steps {at}", game.get(role, "/steps", params={"after": at - 1, "limit": 1})
    for at in {1, seq}:
        yield f"/receipt {at}", game.get(role, f"/events/{at}/receipt")
    tag = game.get(role, "/state").headers.get("etag", "*")
    yield "/state unchanged", game.get(role, "/state", headers={"If-None-Match": tag})


def spread(last: int) -> list[int]:
    """The first, the last and some events between: each was asked for when it was the last."""
    return sorted({1, last, *range(last, 0, -max(1, last // PLACES))})


def line(game: Game, role: str, *, after: int, until: int) -> httpx.Response:
    """What a stream tells from ``after`` on, read until event ``until``."""
    headers, body = bearer(game.tokens[role]), []
    url, params = f"{game.path}/stream", {"after": after}
    with game.http.stream("GET", url, headers=headers, params=params) as answer:
        events = answer.iter_lines()
        for text in events:
            if text.startswith("data: "):
                body.append(text.removeprefix("data: "))
            if text == f"id: {until}":
                body.append(next(events).removeprefix("data: "))
                break
        media = {"content-type": "application/x-ndjson", "x-media": answer.headers["content-type"]}
        return httpx.Response(answer.status_code, headers=media, text="\n".join(body))


def anonymous(answer: httpx.Response) -> Any:
    """Status, headers, length and body, with digests, hashes, roots and signatures numbered.

    How far a body shrinks depends on its digests, so the length on the way is left out.
    """
    own = {"x-request-id", "date"}
    if "content-encoding" in answer.headers:
        own.add("content-length")
    headers = {name: value for name, value in answer.headers.items() if name not in own}
    return answer.status_code, headers, len(answer.content), numbered(in_order(answer))


def in_order(answer: httpx.Response) -> str:
    """The body; the openings of a capsule and of an event, which stand by digest, by value."""
    text = answer.text
    kind = answer.headers.get("content-type", "")
    if "ndjson" in kind:
        return "\n".join(_sorted(line) for line in text.splitlines())
    return _sorted(text) if "json" in kind else text


def _sorted(line: str) -> str:
    plain = json.loads(line)
    return json.dumps(_by_value(plain), ensure_ascii=False)


def _by_value(plain: Any) -> Any:
    if isinstance(plain, dict):
        found = {name: _by_value(value) for name, value in plain.items()}
        if found and all(re.fullmatch("[0-9a-f]{64}", name) for name in found):
            entries = sorted(
                (
                    {"opening": value["value"], "salt": value["salt"], "of": name}
                    for name, value in found.items()
                ),
                key=lambda one: json.dumps(one["opening"], sort_keys=True),
            )
            return {"openings": entries}
        return found
    return [_by_value(item) for item in plain] if isinstance(plain, list) else plain


def numbered(text: str) -> str:
    """A text whose random parts are numbered by their first appearance."""
    names: dict[str, str] = {}
    return RANDOM.sub(lambda found: names.setdefault(found.group(), f"#{len(names) + 1}#"), text)
