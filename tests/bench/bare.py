"""The same framework and server with nothing behind them: `bare.py [h11 | httptools]`.

The figures that are asked for were set beside h11, uvicorn's parser when nothing else is installed.
"""

import sys
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Response, post


class Roll(msgspec.Struct, tag="civil-war.roll-year-event", tag_field="type", frozen=True):
    """One of two, so that the body is a tagged union."""


class Close(msgspec.Struct, tag="civil-war.close-year", tag_field="type", frozen=True):
    """The other."""


class Body(msgspec.Struct, frozen=True):
    """A command's body."""

    command: Roll | Close
    entropy: str = ""


@post("/v1/campaigns/{campaign_id:str}/commands")
async def echo(campaign_id: str, data: Body) -> Response[Any]:
    """Decode, and answer."""
    return Response({"campaign": campaign_id, "entropy": data.entropy})


app = Litestar([echo], logging_config=None)

if __name__ == "__main__":
    config = uvicorn.Config(app, port=0, log_level="critical", http=sys.argv[1])  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    sock = config.bind_socket()
    sock.listen()
    print(f"ready http://127.0.0.1:{sock.getsockname()[1]}", flush=True)
    server.run(sockets=[sock])
