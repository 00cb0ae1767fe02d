"""Plant small faults one by one and run the unit tests of that part: ``make mutants``.

mutmut changes functions of a copy of the tree, laid out as it is installed. A mutant that no test
finds must stand in ``survivors.toml`` with the reason why it may live; anything else is an error,
and so is a reason whose mutant is gone. ``ARGS="kernel"`` runs one part only.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutants"
SURVIVORS = Path(__file__).with_name("survivors.toml")


@dataclass(frozen=True)
class Part:
    """What is changed, and the tests that must notice."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]


KERNEL = "tests/domain/kernel"
PARTS = {
    "dice": Part(
        ("iacta/domain/kernel/proof/dice.py",),
        (f"{KERNEL}/test_dice.py", f"{KERNEL}/test_vectors.py"),
    ),
    "seals": Part(
        ("iacta/domain/kernel/proof/seals.py",),
        (f"{KERNEL}/test_seals.py", f"{KERNEL}/test_vectors.py"),
    ),
    "record": Part(
        ("iacta/domain/kernel/proof/record.py",),
        (f"{KERNEL}/test_record.py", f"{KERNEL}/test_vectors.py"),
    ),
    "verification": Part(
        ("iacta/domain/kernel/campaign/verify/*.py",),
        (
            f"{KERNEL}/forgeries",
            f"{KERNEL}/test_verify_again.py",
            f"{KERNEL}/test_verify_receipts.py",
            f"{KERNEL}/test_verify_reports.py",
        ),
    ),
    "naval-battle": Part(
        (
            "iacta/domain/naval_battle/rules/attack_dice.py",
            "iacta/domain/naval_battle/rules/superiority.py",
        ),
        (
            "tests/domain/naval_battle/test_attack_dice.py",
            "tests/domain/naval_battle/test_combat.py",
            "tests/domain/naval_battle/test_superiority.py",
        ),
    ),
}


def lay_out(part: Part, folder: Path) -> None:
    """Copy what the tests need, with mutmut's settings at the end of the project's own."""
    shutil.rmtree(folder, ignore_errors=True)
    left = shutil.ignore_patterns("__pycache__", "node_modules")
    for room in ("domain", "service", "migrations", "viewer"):
        shutil.copytree(ROOT / room, folder / "iacta" / room, ignore=left)
        (folder / room).symlink_to(folder / "iacta" / room)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=left)
    shutil.copy(ROOT / "CHANGELOG.md", folder / "iacta")
    settings = {
        "source_paths": ["iacta"],
        "only_mutate": list(part.sources),
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    project = (ROOT / "pyproject.toml").read_text()
    (folder / "pyproject.toml").write_text(f"{project}\n[tool.mutmut]\n" + "\n".join(lines) + "\n")


def mutmut(folder: Path, *arguments: str) -> str:
    """Run it in the copy; what it says."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("mutmut")), *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"mutmut {' '.join(arguments)} failed:\n{done.stdout[-4000:]}")
    return done.stdout


def change(folder: Path, name: str) -> tuple[str, str]:
    """The lines that a mutant takes out and puts in."""
    shown = mutmut(folder, "show", name).splitlines()
    shown = [line for line in shown if not line.startswith(("---", "+++"))]
    old = [line[1:].strip() for line in shown if line.startswith("-")]
    new = [line[1:].strip() for line in shown if line.startswith("+")]
    return "\n".join(old), "\n".join(new)


def run(name: str) -> bool:
    """Run one part; True if every survivor is explained."""
    part, folder = PARTS[name], WORK / name
    lay_out(part, folder)
    command = [sys.executable, "-m", "tests.mutants.trials", *part.tests]
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    lines = (folder / "outcomes.txt").read_text().splitlines()
    found = dict(line.split("\t") for line in lines)
    known = {
        (one["function"], one["old"], one["new"]): one["why"]
        for one in tomllib.loads(SURVIVORS.read_text()).get(name, [])
    }
    living = {}
    for mutant, status in found.items():
        if status != "killed":
            function = mutant.rsplit("__mutmut_", 1)[0].removeprefix("iacta.domain.")
            living[function, *change(folder, mutant)] = f"{mutant}: {status}"
    counts = Counter(found.values())
    print(f"{name}: {len(found)} mutants, {counts['killed']} killed, {len(living)} alive")
    for key in living.keys() - known.keys():
        print(f"\n{living[key]}\n- {key[1]}\n+ {key[2]}")
    for function, old, new in known.keys() - living.keys():
        print(f"\nexplained, and does not live: {function}\n- {old}\n+ {new}")
    return living.keys() == known.keys()


def main() -> None:
    """Run the parts that are named, or all."""
    parser = argparse.ArgumentParser(prog="tests.mutants", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all unless named")
    given = parser.parse_args()
    good = [run(name) for name in given.parts or PARTS]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
