// Step: the panel of every step that is no combat: the headline, the way, the dice and their sum, the event's meaning, the regions.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die } from "../../marks.js";
import { signed } from "../../words.js";
import { diceList, record } from "../_fallback.js";
import { unitsOf, waysOf } from "./changed.js";
import { regionTable } from "./regions.js";
import { sideMark, sideName, unitWords } from "./sides.js";

/** The die a number was thrown with: the first of this step that shows it. */
const thrown = (step, kind, face) => die((step.dice ?? []).find((d) => d.die === kind && d.face === face) ?? { die: kind, face });
const sum = (title, rows, [label, value]) => html`<div class="w-die"><p class="h">${title}</p><dl class="sum">${rows.map(([d, what, n]) => html`<div class=${d === nothing ? "" : "d"}><dt>${d}${what}</dt><dd>${n}</dd></div>`)}<div class="t"><dt>${label}</dt><dd class=${typeof value === "number" ? "" : "word"}>${value}</dd></div></dl></div>`;

function yearSum(rolled, step, tables) {
  const row = tables.find((t) => t.key === "events")?.rows.find((r) => r.label === String(rolled.total));
  return html`${sum("The dice", [[thrown(step, "d6", rolled.d6), "one d6", rolled.d6], [thrown(step, "d10_zero", rolled.d10), "one d10, 0 to 9", rolled.d10]], ["Event", rolled.total])}
    ${row ? html`<div class="w-res"><p class="h">${rolled.total} in the table of events</p><p class="event-name">${row.cells[0]}</p><p class="odds">${row.cells[1]}</p></div>` : nothing}`;
}
const deathSum = (check, step) => sum("The die", [[thrown(step, "d10_zero", check.face), "one d10, 0 to 9", check.face], [nothing, html`${check.leader} dies below`, check.number]], [check.leader, check.died ? "dies" : "lives"]);
const courtSum = (c, step) => sum("The embassy", [[thrown(step, "d6", c.face), "one d6", c.face], [nothing, html`PC of ${c.leader}`, signed(c.pc)], [nothing, html`${c.people} are won with`, c.needed]], [c.won ? "Won over" : "In vain", c.total]);
const caughtSum = (i, step) => sum(html`A fleet in ${i.sea}`, [[thrown(step, "d6", i.face), "one d6", i.face], [nothing, "Naves that lie in wait", i.enemy], [nothing, "Naves under sail", i.own]], ["The fleet", i.caught ? "is caught" : "gets through"]);

/** Who went which way, at what cost. */
function wayWords(way, effect, ctx) {
  const moved = unitsOf(ctx.view?.game).filter((u) => way.units?.includes(u.id)), who = [...(way.leaders ?? []), ...(moved.length ? [unitWords(moved)] : [])];
  return html`<div class="way-line"><p class="route">${way.route.map((p, i) => html`${i ? html`<span class="to" aria-hidden="true"></span><span class="vh"> to </span>` : nothing}<span class=${i === way.route.length - 1 ? "end" : ""}>${p}</span>`)}</p><p class="lab">${way.side ? sideMark(way.side, ctx.seats) : nothing} ${who.join(", ")}${effect?.cost !== undefined ? html`; ${effect.cost} MA` : nothing}${effect?.over ? html`; over ${effect.over}` : nothing}</p></div>`;
}

/** Control points a side, as the year's account gives them. */
const account = (settled, ctx) => html`<p class="lab">${Object.entries(settled.points ?? {}).map(([seat, n], i) => html`${i ? ", " : ""}${sideMark(seat, ctx.seats)} ${sideName(seat, ctx.seats, seat)} ${n}`)}</p>`;

export function stepPanel(ctx) {
  const { step, tables } = ctx, effects = step.event?.effects ?? [], find = (type) => effects.find((e) => e?.type === `civil-war.${type}`);
  const rolled = find("year-event-rolled"), check = find("leader-checked"), court = find("courted"), sailed = find("sailed"), settled = find("control-settled"), [head, ...rest] = step.text ?? [];
  const proof = rolled ? yearSum(rolled, step, tables) : check ? deathSum(check, step) : court ? courtSum(court, step) : sailed?.intercepted ? caughtSum(sailed.intercepted, step) : nothing;
  const moves = effects.filter((e) => ["civil-war.marched", "civil-war.sailed"].includes(e?.type)), ways = waysOf(step), table = rolled ? nothing : regionTable(ctx);
  const form = [proof === nothing ? "plain" : "brief", table === nothing ? "" : "with-table"].join(" ");
  return html`<div class=${`argument ${form}`}><div class="w-head"><p class="lab">Event ${step.seq}</p><h2>${head}</h2>${ways.map((w) => wayWords(w, moves.find((e) => e.to === w.route.at(-1)), ctx))}
    ${rest.length ? html`<p class="odds">${rest.join(" ")}</p>` : nothing}${settled ? account(settled, ctx) : nothing}${proof === nothing ? diceList(step) : nothing}${record(step.event)}</div>${proof}${table === nothing ? nothing : html`<div class="w-regions">${table}</div>`}</div>`;
}
