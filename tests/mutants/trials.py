"""Plant each mutant in a fork of one process that has imported and collected the tests.

Started in the copy of the tree, with the tests to run: ``python -m tests.mutants.trials TEST …``.
mutmut makes the mutants. Its own runner collects the tests anew for each and runs all that enter
the changed function; here only those run that reach the changed statement, which takes a fraction
of the time. Writes each mutant's outcome as a line of ``outcomes.txt``.
"""

import ast
import json
import math
import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

import pytest
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants

CHOSEN = "MUTANT_UNDER_TEST"
"""the variable that names the mutant in force"""
PATIENCE = 4
"""how many times the tests' own time a mutant may take; what hangs is found"""

Place = tuple[str, int]
"""file and line"""


class Trials:
    """Runs the tests against every mutant: first the one that found the last of its function."""

    def __init__(self, mutants: dict[str, set[Place]], outcomes: TextIO) -> None:
        self._mutants, self._outcomes = mutants, outcomes
        self._files = {file for places in mutants.values() for file, _ in places}
        self._failed = False
        self._reached: dict[pytest.Item, set[Place]] = {}
        self._orders: dict[str, list[pytest.Item]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.items or session.testsfailed:
            pytest.exit("nothing was collected, or not everything", 1)
        for item in session.items:
            self._trace(item)
        took = {item: self._time(item) for item in session.items}
        if self._failed:
            pytest.exit("a test fails without any mutant", 1)
        quick = sorted(session.items, key=took.__getitem__)
        limit = math.ceil(PATIENCE * sum(took.values())) + 1
        for mutant, places in self._mutants.items():
            function = mutant.rpartition("__mutmut_")[0]
            order = self._orders.setdefault(function, list(quick))
            reaching = [item for item in order if self._reached[item] & places]
            found = self._try(mutant, reaching, limit)
            if isinstance(found, pytest.Item):
                order.remove(found)
                order.insert(0, found)
                found = "killed"
            print(mutant, found, sep="\t", file=self._outcomes, flush=True)
        return True

    def _trace(self, item: pytest.Item) -> None:
        """Run a test, and keep which lines it reaches."""
        reached = self._reached[item] = set()

        def enter(frame: FrameType, event: str, arg: Any) -> Any:
            return step if frame.f_code.co_filename in self._files else None

        def step(frame: FrameType, event: str, arg: Any) -> Any:
            reached.add((frame.f_code.co_filename, frame.f_lineno))
            return step

        sys.settrace(enter)
        self._fails(item)
        sys.settrace(None)

    def _time(self, item: pytest.Item) -> float:
        began = time.process_time()
        self._fails(item)
        return time.process_time() - began

    def _fails(self, item: pytest.Item) -> bool:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return self._failed

    def _try(self, mutant: str, items: list[pytest.Item], limit: int) -> pytest.Item | str:
        """The first test that fails, or else how it went."""
        if not items:
            return "not reached"
        read, write = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.environ[CHOSEN] = mutant
                resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
                found = (str(n) for n, item in enumerate(items) if self._fails(item))
                os.write(write, next(found, "survived").encode())
            finally:
                os._exit(0)
        os.close(write)
        with os.fdopen(read) as answer:
            said = answer.read()
        os.waitpid(child, 0)
        return items[int(said)] if said.isdigit() else said or "killed"


def made() -> Iterator[tuple[str, set[Place]]]:
    """Make the mutants; their names, and the lines whose statements they change."""
    os.environ[CHOSEN] = "mutant_generation"
    copy_src_dir()
    copy_also_copy_files()
    create_mutants(1)
    os.environ[CHOSEN] = ""
    for meta in sorted(Path("mutants/iacta").glob("**/*.meta")):
        file = meta.with_suffix("").absolute()
        changed = dict(changes(file.read_text()))
        for name in json.loads(meta.read_text())["exit_code_by_key"]:
            lines = changed[name.rpartition(".")[2]]
            yield name, {(str(file), line) for line in lines}


def changes(source: str) -> Iterator[tuple[str, range]]:
    """Each mutant of a file, and the lines of the statement that it changes in the original."""
    lines = source.splitlines()
    functions = {
        node.name: node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)
    }
    for name, mutant in functions.items():
        stem, made_by, number = name.rpartition("__mutmut_")
        if not made_by or number == "orig":
            continue
        original = functions[f"{stem}__mutmut_orig"]
        old = lines[original.lineno : original.end_lineno]
        new = lines[mutant.lineno : mutant.end_lineno]
        places = [n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other]
        yield name, statement(original, original.lineno + 1 + min(places, default=-1))


def statement(function: ast.FunctionDef, line: int) -> range:
    """The lines of the innermost statement at a line, without the statements inside it."""
    around = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.stmt | ast.excepthandler)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    inner = max(around, key=lambda node: node.lineno)
    last = inner.end_lineno or inner.lineno
    if inner is not function and (body := getattr(inner, "body", None)):
        last = max(inner.lineno, body[0].lineno - 1)
    return range(inner.lineno, last + 1)


def main() -> None:
    """Make the mutants, try them, write the outcomes."""
    mutants, folder = dict(made()), Path.cwd()
    os.chdir("mutants")
    sys.path[:] = [str(Path.cwd()), *(one for one in sys.path if Path(one).resolve() != folder)]
    arguments = ["-q", "--tb=no", "-p", "no:cacheprovider", "--rootdir=.", *sys.argv[1:]]
    with (folder / "outcomes.txt").open("w") as outcomes:
        sys.exit(pytest.main(arguments, plugins=[Trials(mutants, outcomes)]))


if __name__ == "__main__":
    main()
