// Checks: dice that are read one by one on a table: Command Checks, rallies, the fate of who fled, reconstitution.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die } from "../../marks.js";
import { signed } from "../../words.js";
import { CHECKS, find, sideMark } from "./names.js";
import { lit, symbol } from "./table.js";

const thrown = (step, purpose, face) => (step.dice ?? []).find((d) => d.for === purpose) ?? { die: "d6", face, class: "entropy" };

/** "5 −1 = 4": the face, what is taken off it and why, and what was read. */
const reckoned = (x) => x.modifiers?.length ? html`${x.face} ${x.modifiers.map((m) => html`${signed(m.value)} <small title=${m.rule}>${m.reason}, ${m.rule}</small> `)}= <b>${x.value}</b>` : nothing;

function row(x, purpose, word, ctx, amiss) {
  const was = find(ctx.before?.game, x.name), sum = reckoned(x);
  return html`<li class=${amiss ? "did" : "idle"}>${die(thrown(ctx.step, purpose, x.face))}<b class="sym">${symbol(x.result)}</b><span>${x.name} ${word}<small>${x.row}${was?.what === "unit" && was.fleet ? `, on ${was.fleet.name}` : ""}</small>${sum === nothing ? nothing : html`<span class="reckon">${sum}</span>`}</span></li>`;
}

export function checksPanel(e, ctx) {
  const fleet = (c) => find(ctx.before?.game, c.name)?.what === "fleet", word = (c) => `${c.result === "R" && !fleet(c) ? "fails" : CHECKS[c.result] ?? c.result}${c.flips ? ", and is flipped" : ""}`;
  const ships = e.checks.filter(fleet), others = e.checks.filter((c) => !fleet(c)), list = (checks, title) => checks.length ? html`<section class="blows"><h4><span>${title}</span><span>${checks.filter((c) => c.result === "P").length} of ${checks.length} pass</span></h4><ol class="many">${checks.map((c) => row(c, `check of ${c.name}`, word(c), ctx, c.result !== "P"))}</ol></section>` : nothing;
  return html`<div class="reckoning"><div class="throws">${list(ships, "Fleets")}${list(others, "Ground units")}</div>${lit(ctx.tables, e.table, e.checks.map((c) => ({ row: c.row, column: c.value, result: c.result })))}</div>`;
}

export const rallyPanel = (e, ctx) => html`<div class="reckoning"><div class="throws"><section class="blows"><h4><span>The rally of <b>${e.name}</b></span></h4><ol>${row(e, `rally of ${e.name}`, e.rallies ? "rallies" : "does not rally", ctx, e.rallies)}</ol></section></div>${lit(ctx.tables, "rally", [{ row: e.row, column: e.value, result: e.result }])}</div>`;

const FATES = { escapes: "escapes", battered: "escapes, battered", lost: "is lost with all aboard", through: "sails on" };
export function leftPanel(e, ctx) {
  if (e.face === null || e.face === undefined) return html`<p class="fell"><b>${e.fleet}</b> breaks through the enemy’s edge. She counts as destroyed for victory, and sails on.</p>`;
  return html`<div class="reckoning"><div class="throws"><section class="blows"><h4><span>${e.how === "routed" ? "Routed" : "Fled"} off her own edge</span></h4><ol><li class="did">${die(thrown(ctx.step, `fate of ${e.fleet}`, e.face))}<b class="sym">${symbol(e.result)}</b><span>${e.fleet} ${FATES[e.fate] ?? e.fate}<small>${e.how}</small></span></li></ol></section></div>${lit(ctx.tables, "fate", [{ row: e.how, column: e.face, result: e.result }])}</div>`;
}

export function reconstitutedPanel(e, ctx) {
  return html`<div class="reckoning"><div class="throws"><section class="blows"><h4><span>${sideMark(ctx, e.seat)} Reconstitution</span><span>${e.rolls.filter((r) => r.returns).length} of ${e.rolls.length} return</span></h4><ol class="many">${e.rolls.map((r) => row(r, `reconstitution of ${r.name}`, r.returns ? "returns, flipped" : "stays lost", ctx, r.returns))}</ol></section></div>${lit(ctx.tables, "reconstitution", e.rolls.map((r) => ({ row: r.row, column: r.face, result: r.result })))}</div>`;
}
