// Zoom: a board that is whole in its pane at first, and is enlarged by wheel, pinch, buttons and the
// keys + - 0, and moved by drag. A small map of the whole says where one is: in a corner where it covers
// neither a counter nor a name, and not where there is none. The buttons stand beside the board, in the
// strip that the style sheet leaves them in what holds both: no counter lies under one.
//
// <board-zoom> holds what is enlarged, with the class "zoomed": a board that scales as a picture, or
// an empty box for one that draws itself anew at every scale (it listens for "board-zoom"). After a
// step, what carries data-focus is brought into sight; at "board-seek", and as long as there is any,
// what carries data-sought; at "board-begin" the strongest counter that may act, by its data-strength.
// Nothing moves the board while a finger does. "board-keep" keeps where it stands, "board-return" leads
// back there. With the attribute `turns` it can be looked at from the other side: a button
// and the key f dispatch "board-turn", and its game, which the attribute names, draws it so.
import { html, render } from "../vendor/lit-html/lit-html.js";
import Panzoom from "../vendor/panzoom/panzoom.js";
import { find, findAll } from "../dom.js";
import { area, around, fullest, gathered, hull, inside, meets, middle } from "./gather.js";

/** @import { Template } from "../vendor/lit-html/lit-html.js" */
/** @import { Box } from "./gather.js" */

const MOST = 4,
  /** Above this scale the small map is shown. */
  SMALL_FROM = 1.25,
  /** Scales that differ by less are one. */
  HAIR = 0.01,
  /** px that a pointer may move and still click. */
  SLACK = 4,
  STEP = 40,
  NO_SIZE = { width: 0, height: 0 },
  /** Where the small map may stand, the first by choice. */
  CORNERS = ["top right", "bottom right", "bottom left", "top left"],
  /** As bad as so many covered counters or names: to be covered. */
  HIDDEN = 99;
/** Keys that move the board, with Shift. @type {Record<string, number[]>} */
const SHIFTS = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

class BoardZoom extends HTMLElement {
  /** @type {ReturnType<typeof Panzoom> | null} */
  #panzoom = null;
  /** @type {Template | null} */
  #small = null;
  #step = 0;
  #began = false;
  /** Whether the reader has chosen a scale or a place; until then they are the pane's and the step's. */
  #touched = false;
  #dragged = false;
  /** Whether the reader has moved the board away from what the step is about. */
  #gone = false;
  /** Whether a finger is on the board. */
  #held = false;
  /** Whether a turn begins, until an order is begun or the reader has gone elsewhere. */
  #begins = false;
  #due = false;
  /** Where the board stood before the reader looked back. @type {{ scale: number, x: number, y: number } | null} */
  #kept = null;
  #pending = 0;
  /** At which scale it begins, from the pane's width and height. @type {(w: number, h: number) => number} */
  begin = () => 1;
  #watch = new ResizeObserver(() => this.#fit());

  /**
   * The whole board in small, as an SVG in the pane's proportions.
   * @param {Template | null} template
   */
  set small(template) {
    this.#small = template;
    this.#tell();
    if (this.#due) this.#soon();
  }
  /**
   * The event that is shown; another one brings what it is about into sight.
   * @param {number} seq
   */
  set step(seq) {
    const stepped = seq !== this.#step;
    this.#step = seq;
    if (stepped) {
      this.#begins &&= !this.#gone;
      this.#gone = false;
    }
    if (stepped && this.#began && !this.whole) this.#soon();
  }
  /** Where the board stands: enlarged by `scale` around the pane's middle, after a shift by x and y. */
  get zoom() {
    return this.#panzoom
      ? { scale: this.#panzoom.getScale(), ...this.#panzoom.getPan() }
      : { scale: 1, x: 0, y: 0 };
  }

  get whole() {
    return this.zoom.scale < 1 + HAIR;
  }

  connectedCallback() {
    const sheet = find(this, ".zoomed");
    if (!sheet) throw new Error("Nothing in board-zoom has the class zoomed.");
    this.#panzoom = Panzoom(sheet, {
      canvas: true,
      contain: "outside",
      cursor: "",
      minScale: 1,
      maxScale: MOST,
      pinchAndPan: true,
      // A press is the board's own as well: it may choose a counter.
      handleStartEvent: () => {},
      // Hidden, it could still be scrolled: to what takes the focus, away from where it is drawn.
      overflow: "clip",
      touchAction: "pan-y",
    });
    sheet.addEventListener("panzoomchange", this.#changed);
    this.addEventListener("board-seek", this.#seek);
    this.addEventListener("board-offer", this.#offer);
    this.addEventListener("board-begin", this.#begin);
    // A board that has no size yet has no place to come back to.
    this.addEventListener("board-keep", () => (this.#kept = this.#began ? this.zoom : null));
    this.addEventListener("board-return", this.#return);
    this.addEventListener("wheel", this.#wheel, { passive: false });
    this.addEventListener("pointerdown", this.#press);
    this.addEventListener("mousedown", this.#keepKeys);
    this.addEventListener("click", this.#click, { capture: true });
    this.addEventListener("focusin", this.#focused);
    this.addEventListener("keydown", this.#shift);
    document.addEventListener("keydown", this.#key);
    this.before(this.#tools);
    this.append(this.#map);
    this.#tell();
    // Panzoom puts a new board to its start once more, a moment later.
    setTimeout(() => this.isConnected && this.#watch.observe(this));
  }
  disconnectedCallback() {
    this.#watch.disconnect();
    document.removeEventListener("keydown", this.#key);
    this.#tools.remove();
    this.#panzoom?.destroy();
    this.#panzoom = null;
    this.#began = false;
  }

  #tools = Object.assign(document.createElement("div"), { className: "zoom-tools" });
  #map = Object.assign(document.createElement("div"), { className: "zoom-corner" });

  /** The pane has its size, or another one. */
  #fit() {
    const { width, height } = this.getBoundingClientRect();
    if (!width || !height || !this.#panzoom) return;
    const { scale, x, y } = this.zoom,
      base = this.begin(width, height);
    this.#began = true;
    this.#panzoom.setOptions({ maxScale: Math.max(MOST, base * 2) });
    if (!this.#touched && Math.abs(base - scale) >= HAIR) {
      this.#panzoom.zoom(base, { force: true });
      this.#changed();
      this.#soon(true);
    } else {
      this.#panzoom.pan(x, y, { force: true });
      // What a lower pane hides is brought back, unless the reader has gone elsewhere.
      if (!this.#touched) this.#soon();
    }
    this.#tell();
  }

  #changed = () => {
    const { whole } = this;
    this.#panzoom?.setOptions({ touchAction: whole ? "pan-y" : "none" });
    this.classList.toggle("near", !whole);
    this.#tell();
    this.dispatchEvent(new Event("board-zoom"));
    // What lies over the board goes with it.
    this.dispatchEvent(new Event("scroll"));
  };

  /** Follow once what Panzoom was told last is painted, which takes a frame: it is measured then. */
  #soon(always = false) {
    this.#due ||= always;
    cancelAnimationFrame(this.#pending);
    this.#pending = requestAnimationFrame(() => {
      this.#pending = requestAnimationFrame(() => this.#follow());
    });
  }

  /** An order is about something: it is brought into sight, wherever the reader has gone before. */
  #seek = () => {
    if (find(this, "[data-sought]")) this.#gone = this.#begins = false;
    this.#soon();
  };

  /** Other things may be chosen than before, in a turn that goes on. */
  #offer = () => {
    this.#begins = false;
    this.#soon();
  };

  /** A turn begins: what may act is brought into sight, wherever the reader has gone while others acted. */
  #begin = () => {
    if (this.#held) return;
    this.#gone = false;
    this.#begins = true;
    this.#soon();
  };

  /**
   * Bring what the step is about to the middle, if it is out of sight or the board is new. Where something
   * may be chosen, as much of that as there is room for is in sight with it, until the reader has gone
   * elsewhere; as a turn begins, the strongest of it.
   */
  #follow() {
    if (this.whole || this.#held) return;
    const always = this.#due,
      pane = this.getBoundingClientRect(),
      sought = this.#rects("[data-sought]"),
      focus = this.#rects("[data-focus]");
    /** @param {string} selector */
    const may = (selector) => (this.#gone ? [] : this.#rects(selector)),
      offered = may(sought.length ? ".offered" : ".offered:not([data-place])"),
      // Where no counter may act, a place may be asked for; the land itself is too large to be seen.
      places = offered.length ? [] : may(".offered[data-place]:not([data-zone])");
    this.#due = false;
    if (sought.length) {
      const away = offered.length > 0 && !offered.some(this.#sees);
      if (always || away || !sought.every(this.#sees)) this.#bring(gathered(sought, offered, pane));
    } else if (offered.length) {
      const first = this.#begins && this.#strongest();
      if (first) {
        if (always || !this.#sees(first)) this.#bring(gathered([first], offered, pane));
        return;
      }
      const most = fullest(focus, offered, pane);
      if (!most.every(this.#sees)) this.#bring(most);
    } else if (places.length) {
      const all = around(focus, places, pane);
      if (always || !this.#sees(all[0])) this.#bring(all);
    } else if (focus.length) {
      if (always || !(this.#gone || focus.every(this.#sees))) this.#bring(focus);
    } else if (always) {
      // Where nothing is asked for a board begins where most stand; one that is not drawn yet, once it is.
      const counters = this.#rects("[data-ids]:not([data-place])");
      this.#due = !counters.length;
      if (counters.length && !this.#touched) this.#bring(fullest([], counters, pane));
    }
  }

  /**
   * Where on the screen something stands; of what is sought, what was chosen last comes first.
   * @param {string} selector
   * @returns {Box[]}
   */
  #rects = (selector) =>
    findAll(this, selector)
      .toSorted((a, b) => Number(b.dataset.sought ?? 0) - Number(a.dataset.sought ?? 0))
      .map((el) => el.getBoundingClientRect());

  /** Where the strongest counter stands that may act; null where the board tells no strength. */
  #strongest() {
    const [first] = findAll(this, ".offered[data-strength]").toSorted(
      (a, b) => Number(b.dataset.strength) - Number(a.dataset.strength),
    );
    return first?.getBoundingClientRect() ?? null;
  }

  /** Whether all of a box is in the pane. @param {Box} box */
  #sees = (box) => inside(box, this.getBoundingClientRect());

  /** Bring what stands on the screen at these places to the middle. @param {Box[]} rects */
  #bring(rects) {
    const { scale, x, y } = this.zoom,
      [fromX, fromY] = middle(hull(rects)),
      [toX, toY] = middle(this.getBoundingClientRect());
    this.#panzoom?.pan(x + (toX - fromX) / scale, y + (toY - fromY) / scale);
  }

  /**
   * Let the small map stand where it covers no counter and no name of a place, and nothing that lies over
   * the board lies over it, and stay there as long as that is so; where no corner is free, it is not shown.
   */
  #aside() {
    const small = find(this.#map, ".zoom-small");
    if (!small) return;
    const pane = this.getBoundingClientRect(),
      { width, height } = small.getBoundingClientRect(),
      told = this.#rects("[data-ids]:not([data-place]), text[data-place]").filter(
        (box) => area(box) < width * height,
      ),
      beside = [...(this.parentElement?.children ?? [])]
        .filter((el) => el !== this)
        .map((el) => el.getBoundingClientRect()),
      covers = CORNERS.map((corner) => {
        const left = corner.endsWith("left") ? pane.left : pane.right - width,
          top = corner.startsWith("top") ? pane.top : pane.bottom - height,
          box = { left, right: left + width, top, bottom: top + height };
        return (
          told.filter((one) => meets(one, box)).length +
          (beside.some((other) => meets(other, box)) ? HIDDEN : 0)
        );
      }),
      now = CORNERS.indexOf(this.#map.dataset.corner ?? ""),
      best = covers[now] === 0 ? now : covers.indexOf(Math.min(...covers));
    this.#map.dataset.corner = CORNERS[best];
    this.#map.classList.toggle("over", covers[best] > 0);
  }
  #stepping = 0;
  /** Step aside once what was moved is painted. */
  #asideSoon() {
    cancelAnimationFrame(this.#stepping);
    this.#stepping = requestAnimationFrame(() => {
      this.#stepping = requestAnimationFrame(() => this.#aside());
    });
  }

  #in = () => {
    const { whole } = this;
    this.#touched = true;
    this.#panzoom?.zoomIn({ animate: false });
    // What the step is about stays in sight, until the reader goes elsewhere.
    if (whole) this.#soon(true);
    else if (!this.#gone) this.#soon();
  };
  #out = () => {
    this.#touched = true;
    this.#panzoom?.zoomOut({ animate: false });
  };
  #reset = () => {
    this.#touched = true;
    this.#gone = false;
    this.#put({ scale: 1, x: 0, y: 0 });
  };
  /** Back where the reader was: there it stays, as if they had moved it there. */
  #return = () => {
    if (!this.#kept) return;
    this.#gone = true;
    this.#put(this.#kept);
    this.#kept = null;
  };
  /** @param {{ scale: number, x: number, y: number }} to */
  #put({ scale, x, y }) {
    // Panzoom judges the smallest scale by what is painted, which is a frame behind quick keys.
    const anyhow = { force: true, contain: undefined };
    this.#panzoom?.zoom(scale, anyhow);
    this.#panzoom?.pan(x, y, anyhow);
    this.#changed();
  }

  #wheel = (/** @type {WheelEvent} */ e) => {
    // A board that is whole lets the page scroll on.
    if (e.deltaY > 0 && this.whole) return;
    this.#touched = this.#gone = true;
    this.#panzoom?.zoomWithWheel(e);
  };
  /** A press on the board does not take the keys from the replay. */
  #keepKeys = (/** @type {MouseEvent} */ e) => {
    if (
      e.target instanceof Element &&
      e.target.closest("button, a, input, summary, [tabindex='0'].offered")
    )
      return;
    e.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  #press = (/** @type {PointerEvent} */ e) => {
    const from = [e.clientX, e.clientY];
    this.#dragged = false;
    this.#held = true;
    if (!e.isPrimary) this.#touched = this.#gone = true;
    const move = (/** @type {PointerEvent} */ m) => {
      if (Math.hypot(m.clientX - from[0], m.clientY - from[1]) > SLACK && !this.whole)
        this.#dragged = this.#touched = this.#gone = true;
    };
    const end = () => {
      document.removeEventListener("pointermove", move);
      this.#held = false;
    };
    document.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"])
      document.addEventListener(name, end, { once: true });
  };
  /** What was dragged was not clicked. */
  #click = (/** @type {MouseEvent} */ e) => {
    if (!this.#dragged) return;
    this.#dragged = false;
    e.stopPropagation();
    e.preventDefault();
  };
  #key = (/** @type {KeyboardEvent} */ e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target instanceof Element && e.target.closest("input, textarea, select")) return;
    const act = {
      "+": this.#in,
      "=": this.#in,
      "-": this.#out,
      0: this.#reset,
      f: this.hasAttribute("turns") && this.#turn,
    }[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  };
  /** What the keys come to is brought into sight, where no pointer has chosen it. */
  #focused = (/** @type {FocusEvent} */ { target }) => {
    if (this.whole || target === this || !(target instanceof Element)) return;
    const box = target.getBoundingClientRect();
    if (target.matches(":focus-visible") && !this.#sees(box)) this.#bring([box]);
  };
  /** Shift and an arrow move the board for those who have no pointer. */
  #shift = (/** @type {KeyboardEvent} */ e) => {
    const by = e.shiftKey && SHIFTS[e.key],
      { scale, x, y } = this.zoom;
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    this.#gone = true;
    this.#panzoom?.pan(x + by[0] / scale, y + by[1] / scale);
  };

  #turn = () => this.dispatchEvent(new Event("board-turn", { bubbles: true }));

  /** Buttons and small map as the scale has them. */
  #tell() {
    if (!this.isConnected) return;
    const { scale, x, y } = this.zoom,
      enlarged = scale > SMALL_FROM && this.#small,
      // Measured only where it is needed: it has the whole page laid out.
      { width: w, height: h } = enlarged ? this.getBoundingClientRect() : NO_SIZE,
      near = w > 0;
    /**
     * @param {string} d
     * @param {string} label
     * @param {() => void} act
     */
    const button = (d, label, act) =>
      html`<button class="ico" aria-label=${label} title=${label} @click=${act}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path class="s" d=${d}></path></svg>
      </button>`;
    render(
      html`<div class="zoom-keys" role="group" aria-label="Size of the board">
        ${
          this.hasAttribute("turns")
            ? button("M7 4v16l-3-4M17 20V4l3 4", "From the other side (f)", this.#turn)
            : ""
        }${button("M12 5v14M5 12h14", "Larger (+)", this.#in)}${
          this.whole
            ? ""
            : html`${button("M5 12h14", "Smaller (-)", this.#out)}${button(
                "M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4",
                "The whole board (0)",
                this.#reset,
              )}`
        }
      </div>`,
      this.#tools,
    );
    render(
      near ? html`<div class="zoom-small" aria-hidden="true">${this.#small}<i></i></div>` : "",
      this.#map,
    );
    if (near) this.#asideSoon();
    const frame = find(this.#map, ".zoom-small i"),
      part = (/** @type {number} */ at) => `${(at * 100).toFixed(2)}%`;
    if (!frame) return;
    frame.parentElement?.style.setProperty("aspect-ratio", `${w} / ${h}`);
    Object.assign(frame.style, {
      left: part(0.5 - 0.5 / scale - x / w),
      top: part(0.5 - 0.5 / scale - y / h),
      width: part(1 / scale),
      height: part(1 / scale),
    });
  }
}

customElements.define("board-zoom", BoardZoom);

/**
 * What an element is enlarged by, if anything.
 * @param {Element} el
 */
export const zoomOf = (el) => /** @type {BoardZoom | null} */ (el.closest("board-zoom"));
