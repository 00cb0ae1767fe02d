// Ruler: one tick an event, longer where dice fell; turns, battles, rewinds and forks; a slide rule's cursor.
import { html, svg, nothing } from "./vendor/lit-html/lit-html.js";
import { guard } from "./vendor/lit-html/directives/guard.js";
import { mayKeep, noted, remarks } from "./notes.js";
import { beatAt, outline, stepAt } from "./replay.js";
import { EDGE, scale } from "./scale.js";

/** @import { Chapter, Replay, Showing } from "./types.js" */
/** @import { Controller } from "./controller.js" */

/** Where the axis lies: in a ruler of full height, or in the strip that a small window has. */
const AXIS = 46,
  STRIP = 14,
  /** px within which a battle is meant. */
  NEAR = 4,
  /** px that one bar of crowded battles is wide. */
  BAR = 4;
/** Whether there is room for no more than a strip. @param {number} width */
const slim = (width) => width < 500 || innerHeight <= 600;
/** @param {number} n */
const f = (n) => n.toFixed(1);

/**
 * @param {number} n
 * @param {(seq: number) => number} x
 * @param {number} width
 * @param {Set<number>} dice
 * @param {number} axis
 */
function ticks(n, x, width, dice, axis) {
  const gap = (width - 2 * EDGE) / n,
    every = gap > 2.4 ? 1 : gap > 1.2 ? 2 : Math.ceil(3 / gap);
  let d = "";
  for (let i = 1; i <= n; i += every) {
    let long = false;
    for (let j = i; j < i + every; j++) long ||= dice.has(j);
    d += `M${f(x(i))} ${axis}v${long ? -8 : -4}`;
  }
  return d;
}

/**
 * Labels of turns that would run into the one before are left out; their line stays.
 * @param {Chapter[]} list
 * @param {(seq: number) => number} x
 * @param {number} width
 * @param {number} at
 */
function chapters(list, x, width, at) {
  if (slim(width))
    return list.map(
      ({ seq }) => svg`<line class="yr" x1=${x(seq)} x2=${x(seq)} y1=${STRIP} y2="3"></line>`,
    );
  const small = width < 640,
    knob = Math.max(20, Math.min(width - 20, x(at)));
  let free = -Infinity;
  return list.map(({ seq, label }) => {
    const text = small ? label.replace(/ BC$|^Turn /, "") : label,
      c = x(seq),
      long = text.length * 8.5 + 5,
      left = c + long > width;
    let from = left ? c - long : c + 5;
    if (from < knob + 22 && from + long > knob - 22)
      from = Math.abs(c - knob) < 22 && !left ? knob + 24 : -Infinity;
    const shown = from > 0 && from >= free;
    if (shown) free = from + long + 8;
    return svg`<line class="yr" x1=${c} x2=${c} y1=${AXIS} y2=${shown ? 10 : 27}></line>${
      shown ? svg`<text class="yl" x=${from} y="20">${text}</text>` : nothing
    }`;
  });
}

/**
 * @param {[number, number]} given
 * @param {(seq: number) => number} x
 */
function rewind([from, to], x) {
  const p = x(from),
    q = Math.min(x(to), p - 10),
    y = AXIS,
    bow = `M${f(p)} ${y + 3}C${f(p)} ${y + 18} ${f(q)} ${y + 18} ${f(q)} ${y + 5}`,
    head = `M${f(q - 4)} ${y + 8}l4-6 4 6z`;
  return svg`<path class="rw" d=${bow}></path><path class="rwh" d=${head}></path>`;
}

/**
 * Forks in their order; each has the room up to the next, and its name is cut to that.
 * @param {{ at: number, name: string }[]} list
 * @param {(seq: number) => number} x
 * @param {number} width
 */
function forks(list, x, width) {
  const sorted = list.toSorted((a, b) => a.at - b.at);
  return sorted.map(({ at, name }, i) => {
    const c = x(at),
      room = (i + 1 < sorted.length ? x(sorted[i + 1].at) : width) - c,
      end = c + Math.max(12, Math.min(90, room / 3)),
      y = AXIS + 24,
      fits = Math.floor((c + room - end - 15) / 6.5),
      text = String(name),
      branch = `M${f(c)} ${AXIS}l10 ${y - AXIS}H${f(end)}M${f(end)} ${y - 4}v8`;
    return svg`<g><title>${text}</title><path class="fk" d=${branch}></path><circle
      class="fkd" cx=${c} cy=${AXIS} r="3.6"></circle>${
        fits < 4
          ? nothing
          : svg`<text class="fl" x=${end + 7} y=${y + 4}>${
              text.length > fits ? `${text.slice(0, fits - 1)}…` : text
            }</text>`
      }</g>`;
  });
}

/**
 * Battles: a mark for each, or bars by how many there are where so many marks would be one black band.
 * @param {number[]} seqs
 * @param {(seq: number) => number} x
 * @param {number} width
 * @param {number} axis
 */
function battles(seqs, x, width, axis) {
  const small = slim(width),
    r = small ? 2.6 : 4.5,
    high = small ? 10 : 20;
  if (seqs.length * 2 * r <= width)
    return seqs.map(
      (q) =>
        svg`<path class="bt" d=${`M${f(x(q))} ${axis - high}l${r} ${r + 1}-${r} ${r + 1}-${r}-${r + 1}z`}></path>`,
    );
  const bars = /** @type {Map<number, number>} */ (new Map());
  for (const q of seqs) {
    const at = Math.floor(x(q) / BAR);
    bars.set(at, (bars.get(at) ?? 0) + 1);
  }
  const most = Math.max(...bars.values());
  return svg`<path class="bt" data-crowded d=${[...bars]
    .map(([at, n]) => `M${at * BAR} ${axis}v${f((-high * n) / most)}h${BAR - 1}V${axis}z`)
    .join("")}></path>`;
}

/**
 * @param {Replay} replay
 * @param {number} width
 */
function standing(replay, width) {
  const n = replay.steps.length,
    { x } = scale(n, width),
    small = slim(width),
    axis = small ? STRIP : AXIS,
    o = outline(replay);
  return svg`<path class="tk" d=${ticks(n, x, width, o.dice, axis)}></path><line class="ax" x1=${EDGE} x2=${width - EDGE} y1=${axis} y2=${axis}></line>
    ${battles(o.battles, x, width, axis)}
    ${o.entered.map(
      (q) => svg`<rect class="en" x=${x(q) - 3} y=${axis + 3} width="6" height="6"></rect>`,
    )}
    ${
      small
        ? nothing
        : svg`${o.rewinds.map((p) => rewind(p, x))}${forks(
            (replay.campaign.forks ?? []).filter((k) => Number.isInteger(k.at) && k.at <= n),
            x,
            width,
          )}`
    }`;
}

const REMARK = 8; // px that the mark of a remark is wide
/**
 * The marks of remarks: one by one where there is room for them, else one drawing of as many as can
 * be told apart.
 * @param {number[]} seqs
 * @param {(seq: number) => number} x
 * @param {number} width
 * @param {(c: number) => string} mark
 */
function spoken(seqs, x, width, mark) {
  if (seqs.length * REMARK <= width)
    return seqs.map((seq) => svg`<path class="rk" data-remark=${seq} d=${mark(x(seq))}></path>`);
  const places = new Set(seqs.map((seq) => REMARK * Math.round(x(seq) / REMARK)));
  return svg`<path class="rk" data-crowded d=${[...places].map(mark).join("")}></path>`;
}

/**
 * The events with a bookmark or a note of one's own, and those that somebody remarked on.
 * @param {Replay} replay
 * @param {number} width
 */
function notes(replay, width) {
  const { x } = scale(replay.steps.length, width),
    small = slim(width),
    y = small ? STRIP + 2 : AXIS + 4,
    high = small ? 6 : 11,
    here = (/** @type {number} */ seq) => seq <= replay.steps.length;
  return svg`${spoken([...remarks(replay).keys()].filter(here), x, width, (c) => `M${f(c - 4)} ${y}h8v${high - 5}h-5l-3 4z`)}${
    mayKeep
      ? noted(replay.campaign.id)
          .filter(here)
          .map(
            (seq) =>
              svg`<path class="bm" data-bookmark=${seq} d=${`M${f(x(seq) - 3)} ${y}h6v${high}l-3-3-3 3z`}></path>`,
          )
      : nothing
  }`;
}

/**
 * @param {number} n
 * @param {number} at
 * @param {number} width
 */
function cursor(n, at, width) {
  const { x } = scale(n, width),
    c = x(at);
  if (slim(width))
    return svg`<line class="done" x1=${EDGE} x2=${c} y1=${STRIP} y2=${STRIP}></line>
      <rect class="cur" x=${c - 5} y="1" width="10" height="22"></rect>
      <line class="hair" x1=${c} x2=${c} y1="1" y2="23"></line>`;
  const b = Math.max(20, Math.min(width - 20, c));
  return svg`<line class="done" x1=${EDGE} x2=${c} y1=${AXIS} y2=${AXIS}></line>
    <rect class="cur" x=${c - 6} y="16" width="12" height="56"></rect>
    <line class="hair" x1=${c} x2=${c} y1="16" y2="72"></line>
    <rect class="knob" x=${b - 20} y="0" width="40" height="18" rx="2"></rect>
    <text class="curn" x=${b} y="13.5">${at.toLocaleString("en")}</text>`;
}

/**
 * The one of `seqs` that is nearest to `to`.
 * @param {number[]} seqs
 * @param {number} to
 */
const nearest = (seqs, to) => seqs.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to)).at(0);

/** @param {Controller} controller */
export function makeRuler(controller) {
  /** @param {PointerEvent & { currentTarget: HTMLElement }} e */
  const seek = (e) => {
    const box = e.currentTarget.getBoundingClientRect(),
      { replay } = controller.showing,
      { x, seq } = scale(controller.last, box.width),
      at = e.clientX - box.left,
      battle = nearest(
        outline(replay).battles.filter((q) => Math.abs(x(q) - at) <= NEAR),
        seq(at),
      );
    controller.pause();
    controller.goTo(beatAt(replay, battle ?? Math.max(1, Math.min(controller.last, seq(at)))).at, {
      held: true,
    });
  };
  /** @param {PointerEvent & { currentTarget: HTMLElement }} e */
  const down = (e) => {
    if (e.button === 0) {
      e.currentTarget.setPointerCapture(e.pointerId);
      seek(e);
    }
  };
  /** @param {PointerEvent & { currentTarget: HTMLElement }} e */
  const move = (e) => {
    if (e.buttons & 1) seek(e);
  };
  /**
   * @param {Showing} state
   * @param {number} width
   */
  return ({ replay, at }, width) => {
    const n = replay.steps.length,
      step = stepAt(replay, at),
      drawn = [replay.steps, replay.campaign, width, slim(width)];
    /** What lies under the cursor. */
    const line = () =>
      svg`${guard(drawn, () => standing(replay, width))}${notes(replay, width)}${chapters(
        outline(replay).chapters,
        scale(n, width).x,
        width,
        at,
      )}`;
    return html`<div
      class="ruler"
      id="ruler"
      role="slider"
      tabindex="0"
      aria-label="Event"
      aria-valuemin="1"
      aria-valuemax=${n}
      aria-valuenow=${at}
      aria-valuetext=${`Event ${at} of ${n}. ${step?.text?.[0] ?? ""}`}
      @pointerdown=${down}
      @pointermove=${move}
    >
      ${width > 40 ? html`<svg aria-hidden="true">${line()}${cursor(n, at, width)}</svg>` : nothing}
    </div>`;
  };
}
