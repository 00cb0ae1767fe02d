// Regions: the printed columns of control against what each seat holds now; a number that suffices
// is bold with a rule under it.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { sideMark, sideName } from "./sides.js";

/** @import { Ctx, Schemas } from "./types.js" */
/** @import { Template } from "../../vendor/lit-html/lit-html.js" */

/** @typedef {"zones" | "cities" | "legio"} Need */
/** @type {[Need, string][]} */
const NEEDS = [
  ["zones", "zones"],
  ["cities", "cities"],
  ["legio", "Legio"],
];
/**
 * What a region takes; the Legio are its garrison.
 * @param {Schemas["civil-war.RegionView"]} r
 * @param {Need} key
 */
const needed = (r, key) => r.needs[key === "legio" ? "garrison" : key];

/**
 * @param {Ctx} ctx
 * @returns {Template}
 */
export function regionTable(ctx) {
  const game = ctx.view?.game,
    regions = (game?.regions ?? []).filter((r) => r.needs && r.held);
  if (!regions.length) return nothing;
  /** @typedef {typeof regions[number]} Region */
  const held = (/** @type {Region} */ r, /** @type {string} */ seat, /** @type {Need} */ key) =>
    r.held[seat]?.[key] ?? 0;
  const enough = (/** @type {Region} */ r, /** @type {string} */ seat, /** @type {Need} */ key) =>
    needed(r, key) > 0 && held(r, seat, key) >= needed(r, key);
  const lit = (/** @type {Region} */ r) =>
    ctx.lit(`/game/regions/${game.regions.indexOf(r)}/control`);
  return html`<table class="regions">
    <caption>
      Control of the regions
      <span>held / needed<span class="each">: ${NEEDS.map(([, w]) => w).join(", ")}</span></span>
    </caption>
    <thead>
      <tr>
        <th scope="col">Region</th>
        <th scope="col">points</th>
        ${ctx.seats.map(
          (s) =>
            html`<th scope="colgroup" colspan=${NEEDS.length} class="seat-head">
              ${sideMark(s.seat, ctx.seats)} <span>${NEEDS.map(([, w]) => w).join(", ")}</span>
            </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${regions.map(
        (r) =>
          html`<tr class=${lit(r) ? "lit" : ""}>
            <th scope="row">
              ${
                r.control
                  ? html`${sideMark(r.control, ctx.seats)}<span class="vh"
                        >${sideName(r.control, ctx.seats, "")}:
                      </span>`
                  : html`<span class="nobody"></span>`
              }${r.name}
            </th>
            <td>${r.points}</td>
            ${ctx.seats.map((s) =>
              NEEDS.map(
                ([key, word]) =>
                  html`<td
                    class=${`${key === "zones" ? "first " : ""}${enough(r, s.seat, key) ? "enough" : ""}`}
                  >
                    <span class="vh">${word}: </span>${held(r, s.seat, key)}${
                      needed(r, key) ? html`<small>/${needed(r, key)}</small>` : nothing
                    }
                  </td>`,
              ),
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
