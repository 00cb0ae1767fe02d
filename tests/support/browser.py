"""The tests' browser: $CHROMIUM, else one on the path, else installed with apt."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

NAMES = (
    # Without a window to draw it takes a third less of the processor.
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable"),
)
NONE = (
    "The viewer's tests need a Chromium. Set CHROMIUM to one, put one on the path, or let apt "
    "install it (as root or with sudo): apt-get install chromium-headless-shell"
)


def launch(playwright: Playwright) -> Browser:
    """The machine's Chromium. Pages of one context share a process and what it has compiled.

    They begin in it too: without the limit each empty page has a process until it leads somewhere.
    """
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    args = ["--process-per-site", "--renderer-process-limit=1", *root]
    return playwright.chromium.launch(executable_path=browser(), args=args)


UNPAINTED = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 !important; will-change: opacity }");
  document.adoptedStyleSheets = [sheet];
}"""


def unpainted(context: BrowserContext) -> None:
    """Leave out what nobody looks at: to paint a test's pages is half of a browser's work.

    What is see-through is laid out, focused and clicked as ever, and frames follow one another.
    On a layer of its own it is not even put together.
    """
    context.add_init_script(UNPAINTED)


HASTY = """{
  const plain = window.setTimeout;
  window.setTimeout = (run, ms = 0, ...given) => plain(run, ms > 150 ? ms : ms / 10, ...given);
}"""


def hasty(context: BrowserContext) -> None:
    """Let what a page puts off until a hand pauses come in a tenth of that: no test has a hand."""
    context.add_init_script(HASTY)


CHANCE = """((name) => {
  if (location.origin === "null") return;
  const load = 1 + Number(sessionStorage.getItem("chance"));
  sessionStorage.setItem("chance", load);
  let seed = 0;
  for (const letter of `${name}/${load}`)
    seed = (Math.imul(seed, 31) + letter.codePointAt(0)) >>> 0;
  const bytes = (into) => {
    for (const at of into.keys()) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      into[at] = seed >>> 24;
    }
    return into;
  };
  crypto.getRandomValues = (array) => (bytes(new Uint8Array(array.buffer)), array);
})"""


def scripted(page: Page, name: str) -> None:
    """Let a page's chance come of a name, and of how often it was loaded: dice are then the same
    each time.
    """
    page.add_init_script(f"{CHANCE}({json.dumps(name)})")


@contextmanager
def chromium_running() -> Iterator[Browser]:
    """A Chromium of one's own. While it runs, its event loop does: no other can in this process."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def find() -> str | None:
    """The browser's path, if there is one."""
    given = os.environ.get("CHROMIUM")
    if given:
        return given if os.access(given, os.X_OK) else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def browser() -> str:
    """The browser's path; fails and says why where there is none."""
    found = find()
    assert found, NONE
    return found


def install() -> None:
    """Bring a browser with apt, if there is none."""
    if find():
        return
    if os.environ.get("CHROMIUM") or not shutil.which("apt-get"):
        sys.exit(NONE)
    as_root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    if as_root and not shutil.which("sudo"):
        sys.exit(NONE)
    for command in (
        ["update", "-qq"],
        ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"],
    ):
        done = subprocess.run([*as_root, "apt-get", "-qq", *command], check=False, env=_quiet())
        if done.returncode:
            sys.exit(NONE)


def _quiet() -> dict[str, str]:
    return {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}


if __name__ == "__main__":
    install()
