"""Data and keys stay out of commits and images, and compose has no default that is a secret."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from pathspec import GitIgnoreSpec

ROOT = Path(__file__).parents[2]
SECRET = [
    "data/iacta.sqlite",
    "data/iacta.sqlite-wal",
    "data/signing.key",
    "elsewhere/iacta.sqlite",
    "elsewhere/signing.key",
    ".env",
]


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


def lines(name: str) -> list[str]:
    plain = (line.strip() for line in (ROOT / name).read_text().splitlines())
    return [line for line in plain if line and not line.startswith("#")]


@pytest.mark.parametrize("path", SECRET)
def test_data_and_keys_are_not_committed(path: str) -> None:
    ignored = GitIgnoreSpec.from_lines(lines(".gitignore"))
    assert ignored.match_file(path)
    assert not ignored.match_file("domain/civil_war/data/values.json")


def test_only_what_the_service_needs_goes_into_an_image() -> None:
    first, *rest = lines(".dockerignore")
    assert first == "*", "everything is kept out that is not named"
    named = {one.removeprefix("!") for one in rest if one.startswith("!")}
    assert named == {
        "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "requirements/run.txt",
        "domain", "service", "migrations", "viewer",
    }  # fmt: skip
    assert all((ROOT / one).exists() for one in named)


def test_what_runs_for_ever_comes_back_after_a_reboot(compose: dict[str, Any]) -> None:
    restarts = {name: one.get("restart") for name, one in compose["services"].items()}
    assert restarts.pop("migrate") is None
    assert set(restarts.values()) == {"unless-stopped"}


def test_images_are_pinned_by_version(compose: dict[str, Any]) -> None:
    images = [one["image"] for one in compose["services"].values() if "image" in one]
    dockerfile = compose["x-service"]["build"]["dockerfile_inline"]
    images += re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    assert len(images) == 3
    for image in images:
        least = 1 if image.startswith("postgres:") else 2  # PostgreSQL has two numbers
        assert re.search(rf":[0-9]+(\.[0-9]+){{{least},}}", image), image


def test_neither_the_password_nor_the_name_that_is_signed_has_a_default() -> None:
    text = (ROOT / "compose.yaml").read_text()
    for name in ("IACTA_DB_PASSWORD", "IACTA_NAME"):
        used = re.findall(rf"\$\{{{name}[^}}]*\}}", text)
        assert used
        assert all(one.startswith(f"${{{name}:?") for one in used)
