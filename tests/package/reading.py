"""The code that stands in a guide."""

from pathlib import Path

from markdown_it import MarkdownIt

from iacta.service.folders import DOCS

MARKDOWN = MarkdownIt("commonmark")


def script(guide: str) -> str:
    """All Python in a guide, in its order."""
    tokens = MARKDOWN.parse((DOCS / f"{guide}.md").read_text())
    return "\n\n".join(
        one.content for one in tokens if one.type == "fence" and one.info == "python"
    )


def files(guide: str) -> dict[Path, str]:
    """The files that a guide gives: each block of code whose paragraph before is a file's name."""
    found = {}
    tokens = MARKDOWN.parse((DOCS / f"{guide}.md").read_text())
    for before, _, fence in zip(tokens, tokens[1:], tokens[2:], strict=False):
        inner = before.children or []
        if fence.type == "fence" and [one.type for one in inner] == ["code_inline"]:
            found[Path(inner[0].content)] = fence.content
    return found
