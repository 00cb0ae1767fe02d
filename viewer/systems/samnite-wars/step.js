// Step: this one event in words, its dice, and what prestige and gold it moved, each with its reason.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, seatMark } from "../../marks.js";
import { seatTitle, signed } from "../../words.js";
import { diceList, record } from "../_fallback.js";

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

/** A battle's reckoning stands on the board and in the log, so that its step says who won and what that moved. */
export function stepPanel(ctx) {
  const { step } = ctx, fought = (step.event?.effects ?? []).some((e) => e.type === "samnite-wars.battle-fought"), told = step.text ?? [], [head, rest] = fought ? [told[1], told.slice(0, 1)] : [told[0], told.slice(1)], moved = accounts(ctx), thrown = (step.dice ?? []).length > 0;
  return html`<div class=${`sw-step${thrown ? " thrown" : ""}${moved === nothing ? "" : " moved"}`}><div class="w-head"><div class="top"><p class="lab">Event ${step.seq}</p>${record(step.event)}</div><h2>${head}</h2>${rest.length ? html`<p class="sub">${rest.join(" ")}</p>` : nothing}</div>
    ${thrown ? html`<div class="w-die">${diceList(step)}</div>` : nothing}${moved}</div>`;
}
