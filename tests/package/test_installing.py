"""A wheel and an sdist hold all that Iacta needs, and what is installed runs from any folder."""

import json
import re
import tarfile
import zipfile
from pathlib import Path

import httpx

from iacta.service.settings import VERSION
from iacta.service.systems import discover
from tests.package.installing import ROOT, Environment, build
from tests.support.servers import Process

VENDORED = [
    "viewer/vendor/lean-qr/LICENSE",
    "viewer/vendor/lit-html/LICENSE",
    "viewer/vendor/panzoom/LICENSE",
    "service/http/vendor/LICENSE",
]
"""The licences of the files that are not ours."""


def names(wheel: Path) -> set[str]:
    """The files of a wheel."""
    return {one for one in zipfile.ZipFile(wheel).namelist() if not one.endswith("/")}


def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    archive = build(ROOT, "sdist", tmp_path)
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (source,) = (one for one in tmp_path.iterdir() if one.is_dir())
    again = build(source, "wheel", tmp_path / "again")
    assert names(again) == names(wheel)
    assert all((source / one).is_file() for one in ["LICENSE", *VENDORED])


def test_the_wheel_holds_every_file_that_runs_or_is_served(wheel: Path) -> None:
    held = names(wheel)
    rooms = ("domain", "service", "migrations", "viewer")
    ours = {
        f"iacta/{path.relative_to(ROOT).as_posix()}"
        for room in rooms
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    drawing = {one for one in ours if re.match(r"iacta/viewer/(geo/|README|.*\.py$)", one)}
    assert {one for one in held if one.startswith("iacta/")} == {
        *(ours - drawing),
        "iacta/CHANGELOG.md",
    }
    licences = {one for one in held if "/licenses/" in one}
    assert {one.split("/licenses/")[1] for one in licences} == {"LICENSE", *VENDORED}


def test_one_name_is_installed_and_what_is_installed_runs(installed: Environment) -> None:
    """`domain` and `service` would meet other packages' names, so all is in `iacta`."""
    games = {"pebbles", "iacta_pebbles-1.0.dist-info", "lots", "iacta_lots-1.0.dist-info"}
    assert installed.top - games == {"iacta", f"iacta-{VERSION}.dist-info"}
    where = "import iacta.service.app as app; print(app.__file__)"
    assert installed.run("python", "-c", where).startswith(str(installed.packages))
    assert installed.run("iacta", "--version") == f"iacta {VERSION}\n"


def test_what_is_installed_serves_the_viewer_the_guides_and_every_game(
    server: Process, installed: Environment
) -> None:
    with httpx.Client(base_url=server.url) as http:
        for page in ("/", "/main.js", "/vendor/lit-html/lit-html.js", "/docs", "/docs/changelog"):
            assert http.get(page).status_code == 200, page
        found = {one["system"] for one in http.get("/v1/systems").json()["items"]}
        assert {*discover(), "pebbles", "lots"} == found
        creation = {"system": "civil-war", "scenario": "table", "name": "Alea"}
        made = http.post("/v1/campaigns", json={**creation, "visibility": "public"}).json()
        capsule = http.get(f"/v1/campaigns/{made['campaign']['id']}/capsule")
    (installed.folder / "alea.jsonl").write_bytes(capsule.content)
    assert json.loads(installed.run("iacta", "verify", "alea.jsonl", "--json"))["ok"]
