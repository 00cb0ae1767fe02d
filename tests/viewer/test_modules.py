"""The viewer's modules: nothing is exported that nobody imports, and every renderer is one."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests.viewer.fixture_server import VIEWER

HERE = Path(__file__).parent
RENDERERS = sorted((VIEWER / "systems").glob("*.js"))
CONTRACT = {"styles", "shape", "board", "panel"}
OPTIONAL = {
    "answers",
    "headline",
    "later",
    "marks",
    "outcome",
    "repeated",
    "series",
    "summary",
    "terms",
    "thumb",
    "together",
    "usual",
    "words",
}
DECLARED = re.compile(r"^export (?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)
PART = re.compile(r'^export const (\w+) = part\("([^"]+)"\);', re.MULTILINE)
DRAWN_BY = {"body", "drawn", "key", "open", "unmeasured"}
"""What the shell calls of whichever part it shows (types.d.ts: Opening, Drawing)."""
LISTED = re.compile(r"^export \{([^}]*)\};", re.MULTILINE)
IMPORTED = re.compile(
    r'^(?:import|export) (?:\* as (\w+)|\{([^}]*)\}) from "([^"]+)";', re.MULTILINE
)


def names(listed: str) -> set[str]:
    """The names of a list in braces, as the other module calls them."""
    return {one.split(" as ")[0].strip() for one in listed.split(",") if one.strip()}


def exports(text: str) -> set[str]:
    """What a module exports."""
    return {*DECLARED.findall(text), *(n for listed in LISTED.findall(text) for n in names(listed))}


def unused(viewer: Path, tests: Path) -> list[str]:
    """The exports of the viewer that neither it nor a test imports."""
    modules = [file for file in viewer.rglob("*.js") if "vendor" not in file.parts]
    used: dict[Path, set[str]] = defaultdict(set)
    for file in [*modules, *tests.rglob("*.mjs")]:
        text = file.read_text(encoding="utf-8")
        for whole, listed, address in IMPORTED.findall(text):
            found = re.findall(rf"\b{whole}\.(\w+)", text) if whole else names(listed)
            used[(file.parent / address).resolve()].update(found)
    texts = {file.resolve(): file.read_text(encoding="utf-8") for file in modules}
    for name, path in (found for text in texts.values() for found in PART.findall(text)):
        part = (viewer / path).resolve()
        used[part] |= DRAWN_BY | {
            word
            for file, text in texts.items()
            if file != part and re.search(rf"\b{name}\.(here|load)\b", text)
            for word in re.findall(r"\w+", text)
        }
    for renderer in (viewer / "systems").glob("*.js"):
        used[renderer.resolve()] |= CONTRACT | OPTIONAL
    return [
        f"{file.relative_to(viewer)}: {name}"
        for file in sorted(modules)
        for name in sorted(exports(file.read_text(encoding="utf-8")) - used[file.resolve()])
    ]


def test_every_export_is_imported_somewhere() -> None:
    assert unused(VIEWER, HERE / "node") == []


def test_an_export_that_nobody_imports_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("export const used = 1;\nexport function idle() {}\n")
    (tmp_path / "two.js").write_text('import { used as u } from "./one.js";\n')
    assert unused(tmp_path, tmp_path / "node") == ["one.js: idle"]


@pytest.mark.parametrize("renderer", RENDERERS, ids=lambda file: file.stem)
def test_a_renderer_exports_the_contract_and_no_more(renderer: Path) -> None:
    found = exports(renderer.read_text(encoding="utf-8"))
    assert found >= CONTRACT
    assert found <= CONTRACT | OPTIONAL


LONGEST = 160


def too_long(viewer: Path) -> list[str]:
    """The lines of the viewer's own scripts that nobody could review."""
    own = [p for p in viewer.rglob("*.js") if "vendor" not in p.parts]
    return [
        f"{file.relative_to(viewer)}:{number}"
        for file in sorted(own)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]


def test_no_line_is_too_long_to_be_reviewed(tmp_path: Path) -> None:
    """Prettier leaves what stands in a template as it is."""
    assert too_long(VIEWER) == []
    (tmp_path / "long.js").write_text(f"\nconst a = `{'x' * LONGEST}`;\n", encoding="utf-8")
    assert too_long(tmp_path) == ["long.js:2"]
