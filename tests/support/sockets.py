"""Plain sockets: what a client does that no library would."""

import json
import socket
from typing import Any
from urllib.parse import urlsplit

DEADLINE = 30.0
"""seconds after which nothing comes any more"""


def connect(url: str, source: str = "127.0.0.1") -> socket.socket:
    """A connection to a server, from an address of the loopback network."""
    place = urlsplit(url)
    assert place.hostname is not None
    return socket.create_connection((place.hostname, place.port or 80), DEADLINE, (source, 0))


def head(method: str, path: str, **headers: str) -> bytes:
    """A request's first line and headers, complete."""
    lines = [f"{method} {path} HTTP/1.1", "Host: x"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def answer(sock: socket.socket) -> tuple[int, Any]:
    """One whole answer: its status, and its body if that is JSON."""
    got = b""
    while b"\r\n\r\n" not in got:
        more = sock.recv(65_536)
        assert more, f"the connection ended after {got!r}"
        got += more
    first, _, body = got.partition(b"\r\n\r\n")
    lines = first.decode().lower().split("\r\n")
    length = next((int(one[15:]) for one in lines if one.startswith("content-length:")), 0)
    while len(body) < length:
        body += sock.recv(65_536)
    return int(lines[0].split()[1]), json.loads(body) if b"json" in first else body


def ended(sock: socket.socket) -> bytes:
    """Wait until the server ends the connection; what it sent until then."""
    got = b""
    try:
        while more := sock.recv(65_536):
            got += more
    except ConnectionResetError:
        pass
    return got
