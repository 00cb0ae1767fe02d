// Counter: strip and letter, type letters in the arm's frame, Combat Points, morale as pips with
// Disorder filled from below, the wedge of its front, the signs of the turn. What is panicked has a
// flag for its Combat Points and no front. It stays upright.
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { at, move } from "./hexes.js";
import { dataIds } from "../../parts/ids.js";
import { seatLetter } from "../../parts/marks.js";
import { DIRECTIONS, FATES, sideTitle, slotOf } from "./names.js";
import { sign, signWords, sorted } from "./signs.js";

/** @import { Unit } from "./types.js" */

/**
 * What stands on a counter.
 * @typedef {Pick<Unit, "side" | "arm" | "letters" | "strength" | "morale" | "disorder" | "panicked" | "marks">} Face
 */
/** @import { Seat } from "../../renderer.js" */

export const HALF = [20.5, 21.5];
const ARM = {
  foot: "M0 0h21v14H0z",
  light: "M7 0h7a7 7 0 0 1 0 14H7A7 7 0 0 1 7 0z",
  horse: "M4 0h18l-4 14H0z",
  elephants: "M0 0h21v14H0z",
};
const FLAG = "M-7 11V-9M-7-9q4-3 7.5 0t8 0v10.5q-4 3-8 0t-7.5 0";
const WEDGE = "M-8-22.6L0-28.4 8-22.6z";
const PIP = "M0-3.2L3.2 0 0 3.2-3.2 0z";

/**
 * All that a counter says, in words.
 * @param {Unit} u
 * @param {Seat[]} seats
 */
function unitWords(u, seats) {
  const where =
    u.hex && !u.fate
      ? `hex ${u.hex}, facing ${DIRECTIONS[u.facing]}`
      : (FATES[u.fate] ?? "off the field");
  const state = [
    `Disorder ${u.disorder} of ${u.morale}`,
    u.panicked && "in panic",
    u.leader && `${u.leader} is with them`,
  ].filter(Boolean);
  const values = `Combat Points ${u.strength}, movement ${u.movement}${u.missile ? ", missiles" : ""}`;
  return [
    `${u.title} ${u.id}, ${sideTitle(seats, u.side)}`,
    where,
    values,
    ...state,
    ...sorted(u.marks).map(signWords),
  ].join("; ");
}

/**
 * @param {Face} u
 * @param {number | null} was
 */
const pips = (u, was) =>
  Array.from({ length: u.morale }, (_, i) => {
    const on = i < u.disorder,
      fresh = was !== null && (on ? i >= was : i < was);
    return svg`<path class=${`pip${on ? " on" : ""}${fresh ? " fresh" : ""}`} transform=${`translate(16 ${16.6 - i * 7.8})`} d=${PIP}/>`;
  });

/**
 * @param {Face} u
 * @param {Seat[]} seats
 */
function face(u, seats) {
  const slot = slotOf(seats, u.side),
    round = slot === 1 ? 0 : 8,
    [x, y] = HALF;
  const shape =
    slot === 1
      ? `M${-x + 0.7} ${-y + 0.7}h11v${2 * y - 1.4}h-11z`
      : `M${-x + 11.7} ${-y + 0.7}v${2 * y - 1.4}h-3.5a7.5 7.5 0 0 1-7.5-7.5v-${2 * y - 16.4}a7.5 7.5 0 0 1 7.5-7.5z`;
  return svg`<rect class="face" x=${-x} y=${-y} width=${2 * x} height=${2 * y} rx=${round}/>
    <path class=${`m${slot}`} d=${shape}/><path d=${shape} fill=${`url(#pat-${slot})`}/><rect class=${`m${slot}`} x="-19.3" y="-7" width="10" height="14"/>
    <text class="ml" x="-14.4" y="4.6">${seatLetter(seats, u.side)}</text>`;
}

/**
 * The counter itself, around the origin. was: the Disorder before this step, or null.
 * @param {Face} u
 * @param {Seat[]} seats
 * @param {number | null} was
 */
export function counter(u, seats, was) {
  const marks = sorted(u.marks),
    shown = marks.slice(0, 3);
  return svg`${face(u, seats)}<path class=${`sym ${u.arm}`} transform="translate(-8 -19)"
      d=${ARM[u.arm] ?? ARM.foot}/><text class=${`ab ${u.arm}`} x="2.6" y="-7.6">${u.letters}</text>
    ${
      u.panicked
        ? svg`<path class="flag" transform=${`translate(2 ${shown.length ? 3 : 7})`} d=${FLAG}/>`
        : svg`<text class=${shown.length ? "cp less" : "cp"} x="2.4" y=${shown.length ? 10.8 : 15.6}>${u.strength}</text>`
    }
    ${pips(u, was)}${shown.map(
      (m, i) => svg`<g transform=${`translate(${-8.4 + i * 7.6} 12) scale(.8)`}>${sign(m)}</g>`,
    )}`;
}
/**
 * @param {number} facing
 * @param {string} [cls]
 */
export const wedge = (facing, cls = "front") =>
  svg`<path class=${cls} transform=${`rotate(${facing * 60})`} d=${WEDGE}/>`;

/**
 * A counter on its hex; was: the unit before this step, or null.
 * @param {Unit} u
 * @param {Seat[]} seats
 * @param {Unit | null} was
 * @param {boolean} lit
 */
export function onField(u, seats, was, lit) {
  const says = unitWords(u, seats);
  return svg`<g class=${`unit${u.panicked ? " panic" : ""}${lit ? " now" : ""}`} data-card=${u.id}
      data-unit=${u.id} data-ids=${dataIds(u.id)} data-hex=${u.hex} data-facing=${u.facing} role="img"
      aria-label=${says} transform=${move(u.hex)}>
    ${counter(u, seats, was ? was.disorder : null)}${u.panicked ? nothing : wedge(u.facing)}</g>`;
}

/** How far below its hex's middle an id stands: lower where no counter is below it. */
const UNDER = [36, 31];

/**
 * A unit's id under its counter.
 * @param {Unit} u
 * @param {boolean} named  whether this step names it
 * @param {boolean} close  whether another counter stands right below it
 */
export function idOf(u, named, close) {
  const [x, y] = at(u.hex);
  return svg`<text class=${named ? "uid named" : "uid"} x=${x.toFixed(1)} y=${(y + UNDER[Number(close)]).toFixed(1)}>${u.id}</text>`;
}

/**
 * A small counter for units of one type that are not on the field: letters in the arm's frame, and how many they are.
 * @param {Unit[]} units
 * @param {Seat[]} seats
 * @param {boolean} lit
 */
export function chip(units, seats, lit) {
  const [u] = units,
    says = units.map((x) => unitWords(x, seats)).join(". ");
  return html`<span
    class=${`chip ${u.arm}${u.panicked ? " panic" : ""}${lit ? " lit" : ""}`}
    data-off=${units.map((x) => x.id).join(" ")}
    data-ids=${dataIds(...units.map((x) => x.id))}
    data-card=${`off ${units.map((x) => x.id).join(" ")}`}
    role="img"
    aria-label=${says}
    ><b>${u.letters}</b>${units.length > 1 ? html`<small>×${units.length}</small>` : nothing}</span
  >`;
}
