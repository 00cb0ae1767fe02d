"""Draw the games' plates, the pictures of links' previews, into viewer/plates.

``python -m tests.tools.plates``: the board of each game's sample, as the first page shows it.
"""

import tempfile
from pathlib import Path

from iacta.service.folders import VIEWER
from iacta.service.systems import discover
from tests.support.browser import chromium_running
from tests.support.servers import serving

SIZE = {"width": 1200, "height": 630}
DRAW = """([key, title]) => {
  const picture = document.querySelector(`a[href='#/samples/${key}'] svg`);
  const box = document.createElement("div"), name = document.createElement("p");
  box.style.cssText =
    "position:fixed;inset:0;z-index:9;background:var(--paper);overflow:hidden";
  if (picture) {
    const copy = picture.cloneNode(true);
    copy.setAttribute("preserveAspectRatio", "xMidYMid slice");
    copy.style.cssText = "width:100%;height:100%;display:block";
    box.append(copy);
  }
  name.textContent = title;
  name.style.cssText =
    "position:absolute;left:0;bottom:48px;padding:14px 40px;background:var(--paper);" +
    "color:var(--ink);font:600 64px/1.1 var(--serif);border-block:3px solid var(--ink)";
  box.append(name);
  document.body.append(box);
}"""


def main() -> None:
    """Draw them all."""
    folder = VIEWER / "plates"
    folder.mkdir(exist_ok=True)
    titles = {key: system.title for key, system in discover().items()}
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data", "--quiet") as server,
        chromium_running() as chromium,
    ):
        for key, title in [("iacta", "Iacta: what is thrown stays thrown"), *titles.items()]:
            page = chromium.new_page(viewport=SIZE)  # type: ignore[arg-type]
            page.goto(server.url)
            page.wait_for_selector("a[href^='#/samples/'] svg", state="attached")
            page.evaluate(DRAW, [key, title])
            page.screenshot(path=folder / f"{key}.png")
            page.close()


if __name__ == "__main__":
    main()
