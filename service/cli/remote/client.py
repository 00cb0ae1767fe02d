"""Requests to a server. Standard library alone: nothing here needs more than it has."""

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from iacta.service.settings import VERSION

T = TypeVar("T")

SECONDS = 60.0  # the stream shows a sign of life every 15
ATTEMPTS = 4
PAUSE = 2.0
LONGEST_PAUSE = 30.0


class Rejected(Exception):
    """The server refused; ``problem`` says why (RFC 9457)."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem.get("detail") or problem.get("title")))
        self.problem = problem

    @property
    def slug(self) -> str:
        """The kind of the problem, such as `stale`."""
        return str(self.problem.get("type")).rpartition("/")[2]


class NoAnswer(Exception):
    """The server could not be reached, or gave no answer that settles anything."""


class _Busy(NoAnswer):
    """The server asks to be asked again after ``seconds``."""

    def __init__(self, why: str, seconds: float) -> None:
        super().__init__(why)
        self.seconds = seconds


class _Moved(NoAnswer):
    """The server is elsewhere, however often it is asked."""


class _Stay(urllib.request.HTTPRedirectHandler):
    """No redirect is followed: it would carry the token to another server."""

    def redirect_request(self, *_: Any) -> None:
        """None: the redirect becomes the answer."""


class Client:
    """Asks a server, with a token if there is one."""

    pause = staticmethod(time.sleep)

    def __init__(self, token: str = "") -> None:
        self._token = token
        self._opener = urllib.request.build_opener(_Stay)

    def get(self, url: str) -> dict[str, Any]:
        """An answer in plain data. Raises `Rejected` and `NoAnswer`."""
        return self._insist(urllib.request.Request(url, headers=self._headers()), _decoded)[1]

    def read(self, url: str) -> bytes:
        """An answer as it comes. Raises `Rejected` and `NoAnswer`."""
        headers = self._headers({"Accept": "*/*"})
        return self._insist(urllib.request.Request(url, headers=headers), bytes)[1]

    def post(
        self, url: str, body: Any, headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """The status and the answer. Raises `Rejected` and `NoAnswer`.

        Where there is none it is sent again by itself: nothing that is sent may do a thing twice.
        """
        more = {"Content-Type": "application/json", **(headers or {})}
        data = msgspec.json.encode(body)
        request = urllib.request.Request(url, data, self._headers(more))
        return self._insist(request, _decoded)

    def stream(self, url: str) -> Iterator[str]:
        """The data of each message of a stream, and an empty text for each sign of life.

        Ends when the server closes it. Raises `Rejected` and `NoAnswer`.
        """
        headers = self._headers({"Accept": "text/event-stream"})
        request = urllib.request.Request(url, headers=headers)
        with self._open(request) as answer:
            for line in self._lines(answer):
                if line.startswith("data:"):
                    yield line.removeprefix("data:").strip()
                elif line.startswith(":"):
                    yield ""

    def _headers(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        own = {"User-Agent": f"iacta/{VERSION}", "Accept": "application/json"}
        if self._token:
            own["Authorization"] = f"Bearer {self._token}"
        return {**own, **(more or {})}

    def _insist(self, request: urllib.request.Request, read: Callable[[bytes], T]) -> tuple[int, T]:
        for left in reversed(range(ATTEMPTS)):
            try:
                with self._open(request) as answer:
                    return answer.status, read(self._whole(answer))
            except NoAnswer as error:
                if not left or isinstance(error, _Moved):
                    raise
                self.pause(error.seconds if isinstance(error, _Busy) else PAUSE)
        raise AssertionError("at least one attempt is made")

    def _open(self, request: urllib.request.Request) -> Any:
        try:
            return self._opener.open(request, timeout=SECONDS)
        except urllib.error.HTTPError as error:
            with error:
                raise _failure(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            why = getattr(error, "reason", None) or error
            raise NoAnswer(f"{request.host} does not answer: {why}") from None

    def _whole(self, answer: Any) -> bytes:
        try:
            data: bytes = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(f"the answer broke off: {error}") from None
        return data

    def _lines(self, answer: Any) -> Iterator[str]:
        try:
            for line in answer:
                yield line.decode(errors="replace").rstrip("\r\n")
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(f"the stream broke off: {error}") from None


def _failure(error: urllib.error.HTTPError) -> Rejected | NoAnswer:
    """What an answer that is no success means."""
    if 300 <= error.code < 400:
        return _Moved(f"the server has moved: use {error.headers.get('Location')}")
    try:
        problem = msgspec.json.decode(error.read())
    except (OSError, http.client.HTTPException, msgspec.DecodeError):
        problem = None
    if not isinstance(problem, dict):
        problem = {"title": f"The server answered {error.code} {error.reason}"}
    said = f"{problem.get('title')}. {problem.get('detail') or ''}".strip()
    if error.code in (429, 503):
        seconds = str(error.headers.get("Retry-After", ""))
        return _Busy(said, min(float(seconds) if seconds.isdecimal() else PAUSE, LONGEST_PAUSE))
    return NoAnswer(said) if error.code >= 500 else Rejected(problem)


def _decoded(data: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except msgspec.MsgspecError:
        raise NoAnswer("the answer is no JSON object: this is no Iacta server") from None
