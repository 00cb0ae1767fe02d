// Step: this one event in words, its dice, and what prestige and gold it moved, each with its reason.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, seatMark } from "../../marks.js";
import { seatTitle, signed } from "../../words.js";
import { record } from "../_fallback.js";
import { handLine } from "./cards.js";

const TAKES = {
  "prestige-changed": (e, ctx) => ({ who: html`${seatMark(ctx.seats, e.seat, false)} ${seatTitle(ctx.seats, e.seat)}`, change: e.change, total: e.total, unit: "PT", why: e.reason, rule: e.rule, faces: e.faces }),
  "treasury-changed": (e) => ({ who: "Treasury", change: e.change, total: e.total, unit: "gold", why: e.reason, rule: e.rule }),
  taxed: (e) => ({ who: "Treasury", change: e.coins, total: e.total, unit: "gold", why: `taxes: 2, and 1 for each of ${e.regions} regions`, rule: "" }),
  corrupted: (e) => ({ who: "Treasury", change: -e.lost, total: e.total, unit: "gold", why: "corruption above 20", rule: "", faces: [e.face] }),
};

function account(take) {
  return html`<tr><th scope="row">${take.who}<small>${take.why}${take.rule ? html` <i>${take.rule}</i>` : nothing}${take.faces?.length > 1 ? html`, ${take.faces.join(" + ")}` : nothing}</small></th><td>${signed(take.change)}</td><td class="then"><b>${take.total}</b> ${take.unit}</td></tr>`;
}

/** Prestige and gold that the step moved, or nothing. */
function accounts(ctx) {
  const rows = (ctx.step.event?.effects ?? []).flatMap((e) => { const make = TAKES[String(e.type).replace("samnite-wars.", "")]; return make ? [make(e, ctx)] : []; });
  return rows.length ? html`<div class="w-res"><table class="accounts"><caption>What it moved</caption><thead class="vh"><tr><th scope="col">Whose</th><th scope="col">change</th><th scope="col">then</th></tr></thead><tbody>${rows.map(account)}</tbody></table></div>` : nothing;
}

/** Dice by what they were thrown for; the class that proves them is said once where it is the same for all. */
function thrown(dice) {
  const groups = new Map(), classes = [...new Set(dice.map((d) => d.chain === "entered" ? "entered" : d.class))];
  for (const d of dice) { const why = d.for || (String(d.die).startsWith("shuffle") ? "shuffle" : "hidden dice"); groups.set(why, [...groups.get(why) ?? [], d]); }
  return html`<div class="w-die"><p class="h">Thrown <span>${classes.map((c) => CLASS[c] ?? c).join("; ")}</span></p><ul>${[...groups].map(([why, list]) => html`<li class=${String(list[0].die).startsWith("shuffle") ? "shuffle" : ""}>${list.map(die)}<span>${why}</span></li>`)}</ul></div>`;
}
const CLASS = { witnessed: "witnessed", entropy: "sender’s entropy", none: "no entropy", sealed: "sealed", entered: "entered by hand, not proven" };

/** A battle's step says who won: its reckoning stands on the board, and in full in the log. */
export function stepPanel(ctx) {
  const { step } = ctx, dice = step.dice ?? [], moved = accounts(ctx), fought = step.event?.effects?.some((e) => e.type === "samnite-wars.battle-fought");
  const [head, ...more] = step.text ?? [], rest = fought ? [] : more;
  return html`<div class=${`sw-step${dice.length ? " thrown" : ""}${moved === nothing ? "" : " moved"}`}><div class="w-head"><div class="top"><p class="lab">Event ${step.seq}</p>${record(step.event)}</div><h2>${head}</h2>${rest.length ? html`<p class="sub">${rest.join(" ")}</p>` : nothing}${handLine(ctx.view.game, ctx)}</div>
    ${dice.length ? thrown(dice) : nothing}${moved}</div>`;
}
