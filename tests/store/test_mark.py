"""The mark's file: checksummed lines that several processes append to."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from iacta.service.errors import Unusable
from iacta.service.store import mark as marks
from iacta.service.store.lines import Lines
from iacta.service.store.mark import Mark, Signed

ROOT = "ab" * 32


def begun(path: Path) -> Mark:
    """A new mark on a file."""
    mark = Mark(path)
    assert not mark.refresh()
    mark.begin([("since", 0)])
    assert mark.refresh()
    return mark


def again(path: Path) -> Mark:
    """The mark as the next process reads it."""
    mark = Mark(path)
    mark.refresh()
    mark.close()
    return mark


def test_what_is_noted_is_known_to_the_next_process(tmp_path: Path) -> None:
    mark = begun(tmp_path / "data" / "mark")
    mark.add([("size", "c", 0, 7, ROOT), ("pos", 0, 9), ("revoked", "r"), ("used", "u")])
    mark.close()
    later = again(tmp_path / "data" / "mark")
    assert (later.pos, later.signed("c")) == (9, Signed(0, 7, ROOT))
    assert later.holds("revoked", "r")
    assert later.holds("used", "u")
    assert not later.holds("forked", "r")
    assert not later.missing
    assert (tmp_path / "data" / "mark").stat().st_mode & 0o077 == 0


def test_the_larger_holds_whatever_comes_last(tmp_path: Path) -> None:
    mark = begun(tmp_path / "mark")
    mark.add([("pos", 0, 9), ("size", "c", 0, 7, ROOT)])
    mark.add([("pos", 0, 4), ("size", "c", 0, 5, "cd" * 32)])
    assert (mark.pos, mark.signed("c").size) == (9, 7)
    mark.add([("pos", 1, 4), ("size", "c", 1, 5, "cd" * 32)])
    assert (mark.pos, mark.epoch, mark.signed("c").size) == (4, 1, 5)
    mark.close()


@pytest.mark.parametrize("cut", [1, 5, 17, 20, 30])
def test_a_torn_last_line_is_none_and_spoils_nothing_after_it(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "mark"
    mark = begun(path)
    mark.add([("pos", 0, 5)])
    mark.add([("revoked", "ab" * 8)])
    mark.close()
    path.write_bytes(path.read_bytes()[:-cut])
    torn = Mark(path)
    assert torn.refresh()
    assert torn.pos == 5
    assert not torn.holds("revoked", "ab" * 8)
    torn.add([("pos", 0, 6)])
    torn.close()
    assert again(path).pos == 6


def test_a_line_that_is_not_what_was_written_is_none(tmp_path: Path) -> None:
    path = tmp_path / "mark"
    begun(path).close()
    with path.open("ab") as file:
        file.write(b"\0" * 50 + b"\n0123456789abcdef pos 0 99\npos 0 98\n\xff\xff pos\n")
    mark = Mark(path)
    assert mark.refresh()
    mark.add([("pos", 0, 3)])
    mark.close()
    assert again(path).pos == 3


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"0123456789abcdef iacta-mark 1\n"])
def test_a_file_without_its_first_line_is_no_mark(tmp_path: Path, content: bytes) -> None:
    """A mark that was emptied knows nothing: it must not pass for a new one."""
    (tmp_path / "mark").write_bytes(content)
    mark = Mark(tmp_path / "mark")
    assert not mark.refresh()
    assert mark.missing
    mark.begin([("since", 0), ("pos", 0, 2)])
    assert mark.refresh()
    mark.close()
    assert again(tmp_path / "mark").pos == 2


def test_a_mark_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mark"
    Lines(path, lambda _: None).begin(["iacta-mark 2"])
    with pytest.raises(Unusable, match="a mark 2"):
        Mark(path).refresh()


def test_a_process_sees_what_others_append(tmp_path: Path) -> None:
    one = begun(tmp_path / "mark")
    other = Mark(tmp_path / "mark")
    other.refresh()
    one.add([("revoked", "a"), ("pos", 0, 3)])
    assert other.refresh()
    assert other.holds("revoked", "a")
    other.add([("pos", 0, 8)])
    one.add([("revoked", "b")])
    assert one.pos == 8
    one.close()
    other.close()


def test_a_million_commits_do_not_make_it_grow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In small: what is above the bound is compacted, again and again, and says the same."""
    monkeypatch.setattr(marks, "COMPACT_BYTES", 4096)
    path = tmp_path / "mark"
    mark, other = begun(path), Mark(path)
    mark.add([("revoked", f"r{i}") for i in range(9)])
    mark.add([("of-a-later-version", 7), ("taken-back", 4), ("since", 2)])
    largest = 0
    for number in range(1, 2001):
        writer = (mark, other)[number % 2]
        writer.refresh()
        writer.add([("size", f"c{number % 7}", 0, number, ROOT), ("pos", 0, number)])
        largest = max(largest, path.stat().st_size)
        if number % 10 == 0:
            writer.sync()
    assert largest < 3 * 4096
    mark.close()
    other.close()
    later = again(path)
    assert later.pos == 2000
    assert {one.size for one in later.all_signed().values()} == set(range(1994, 2001))
    assert all(later.holds("revoked", f"r{i}") for i in range(9))
    assert "of-a-later-version 7" in path.read_text()
    assert not later.missing
    assert [one.name for one in tmp_path.iterdir()] == ["mark"]


def test_nothing_is_lost_while_it_is_compacted(tmp_path: Path) -> None:
    """Threads and processes append while others compact without a pause."""
    path = tmp_path / "mark"
    begun(path).close()
    program = (
        "import sys, pathlib; from iacta.service.store.mark import Mark\n"
        "mark = Mark(pathlib.Path(sys.argv[1])); mark.refresh()\n"
        "for i in range(300): mark.add([('revoked', f'p{sys.argv[2]}-{i}')])\n"
        "mark.close()\n"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, str(path), str(i)]) for i in range(2)
    ]
    stop = threading.Event()

    def compacting() -> None:
        mark = Mark(path)
        while not stop.is_set():
            mark.refresh()
            assert mark._lines is not None
            mark._lines.compact(mark._content)
        mark.close()

    def appending(who: int) -> None:
        mark = Mark(path)
        for i in range(300):
            mark.add([("revoked", f"t{who}-{i}")])
        mark.close()

    with ThreadPoolExecutor(4) as pool:
        compactors = [pool.submit(compacting) for _ in range(2)]
        for done in [pool.submit(appending, i) for i in range(2)]:
            done.result(60)
        assert [process.wait(60) for process in processes] == [0, 0]
        stop.set()
        for done in compactors:
            done.result(60)
    mark = again(path)
    for i in range(300):
        for who in ("p0", "p1", "t0", "t1"):
            assert mark.holds("revoked", f"{who}-{i}")


def test_noting_waits_for_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = begun(tmp_path / "mark")
    synced: list[str] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append(threading.current_thread().name)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    for number in range(1, 50):
        mark.add([("pos", 0, number)])
    assert threading.current_thread().name not in synced
    mark.sync()
    assert synced[-1] == threading.current_thread().name
    mark.close()


def test_what_could_not_be_written_is_written_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = begun(tmp_path / "mark")

    def full(self: Lines, texts: Any) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Lines, "append", full)
        mark.add([("revoked", "a")])
        with pytest.raises(OSError, match="No space"):
            mark.flush()
    mark.add([("revoked", "b")])
    mark.close()
    later = again(tmp_path / "mark")
    assert later.holds("revoked", "a")
    assert later.holds("revoked", "b")


def test_revocations_are_unknown_where_the_database_is_older_than_the_mark(tmp_path: Path) -> None:
    mark = Mark(tmp_path / "mark")
    mark.begin([("since", 10)])
    mark.refresh()
    mark.add([("taken-back", 10)])
    assert not mark.missing
    mark.add([("taken-back", 9)])
    assert mark.missing
    mark.add([("taken-back", 20)])
    assert mark.missing, "what is unknown stays so"
    mark.close()
    assert again(tmp_path / "mark").missing


def test_the_syncer_ends_though_it_is_closed_while_it_begins_to_sync(tmp_path: Path) -> None:
    """Closed after it looked and before it forgot that it was woken, it must not wait for ever."""
    syncer = Mark(tmp_path / "mark")._syncer

    class Woken(threading.Event):
        def clear(self) -> None:
            syncer._closed.set()
            self.set()
            super().clear()

    syncer._dirty = Woken()
    syncer._dirty.set()
    syncer._closed.wait = lambda timeout: False  # type: ignore[assignment, method-assign]
    thread = threading.Thread(target=syncer._loop, daemon=True)
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
