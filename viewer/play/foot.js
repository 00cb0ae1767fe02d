// Foot: how high the buttons are that are pinned at the foot, told to the style sheet as --pinned. Nothing
// ends under them, and what is brought into sight comes to stand above them.
import { find } from "../dom.js";

/* A sheet of its own, and who reads it alone: what is set on the root has the whole page styled anew. */
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
/** @param {number} px */
const tell = (px) => sheet.replaceSync(`html, .ordering, .why, .fan { --pinned: ${px}px }`);

let pinned = /** @type {Element | null} */ (null);
const size = new ResizeObserver(([{ borderBoxSize }]) =>
  tell(Math.ceil(borderBoxSize[0].blockSize)),
);

/** The page is drawn: measure the buttons that are there now. */
export function watchFoot() {
  const now = find(document, ".act .lasts") ?? find(document, ".do-foot");
  if (now === pinned) return;
  size.disconnect();
  pinned = now;
  if (now) size.observe(now);
  else tell(0);
}

/** Whether the buttons of an order are in reach wherever on the page one is. */
export function isFootPinned() {
  const foot = find(document, ".act .lasts");
  return foot !== null && getComputedStyle(foot).position === "fixed";
}
