"""The types that the viewer's modules are checked against: python -m tests.tools.types.

Writes into build/types: `api.json`, the contract, and `games.json`, each game's view and effects,
of which types.mjs makes declarations; and `renderers.ts`, which holds every renderer to its type.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from iacta.service.systems import discover

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "types"


def games() -> dict[str, Any]:
    """A contract of schemas alone: for every game `<key>.Game`, `<key>.Effect` and their parts."""
    schemas: dict[str, Any] = {}
    for key, system in discover().items():
        (game, effect), parts = msgspec.json.schema_components(
            [system.view_type, system.effect_type],
            ref_template=f"#/components/schemas/{key}.{{name}}",
        )
        schemas |= {f"{key}.{name}": schema for name, schema in parts.items()}
        schemas |= {f"{key}.Game": game, f"{key}.Effect": effect}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Games", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }


def renderers() -> str:
    """A module that compiles if every renderer is one."""
    lines = ['import type { Renderer } from "../../viewer/renderer.js";']
    for number, file in enumerate(sorted((ROOT / "viewer" / "systems").glob("*.js"))):
        lines.append(f'import * as of{number} from "../../viewer/systems/{file.name}";')
        lines.append(f"of{number} satisfies Renderer;")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write all three."""
    BUILD.mkdir(parents=True, exist_ok=True)
    contract = (ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8")
    (BUILD / "api.json").write_text(contract, encoding="utf-8")
    (BUILD / "games.json").write_text(json.dumps(games()), encoding="utf-8")
    (BUILD / "renderers.ts").write_text(renderers(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
