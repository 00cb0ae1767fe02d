"""Take pictures of every screen, for looking at: python -m tests.viewer.shots <folder>."""

import json
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.support.browser import launch
from tests.viewer.conftest import run_node
from tests.viewer.fixture_server import BROKEN, ODD, SEATED, Fixture, serve

SIZES = {"wide": (1440, 900), "middle": (1024, 768), "phone": (390, 844)}


def tell(text: str) -> None:
    """Say what a page complained of."""
    sys.stderr.write(f"{text}\n")


def take(browser: Browser, base: str, fixture: Fixture, out: Path, only: str) -> None:
    """Every screen at every size in both themes."""
    for theme in ("light", "dark"):
        for name, (width, height) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme, base_url=base,
                reduced_motion="reduce", device_scale_factor=2 if name == "phone" else 1,
            )  # fmt: skip
            page = context.new_page()
            page.on("console", lambda m: tell(f"{m.type}: {m.text}"))
            page.on("pageerror", lambda e: tell(str(e)))
            screens = {
                "list": "/", "combat": f"/#/campaigns/{SEATED}?at=16",
                "step": f"/#/campaigns/{SEATED}?at=21", "quiet": f"/#/campaigns/{SEATED}?at=15",
                "odd": f"/#/campaigns/{ODD}?at=2", "missing": "/#/campaigns/nobody",
                "broken": f"/#/campaigns/{BROKEN}", "capsule": "/#/capsule",
                "invite": f"/#/campaigns/{SEATED}?invite=code-1",
                "proof": f"/#/campaigns/{SEATED}?at=16",
            }  # fmt: skip
            for screen, url in screens.items():
                if only and screen not in only.split(","):
                    continue
                page.goto("about:blank")
                page.goto(url)
                page.wait_for_selector("#app[data-page]:not([data-page=loading])")
                if screen == "proof":
                    page.click(".proof-button")
                    page.wait_for_selector(".checks li:nth-child(10)")
                full = name == "phone" or name == "middle"
                page.screenshot(path=out / f"{screen}-{name}-{theme}.png", full_page=False)
                if full and screen in ("combat", "odd"):
                    page.screenshot(path=out / f"{screen}-{name}-{theme}-full.png", full_page=True)
            context.close()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    fixture = Fixture(json.loads(run_node("node/sample.mjs").stdout))
    with serve(fixture) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        take(browser, server.address, fixture, folder, sys.argv[2] if len(sys.argv) > 2 else "")
        browser.close()
