"""What stands in a reader's way on a page, by axe."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[1] / "tools" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (how) => {
  const unpainted = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [];
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...how });
  document.adoptedStyleSheets = unpainted;
  return violations;
}"""
"""Runs axe on a page as a reader has it: it passes over what is see-through."""


def hurdles(page: Page, *rules: str) -> list[str]:
    """What axe finds, by all its rules or by these."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN, {"runOnly": rules} if rules else {})
    return [f"{v['id']}: {v['nodes'][0]['html']}" for v in found]
