// Step: this one event in words, its dice, and what prestige and gold it moved, each with its reason.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, proofWords } from "../../parts/die.js";
import { seatMark } from "../../parts/marks.js";
import { seatTitle, signed } from "../../words.js";
import { record } from "../../parts/record.js";
import { handLine } from "./cards.js";
import { coded } from "../../parts/codes.js";

/** @import { Ctx, Effect } from "./types.js" */
/** @import { Die } from "../../renderer.js" */

/**
 * What prestige or gold moved, by how much, to what, and why.
 * @typedef {object} Take
 * @property {unknown} who
 * @property {number} change
 * @property {number} total
 * @property {"PT" | "gold"} unit
 * @property {string} why
 * @property {string} [rule]
 * @property {number[]} [faces]
 */

/**
 * What an effect moved; null if nothing.
 * @param {Effect} e
 * @param {Ctx} ctx
 * @returns {Take | null}
 */
function takeOf(e, ctx) {
  const gold = /** @type {const} */ ({ who: "Treasury", unit: "gold" });
  switch (e.type) {
    case "samnite-wars.prestige-changed": {
      const who = html`${seatMark(ctx.seats, e.seat, false)} ${seatTitle(ctx.seats, e.seat)}`,
        { change, total, reason: why, rule, faces } = e;
      return { who, unit: "PT", change, total, why, rule, faces };
    }
    case "samnite-wars.treasury-changed": {
      const { change, total, reason: why, rule } = e;
      return { ...gold, change, total, why, rule };
    }
    case "samnite-wars.taxed": {
      const why = `taxes: 2, and 1 for each region (${e.regions})`;
      return { ...gold, change: e.coins, total: e.total, why };
    }
    case "samnite-wars.corrupted": {
      const why = "corruption above 20";
      return { ...gold, change: -e.lost, total: e.total, why, faces: [e.face] };
    }
    default:
      return null;
  }
}

/** @param {Take} take */
function account(take) {
  return html`<tr>
    <th scope="row">
      ${take.who}<small
        >${take.why}${take.rule ? html` <i>${coded(take.rule)}</i>` : nothing}${
          take.faces?.length > 1 ? html`, ${take.faces.join(" + ")}` : nothing
        }</small
      >
    </th>
    <td>${signed(take.change)}</td>
    <td class="then"><b>${take.total}</b> ${coded(take.unit, { reach: false })}</td>
  </tr>`;
}

/**
 * Prestige and gold that the step moved, or nothing.
 * @param {Ctx} ctx
 */
function accounts(ctx) {
  const rows = (ctx.step.event?.effects ?? [])
    .map((e) => takeOf(e, ctx))
    .filter((take) => take !== null);
  return rows.length
    ? html`<div class="w-res">
        <table class="accounts">
          <caption>
            What changed
          </caption>
          <thead class="vh">
            <tr>
              <th scope="col">Whose</th>
              <th scope="col">change</th>
              <th scope="col">then</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(account)}
          </tbody>
        </table>
      </div>`
    : nothing;
}

/** What dice were recorded as thrown for, where a player would say it otherwise. */
const PURPOSES = { "first coins": "gold in the Treasury" };
/** What several dice are thrown for that count together; of others the highest counts, or the next. */
const SUMMED = "PT of the war";
/**
 * What dice were thrown for, and what they come to together.
 * @param {string} why
 * @param {Die[]} dice
 */
function purpose(why, dice) {
  const faces = dice.map((d) => Number(d.face)),
    sum = faces.reduce((all, face) => all + face, 0),
    said = PURPOSES[why] ?? why;
  return why === SUMMED ? `${faces.join(" + ")} = ${sum}, ${said}` : said;
}
/**
 * Dice by what they were thrown for; the class that proves them is said once where it is the same for all.
 * @param {Die[]} dice
 */
function thrown(dice) {
  const groups = new Map(),
    proofs = new Set(dice.map(proofWords));
  for (const d of dice) {
    const why = d.for || (String(d.die).startsWith("shuffle") ? "shuffle" : "hidden dice");
    groups.set(why, [...(groups.get(why) ?? []), d]);
  }
  return html`<div class="w-die">
    <p class="h">Thrown <span>${[...proofs].join("; ")}</span></p>
    <ul>
      ${[...groups].map(
        ([why, list]) =>
          html`<li class=${String(list[0].die).startsWith("shuffle") ? "shuffle" : ""}>
            ${list.map((d) => die(d))}<span>${purpose(why, list)}</span>
          </li>`,
      )}
    </ul>
  </div>`;
}
/**
 * A battle's step says who won: its reckoning stands on the board, and in full in the log.
 * @param {Ctx} ctx
 */
export function stepPanel(ctx) {
  const { step } = ctx,
    dice = step.dice ?? [],
    moved = accounts(ctx),
    fought = step.event?.effects?.some((e) => e.type === "samnite-wars.battle-fought");
  const [head, ...more] = step.text ?? [],
    rest = fought ? [] : more;
  return html`<div
    class=${`sw-step${dice.length ? " thrown" : ""}${moved === nothing ? "" : " moved"}`}
  >
    <div class="w-head">
      <div class="top">
        <p class="lab">Event ${step.seq}</p>
        ${record(step.event)}
      </div>
      <h2>${head}</h2>
      ${
        rest.length ? html`<p class="sub">${rest.join(" ")}</p>` : nothing
      }${handLine(ctx.view.game)}
    </div>
    ${dice.length ? thrown(dice) : nothing}${moved}
  </div>`;
}
