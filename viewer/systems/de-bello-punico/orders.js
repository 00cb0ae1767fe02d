// Orders: the Command boxes as this audience may see them, and Rout Points with their limits.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { seatMark } from "../../marks.js";
import { seatTitle } from "../../words.js";

const marker = (m) => html`<span class=${`ck ${m.is === null ? "hid" : m.is === "vacuus" ? "vac" : "on"}${m.used ? " used" : ""}`} role="img" aria-label=${`${m.is === null ? "hidden marker" : m.is === "vacuus" ? "Vacuus" : "Command Point"}${m.used ? ", spent" : ""}`}>${m.is === null ? "" : m.is === "vacuus" ? "V" : "1"}</span>`;

/** Every army's boxes; a box that an army does not have is dotted. */
export function ordersOf(game, ctx) {
  const columns = [...new Map(game.armies.flatMap((a) => a.boxes.map((b) => [b.box, b.title])))];
  const cell = (army, key) => { const box = army.boxes.find((b) => b.box === key); return box ? html`<td data-box=${`${army.side} ${key}`}>${box.markers.map(marker)}</td>` : html`<td class="none"><span class="vh">not theirs</span></td>`; };
  return html`<div class="wide-table"><table class="cmd"><caption class="vh">Command boxes</caption><thead><tr><td></td>${columns.map(([, title]) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${game.armies.map((a) => html`<tr><th scope="row">${seatMark(ctx.seats, a.side, false)} ${seatTitle(ctx.seats, a.side)}${a.to_place ? html`<small>${a.to_place} to place</small>` : nothing}</th>${columns.map(([key]) => cell(a, key))}</tr>`)}</tbody></table></div>
    <h3 class="h">Rout Points</h3>${game.armies.map((a) => html`<div class="track">${seatMark(ctx.seats, a.side)}<ol aria-label=${`${a.rout} of ${a.limit}`}>${Array.from({ length: a.limit }, (_, i) => html`<li class=${i < a.rout ? "on" : ""}>${i + 1}</li>`)}</ol><b>${a.rout} <small>of ${a.limit}</small></b></div>`)}`;
}
