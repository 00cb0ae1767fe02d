// Window: the element that draws the map in the room there is, at the scale that its board-zoom has.
// The ground is scaled; names and counters keep their size and are placed anew.
import { html, nothing, render, svg } from "../../vendor/lit-html/lit-html.js";
import { guard } from "../../vendor/lit-html/directives/guard.js";
import { MAP } from "./map-data.js";
import { areas, ground, litLand, over } from "./map.js";
import { layout } from "./place.js";
import { zoomOf } from "../../parts/zoom.js";

/** Names and counters bear no smaller scale: a smaller map is this one as a picture. */
const LEAST = 0.7;
/**
 * Where the page is wide, the cartouche stands in the window's left corner and the map beside it;
 * while one plays in the right one.
 */
const WIDE = 1240,
  PHONE = 760;
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true }),
  widths = new Map();
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const FONTS = {
  zone: "600 13px serif",
  small: "700 13px serif",
  people: "italic 13px serif",
  leader: "600 12px sans",
  number: "700 17px serif",
  sea: "italic 14px serif",
  region: "600 12px sans",
  city: "12px serif",
};
const SPACED = { sea: 1.7, region: 2.4, zone: 0.26, people: 0.26 };

/** How wide a text is, in pixels at the root's size. */
function measure(text, kind, em) {
  const key = `${kind} ${em} ${text}`;
  if (!widths.has(key)) {
    canvas.font = FONTS[kind]
      .replace(/(\d+)px/, (_, n) => `${n * em}px`)
      .replace(/(serif|sans)$/, (_, n) => token(`--${n}`));
    widths.set(key, canvas.measureText(text).width + (SPACED[kind] ?? 0) * em * text.length);
  }
  return widths.get(key);
}
/** Whether a place of the map is land, from one picture of the coast a pixel a unit. */
let coast = null;
function onLand(/** @type {number[]} */ [x, y]) {
  const m = MAP.margin,
    w = MAP.size[0] + 2 * m,
    h = MAP.size[1] + 2 * m,
    i = Math.round(x + m),
    j = Math.round(y + m);
  if (coast === null) {
    canvas.canvas.width = w;
    canvas.canvas.height = h;
    canvas.translate(m, m);
    canvas.fill(new Path2D(MAP.land), "evenodd");
    coast = canvas.getImageData(0, 0, w, h).data;
  }
  return i >= 0 && j >= 0 && i < w && j < h && coast[4 * (j * w + i) + 3] > 127;
}
/** How the whole map stands in a window: its scale and where its corner is. */
function fit(/** @type {number[]} */ [w, h]) {
  const [W, H] = MAP.size,
    k = Math.min(w / W, h / H),
    spare = w - W * k,
    wide = document.querySelector(".playing") ? 0 : spare;
  return { k, at: [innerWidth > WIDE ? wide : spare / 2, (h - H * k) / 2] };
}
/**
 * At which zoom the map's names and counters can be read on a small screen.
 * @param {number} w
 * @param {number} h
 */
export const readable = (w, h) => (w <= PHONE ? Math.max(1, 1 / fit([w, h]).k) : 1);
/** The frame of the whole map in a window, in the map's units. */
const frameOf = (/** @type {number[]} */ [w, h]) => {
  const { k, at } = fit([w, h]);
  return `${-at[0] / k} ${-at[1] / k} ${w / k} ${h / k}`;
};

/**
 * How far names and counters may stand beyond the map: only where the window of the whole map shows it.
 * @param {number[]} size
 */
function boundsOf([w, h]) {
  const { k, at } = fit([w, h]),
    m = MAP.margin * 0.4,
    seen = [w, h].map((side, i) => (side - at[i]) / k);
  return [
    ...at.map((corner) => Math.max(-m, -corner / k)),
    ...MAP.size.map((side, i) => Math.min(side + m, seen[i])),
  ];
}

/** The ground is drawn anew only when somebody else holds a zone: it is most of the work. */
const groundKey = (scene) =>
  JSON.stringify([scene.zones.map((z) => [z.name, z.owner, z.slot]), [...scene.rivers.keys()]]);

/** What a scene shows, to be compared: many a step leaves the map as it was. */
const sceneKey = ({ seq: _, rivers, ...shown }) => JSON.stringify([...rivers, shown]);

class MapWindow extends HTMLElement {
  #scene = null;
  #key = "";
  #size = [0, 0];
  #watch = new ResizeObserver(([e]) => {
    const { width, height } = e.contentRect;
    if (Math.abs(width - this.#size[0]) + Math.abs(height - this.#size[1]) > 0.5) {
      this.#size = [width, height];
      this.#again();
    }
  });

  /** What to show; drawn at once, so that a step can be seen to move. */
  set scene(scene) {
    const key = sceneKey(scene);
    if (key === this.#key) return;
    this.#key = key;
    this.#scene = scene;
    this.#draw();
  }

  connectedCallback() {
    this.#watch.observe(this);
    zoomOf(this)?.addEventListener("board-zoom", this.#again);
  }
  disconnectedCallback() {
    this.#watch.disconnect();
  }

  /** Scale and corner of the map as it is zoomed. */
  #stand() {
    const [w, h] = this.#size,
      { k, at } = fit(this.#size),
      { scale, x, y } = zoomOf(this)?.zoom ?? { scale: 1, x: 0, y: 0 },
      zoomed = (corner, middle, shift) => middle + scale * (corner - middle + shift);
    return { k: k * scale, at: [zoomed(at[0], w / 2, x), zoomed(at[1], h / 2, y)] };
  }

  /** Drawn apart from the page, which has to light anew what may be chosen. */
  #again = () => {
    this.#draw();
    this.dispatchEvent(new Event("board-drawn", { bubbles: true }));
  };

  #draw() {
    const [w, h] = this.#size,
      scene = this.#scene;
    if (!scene || w < 1 || h < 1) return;
    const em = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1,
      { k, at } = this.#stand(),
      drawn = Math.max(k, LEAST),
      bounds = boundsOf(this.#size).map((v) => v * drawn);
    const placed = layout(
      scene,
      { k: drawn, bounds },
      { measure: (text, kind) => measure(text, kind, em), onLand, em },
    );
    const sheet = `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})`;
    render(
      html`<svg class="ground" aria-hidden="true" viewBox=${`0 0 ${w} ${h}`} width=${w} height=${h}>
          <g class="sheet" transform=${sheet}>
            <g transform=${`scale(${k})`}>${guard([groundKey(scene)], () => ground(scene))}</g>
          </g>
        </svg>
        <svg role="group" aria-label="The map" viewBox=${`0 0 ${w} ${h}`} width=${w} height=${h}>
          <g class="sheet" transform=${sheet}>
            <g transform=${`scale(${k})`}>
              ${litLand(scene)}${guard([scene.zones.map((z) => z.name).join()], () => areas(scene))}
              ${
                scene.focus && !scene.zones.some((z) => z.ring)
                  ? svg`<circle
                  data-focus cx=${scene.focus[0]} cy=${scene.focus[1]} r="30" fill="none"></circle>`
                  : nothing
              }
            </g>
            <g transform=${`scale(${k / drawn})`}>
              ${over(placed, em, ([x, y]) => onLand([x / drawn, y / drawn]))}
            </g>
          </g>
        </svg>`,
      this,
    );
    // The pane's small map has the window's proportions.
    const zoom = zoomOf(this);
    if (zoom) zoom.small = smallMap(scene, frameOf(this.#size));
  }
}

/** The whole map without a word: land, owners, stacks. */
const smallMap = (scene, frame) =>
  html`<svg viewBox=${frame} aria-hidden="true">
    ${svg`<rect class="sea" x="-999" y="-999" width="3999" height="3999"></rect><use class="land" href="#cw-land"></use>
      ${scene.stacks.map((s) => svg`<circle class=${`s${s.slot}`} cx=${s.at[0]} cy=${s.at[1]} r="13"></circle>`)}`}
  </svg>`;

customElements.define("cw-map", MapWindow);
