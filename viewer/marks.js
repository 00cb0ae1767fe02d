// Marks: a seat's sign (colour, pattern, letter and shape by slot; a letter in a frame where it has none), and icons.
import { html, svg, nothing } from "./vendor/lit-html/lit-html.js";
import { findSeat, seatTitle } from "./words.js";

export const icon = (name) => html`<svg aria-hidden="true"><use href=${`#i-${name}`}></use></svg>`;

/** A mark by slot and letter. */
export const slotMark = (slot, letter) => [1, 2, 3, 4].includes(slot)
  ? html`<span class=${`f f${slot}`} aria-hidden="true"><b>${letter}</b></span>`
  : html`<span class="seat" aria-hidden="true">${letter}</span>`;

/** A seat's mark, named for those who cannot see it. */
export function seatMark(seats, seat, named = true) {
  if (!seat) return nothing;
  const s = findSeat(seats, seat), title = seatTitle(seats, seat);
  // Two letters for the referee: one alone would be that of many a seat.
  return html`${slotMark(s?.slot, String(s?.letter ?? (seat === "referee" ? "Re" : title.charAt(0))).slice(0, 2))}${named ? html`<span class="vh">${title}</span>` : nothing}`;
}

/** How a campaign ended, by the seats that won. */
export const wonBy = (winners, seats) => winners?.length ? html`won by ${winners.map((w) => html`<span class="who">${seatMark(seats, String(w), false)} ${seatTitle(seats, String(w))}</span> `)}` : html`nobody is named as the winner`;

const PIPS = { 1: [[20, 20]], 2: [[11, 11], [29, 29]], 3: [[11, 11], [20, 20], [29, 29]], 4: [[11, 11], [29, 11], [11, 29], [29, 29]], 5: [[11, 11], [29, 11], [20, 20], [11, 29], [29, 29]], 6: [[11, 10], [29, 10], [11, 20], [29, 20], [11, 30], [29, 30]] };
const size = (text) => text.length > 3 ? "tiny" : text.length > 2 ? "small" : "";

function drawing(kind, face) {
  if (face === null) return svg`<rect class="o" x="3" y="3" width="34" height="34" rx="6"/><rect class="shut" x="3" y="3" width="34" height="34" rx="6"/>`;
  if (kind.startsWith("shuffle:")) return svg`<rect class="o" x="11" y="3" width="22" height="29" rx="2"/><rect class="o" x="6" y="8" width="22" height="29" rx="2"/><text class="small" x="17" y="27">${kind.slice(8)}</text>`;
  if (kind === "d6" && PIPS[face]) return svg`<rect class="o" x="3" y="3" width="34" height="34" rx="6"/>${PIPS[face].map(([x, y]) => svg`<circle cx=${x} cy=${y} r="3.7"/>`)}`;
  const text = String(face);
  if (kind === "d10" || kind === "d10_zero") return svg`<path class="o" d="M20 1.5 38 15v9.5L20 38.5 2 24.5V15z"/><path class="i" d="M20 1.5 30.5 24 20 29.5 9.5 24zM2 24.5l7.5-.5M38 24.5l-7.5-.5M20 29.5v9"/><text x="20" y="23" class=${size(text)}>${text}</text>`;
  return svg`<path class="o" d="M13 3h14l10 10v14L27 37H13L3 27V13z"/><text x="20" y="26" class=${size(text)}>${text}</text>`;
}

export function dieWords(d) {
  const kind = d.die === "d10_zero" ? "d10" : String(d.die || "die");
  if (d.face === null || d.face === undefined) return `${kind}: sealed`;
  const what = kind.startsWith("shuffle:") ? `shuffle of ${kind.slice(8)}` : `${kind}: ${d.face}`;
  return d.class === "entered" || d.chain === "entered" ? `${what}, entered by hand, not proven` : what;
}

/** A die, drawn; its name says kind and face. */
export const die = (d) => html`<svg class=${`die${d.class === "entered" || d.chain === "entered" ? " entered" : ""}`} viewBox="0 0 40 40" role="img" aria-label=${dieWords(d)}>${drawing(String(d.die), d.face ?? null)}</svg>`;
