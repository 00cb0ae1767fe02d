// Orders: the column of what is composed and of what may be done.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { count } from "../words.js";
import { composed } from "./composed.js";
import { concerning } from "./concerns.js";
import { mayList } from "./maylist.js";
import { foot } from "./moment.js";
import { deed, isNow } from "./tray.js";

/** @import { Turn } from "./turn.js" */
/** @import { Acts, Given, Shown } from "./types.js" */

/**
 * What stands in the column's place while the board shows what was.
 * @param {number} at
 * @param {number} last
 * @param {() => void} now
 */
export const backColumn = (at, last, now) =>
  html`<div class="scroll orders" aria-busy="false">
    <section class="sec" aria-labelledby="what-may">
      <h2 id="what-may" tabindex="-1">You look back</h2>
      <p class="note">
        The board stands at event ${at.toLocaleString("en")} of ${last.toLocaleString("en")}. Orders
        are given where the log ends; what you composed is kept.
      </p>
      <button class="btn do" @click=${now}>Back to now</button>
    </section>
  </div>`;

/**
 * @param {Turn} turn
 * @param {Shown} shown
 * @param {Given} given
 * @param {Acts} act
 */
export function ordersColumn(turn, shown, given, act) {
  const { items, reading, looking, opening } = turn.state,
    now = items?.filter(isNow) ?? [],
    about = shown.of.length ? concerning(now, shown.of) : now;
  return html`<div class="scroll orders" aria-busy=${String(reading || looking || opening)}>
      ${composed(turn.state, act)}
      <section class="sec" aria-labelledby="what-may">
        <h2 id="what-may" tabindex="-1">
          What you may do
          ${
            turn.ending && about.length === 1
              ? html`<small class="in-bar">${deed(turn.ending)}</small>`
              : about.length
                ? html`<small>${count(about.length, "thing")}</small>`
                : nothing
          }
        </h2>
        ${mayList(turn, given, shown, act)}
      </section>
    </div>
    ${foot(turn, about, given, shown, act)}`;
}
