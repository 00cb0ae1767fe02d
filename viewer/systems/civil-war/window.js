// Window: the element that shows the map in the room there is. It measures itself, fits or crops the map, and lets it be dragged.
// The map never gets smaller than its names can bear: where it does not fit, it is cropped and centred on the step.
import { html, render } from "../../vendor/lit-html/lit-html.js";
import { guard } from "../../vendor/lit-html/directives/guard.js";
import { MAP } from "./map-data.js";
import { areas, ground, litLand, over } from "./map.js";
import { layout } from "./place.js";

const LEAST = 0.78,
  NARROW = 1,
  PHONE = 760,
  STEP = 40;
/** What stands in the window's corner where the page is wide: the cartouche. */
const WIDE = 1240,
  CORNER = [244, 214];
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true }),
  widths = new Map();
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const FONTS = {
  zone: "600 13px serif",
  people: "italic 13px serif",
  leader: "600 12px sans",
  number: "700 17px serif",
  sea: "italic 14px serif",
  city: "12px serif",
};
const SPACED = { sea: 1.7, zone: 0.26, people: 0.26 };

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
const clamp = (v, a, b) => (a > b ? (a + b) / 2 : Math.max(a, Math.min(b, v)));

/** How the map stands in a window: its scale, and whether it is cropped. It stands to the right where the corner is taken. */
function fit(/** @type {number[]} */ [w, h]) {
  const [W, H] = MAP.size,
    whole = Math.min(w / W, h / H),
    least = w <= PHONE ? NARROW : LEAST,
    k = Math.max(whole, least),
    cropped = whole < least;
  const spare = [w - W * k, h - H * k];
  return {
    k,
    cropped,
    at: cropped ? null : [innerWidth > WIDE ? spare[0] : spare[0] / 2, spare[1] / 2],
  };
}

/** The ground is drawn anew only when somebody else holds a zone: it is most of the work. */
const groundKey = (scene) =>
  JSON.stringify([scene.zones.map((z) => [z.name, z.owner, z.slot]), [...scene.rivers.keys()]]);

class MapWindow extends HTMLElement {
  #scene = null;
  #at = [0, 0];
  #size = [0, 0];
  #drag = null;
  #centred = null;
  #watch = new ResizeObserver(([e]) => {
    const { width, height } = e.contentRect;
    if (Math.abs(width - this.#size[0]) + Math.abs(height - this.#size[1]) > 0.5) {
      this.#size = [width, height];
      this.#centred = null;
      this.#draw();
    }
  });

  /** What to show; drawn at once, so that a step can be seen to move. */
  set scene(scene) {
    if (scene !== this.#scene) {
      this.#scene = scene;
      this.#draw();
    }
  }

  connectedCallback() {
    this.#watch.observe(this);
    this.addEventListener("pointerdown", this.#press);
    this.addEventListener("keydown", this.#key);
  }
  disconnectedCallback() {
    this.#watch.disconnect();
  }

  #draw() {
    const [w, h] = this.#size,
      scene = this.#scene;
    if (!scene || w < 1 || h < 1) return;
    const em = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1,
      { k, cropped, at } = fit([w, h]);
    if (!cropped) this.#at = at;
    else if (this.#centred === null || (scene.focus && scene.seq !== this.#centred))
      this.#centre(scene.focus ?? [MAP.size[0] * 0.46, MAP.size[1] * 0.46], k);
    this.#centred = scene.seq;
    const bounds = cropped
      ? [-30, -30, MAP.size[0] * k + 30, MAP.size[1] * k + 30]
      : [3 - this.#at[0], 3 - this.#at[1], w - this.#at[0] - 3, h - this.#at[1] - 3];
    const keep =
      !cropped && innerWidth > WIDE
        ? [
            -this.#at[0] - 20,
            h - this.#at[1] - CORNER[1] * em,
            CORNER[0] * em - this.#at[0],
            h - this.#at[1],
          ]
        : null;
    const placed = layout(
      scene,
      { k, bounds, keep },
      { measure: (text, kind) => measure(text, kind, em), onLand, em },
    );
    this.classList.toggle("cropped", cropped);
    if (cropped) this.tabIndex = 0;
    else this.removeAttribute("tabindex");
    render(
      html`<svg class="ground" aria-hidden="true" width=${w} height=${h}>
          <g class="sheet">
            <g transform=${`scale(${k})`}>${guard([groundKey(scene)], () => ground(scene))}</g>
          </g>
        </svg>
        <svg role="group" aria-label="The map" width=${w} height=${h}>
          <g class="sheet">
            <g transform=${`scale(${k})`}>
              ${litLand(scene)}${guard([scene.zones.map((z) => z.name).join()], () => areas(scene))}
            </g>
            ${over(placed, em, ([x, y]) => onLand([x / k, y / k]))}
          </g>
        </svg>`,
      this,
    );
    this.#shift();
  }
  #shift() {
    for (const el of this.querySelectorAll(".sheet"))
      el.setAttribute(
        "transform",
        `translate(${this.#at[0].toFixed(1)} ${this.#at[1].toFixed(1)})`,
      );
  }

  /** Put a place of the map in the middle, as far as there is map. */
  #centre(/** @type {number[]} */ [x, y], k) {
    this.#move([this.#size[0] / 2 - x * k, this.#size[1] / 2 - y * k], k);
  }
  #move(/** @type {number[]} */ [x, y], k) {
    const [w, h] = this.#size,
      m = MAP.margin * 0.4;
    this.#at = [
      clamp(x, w - (MAP.size[0] + m) * k, m * k),
      clamp(y, h - (MAP.size[1] + m) * k, m * k),
    ];
    this.#shift();
  }

  #press = (e) => {
    const { k, cropped } = fit(this.#size);
    if (!cropped || e.button > 0) return;
    this.#drag = [e.clientX - this.#at[0], e.clientY - this.#at[1]];
    this.setPointerCapture(e.pointerId);
    const go = (m) => this.#move([m.clientX - this.#drag[0], m.clientY - this.#drag[1]], k),
      end = () => {
        this.removeEventListener("pointermove", go);
        this.#drag = null;
      };
    this.addEventListener("pointermove", go);
    this.addEventListener("pointerup", end, { once: true });
    this.addEventListener("pointercancel", end, { once: true });
  };
  /** Shift and an arrow move the map for those who have no pointer; arrows alone are the replay's. */
  #key = (e) => {
    const by = {
      ArrowLeft: [STEP, 0],
      ArrowRight: [-STEP, 0],
      ArrowUp: [0, STEP],
      ArrowDown: [0, -STEP],
    }[e.key];
    if (!by || !e.shiftKey) return;
    e.preventDefault();
    e.stopPropagation();
    this.#move([this.#at[0] + by[0], this.#at[1] + by[1]], fit(this.#size).k);
  };
}

customElements.define("cw-map", MapWindow);
