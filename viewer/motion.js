// Motion: one step is one movement. What carries data-move slides from where it stood; nothing else moves.
import { find, findAll } from "./dom.js";
import { reducedMotion } from "./theme.js";

/** @param {Element} root */
const places = (root) =>
  new Map(
    [...findAll(root, "[data-move]")].map((el) => [el.dataset.move, el.getBoundingClientRect()]),
  );
/** Where the board is on the screen, else the page: what moves with it has not moved. @param {Element} root */
const frame = (root) => (find(root, ".board") ?? root).getBoundingClientRect();
/**
 * How large an element is drawn, for each unit of its own.
 * @param {Element} el
 * @param {DOMRect} box
 */
const scale = (el, { width }) =>
  (el instanceof SVGGraphicsElement
    ? el.getScreenCTM()?.a
    : el instanceof HTMLElement && width / el.offsetWidth) || 1;
/** @param {string} name */
const ms = (name) =>
  parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 0;

/**
 * If nothing that this step lit can be seen in a pane that scrolls, bring the first of it into sight.
 * @param {Element | null} box
 */
export function showLit(box) {
  if (!box || box.scrollHeight <= box.clientHeight + 1) return;
  const pane = box.getBoundingClientRect(),
    lit = [...box.querySelectorAll(".lit")].map((el) => el.getBoundingClientRect()),
    seen = (/** @type {DOMRect} */ r) => r.top >= pane.top && r.bottom <= pane.bottom;
  const far = lit.filter((r) => !seen(r));
  if (lit.length && far.length)
    box.scrollTop += Math.min(
      far[0].top - pane.top - 12,
      Math.max(0, far[far.length - 1].bottom - pane.bottom + 12) || Infinity,
    );
}

/**
 * Render, then find what stands elsewhere, if this was a single step. What is returned lets it slide
 * there: for the end of the frame, since whatever is measured after it has the page laid out again.
 * @param {Element} root
 * @param {boolean} moves
 * @param {() => void} render
 * @returns {() => void}
 */
export function moving(root, moves, render) {
  if (!moves || reducedMotion()) {
    render();
    return () => {};
  }
  const from = places(root),
    before = frame(root);
  render();
  const after = frame(root),
    moved = [...findAll(root, "[data-move]")].flatMap((el) => {
      const a = from.get(el.dataset.move),
        b = el.getBoundingClientRect(),
        dx = a ? a.left - before.left - (b.left - after.left) : 0,
        dy = a ? a.top - before.top - (b.top - after.top) : 0;
      if (Math.abs(dx) <= 1 && Math.abs(dy) <= 1) return [];
      const by = scale(el, b);
      return [{ el, dx: dx / by, dy: dy / by }];
    });
  return () => {
    if (!moved.length) return;
    // Asked once: each animation that begins has the page's style reckoned anew.
    const duration = ms("--step");
    for (const { el, dx, dy } of moved)
      el.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
        duration,
        easing: "cubic-bezier(.2, .7, .2, 1)",
      });
  };
}

/** Let dice that are still falling lie. */
export function skipFall() {
  for (const falling of document.getAnimations())
    if (falling instanceof CSSAnimation && falling.animationName === "fall") falling.finish();
}
