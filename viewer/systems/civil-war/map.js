// Map: the Mediterranean drawn. The ground (coast, seas, control, borders) in the map's units,
// scaled; names and stacks over it in pixels.
import { nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { MAP } from "./map-data.js";
import { dataIds } from "../../parts/ids.js";
import { STAR } from "../../parts/marks.js";
import { MARK } from "./place.js";

const f = (n) => n.toFixed(1),
  xy = ([x, y]) => `${f(x)},${f(y)}`;
const M = MAP.margin,
  [W, H] = MAP.size,
  sheet = (cls) =>
    svg`<rect class=${cls} x=${-M} y=${-M} width=${W + 2 * M} height=${H + 2 * M}></rect>`;
const pairOf = (a, b) => [a, b].sort().join("|");
const SLOTS = [1, 2, 3, 4];

const DEFS = svg`<defs><path id="cw-land" fill-rule="evenodd" d=${MAP.land}></path><clipPath
    id="cw-coast"><path clip-rule="evenodd" d=${MAP.land}></path></clipPath>
  <pattern id="cw-map-1" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="p1" d="M0 0V8"/></pattern>
  <pattern id="cw-map-2" width="8" height="8" patternUnits="userSpaceOnUse"><circle
      class="p2" cx="2" cy="2" r="1"/><circle class="p2" cx="6" cy="6" r="1"/></pattern>
  <pattern id="cw-map-3" width="7" height="7" patternUnits="userSpaceOnUse"><path class="p3" d="M3.5 0V7"/></pattern>
  <pattern id="cw-map-4" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="p4" d="M0 0H9M0 0V9"/></pattern></defs>`;
const SEA = svg`${sheet("sea")}<path class="grid" d=${MAP.grid}></path>${[17, 11, 5.5].map(
  (w, i) =>
    svg`<use class=${`water w${i}`} href="#cw-land" stroke-width=${w}></use><use class="water-gap" href="#cw-land" stroke-width=${w - 1.3}></use>`,
)}<use class="land" href="#cw-land"></use>`;

/** An owner's land: his pattern, and an inner band along the coast and along his frontier. */
function owned(owner, zones, of, i) {
  const frontier = MAP.borders
    .filter(([a, b]) => (of.get(a) === owner) !== (b !== null && of.get(b) === owner))
    .map(([, , d]) => d)
    .join("");
  return svg`<clipPath id=${`cw-own-${i}`}><path d=${zones.map((z) => MAP.zones[z.name].d).join("")}></path></clipPath>
    <g class=${`own own-${zones[0].slot}`} data-owner=${owner}
        clip-path=${`url(#cw-own-${i})`}>${sheet("tint")}<use class="band" href="#cw-land"></use><path
        class="band" d=${frontier}></path></g>`;
}

/** The ground as the scene has it, in the map's units. */
export function ground(scene) {
  const drawn = scene.zones.filter((z) => MAP.zones[z.name]),
    of = new Map(drawn.map((z) => [z.name, z.owner])),
    owners = [...new Set(drawn.map((z) => z.owner).filter(Boolean))];
  const known = (a, b) => of.has(a) || of.has(b),
    kind = (a, b) => (scene.rivers.has(pairOf(a, b)) ? "border river" : "border");
  return svg`${DEFS}${SEA}<g clip-path="url(#cw-coast)">${owners
    .filter((o) => SLOTS.includes(drawn.find((z) => z.owner === o).slot))
    .map((o, i) =>
      owned(
        o,
        drawn.filter((z) => z.owner === o),
        of,
        i,
      ),
    )}
    ${MAP.borders
      .filter(([a, b]) => known(a, b))
      .map(
        ([a, b, d]) => svg`<path class=${b === null ? "border outer" : kind(a, b)} d=${d}></path>`,
      )}</g><use class="coast" href="#cw-land"></use>`;
}

/** Where a seat's army will stand in a zone, for what is drawn of orders. */
const stand = (zone, { seat, at }) =>
  svg`<circle data-stand=${zone} data-seat=${seat} cx=${at[0]} cy=${at[1]} r="1"
      fill="none" pointer-events="none"></circle>`;

/** A zone's land, to be pointed at, and who will stand on it where. */
const land = ({ name, stands }) =>
  svg`<path class="zone-area" data-zone=${name} data-place data-ids=${dataIds(name)}
      d=${MAP.zones[name].d}><title>${name}</title></path>${stands.map((one) => stand(name, one))}`;

/** The land of all zones, in the map's units. */
export const areas = (scene) =>
  svg`<g class="zones" clip-path="url(#cw-coast)">${scene.zones
    .filter((z) => MAP.zones[z.name])
    .map(land)}</g>`;

/** The land of the zones that this step lit, in the map's units. */
export const litLand = (scene) =>
  svg`<g clip-path="url(#cw-coast)">${scene.zones
    .filter((z) => z.lit && MAP.zones[z.name])
    .map(
      (z) =>
        svg`<path class="lit-zone" d=${MAP.zones[z.name].d}></path><path class="lit-edge" d=${MAP.zones[z.name].d}></path>`,
    )}</g>`;

/**
 * A slot's letter on a patch of its colour, so that it is read over the pattern.
 * @param {number[]} at  its middle
 * @param {number} slot
 * @param {string} letter
 * @param {{ em: number, half: number, high: number }} size  half a letter's width, half the patch's height
 */
const patch = ([x, y], slot, letter, { em, half, high }) => {
  const w = letter.length * half * em;
  return svg`<rect class=${`m${slot}`} x=${f(x - w)} y=${f(y - high * em)} width=${f(2 * w)}
      height=${f(2 * high * em)}></rect><text class="ml" x=${f(x)} y=${f(y + 4.4 * em)}>${letter}</text>`;
};

/** A faction's mark: colour, pattern, letter and the slot's own shape; hollow for a people at peace. */
function mark([x, y], slot, letter, em = 1, quiet = false) {
  if (!slot) return svg`<circle class="m0" cx=${f(x)} cy=${f(y)} r=${4.5 * em}></circle>`;
  const w = (letter.length > 1 ? 21 : 2 * MARK) * em,
    h = 2 * MARK * em,
    rx = { 1: 0, 2: h / 2, 3: 4, 4: 6 }[slot] ?? 0;
  const box = (cls, fill) =>
    svg`<rect class=${cls} x=${f(x - w / 2)} y=${f(y - h / 2)} width=${f(w)} height=${f(h)} rx=${rx}
      fill=${fill ?? nothing}></rect>`;
  if (quiet)
    return svg`${box("quiet")}<text class="ml hollow" x=${f(x)} y=${f(y + 4.4 * em)}>${letter}</text>`;
  const size = { em, half: 4.7, high: 6.5 };
  return svg`${box(`m${slot} mp`)}${box("", `url(#pat-${slot})`)}${patch([x, y], slot, letter, size)}`;
}

/** How round a counter's corners are. */
const roundness = ({ slot, full }) => ({ 2: full ? 8 : 6, 3: 4, 4: 5 })[slot] ?? 0;

/** A counter's outline; a fleet's has a ram at its right end. */
function faceOf(s) {
  const [w, h] = s.face;
  return s.kind === "fleet"
    ? svg`<path class="face"
        d=${`M0 0H${f(w - 2)}L${f(w)} ${f(h * 0.4)}H${f(w + 6)}L${f(w - 3)} ${f(h)}H0z`}></path>`
    : svg`<rect class="face" width=${f(w)} height=${f(h)} rx=${roundness(s)}></rect>`;
}

/** The counters under the first, by their edges. */
const depth = (s) =>
  Array.from({ length: s.deep - 1 }, (_, n) => (s.deep - 1 - n) * 2).map(
    (n) => svg`<g class="under" transform=${`translate(${n} ${-n})`}>${faceOf(s)}</g>`,
  );

/** Whose a counter is: colour, pattern and letter at its left. */
function strip(s, i, em) {
  const [w, h] = s.face,
    clip = `cw-k${i}`;
  const whole = (cls, fill) =>
    svg`<rect class=${cls} x=".6" y=".6" width=${f(w - 1.2)} height=${f(h - 1.2)} rx=${roundness(s)}
      fill=${fill ?? nothing}></rect>`;
  return svg`<clipPath id=${clip}><rect width=${f(s.strip)} height=${f(h)}></rect></clipPath><g
      clip-path=${`url(#${clip})`}>${whole(`m${s.slot}`)}${whole("", `url(#pat-${s.slot})`)}</g>${patch(
        [s.strip / 2, h / 2],
        s.slot,
        s.letter,
        { em, half: 4.4, high: 6 },
      )}`;
}

/** How strong it is. */
const strength = (s, em) =>
  svg`<text class=${s.full ? "num" : "num small"} x=${f(s.strip + s.number / 2)}
      y=${f(s.face[1] / 2 + (s.full ? 5.6 : 4.6) * em)}>${s.sp}</text>`;

const STAR_AT = 4.5;
/** Leaders stand with it, or alone. */
const star = (s, em) =>
  svg`<path class="star" d=${STAR}
      transform=${`translate(${f(s.count ? s.face[0] : s.strip)} ${f(s.face[1] - 1)}) scale(${(em * STAR_AT) / 7})`}></path>`;

/** Who leads it, on the map beside it. */
const led = ({ line: { at, text } }) =>
  svg`<text class="ldr" x=${f(at[0])} y=${f(at[1])}>${text}</text>`;

/** A counter: edges behind for depth, strip and letter, strength, a star where leaders are. */
const stack = (s, i, em) =>
  svg`<g transform=${`translate(${xy(s.at)})`}><g
      class=${`ctr ${s.kind}${s.now ? " now" : ""}`} role="img" aria-label=${stackWords(s)} data-card=${s.name}
      data-move=${s.move} data-stack=${s.name} data-strength=${s.sp} data-ids=${dataIds(...s.ids, ...s.leaders)}>${
        s.count
          ? [depth(s), faceOf(s), strip(s, i, em), strength(s, em)]
          : mark([s.strip / 2, s.face[1] / 2], s.slot, s.letter, em)
      }${s.leaders.length ? star(s, em) : nothing}</g></g>${s.line ? led(s) : nothing}`;

/** What a counter says, in words. */
function stackWords(s) {
  const fleet = s.kind === "fleet" ? ", fleet" : "",
    reduced = s.reduced ? `, ${s.reduced} reduced` : "",
    units = s.count ? `strength ${s.sp}, ${s.words}${reduced}` : "no units",
    leaders = s.leaders.length ? `; ${s.leaders.join(", ")}` : "";
  return `${s.zone}, ${s.letter}${fleet}: ${units}${leaders}`;
}

/** A way as one ink arrow cased in ochre. */
function way(w, em) {
  const { curves, tail, tip } = w,
    d = `M${xy(curves[0][0])}${curves.map(([, b, c, e]) => `C${xy(b)} ${xy(c)} ${xy(e)}`).join("")}`;
  const dx = tip[0] - tail[0] || 0.01,
    dy = tip[1] - tail[1],
    n = Math.hypot(dx, dy),
    side = [(-dy / n) * 5.5 * em, (dx / n) * 5.5 * em];
  return svg`<g class=${`way ${w.kind}`} data-way=${`${w.from} ${w.to}`}><path
      class="arrow-case" d=${d}></path><path class="arrow" pathLength=${w.kind === "back" ? nothing : "1"}
      d=${d}></path><path class="arrow-h"
      d=${`M${xy(tip)}L${xy([tail[0] + side[0], tail[1] + side[1]])} ${xy([tail[0] - side[0], tail[1] - side[1]])}z`}></path></g>`;
}

const link = (l) =>
  svg`<path class=${`link ${l.kind}`} d=${`M${l.points.map(xy).join("L")}`}><title>${l.name || "A way between zones that do not touch"}</title></path>`;
const city = (c, em) =>
  svg`${
    c.held
      ? mark(c.at, c.held.slot, c.held.letter, em)
      : svg`<circle class=${c.port ? "city port" : "city"} cx=${f(c.at[0])} cy=${f(c.at[1])} r=${2.2 * em}></circle>`
  }`;

/** Ways, names, marks and stacks, in pixels of the scaled map: an arrow hides no name. */
export function over(p, em, onLand) {
  const ground = (at) => (onLand(at) ? "" : " onsea");
  return svg`${p.links.map(link)}${p.seas.map(
    (s) =>
      svg`<text class=${s.lit ? "seaname lit-sea" : "seaname"} x=${f(s.at[0])} y=${f(s.at[1])}>${s.lines.map(
        (l, i) => svg`<tspan x=${f(s.at[0])} dy=${i ? 15 * em : 0}>${l}</tspan>`,
      )}</text>`,
  )}
    ${p.regions.map(
      (r) =>
        svg`<text class="regionname" aria-hidden="true" x=${f(r.at[0])} y=${f(r.at[1])}>${r.name}</text>`,
    )}
    ${p.cities.map((c) => city(c, em))}${p.cities
      .filter((c) => c.label)
      .map(
        (c) =>
          svg`<text class=${`cl${ground(c.label)}`} x=${f(c.label[0])} y=${f(c.label[1])}>${c.name}</text>`,
      )}
    ${p.zones
      .filter((z) => z.ring)
      .map(
        (z) =>
          svg`<circle class="glow" cx=${f(z.at[0])} cy=${f(z.at[1])} r=${16 * em}></circle><circle
              class="ring" data-focus cx=${f(z.at[0])} cy=${f(z.at[1])} r=${16 * em}></circle>`,
      )}
    ${p.ways.map((w) => way(w, em))}
    ${p.names.map(
      (n) =>
        svg`<text class=${`zl${ground(n.at)}${n.people ? " people" : ""}`} aria-hidden="true" data-place
            data-ids=${dataIds(n.zone)} data-name=${n.zone} x=${f(n.at[0])} y=${f(n.at[1])}>${n.zone}</text>`,
    )}
    ${p.zones.map(
      (z) =>
        svg`<g class="control" aria-hidden="true" data-place data-ids=${dataIds(z.name)} data-control=${z.name}>${mark(z.at, z.slot, z.letter, em, z.quiet)}${
          z.contested
            ? svg`<path class="swords" d=${`M${xy([z.at[0] - 13 * em, z.at[1] - 14 * em])}l9 9m0-9l-9 9m-1.5-3.5l5 5m3 0l5-5`}></path>`
            : nothing
        }</g>`,
    )}
    ${p.stacks.map((s, i) => stack(s, i, em))}`;
}
