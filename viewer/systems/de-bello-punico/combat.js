// Combat: both sides' sums as they add up, each modifier with its reason and rule; then what the difference means.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, thrown } from "../../parts/die.js";
import { seatMark } from "../../parts/marks.js";
import { sum, thrownRow } from "../../parts/sum.js";
import { listed, minus, signed } from "../../words.js";
import { called, pendingOf, unitOf } from "./names.js";
import { coded } from "../../parts/codes.js";

/** @import { Ctx, Of, Schemas, Step, Unit } from "./types.js" */

/**
 * The die of a purpose as it was thrown; else a die of that face.
 * @param {Step} step
 * @param {string} purpose
 * @param {number} face
 */
export const dieOf = (step, purpose, face) =>
  die(thrown(step, (d) => d.for === purpose && d.face === face, face));

/**
 * Who fights: the first line of a sum, with the die once it is thrown.
 * @param {string} id
 * @param {string | undefined} side
 * @param {string} role
 * @param {number | null} face
 * @param {Ctx} ctx
 */
function fighter(id, side, role, face, ctx) {
  const purpose = `combat, ${role === "attacks" ? "attacker" : "defender"} ${id}`,
    name = html`<span>${called(ctx, id)}<small>${role}</small></span>`;
  return thrownRow(
    html`${seatMark(ctx.seats, side)}${name}${face === null ? nothing : dieOf(ctx.step, purpose, face)}`,
    face ?? "",
  );
}

/**
 * @param {Schemas["de-bello-punico.Fighter"]} one
 * @param {string} role
 * @param {Ctx} ctx
 */
function sideSum(one, role, ctx) {
  const modifiers = one.modifiers.map((m) => ({
    what: html`${m.reason} <small>${coded(m.rule)}</small>`,
    value: signed(m.value),
    cls: m.rule === "BP 10.5" ? "rear" : "",
  }));
  return sum(
    [fighter(one.unit, one.side, role, one.face, ctx), ...modifiers],
    { what: "Total", value: minus(one.total) },
    role,
  );
}

/**
 * What the totals come to, in the rule's words.
 * @param {Of<"de-bello-punico.combat-resolved">} e
 * @param {Ctx} ctx
 */
function verdict(e, ctx) {
  const { attacker: a, defender: d } = e,
    high = Math.max(a.total, d.total),
    low = Math.min(a.total, d.total);
  const loser = e.winner === a.unit ? d : a,
    name = (/** @type {Schemas["de-bello-punico.Fighter"]} */ one) => called(ctx, one.unit);
  const how =
    e.winner === null
      ? html`equal totals: 1 Disorder to each`
      : e.doubled
        ? html`difference ${e.difference}; ${minus(high)} is at least double ${minus(low)}:
            <b>2 Disorder</b> to ${name(loser)}`
        : html`difference ${e.difference}, less than double: <b>1 Disorder</b> to ${name(loser)}`;
  return html`<p class="verdict">
    <b class="big">${minus(a.total)}<i>to</i>${minus(d.total)}</b
    ><span>${how}. <small>BP 10.6</small></span>
  </p>`;
}

/**
 * @param {Of<"de-bello-punico.combat-resolved">} e
 * @param {Ctx} ctx
 */
export const combatPanel = (e, ctx) =>
  html`<div class="fight">
      ${sideSum(e.attacker, "attacks", ctx)}${sideSum(e.defender, "defends", ctx)}
    </div>
    ${verdict(e, ctx)}`;

/**
 * What a side brings to an attack before its dice are settled.
 * @param {Unit | null} unit
 * @param {string[]} helpers
 * @param {boolean} charge
 * @param {Ctx} ctx
 */
function strengths(unit, helpers, charge, ctx) {
  /** @type {Parameters<typeof sum>[0]} */
  const rows = [{ what: "Combat Points", value: unit?.strength }];
  if (unit?.disorder) rows.push({ what: "Disorder", value: signed(-unit.disorder) });
  if (helpers.length) {
    const names = listed(helpers.map((id) => called(ctx, id)));
    rows.push({ what: `support of ${names}`, value: signed(helpers.length) });
  }
  if (charge) {
    rows.push({ what: html`a charge of mercenaries <small>BP 15.2</small>`, value: "+2" });
  }
  return rows;
}

/**
 * An attack before its dice are settled: who, with what help, and what is asked.
 * @param {Of<"de-bello-punico.attack-declared"> | Of<"de-bello-punico.combat-rolled">} e
 * @param {Ctx} ctx
 */
export function attackPanel(e, ctx) {
  const faces = e.type === "de-bello-punico.combat-rolled" ? e.faces : null,
    due = pendingOf(ctx.view?.game, "combat");
  /**
   * @param {string} id
   * @param {string} role
   * @param {number | null} face
   * @param {string[]} helpers
   * @param {boolean} charge
   */
  const side = (id, role, face, helpers, charge) => {
    const unit = unitOf(ctx.view?.game, id);
    const first = fighter(id, unit?.side, role, face, ctx);
    return sum([first, ...strengths(unit, helpers, charge, ctx)]);
  };
  const attacker = side(e.attacker, "attacks", faces?.[0] ?? null, e.support ?? [], e.charge),
    defender = side(
      e.target,
      "defends",
      faces?.[1] ?? null,
      "defence" in e ? e.defence : [],
      false,
    ),
    window = (due?.window ?? []).map((seat) => (seat === "rome" ? "Rome" : "Carthage"));
  return html`<div class="fight">${attacker}${defender}</div>
    ${
      faces && window.length
        ? html`<p class="lab wait">
            ${listed(window)} may throw again, for a marker lies in Fortuna. <small>BP 4.9</small>
          </p>`
        : nothing
    }`;
}
