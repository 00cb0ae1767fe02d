// Pan: a board larger than its pane (class "pan") is moved by drag and is centred on the step (data-focus).
import { around } from "./dom.js";

/**
 * @param {number} a
 * @param {number} b
 */
const middle = (a, b) => (a + b) / 2;

/**
 * Bring what the step is about to the middle of every pane that is too small for its board.
 * @param {Element | null} root
 */
export function centre(root) {
  for (const pane of root?.querySelectorAll(".pan") ?? []) {
    const rects = [...pane.querySelectorAll("[data-focus]")].map((el) =>
        el.getBoundingClientRect(),
      ),
      frame = pane.getBoundingClientRect();
    if (!rects.length) continue;
    /** @param {"left" | "top"} side */
    const low = (side) => Math.min(...rects.map((r) => r[side])),
      high = (/** @type {"right" | "bottom"} */ side) => Math.max(...rects.map((r) => r[side]));
    pane.scrollLeft += middle(low("left"), high("right")) - middle(frame.left, frame.right);
    pane.scrollTop += middle(low("top"), high("bottom")) - middle(frame.top, frame.bottom);
  }
}

/**
 * Let a mouse drag what a finger scrolls by itself.
 * @param {HTMLElement} root
 */
export function acceptDrags(root) {
  /** @type {{ pane: HTMLElement, x: number, y: number } | null} */
  let held = null;
  root.addEventListener("pointerdown", (e) => {
    const pane = e.pointerType === "mouse" && e.button === 0 ? around(e, ".pan") : null;
    if (pane && !around(e, "a, button, summary, input, select, label"))
      held = { pane, x: e.clientX, y: e.clientY };
  });
  addEventListener("pointermove", (e) => {
    if (!held) return;
    held.pane.scrollLeft -= e.clientX - held.x;
    held.pane.scrollTop -= e.clientY - held.y;
    Object.assign(held, { x: e.clientX, y: e.clientY });
  });
  for (const end of ["pointerup", "pointercancel", "blur"])
    addEventListener(end, () => {
      held = null;
    });
}
