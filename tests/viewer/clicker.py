"""A player who sees a page and nothing else, and plays by clicks on board and panel, or by keys."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

Below = Callable[[int], int]
SCRIPT = (Path(__file__).parent / "clicker.js").read_text(encoding="utf-8")
PATIENCE = 60
LIT = ":is(.board, [data-targets]) .offered"


@dataclass
class Asked:
    """The requests that a page has made of the API."""

    sent: list[Request] = field(default_factory=list)

    def note(self, request: Request) -> None:
        """Keep a request of the API."""
        if "/v1/" in request.url:
            self.sent.append(request)

    @property
    def commands(self) -> list[dict[str, Any]]:
        """The bodies with which something was done: what is tried or asked apart."""
        bodies = [
            json.loads(request.post_data or "{}")
            for request in self.sent
            if request.method == "POST"
            and urlsplit(request.url).path.endswith(("/commands", "/command-batches"))
        ]
        return [body for body in bodies if not body.get("dry_run")]

    @property
    def tokens(self) -> set[str]:
        """The Authorization headers that were sent."""
        return {request.headers.get("authorization", "") for request in self.sent}


class Clicker:
    """One seat at its page. ``below(n)`` chooses; it never looks anything up but on the page."""

    def __init__(self, page: Page, below: Below, avoid: tuple[str, ...] = ()) -> None:
        """Look at the page as it is; ``sends`` counts how often it pressed a button that sends.

        ``avoid``: ids of options that it does not choose from the list.
        """
        self.avoid = avoid
        self.page, self.below, self.sends = page, below, 0
        self.lit = self.on_board = 0
        self.asked = Asked()
        page.on("request", self.asked.note)
        page.add_init_script(SCRIPT)

    def settle(self, seq: int = 0) -> dict[str, Any]:
        """What is to be seen once nothing moves any more, and the log is ``seq`` long at least."""
        return self.noted(self.page.evaluate("(seq) => clicker.settled(seq)", seq))

    def drawn(self) -> dict[str, Any]:
        """What is to be seen once the page is drawn."""
        return self.noted(self.page.evaluate("clicker.drawn()"))

    def see(self) -> dict[str, Any]:
        """What is to be seen now."""
        return self.noted(self.page.evaluate("clicker.see()"))

    def noted(self, seen: dict[str, Any]) -> dict[str, Any]:
        """What was seen, as far as it is looked at."""
        self.lit += seen["lit"]
        assert not seen["long"], "the panes of a wide page scroll, and not the page"
        seen["rows"] = [row for row in seen["rows"] if row not in self.avoid]
        return seen

    def click(self, selector: str, number: int = 0) -> bool:
        """Click the n-th of these with the mouse; false where something lies over it."""
        spot = self.page.evaluate("([s, n]) => clicker.spot(s, n)", [selector, number])
        if spot is None:
            return False
        self.page.mouse.click(*spot)
        return True

    def select(self, selector: str, number: int) -> None:
        """Choose the n-th entry of a list."""
        self.page.locator(selector).first.select_option(index=number)

    def write(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.page.locator(selector).first.fill(text)

    def command(self, seq: int = 0) -> str:
        """Send one command, or several that were composed; what the page tells of it."""
        seen = self.settle(seq)
        for _ in range(PATIENCE):
            if seen["ends"] and (told := self.end()):
                return told
            seen = self.begin(self.see())
            if seen["filling"] and self.fill(seen) and (told := self.send()):
                return told
            self.page.keyboard.press("Escape")
            self.settle()
            self.page.keyboard.press("Escape")
            seen = self.settle()
        raise AssertionError(f"nothing could be sent: {self.see()}")

    def end(self) -> str | None:
        """End the phase, if a press does and it is not left for another; what the page tells."""
        seen = self.see()
        if seen["filling"] or (seen["rows"] and self.below(3)):
            return None
        sent = len(self.asked.commands)
        self.click("[data-end]:not([disabled])")
        filling = self.settle()["filling"]
        if filling and len(self.asked.commands) == sent:
            return None
        self.sends += 1
        # What alone is left to do is open already, and stands in the place of what is told.
        return "ended" if filling else self.told()

    def begin(self, seen: dict[str, Any]) -> dict[str, Any]:
        """Open an option, from the board where it is lit, else from the list; what is then seen."""
        if seen["lit"] and self.below(2) and self.click(LIT, self.below(seen["lit"])):
            self.on_board += 1
            seen = self.settle()
        if not seen["filling"] and seen["folded"] and self.below(3) == 0:
            self.click(".aside.seldom:not([open]) > summary")
            seen = self.drawn()
        if not seen["filling"] and seen["rows"]:
            row = seen["rows"][self.below(len(seen["rows"]))]
            self.click(f'.may [data-option="{row}"]')
            seen = self.settle()
        return seen

    def fill(self, seen: dict[str, Any]) -> bool:
        """Answer every question; false where it cannot."""
        for _ in range(PATIENCE):
            if not seen["open"]:
                return self.settle()["send"] is True
            if not self.answer(seen):
                return False
            seen = self.settle() if seen["open"]["schema"] else self.drawn()
        return False

    def answer(self, seen: dict[str, Any]) -> bool:
        """Answer the open question, or a part of it."""
        question = seen["open"]
        if seen["lit"] and self.below(2) and self.click(LIT, self.below(seen["lit"])):
            self.on_board += 1
            return True
        within = "[data-asked]"
        if question["select"]:
            self.select(f"{within} select", 1 + self.below(question["select"] - 1))
            return True
        if question["none"] and self.below(4) == 0:
            return self.click(f"{within} button.txt:not([disabled])")
        if question["folded"] and self.below(3) == 0:
            return self.click(f"{within} .picks details:not([open]) > summary")
        if question["fresh"] or question["picks"]:
            fresh = question["fresh"] > 0
            some = ":not([aria-pressed=true])" if fresh else ""
            number = self.below(question["fresh"] if fresh else question["picks"])
            return self.click(f"{within} .pick:not([disabled]){some}", number)
        if question["steps"]:
            return self.click(f"{within} .stepper .btn:not([disabled])", question["steps"] - 1)
        if question["text"]:
            self.write(f"{within} textarea", "A word.")
            return True
        return False

    def send(self) -> str | None:
        """Send what is filled, at times with others; None if it would be refused."""
        seen = self.see()
        if seen["later"] and self.below(5) == 0:
            self.click(".act .lasts .btn:not([data-send], [data-throw], [disabled])")
            seen = self.settle()
        if not seen["send"]:
            return None
        self.sends += 1
        button = "[data-send]:not([disabled]), [data-throw]:not([disabled])"
        assert self.click(button), self.page.evaluate("(s) => clicker.over(s, 0)", button)
        return self.told()

    def told(self) -> str:
        """What became of what was sent."""
        seen = self.settle()
        assert seen["refused"] is None, seen["refused"]
        assert seen["told"], seen
        return str(seen["told"])


class Typist(Clicker):
    """One who has no mouse: `n` to what is asked next, Enter, Ctrl+Enter to send, `t` to throw."""

    def noted(self, seen: dict[str, Any]) -> dict[str, Any]:
        """What was seen; the board is left alone."""
        return {**super().noted(seen), "lit": 0}

    def focus(self, selector: str, number: int = 0) -> None:
        """Press `n` until it has the focus."""
        for _ in range(4 * PATIENCE):
            if self.page.evaluate("([s, n]) => clicker.focused(s, n)", [selector, number]):
                return
            self.page.keyboard.press("n")
        raise AssertionError(f"no key leads to {selector}, {number}: {self.see()}")

    def click(self, selector: str, number: int = 0) -> bool:
        """Do by keys what a click would do."""
        if "[data-throw]" in selector and "[data-send]:not" in selector:
            throws = self.page.locator("[data-throw]").count() > 0
            for key in ["t", "Enter"] if throws else ["Control+Enter"]:
                self.page.keyboard.press(key)
            return True
        self.focus(selector, number)
        self.page.keyboard.press("Enter")
        return True

    def select(self, selector: str, number: int) -> None:
        """Go down the list."""
        self.focus(selector)
        for _ in range(number):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Tab")

    def write(self, selector: str, text: str) -> None:
        """Type, and leave the field."""
        self.focus(selector)
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")
