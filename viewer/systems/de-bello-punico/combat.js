// Combat: both sides' sums as they add up, each modifier with its reason and rule; then what the difference means.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, seatMark } from "../../marks.js";
import { minus, signed } from "../../words.js";
import { called, effectsOf, kindOf, listed, pendingOf } from "./names.js";

/** The die of a purpose as it was thrown; else a die of that face. */
export function thrown(step, purpose, face) {
  return die((step.dice ?? []).find((d) => d.for === purpose && d.face === face) ?? { die: "d6", face, class: "entropy" });
}

function sum(one, role, ctx) {
  return html`<dl class="sum" data-sum=${role}><div class="d"><dt>${seatMark(ctx.seats, one.side)}<span>${called(ctx, one.unit)}<small>${role}</small></span>${thrown(ctx.step, `combat, ${role === "attacks" ? "attacker" : "defender"} ${one.unit}`, one.face)}</dt><dd>${one.face}</dd></div>
    ${one.modifiers.map((m) => html`<div class=${m.rule === "BP 10.5" ? "rear" : ""}><dt>${m.reason} <small>${m.rule}</small></dt><dd>${signed(m.value)}</dd></div>`)}
    <div class="t"><dt>Total</dt><dd>${minus(one.total)}</dd></div></dl>`;
}

/** What the totals come to, in the rule's words. */
function verdict(e, ctx) {
  const { attacker: a, defender: d } = e, high = Math.max(a.total, d.total), low = Math.min(a.total, d.total);
  const loser = e.winner === a.unit ? d : a, name = (one) => called(ctx, one.unit);
  const how = e.winner === null ? html`equal totals: 1 Disorder to each`
    : e.doubled ? html`difference ${e.difference}; ${minus(high)} is at least double ${minus(low)}: <b>2 Disorder</b> to ${name(loser)}`
      : html`difference ${e.difference}, less than double: <b>1 Disorder</b> to ${name(loser)}`;
  return html`<p class="verdict"><b class="big">${minus(a.total)}<i>to</i>${minus(d.total)}</b><span>${how}. <small>BP 10.6</small></span></p>`;
}

export const combatPanel = (e, ctx) => html`<div class="fight">${sum(e.attacker, "attacks", ctx)}${sum(e.defender, "defends", ctx)}</div>${verdict(e, ctx)}`;

/** An attack before its dice are settled: who, with what help, and what is asked. */
export function attackPanel(e, ctx) {
  const rolled = kindOf(e) === "combat-rolled", ids = [e.attacker, e.target], words = ["attacks", "defends"], help = [e.support, e.defence];
  const side = (i) => (ctx.view.game.units.find((u) => u.id === ids[i]) ?? {}), due = pendingOf(ctx.view?.game, "combat");
  return html`<div class="fight">${[0, 1].map((i) => html`<dl class="sum"><div class="d"><dt>${seatMark(ctx.seats, side(i).side)}<span>${called(ctx, ids[i])}<small>${words[i]}</small></span>${rolled ? thrown(ctx.step, `combat, ${i ? "defender" : "attacker"} ${ids[i]}`, e.faces[i]) : nothing}</dt><dd>${rolled ? e.faces[i] : ""}</dd></div>
    <div><dt>Combat Points</dt><dd>${side(i).strength}</dd></div>${side(i).disorder ? html`<div><dt>Disorder</dt><dd>${signed(-side(i).disorder)}</dd></div>` : nothing}${help[i]?.length ? html`<div><dt>support of ${listed(help[i].map((id) => called(ctx, id)))}</dt><dd>${signed(help[i].length)}</dd></div>` : nothing}${i === 0 && e.charge ? html`<div><dt>a charge of mercenaries <small>BP 15.2</small></dt><dd>+2</dd></div>` : nothing}</dl>`)}</div>
    ${rolled && due?.window?.length ? html`<p class="lab wait">${listed(due.window.map((s) => s === "rome" ? "Rome" : "Carthage"))} may throw again, for a marker lies in Fortuna. <small>BP 4.9</small></p>` : nothing}`;
}
export const fought = (step) => effectsOf(step).filter((e) => kindOf(e) === "combat-resolved");
