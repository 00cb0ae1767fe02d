// Checks: dice that are read one by one on a table: Command Checks, rallies, the fate of who fled, reconstitution.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, thrown } from "../../parts/die.js";
import { signed } from "../../words.js";
import { CHECKS, STANDS, find, sideMark } from "./names.js";
import { lit, symbol } from "./table.js";

/** @import { Check, Ctx, Of, Step } from "./types.js" */

/**
 * @param {Step} step
 * @param {string} purpose
 * @param {number} face
 */
const dieOf = (step, purpose, face) => die(thrown(step, (d) => d.for === purpose, face));

/** "5 −1 as Antony is aboard = 4": the face, what is taken off it and why, and what was read, at least 1. */
function reckoned(x) {
  if (!x.modifiers?.length) return nothing;
  const sum = x.modifiers.reduce((n, m) => n + m.value, x.face),
    least = sum < x.value ? `${sum < 0 ? signed(sum) : sum}, at least\u00a0` : "";
  return html`: ${x.face}
    ${x.modifiers.map((m) => html`<span title=${m.rule}>${signed(m.value)} as ${m.reason}</span> `)}=
    ${least}<b>${x.value}</b>`;
}

/** @param {Ctx} ctx */
const row = (x, purpose, word, ctx, amiss, cls = "") =>
  html`<li class=${`${amiss ? "did" : "idle"}${cls}`}>
    ${dieOf(ctx.step, purpose, x.face)}<b class=${x.result.length > 2 ? "sym word" : "sym"}
      >${symbol(x.result)}</b
    ><span>${x.name}${word ? ` ${word}` : nothing}<small>${x.row}${reckoned(x)}</small></span>
  </li>`;

/** How often each letter was read: "11 P (passes), 4 H (halts)". @param {readonly Check[]} list */
const tallied = (list) =>
  Object.entries(CHECKS)
    .map(([letter, word]) => ({
      letter,
      word,
      times: list.filter((c) => c.result === letter).length,
    }))
    .filter(({ times }) => times)
    .map(({ letter, word, times }) => `${times} ${letter} (${word})`)
    .join(", ");

/**
 * @param {Of<"naval-battle.checked">} e
 * @param {Ctx} ctx
 */
export function checksPanel(e, ctx) {
  const was = new Map(e.checks.map((c) => [c, find(ctx.before?.game, c.name)])),
    fleet = (/** @type {Check} */ c) => was.get(c)?.what !== "unit",
    ships = [...new Set(e.checks.map((c) => was.get(c)?.fleet?.name))];
  /** @param {Check} c */
  const word = (c) =>
    c.result === "P"
      ? ""
      : `${STANDS[c.result === "R" && !fleet(c) ? "F" : c.result] ?? c.result}${c.flips ? ", flipped" : ""}`;
  const list = ships.flatMap((name) =>
    e.checks
      .filter((c) => was.get(c)?.fleet?.name === name)
      .sort((a, b) => Number(fleet(b)) - Number(fleet(a))),
  );
  const passed = list.filter((c) => c.result === "P"),
    amiss = list.filter((c) => c.result !== "P"),
    rows = (/** @type {Check[]} */ some) =>
      html`<ol class="many">
        ${some.map((c) =>
          row(c, `check of ${c.name}`, word(c), ctx, c.result !== "P", fleet(c) ? "" : " aboard"),
        )}
      </ol>`;
  return html`<div class="reckoning">
    <section class="blows">
      <h4 aria-level="3">
        <span>Low is good: a leader aboard takes off the die</span><span>${tallied(list)}</span>
      </h4>
      ${amiss.length ? rows(amiss) : nothing}${
        passed.length
          ? html`<details>
              <summary>${passed.length} of ${list.length} pass</summary>
              ${rows(passed)}
            </details>`
          : nothing
      }
    </section>
    ${lit(
      ctx.tables,
      e.table,
      e.checks.map((c) => ({ row: c.row, column: c.value, result: c.result })),
    )}
  </div>`;
}

/**
 * @param {Of<"naval-battle.rally-rolled">} e
 * @param {Ctx} ctx
 */
export const rallyPanel = (e, ctx) =>
  html`<div class="reckoning">
    <div class="throws">
      <section class="blows">
        <h4 aria-level="3">
          <span>The rally of <b>${e.name}</b></span>
        </h4>
        <ol>
          ${row(e, `rally of ${e.name}`, e.rallies ? "rallied" : "not rallied", ctx, e.rallies)}
        </ol>
      </section>
    </div>
    ${lit(ctx.tables, "rally", [{ row: e.row, column: e.value, result: e.result }])}
  </div>`;

const FATES = {
  escapes: "escapes",
  battered: "escapes, battered",
  lost: "is lost with all aboard",
  through: "sails on",
};
/**
 * @param {Of<"naval-battle.left-board">} e
 * @param {Ctx} ctx
 */
export function leftPanel(e, ctx) {
  if (e.face === null || e.face === undefined)
    return html`<p class="fell">
      <b>${e.fleet}</b> breaks through the enemy’s edge. She counts as destroyed for victory, and
      sails on.
    </p>`;
  return html`<div class="reckoning">
    <div class="throws">
      <section class="blows">
        <h4 aria-level="3">
          <span>${e.how === "routed" ? "Routed" : "Fled"} off her own edge</span>
        </h4>
        <ol>
          <li class="did">
            ${dieOf(ctx.step, `fate of ${e.fleet}`, e.face)}<b class="sym word"
              >${symbol(e.result)}</b
            ><span>${e.fleet} ${FATES[e.fate] ?? e.fate}<small>${e.how}</small></span>
          </li>
        </ol>
      </section>
    </div>
    ${lit(ctx.tables, "fate", [{ row: e.how, column: e.face, result: e.result }])}
  </div>`;
}

/**
 * @param {Of<"naval-battle.reconstituted">} e
 * @param {Ctx} ctx
 */
export function reconstitutedPanel(e, ctx) {
  return html`<div class="reckoning">
    <div class="throws">
      <section class="blows">
        <h4 aria-level="3">
          <span>${sideMark(ctx, e.seat)} Reconstitution</span
          ><span>${e.rolls.filter((r) => r.returns).length} of ${e.rolls.length} return</span>
        </h4>
        <ol class="many">
          ${e.rolls.map((r) =>
            row(
              r,
              `reconstitution of ${r.name}`,
              r.returns ? "returned, flipped" : "still lost",
              ctx,
              r.returns,
            ),
          )}
        </ol>
      </section>
    </div>
    ${lit(
      ctx.tables,
      "reconstitution",
      e.rolls.map((r) => ({ row: r.row, column: r.face, result: r.result })),
    )}
  </div>`;
}
