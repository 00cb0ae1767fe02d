// Foot: how high the buttons are that are pinned at the foot, told to the style sheet as --pinned. Nothing
// ends under them, and what is brought into sight comes to stand above them.
import { find } from "../dom.js";

const { style } = document.documentElement;
let pinned = /** @type {Element | null} */ (null);
const size = new ResizeObserver(([{ borderBoxSize }]) =>
  style.setProperty("--pinned", `${Math.ceil(borderBoxSize[0].blockSize)}px`),
);

/** The page is drawn: measure the buttons that are there now. */
export function watchFoot() {
  const now = find(document, ".act .lasts") ?? find(document, ".do-foot");
  if (now === pinned) return;
  size.disconnect();
  pinned = now;
  if (now) size.observe(now);
  else style.removeProperty("--pinned");
}

/** Whether the buttons of an order are in reach wherever on the page one is. */
export function isFootPinned() {
  const foot = find(document, ".act .lasts");
  return foot !== null && getComputedStyle(foot).position === "fixed";
}
