// Combat: forces, die, table, result. Every number can be added up by eye.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, isEntered } from "../../parts/die.js";
import { slotMark } from "../../parts/marks.js";
import { sum, thrownRow } from "../../parts/sum.js";
import { fraction, minus, signed } from "../../words.js";
import { mixed, sideMark, sideName, unitWords, units } from "./sides.js";
import { unitsOf } from "./changed.js";
import { combatTable, rowIndex, winnerOf } from "./table.js";
import { later } from "./later.js";
import { coded } from "../../parts/codes.js";

/** @import { Ctx, Force, Of } from "./types.js" */
/** @import { Die, PrintedTable, Seat } from "../../renderer.js" */
/** @import { Template } from "../../vendor/lit-html/lit-html.js" */

/** @param {Force} side */
const names = (side) => side.leaders ?? [];
/**
 * Who fights: his leaders, Faction Leaders and the best first, two by name; else the side.
 * @param {Force} side
 * @param {Ctx} ctx
 * @param {string} otherwise
 */
function named(side, ctx, otherwise) {
  const { seats } = ctx,
    known = new Map(
      (ctx.before?.game?.leaders ?? []).map((l) => [
        l.name,
        (l.faction_leader ? 100 : 0) + (l.tb ?? 0),
      ]),
    ),
    list = names(side).toSorted((a, b) => (known.get(b) ?? 0) - (known.get(a) ?? 0));
  return list.length > 2
    ? `${list[0]}, ${list[1]} and ${list.length - 2} more`
    : list.join(" and ") || sideName(side.side, seats, otherwise);
}

/**
 * Where a force on somebody's table has no side, it is A or D as in the table.
 * @param {Force} force
 * @param {string} letter
 * @param {Seat[]} seats
 */
const mark = (force, letter, seats) =>
  force.side ? sideMark(force.side, seats) : slotMark(0, letter);

/**
 * @param {Force} side
 * @param {string} verb
 * @param {Ctx} ctx
 */
function force(side, verb, ctx) {
  const known = unitsOf(ctx.before?.game).filter((u) => side.ids?.includes(u.id)),
    what = known.length ? unitWords(known) : units(side.units);
  return html`<div>
    ${mark(side, verb === "attacks" ? "A" : "D", ctx.seats)}<b>${side.sp}</b
    ><span
      >${named(side, ctx, verb === "attacks" ? "The attacker" : "The defender")}
      ${names(side).length > 1 ? verb.slice(0, -1) : verb}<small
        >${what}; quality ${mixed(side.quality)}</small
      ></span
    >
  </div>`;
}

/**
 * @param {Of<"civil-war.combat-resolved">} combat
 * @param {PrintedTable | undefined} table
 */
function oddsWords(combat, table) {
  const at = table ? table.columns.indexOf(combat.column) : -1;
  const before =
    combat.column_before_shift ??
    (table && at >= 0 ? table.columns[at - combat.shift] : null) ??
    combat.column;
  const steps = Math.abs(combat.shift),
    better = combat.shift > 0 ? "the attacker's better quality" : "the defender's better quality";
  const moved =
    combat.shift === 0
      ? "quality does not move it"
      : before === combat.column
        ? "the table ends there: quality moves it no further"
        : html`${better} moves it ${steps === 1 ? "" : "two "}to <b>${combat.column}</b>`;
  return {
    before,
    words: html`${combat.attacker.sp} to ${combat.defender.sp} is read in column <b>${before}</b>;
      ${moved}.`,
  };
}

/**
 * @param {Of<"civil-war.combat-resolved">} combat
 * @param {Die} d
 * @param {string} label
 */
function dieSum(combat, d, label) {
  const reasons = combat.modifiers.map((m) => ({
    what: html`${coded(m.reason)}${m.rule ? html` <small>${coded(m.rule)}</small>` : nothing}`,
    value: signed(m.value),
  }));
  const read =
    label === String(combat.modified_die) ? nothing : html` <small>${minus(label)}</small>`;
  return sum([thrownRow(html`${die(d)}one d6`, combat.die), ...reasons], {
    what: html`Row${read}`,
    value: minus(combat.modified_die),
  });
}

/** What there is of two kinds of loss. @param {(string | 0)[]} losses */
const both = (...losses) => losses.filter(Boolean).join(", ");

/**
 * @param {"attacker" | "defender"} which
 * @param {Of<"civil-war.combat-resolved">} combat
 */
function lossWords(which, combat) {
  const own = combat.losses?.[which],
    result = combat.result[which],
    n = combat[which].units,
    other = combat[which === "attacker" ? "defender" : "attacker"].units;
  const gone = own?.eliminated?.length ?? 0,
    flipped = own?.reduced?.length ?? 0,
    choose = own?.owner_chooses ?? 0,
    out = [];
  if (result === "E")
    out.push(n === 1 ? "Its one unit is eliminated." : `All ${units(n)} are eliminated.`);
  else if (result === "R")
    out.push(combat.winner === which ? "No loss." : "No loss, but the force yields.");
  else if (result === "A")
    out.push(
      `Every unit is reduced: ${both(flipped && `${flipped} turned over`, gone && `${gone} already reduced and eliminated`) || units(n)}.`,
    );
  else
    out.push(
      `${fraction(result)} of ${other}, rounded down: ${
        choose
          ? `${units(choose)} to lose, the owner chooses`
          : both(flipped && `${flipped} reduced`, gone && `${gone} eliminated`) || "none"
      }.`,
    );
  if (combat.winner !== which && result !== "E" && combat.zone)
    out.push(`${n === 1 ? "It leaves" : "They leave"} ${combat.zone}.`);
  return out.join(" ");
}

/**
 * @param {Of<"civil-war.combat-resolved">} combat
 * @param {PrintedTable | undefined} table
 * @param {number} column
 * @param {string} name
 */
function faces(combat, table, column, name) {
  if (!table || column < 0) return nothing;
  const plus = combat.modified_die - combat.die,
    wins = [1, 2, 3, 4, 5, 6].map(
      (f) => winnerOf(table.rows[rowIndex(table, f + plus)].cells[column]) === "attacker",
    );
  const n = wins.filter(Boolean).length;
  return html`<div
      class="faces"
      role="img"
      aria-label=${`The attacker wins on ${n} of six faces; the face was ${combat.die}.`}
    >
      ${wins.map(
        (w, i) =>
          html`<span class=${`${w ? "w" : "l"}${i + 1 === combat.die ? " hit" : ""}`}
            >${i + 1}</span
          >`,
      )}
    </div>
    <p class="lab">${name} wins on ${n} ${n === 1 ? "face" : "faces"} in 6.</p>`;
}

/**
 * @param {Of<"civil-war.combat-resolved">} combat
 * @param {Ctx} ctx
 * @returns {Template}
 */
export function combatPanel(combat, ctx) {
  const { step, seats, tables } = ctx,
    table = tables.find((t) => t.key === "combat"),
    column = table ? table.columns.indexOf(combat.column) : -1,
    row = table ? rowIndex(table, combat.modified_die) : -1;
  const { before, words } = oddsWords(combat, table),
    from = table && before !== combat.column ? table.columns.indexOf(before) : -1;
  const d = (step.dice ?? []).findLast((x) => x.die === "d6" && x.face === combat.die) ?? {
    die: "d6",
    face: combat.die,
    class: "entropy",
  };
  const passes = later(ctx),
    label = combat.row ?? (table ? table.rows[row].label : String(combat.modified_die)),
    cell = [combat.result.attacker, combat.result.defender].map(fraction);
  return html`<div class="argument">
    <div class="w-head">
      <p class="lab">
        Event ${step.seq}${combat.zone ? `, battle in ${combat.zone}` : ", a battle"}
      </p>
      <h2 class=${(step.text?.[0] ?? "").length > 50 ? "long" : ""}>${step.text?.[0]}</h2>
      <div class="sides">
        ${force(combat.attacker, "attacks", ctx)}${force(combat.defender, "defends", ctx)}
      </div>
      <p class="formula" aria-hidden="true">
        ${die(d)}<span
          >${combat.die}${combat.modifiers.map(
            (m) => ` ${m.value < 0 ? "−" : "+"} ${Math.abs(m.value)}`,
          )}
          = </span
        ><b>${minus(combat.modified_die)}</b><em>${cell.join("/")}</em>
      </p>
      <p class="odds">${words}</p>
    </div>
    <div class="w-die">
      <p class="h">The die</p>
      ${dieSum(combat, d, label)}${
        isEntered(d)
          ? html`<p class="lab"><span class="tag">Entered</span> by hand, not proven.</p>`
          : nothing
      }
    </div>
    <div class="w-table">
      ${
        table
          ? combatTable(table, { column, from, row })
          : html`<p class="note">
              The printed table was not sent; row ${label}, column ${combat.column}.
            </p>`
      }
    </div>
    <div class="w-res">
      <p class="h">The result</p>
      <p class="cell">${cell[0]}<i>/</i>${cell[1]}</p>
      ${
        /** @type {const} */ (["defender", "attacker"]).map(
          (w) =>
            html`<p class="says">
              ${mark(combat[w], w === "attacker" ? "A" : "D", seats)}<span
                >${lossWords(w, combat)}</span
              >
            </p>`,
        )
      }
      ${
        combat.eliminated_leaders?.length
          ? html`<p class="says">
              <span></span><span>Lost with it: ${combat.eliminated_leaders.join(", ")}.</span>
            </p>`
          : nothing
      }
      ${passes ? html`<p class="says"><span></span><span>${passes}</span></p>` : nothing}
      ${faces(combat, table, column, names(combat.attacker).length < 2 ? named(combat.attacker, ctx, "The attacker") : "The attacker")}
    </div>
  </div>`;
}
