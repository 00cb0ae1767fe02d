// Curve: how a measure stood turn by turn: a line a side, its shape and its name beside it, and the same in numbers.
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

/** @import { Curve, Swing } from "../types.js" */

const LEFT = 34,
  TOP = 22,
  FOOT = 26,
  APART = 17,
  FEW = 9;

/**
 * Round steps up to the highest value.
 * @param {number} top
 */
function ticks(top) {
  const raw = Math.max(1, top) / 4,
    power = 10 ** Math.floor(Math.log10(raw)),
    step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step);
}

/**
 * Names at the right end, moved apart so that none hides another; in the order given.
 * @param {readonly number[]} wanted
 */
function apart(wanted) {
  const order = wanted.map((y, i) => ({ y, i })).toSorted((a, b) => a.y - b.y);
  order.forEach((one, k) => {
    if (k) one.y = Math.max(one.y, order[k - 1].y + APART);
  });
  return order.toSorted((a, b) => a.i - b.i).map((one) => one.y);
}

/**
 * A point's sign, by slot: as the side's counters are.
 * @param {number} x
 * @param {number} y
 * @param {number} slot
 */
const point = (x, y, slot) =>
  slot === 2
    ? svg`<circle class=${`c${slot}`} cx=${x} cy=${y} r="4.5"></circle>`
    : slot === 4
      ? svg`<path class="c4" d=${`M${x} ${y - 6}l6 6-6 6-6-6z`}></path>`
      : svg`<rect class=${`c${slot}`} x=${x - 4} y=${y - 4} width="8" height="8"></rect>`;

/**
 * @param {Curve} curve
 * @param {readonly Swing[]} swings  those of this measure, with their numbers
 * @param {{ width: number, height: number }} size
 */
export function curveOf(curve, swings, { width, height }) {
  const { points, sides, goal, unit, title } = curve,
    top = Math.max(...sides.flatMap((s) => s.values), goal?.value ?? 0, 1),
    first = points[0].seq,
    last = points.at(-1)?.seq ?? first;
  const right = 52 + 7 * Math.max(...sides.map((s) => s.title.length));
  const x = (/** @type {number} */ i) =>
      LEFT + ((width - LEFT - right) * i) / Math.max(1, points.length - 1),
    y = (/** @type {number} */ value) => TOP + (height - TOP - FOOT) * (1 - value / top);
  /** Where an event stands between the ends of two turns. @param {number} seq */
  const xOf = (seq) => {
    const i = Math.max(
        1,
        points.findIndex((p) => p.seq >= seq),
      ),
      [a, b] = [points[i - 1].seq, points[i].seq];
    return x(i - 1) + ((x(i) - x(i - 1)) * (Math.min(seq, b) - a)) / Math.max(1, b - a);
  };
  const few = points.length <= FEW,
    room = Math.max(1, Math.ceil((points.length * 58) / (width - LEFT - right))),
    end = points.length - 1,
    names = apart(sides.map((s) => y(s.values[end]) + 4));
  /** Whether another side's number stands where this one's would. @param {number} i @param {number} v */
  const crowded = (i, v) => sides.some((s) => s.values[i] > v && y(v) - y(s.values[i]) < APART);
  const labelled = (/** @type {number} */ i) =>
    i === end || i === 0 || (i % room === 0 && x(end) - x(i) >= 80);
  /** The line to be reached, with its title. @param {NonNullable<Curve["goal"]>} goal */
  const goalLine = ({ value, title }) =>
    svg`<path class="goal" d=${`M${LEFT} ${y(value)}H${width - right}`}></path><text
      class="goal" x=${LEFT + 6} y=${y(value) - 5}>${title}</text>`;
  /** The first and the last turn are written inwards. @param {string} label @param {number} i */
  const turn = (label, i) => {
    const [anchor, shift] = i === end ? ["end", 8] : i ? ["middle", 0] : ["start", -8];
    return svg`<text class="turn" text-anchor=${anchor} x=${x(i) + shift} y=${height - 6}
      >${label}</text>`;
  };
  /** A side's number at a point, where it is another than before; at the last it stands beside its name.
   * @param {number[]} values @param {number} i */
  const number = (values, i) => {
    const v = values[i];
    return i === end || v === values[i - 1]
      ? nothing
      : svg`<text class=${i ? "value" : "value begins"} x=${i ? x(i) : x(i) + 7}
          y=${y(v) + (crowded(i, v) ? 18 : -9)}>${v}</text>`;
  };
  const way = (/** @type {number[]} */ values) =>
    `M${values.map((v, i) => `${x(i).toFixed(1)} ${y(v).toFixed(1)}`).join("L")}`;
  return html`<figure class="curve">
    <svg
      viewBox=${`0 0 ${width} ${height}`}
      role="img"
      aria-label=${`${title} from event ${first} to ${last}; the numbers follow as a table`}
    >
      ${ticks(top).map(
        (t) =>
          svg`<path class="tick" d=${`M${LEFT} ${y(t)}H${width - right}`}></path>
            <text class="scale" x=${LEFT - 8} y=${y(t) + 4}>${t}</text>`,
      )}
      ${goal ? goalLine(goal) : nothing}
      ${points.map((p, i) => (labelled(i) ? turn(p.label, i) : nothing))}
      ${sides.map(
        (s, k) =>
          svg`<path class=${`line l${s.slot}`} d=${way(s.values)}></path>${s.values.map((v, i) =>
            few || i === end ? svg`${point(x(i), y(v), s.slot)}${number(s.values, i)}` : nothing,
          )}<text class=${`name n${s.slot}`} x=${width - right + 12} y=${names[k]}><tspan
            class="value">${s.values[end]}</tspan> ${s.title}</text>`,
      )}
      ${swings.map(
        (s) =>
          svg`<g class="swing"><path d=${`M${xOf(s.seq)} ${height - FOOT - 6}l5 6-5 6-5-6z`}></path></g>`,
      )}
    </svg>
    <figcaption class="vh">
      <table>
        <caption>
          ${title}, in ${unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">At the end of</th>
            ${sides.map((s) => html`<th scope="col">${s.title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${points.map(
            (p, i) =>
              html`<tr>
                <th scope="row">${p.label}</th>
                ${sides.map((s) => html`<td>${s.values[i]}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </figcaption>
  </figure>`;
}
