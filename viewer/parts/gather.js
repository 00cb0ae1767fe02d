// Gather: which of the places that a board shows are brought into sight together.

/** px of a room that stay free around what is gathered in it. */
const EDGE = 40;

/** A place on the screen, in px. @typedef {Pick<DOMRect, "left" | "right" | "top" | "bottom">} Box */

/** @param {Box} box */
export const area = ({ left, right, top, bottom }) => (right - left) * (bottom - top);
/** @param {Box} box */
export const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
/**
 * @param {Box} box
 * @param {Box} pane
 */
export const inside = ({ left, right, top, bottom }, pane) =>
  left >= pane.left && right <= pane.right && top >= pane.top && bottom <= pane.bottom;
/**
 * @param {Box} one
 * @param {Box} other
 */
export const meets = (one, other) =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top;
/** What holds all of them. @param {Box[]} boxes @returns {Box} */
export const hull = (boxes) => ({
  left: Math.min(...boxes.map((box) => box.left)),
  right: Math.max(...boxes.map((box) => box.right)),
  top: Math.min(...boxes.map((box) => box.top)),
  bottom: Math.max(...boxes.map((box) => box.bottom)),
});
/**
 * The first of `wanted`, and with it as many of these, then of `others`, as a room holds, the nearest first.
 * @param {Box[]} wanted
 * @param {Box[]} others
 * @param {Box} room
 */
export function gathered(wanted, others, room) {
  const [first, ...rest] = wanted,
    [x, y] = middle(first),
    taken = [first],
    far = (/** @type {Box} */ box) => Math.hypot(middle(box)[0] - x, middle(box)[1] - y),
    nearest = (/** @type {Box[]} */ boxes) => boxes.toSorted((a, b) => far(a) - far(b));
  let all = first;
  for (const box of [...nearest(rest), ...nearest(others)]) {
    const { left, right, top, bottom } = hull([all, box]);
    if (
      right - left > room.right - room.left - EDGE ||
      bottom - top > room.bottom - room.top - EDGE
    )
      continue;
    all = { left, right, top, bottom };
    taken.push(box);
  }
  return taken;
}
/**
 * The most of `boxes` that a room holds together, with `focus` if half as many are in sight with it.
 * @param {Box[]} focus
 * @param {Box[]} boxes
 * @param {Box} room
 */
export function fullest(focus, boxes, room) {
  const most = boxes
      .map((box) => gathered([box], boxes, room))
      .reduce((one, other) => (one.length < other.length ? other : one)),
    both = focus.length ? gathered([hull(focus)], boxes, room) : [];
  return both.length > most.length / 2 ? both : most;
}
/**
 * What stands at the focus, and with it as many of `boxes` as a room holds; where it holds none, the first of them.
 * @param {Box[]} focus
 * @param {Box[]} boxes
 * @param {Box} room
 */
export function around(focus, boxes, room) {
  const both = focus.length ? gathered([hull(focus)], boxes, room) : [];
  return both.length > 1 ? both : gathered(boxes.slice(0, 1), boxes, room);
}
