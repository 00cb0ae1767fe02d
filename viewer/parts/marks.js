// Marks: a seat's sign (colour, pattern, letter and shape by slot; a letter in a frame where it has
// none), icons, a star.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { findSeat, seatTitle, within } from "../words.js";

/** @import { Named } from "../words.js" */
/** @import { Template } from "../vendor/lit-html/lit-html.js" */

/** @param {string} name */
export const icon = (name) => html`<svg aria-hidden="true"><use href=${`#i-${name}`}></use></svg>`;

/**
 * A mark by slot and letter.
 * @param {number | undefined} slot
 * @param {string} letter
 */
export const slotMark = (slot, letter) =>
  slot !== undefined && [1, 2, 3, 4].includes(slot)
    ? html`<span class=${`f f${slot}`} aria-hidden="true"><b>${letter}</b></span>`
    : html`<span class="seat" aria-hidden="true">${letter}</span>`;

/** The referee's mark: one letter would be that of many a seat. */
export const REFEREE = "Ref";

/**
 * A seat's mark, named for those who cannot see it.
 * @param {readonly Named[]} seats
 * @param {string | null | undefined} seat
 * @param {boolean} [named]
 * @returns {Template}
 */
export function seatMark(seats, seat, named = true) {
  if (!seat) return nothing;
  const s = findSeat(seats, seat),
    title = seatTitle(seats, seat);
  const letter = seat === "referee" ? REFEREE : String(s?.letter ?? title.charAt(0)).slice(0, 2);
  return html`${slotMark(s?.slot, letter)}${
    named ? html`<span class="vh">${title}</span>` : nothing
  }`;
}

/**
 * How a campaign ended, by the seats that won.
 * @param {readonly string[] | undefined} winners
 * @param {readonly Named[]} seats
 */
export const wonBy = (winners, seats) =>
  winners?.length
    ? html`won by
      ${winners.map(
        (w) =>
          html`<span class="who"
            >${seatMark(seats, String(w), false)} ${within(seatTitle(seats, String(w)))}</span
          > `,
      )}`
    : html`nobody is named as the winner`;

/** The path of a star of leadership, around the origin. */
export const STAR = "M0-7l1.9 4.4 4.8.4-3.6 3.2 1.1 4.6L0 3.1l-4.2 2.5 1.1-4.6-3.6-3.2 4.8-.4z";

/**
 * The one letter on a seat's counters.
 * @param {readonly Named[]} seats
 * @param {string} seat
 */
export const seatLetter = (seats, seat) =>
  String(findSeat(seats, seat)?.letter ?? seatTitle(seats, seat).charAt(0)).slice(0, 1);
