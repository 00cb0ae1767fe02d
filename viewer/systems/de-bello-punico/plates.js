// Plates: short words on the field, each where it covers the fewest counters: dice and results of
// the step, leaders' names.
import { nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { at } from "./hexes.js";

const CORNERS = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  ACROSS = [
    [-1, -1],
    [1, 1],
  ],
  MIDDLE = [[0, 0]];
const PIPS = {
  1: MIDDLE,
  2: ACROSS,
  3: [...ACROSS, ...MIDDLE],
  4: CORNERS,
  5: [...CORNERS, ...MIDDLE],
  6: [...CORNERS, [-1, 0], [1, 0]],
};
const LETTER = 11.4,
  DIE = 24,
  HIGH = 29,
  COUNTER = [21, 23];
const rect = (/** @type {number[]} */ [x, y], w, h) => [x - w / 2, y - h / 2, x + w / 2, y + h / 2];
const along = (a, b, i) => Math.max(0, Math.min(a[i + 2], b[i + 2]) - Math.max(a[i], b[i]));
const shared = (a, b) => along(a, b, 0) * along(a, b, 1);

/** Where around a hex a plate may stand, the nearest first; the far ones are tied to the hex by a line. */
const TIED = 60,
  NEAR = 14,
  EDGE = 26;
const spots = (w) => [
  [0, 40],
  [0, -40],
  [w / 2 + 26, 0],
  [-w / 2 - 26, 0],
  [w / 2 + 12, 26],
  [-w / 2 - 12, 26],
  [w / 2 + 12, -26],
  [-w / 2 - 12, -26],
  [0, 66],
  [0, -66],
  [w / 2 + 40, 0],
  [-w / 2 - 40, 0],
  [0, 92],
  [0, -92],
  ...[118, 144, 170, 196, 222].flatMap((d) => [
    [0, -d],
    [0, d],
    [60, -d],
    [-60, -d],
    [60, d],
    [-60, d],
  ]),
];

/**
 * Give each plate {hex, faces, text} a place. taken: what stands in each hex, the dearer weighs
 * more; kept: points to be seen.
 */
export function placed(list, taken, kept, [w, h]) {
  const counters = [...taken].map(([hex, weight]) => ({
    box: rect(at(hex), 2 * COUNTER[0], 2 * COUNTER[1]),
    weight,
  }));
  const covered = [...counters, ...kept.map((p) => ({ box: rect(p, 26, 26), weight: 3 }))];
  const outside = (b) => b[0] < 2 || b[1] < 2 || b[2] > w - 2 || b[3] > h - 2;
  const hides = (box) => covered.reduce((n, c) => n + shared(box, c.box) * c.weight, 0);
  const cost = (box, i) => i * 12 + (i >= NEAR ? 700 : 0) + (outside(box) ? 1e6 : 0) + hides(box);
  return list.map((plate) => {
    const wide = plate.text.length * LETTER + (plate.faces?.length ?? 0) * (DIE + 5) + 14,
      [x, y] = at(plate.hex);
    const tries = spots(wide).map(([dx, dy], i) => {
      const box = rect([x + dx, y + dy], wide, HIGH),
        tied = Math.abs(dx) <= wide / 2 && Math.abs(dy) > TIED;
      const line = tied
        ? [x - 8, Math.min(y + EDGE, y + dy), x + 8, Math.max(y - EDGE, y + dy)]
        : null;
      return { box, tied, cost: cost(box, i) + (line ? hides(line) : 0) };
    });
    const { box, tied } = tries.reduce((a, b) => (b.cost < a.cost ? b : a));
    covered.push({ box, weight: 4 });
    return { ...plate, box, tie: tied ? [x, y] : null };
  });
}

const die = (face, x, y) =>
  svg`<g class="pdie" transform=${`translate(${x} ${y})`}><rect x="-11" y="-11" width="22" height="22" rx="4"/>${(
    PIPS[face] ?? []
  ).map(([i, j]) => svg`<circle cx=${i * 6} cy=${j * 6} r="2.4"/>`)}</g>`;

/** The line from the edge of the counter at `tie` to the nearer edge of a plate. */
function tied([x, y], [x0, y0, x1, y1]) {
  const above = y < (y0 + y1) / 2,
    from = [x, y + (above ? EDGE : -EDGE)],
    to = [Math.max(x0 + 4, Math.min(x1 - 4, x)), above ? y0 : y1];
  return `M${from.map((n) => n.toFixed(1)).join(" ")}L${to.map((n) => n.toFixed(1)).join(" ")}`;
}

export function plate({ box: [x0, y0, x1, y1], faces = [], text, name, tie }) {
  const y = (y0 + y1) / 2,
    end = x0 + 7 + faces.length * (DIE + 5);
  if (name)
    return svg`<text class="ldr" x=${((x0 + x1) / 2).toFixed(1)} y=${(y + 6.5).toFixed(1)}>${text}</text>`;
  return svg`<g class="plate" data-plate=${text}>${
    tie ? svg`<path class="tie" d=${tied(tie, [x0, y0, x1, y1])}/>` : nothing
  }<rect x=${x0.toFixed(1)} y=${y0.toFixed(1)} width=${(x1 - x0).toFixed(1)} height=${HIGH}
      rx="2"/>${faces.map((f, i) => die(f, x0 + 7 + DIE / 2 + i * (DIE + 5), y))}
    ${
      text
        ? svg`<text x=${((end + x1 - 7) / 2).toFixed(1)} y=${(y + 6.7).toFixed(1)}>${text}</text>`
        : nothing
    }</g>`;
}
