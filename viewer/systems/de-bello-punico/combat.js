// Combat: both sides' sums, the dice first, each modifier with its reason and rule.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, seatMark } from "../../marks.js";
import { signed } from "../../words.js";

function sum(side, game, ctx) {
  const unit = game?.units.find((u) => u.id === side.unit);
  return html`<dl class="sum"><div><dt>${seatMark(ctx.seats, side.side)} ${unit?.title ?? ""} ${side.unit} ${die({ die: "d6", face: side.face })}</dt><dd>${side.face}</dd></div>${side.modifiers.map((m) => html`<div><dt>${m.reason}${m.rule ? html` <small>${m.rule}</small>` : nothing}</dt><dd>${signed(m.value)}</dd></div>`)}<div class="t"><dt>Total</dt><dd>${side.total}</dd></div></dl>`;
}

export const combatOf = (combat, ctx) => html`<div class="fight">${sum(combat.attacker, ctx.view?.game, ctx)}${sum(combat.defender, ctx.view?.game, ctx)}<p class="end">${combat.attacker.total} to ${combat.defender.total}${combat.doubled ? ", at least double" : ""}: ${[combat.attacker, combat.defender].map((s) => `${s.unit} takes ${s.disorder} Disorder`).join(", ")}.</p></div>`;
