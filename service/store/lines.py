"""A file of checksummed lines that several processes append to and read."""

import contextlib
import fcntl
import hashlib
import os
import pathlib
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator

MODE = 0o600
CHECK = 16  # hex digits of SHA-256 before each line
CHUNK = 1 << 20


def _checked(text: str) -> bytes:
    """A line as it is written: its checksum, a blank, the text."""
    data = text.encode("ascii")
    return hashlib.sha256(data).hexdigest()[:CHECK].encode() + b" " + data + b"\n"


def _read(line: bytes) -> str | None:
    """The text of a line, none where it was not written whole."""
    check, _, data = line.partition(b" ")
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError:
        return None
    return text if _checked(text) == check + b" " + data + b"\n" else None


class Lines:
    """What has been read of the file so far is handed on once, line by line, to ``take``.

    A line that was torn, by a loss of power say, is passed over. Appending is one write under the
    file's lock; a writer that finds the file replaced by a shorter one goes on in that.
    Raises OSError.
    """

    def __init__(self, path: pathlib.Path, take: Callable[[str], None]) -> None:
        self.path = path
        self._take = take
        self._mutex = threading.RLock()  # `flock` keeps processes apart, not threads
        self._handle: int | None = None
        self._opened = 0  # how often: the number of a handle may come again
        self._at = 0

    def read(self) -> bool:
        """Take in what was appended since, by any process; whether the file is there."""
        with self._mutex:
            if not self._open():
                return False
            assert self._handle is not None
            while data := _whole_lines(os.pread(self._handle, CHUNK, self._at)):
                self._at += len(data)
                for line in data.split(b"\n"):
                    text = _read(line)
                    if text is not None:
                        self._take(text)
            return True

    def append(self, texts: Iterable[str]) -> int:
        """Add lines in one write; the file's size. FileNotFoundError if it is gone."""
        data = b"".join(map(_checked, texts))
        with self._mutex, self._locked() as handle:
            self.read()
            size = os.fstat(handle).st_size
            # What follows a torn line must not become a part of it.
            torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
            _write(handle, b"\n" + data if torn else data)
            self.read()
            return os.fstat(handle).st_size

    def begin(self, texts: Iterable[str]) -> None:
        """Make the file, whole or not at all, in place of one that is there."""
        with self._mutex:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            new, handle = self._beside(texts)
            os.close(handle)
            new.replace(self.path)
            self._sync_folder()
            self.read()

    def compact(self, content: Callable[[], Iterable[str]]) -> int | None:
        """Replace the file by ``content`` and what is appended meanwhile; its new size.

        None where another process was faster. Nobody waits while the bulk is written.
        """
        with self._mutex:
            if not self.read():
                return None
            opened, at, texts = self._opened, self._at, list(content())
        new, handle = self._beside(texts)
        try:
            with self._mutex, self._locked() as current:
                if self._opened != opened:
                    return None
                _write(handle, os.pread(current, os.fstat(current).st_size - at, at))
                new.replace(self.path)
                size = os.fstat(handle).st_size
            self._sync_folder()
            return size
        finally:
            os.close(handle)
            new.unlink(missing_ok=True)

    def sync(self) -> None:
        """Have what was appended outlive a loss of power."""
        with self._mutex:
            handle = os.dup(self._handle) if self._handle is not None else None
        if handle is not None:
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def close(self) -> None:
        """Give the file back."""
        with self._mutex:
            if self._handle is not None:
                os.close(self._handle)
            self._handle = None

    def _open(self) -> bool:
        """Have the file open that has the name now; whether there is one."""
        try:
            named = self.path.stat()
        except FileNotFoundError:
            self.close()
            return False
        if self._handle is None or not os.path.samestat(os.fstat(self._handle), named):
            self.close()
            try:
                self._handle = os.open(self.path, os.O_RDWR | os.O_APPEND)
            except FileNotFoundError:
                return False
            self._opened, self._at = self._opened + 1, 0
        return True

    @contextlib.contextmanager
    def _locked(self) -> Iterator[int]:
        """The file that has the name, for this process alone."""
        while True:
            if not self._open():
                raise FileNotFoundError(f"{self.path} is gone")
            handle, opened = self._handle, self._opened
            assert handle is not None
            fcntl.flock(handle, fcntl.LOCK_EX)
            try:
                if self._open() and self._opened == opened:
                    yield handle
                    return
            finally:
                if self._handle is not None and self._opened == opened:
                    fcntl.flock(handle, fcntl.LOCK_UN)

    def _beside(self, texts: Iterable[str]) -> tuple[pathlib.Path, int]:
        """A durable new file beside the old one, with a handle to append to it."""
        new = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        handle = os.open(new, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL, MODE)
        try:
            _write(handle, b"".join(map(_checked, texts)))
            os.fsync(handle)
        except OSError:
            os.close(handle)
            new.unlink()
            raise
        return new, handle

    def _sync_folder(self) -> None:
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _whole_lines(data: bytes) -> bytes:
    """What is complete of a read: the last line may still be in the writing."""
    end = data.rfind(b"\n") + 1
    return data if end == 0 and len(data) == CHUNK else data[:end]


def _write(handle: int, data: bytes) -> None:
    """All of the data; OSError where the disk takes only a part."""
    while data:
        data = data[os.write(handle, data) :]
