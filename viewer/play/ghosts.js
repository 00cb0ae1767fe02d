// Ghosts: composed orders as they will lie on the board, dashed until they are sent.
import { findAll } from "../dom.js";
import { idsOf } from "../parts/ids.js";
import { strings } from "./concerns.js";
import { questions } from "./fill.js";
import { movesOf } from "./moves.js";

/** @import { View } from "../renderer.js" */
/** @import { Open, Order } from "./types.js" */

/**
 * What an order does on the board: from where, to where. Without `to` it is done on the spot.
 * @typedef {{ from: string | null, to: string | null }} Route
 */

/**
 * @param {Open} order
 * @param {(id: string) => boolean} drawn  whether something on the board stands for an id
 * @returns {Route}
 */
export function routeOf({ option, answers }, drawn) {
  const asked = questions(option, answers).filter((q) => q.answered),
    goals = asked.flatMap((q) => {
      if (q.kind !== "one_of" || q.answer === undefined) return [];
      const ids = [...strings(q.choice.one_of[q.answer].value)];
      return ids.length === 1 && drawn(ids[0]) ? [{ at: q.pointer, id: ids[0] }] : [];
    }),
    to = (goals.find((goal) => goal.at.endsWith("/to")) ?? goals.at(-1))?.id ?? null,
    { type: _, ...frame } = option.command,
    units = asked.flatMap((q) =>
      q.kind === "some_of"
        ? (q.answer ?? []).flatMap((i) => [...strings(q.choice.some_of[i].value)])
        : [],
    ),
    from =
      [...units, ...strings(frame), ...goals.map((goal) => goal.id)].find(
        (id) => id !== to && drawn(id),
      ) ?? null;
  return { from, to };
}

const SVG = "http://www.w3.org/2000/svg";
/**
 * @param {Element} parent
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function add(parent, name, attributes) {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, String(value));
  return parent.appendChild(el);
}

/**
 * `stood`: whether it is where what comes there will stand.
 * @typedef {{ x: number, y: number, width: number, height: number, stood?: boolean }} Box
 */
/** px of a counter that is drawn where it will stand, without one to go by. */
const COUNTER = { width: 40, height: 24 };
/**
 * The middle of an element on the screen; of a shape on a map a point within it.
 * @param {Element} el
 */
function middle(el) {
  const { left, top, width, height } = el.getBoundingClientRect(),
    centre = new DOMPoint(left + width / 2, top + height / 2),
    back = el instanceof SVGGeometryElement ? el.getScreenCTM()?.inverse() : null;
  if (!back || !(el instanceof SVGGeometryElement)) return centre;
  const steps = [0, -1, 1, -2, 2, -3, 3],
    near = steps
      .flatMap((i) => steps.map((j) => ({ i, j })))
      .sort((a, b) => a.i ** 2 + a.j ** 2 - b.i ** 2 - b.j ** 2)
      .map(({ i, j }) => new DOMPoint(centre.x + (i * width) / 8, centre.y + (j * height) / 8));
  return near.find((point) => el.isPointInFill(point.matrixTransform(back))) ?? centre;
}

/**
 * @param {Element} svg
 * @param {Box | undefined} from
 * @param {Box | undefined} to
 * @param {number | null} number  its place among several; an order alone has none
 * @param {string} [mark]  the letters of who comes from nowhere on the board
 */
function ghost(svg, from, to, number, mark) {
  const g = add(svg, "g", {}),
    goal = to ?? from;
  if (!goal) return;
  let [x, y] = [goal.x, goal.y];
  if (from && to) {
    const [dx, dy] = [to.x - from.x, to.y - from.y],
      bend = 0.14,
      [mx, my] = [(from.x + to.x) / 2 - dy * bend, (from.y + to.y) / 2 + dx * bend],
      angle = (Math.atan2(to.y - my, to.x - mx) * 180) / Math.PI;
    add(g, "path", { class: "way", d: `M${from.x} ${from.y}Q${mx} ${my} ${to.x} ${to.y}` });
    add(g, "path", {
      class: "tip",
      d: "M0 0-11-5.5-11 5.5z",
      transform: `translate(${to.x} ${to.y}) rotate(${angle})`,
    });
    [x, y] = [from.x / 4 + mx / 2 + to.x / 4, from.y / 4 + my / 2 + to.y / 4];
  }
  // A counter is drawn where it will stand; what stays is framed as it is.
  const { width, height } = from && from.width < 90 && from.height < 90 ? from : goal,
    most = from && to ? 60 : 160,
    // Around what stands there; a place that is taken is framed within its own edge.
    gap = from ? 6 : -2,
    [w, h] = [Math.min(width, most) + gap, Math.min(height, most) + gap];
  add(g, "rect", {
    class: (from && to) || goal.stood ? "stand" : "frame",
    x: goal.x - w / 2,
    y: goal.y - h / 2,
    width: w,
    height: h,
    rx: 3,
  });
  if (mark) add(g, "text", { x: goal.x, y: goal.y + 4 }).textContent = mark;
  if (!from || !to) [x, y] = [goal.x + w / 2, goal.y - h / 2];
  if (number === null) return;
  add(g, "circle", { cx: x, cy: y, r: 10 });
  add(g, "text", { x, y: y + 4 }).textContent = String(number);
}

/** An order that is drawn; one that is being filled has its `patch` once that is foreseen. @typedef {Open & Pick<Order, "patch">} Drawn */

/**
 * Draw the orders over a board, each with its number; nothing of those that are gone. A way leads to
 * where what goes there will stand, `data-stand` with the place's id, of this seat; else to the place's middle.
 * What comes there from nowhere on the board is drawn there as well.
 * @param {HTMLElement | null} board
 * @param {Drawn[]} orders
 * @param {View | null} view  what the board shows
 * @param {string} [seat]  whose orders they are
 * @param {ReadonlyMap<string, string>} [marks]  the letters of those who have some
 */
export function layGhosts(board, orders, view, seat, marks) {
  board?.querySelector(":scope > .ghosts")?.remove();
  if (!board || !view || !orders.length) return;
  const all = Map.groupBy(
      findAll(board, "[data-ids]:not([data-nowhere])").flatMap((el) =>
        idsOf(el).map((id) => ({ id, el })),
      ),
      ({ id }) => id,
    ),
    /** @type {Map<string, HTMLElement | undefined>} */
    found = new Map();
  /**
   * What stands for an id and is drawn; only that is measured.
   * @param {string} id
   */
  const placeOf = (id) => {
    if (!found.has(id))
      found.set(id, all.get(id)?.find(({ el }) => el.getClientRects().length > 0)?.el);
    return found.get(id);
  };
  const at = board.getBoundingClientRect(),
    stands = findAll(board, "[data-stand]").filter((el) => el.dataset.seat === seat);
  /**
   * @param {string | null} id
   * @param {boolean} stays  whether what is there already is meant
   * @param {boolean} [comes]  whether it comes from nowhere on the board
   * @returns {Box | undefined}
   */
  const box = (id, stays, comes = false) => {
    const el = id === null ? undefined : placeOf(id),
      stand =
        stays || el?.dataset.place === undefined
          ? undefined
          : stands.find((o) => o.dataset.stand === id);
    if (!el) return undefined;
    const { width, height } = stand && comes ? COUNTER : el.getBoundingClientRect(),
      { x, y } = middle(stand ?? el);
    return {
      x: Math.round(x - at.left + board.scrollLeft),
      y: Math.round(y - at.top + board.scrollTop),
      width,
      height,
      stood: stand !== undefined && comes,
    };
  };
  /**
   * Whether both stand on one map: no way leads from a place to what lies beside it.
   * @param {string | null} from
   * @param {string | null} to
   */
  const together = (from, to) => {
    const [one, other] = [from, to].map((id) =>
      id === null ? null : placeOf(id)?.closest("board-zoom"),
    );
    return to === null || one === other;
  };
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "ghosts");
  svg.setAttribute("aria-hidden", "true");
  /**
   * Where it is drawn: what lies on a map ends at the map's edge.
   * @param {string | null} id
   */
  const groundOf = (id) => {
    const pane = id === null ? null : placeOf(id)?.closest("board-zoom")?.getBoundingClientRect();
    if (!pane) return svg;
    const { width, height } = pane,
      [x, y] = [pane.left - at.left + board.scrollLeft, pane.top - at.top + board.scrollTop];
    return add(svg, "svg", { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` });
  };
  const moves = movesOf(
    view,
    orders.map(({ patch }) => patch),
    (id) => placeOf(id)?.dataset.place !== undefined,
  );
  orders.forEach((order, i) => {
    const asked = routeOf(order, (id) => placeOf(id) !== undefined),
      whole = asked.from !== null && asked.to !== null,
      // What the answers leave open the change itself tells: of a line each unit's own way.
      routes = !whole && moves[i]?.length ? moves[i] : [asked],
      ground = groundOf(routes[0].to ?? routes[0].from);
    routes.forEach(({ from, to }, one) => {
      const start = together(from, to) ? box(from, to === null) : undefined;
      ghost(
        ground,
        start,
        box(to, false, from === null),
        orders.length > 1 && one === routes.length - 1 ? i + 1 : null,
        start || from === null ? undefined : marks?.get(from),
      );
    });
  });
  board.append(svg);
}
