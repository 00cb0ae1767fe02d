// Audience: through whose eyes one looks, named at all times.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { valueOf } from "./dom.js";
import { REFEREE, seatMark } from "./parts/marks.js";
import { roleName, seatOf } from "./words.js";

/** @import { Seat } from "./renderer.js" */

/**
 * @param {string} role
 * @param {Seat[]} seats
 */
const sign = (role, seats) =>
  seatOf(role) !== null
    ? seatMark(seats, seatOf(role), false)
    : html`<span class="seat" aria-hidden="true"
        >${role === "referee" ? REFEREE : roleName(role).charAt(0)}</span
      >`;

/**
 * The switch: everyone, each role held, and every seat once the seals are open. What a capsule
 * shows cannot be switched: the line above the board names it.
 * @param {{ audience: string, roles: string[], seats: Seat[], fixed: boolean, choose: (role: string) => void }} given
 */
export function audienceSwitch({ audience, roles, seats, fixed, choose }) {
  if (fixed) return nothing;
  if (roles.length > 4)
    return html`<label class="vh" for="as">Seen by</label
      ><select id="as" @change=${(/** @type {Event} */ e) => choose(valueOf(e))}>
        ${roles.map(
          (r) =>
            html`<option value=${r} ?selected=${r === audience}>${roleName(r, seats)}</option>`,
        )}
      </select>`;
  return html`<div class="seats" role="group" aria-label="Seen by">
    ${roles.map(
      (r) =>
        html`<button
          aria-pressed=${String(r === audience)}
          title=${`Seen by ${roleName(r, seats)}`}
          @click=${() => choose(r)}
        >
          ${
            r === "public"
              ? html`<span>Everyone</span><span class="f sq" aria-hidden="true"></span>`
              : html`${sign(r, seats)}<span>${roleName(r, seats)}</span>`
          }
        </button>`,
    )}
  </div>`;
}
