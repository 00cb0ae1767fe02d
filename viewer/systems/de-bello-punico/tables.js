// Tables: the printed tables and the campaign's missile table, in their shape, lit where this step
// read them. Cells never move.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { printedTable } from "../../parts/table.js";
import { capital, signed } from "../../words.js";
import { effectOf, effectsOf, pendingOf } from "./names.js";
import { typeOf } from "./rolls.js";

/** @import { Ctx, Game, Effect } from "./types.js" */

/**
 * A cell that a step read.
 * @typedef {object} Read
 * @property {string} table
 * @property {string | null} row
 * @property {string | null} [column]
 * @property {number} [value]
 */

const REAR_RULE = "BP 10.5";

/**
 * What this step read: [{table, row, column}]; of the missile table row is "shooter range", column the target's type.
 * @param {Ctx} ctx
 */
function readsOf(ctx) {
  return effectsOf(ctx.step).flatMap((e) => readBy(e, ctx));
}

/**
 * What one effect shows to have been read.
 * @param {Effect} e
 * @param {Ctx} ctx
 * @returns {Read[]}
 */
function readBy(e, ctx) {
  switch (e.type) {
    case "de-bello-punico.volley-rolled":
      return [shotRead(e, e.range, ctx)];
    case "de-bello-punico.volley-resolved": {
      const rolled = effectOf(ctx, "volley-rolled") ?? pendingOf(ctx.before?.game, "volley");
      return [shotRead(e, rolled?.range, ctx)];
    }
    case "de-bello-punico.elephant-resolved":
      return [{ table: "elephants", row: String(e.face) }];
    case "de-bello-punico.combat-resolved": {
      const row = typeOf(ctx, e.attacker.unit),
        rear = e.attacker.modifiers.filter((m) => m.rule === REAR_RULE);
      return rear.map(({ value }) => ({ table: "rear-attack", row, value }));
    }
    case "de-bello-punico.panicked":
      return [{ table: "rout-points", row: typeOf(ctx, e.unit), value: e.points }];
    case "de-bello-punico.leader-resolved":
      return e.dead ? [{ table: "rout-points", row: "leader", value: e.points }] : [];
    default:
      return [];
  }
}

/**
 * @param {{ shooter: string, target: string, number: number }} shot
 * @param {number | undefined} range
 * @param {Ctx} ctx
 * @returns {Read}
 */
function shotRead({ shooter, target, number }, range, ctx) {
  return {
    table: "missiles",
    row: `${typeOf(ctx, shooter)} ${range}`,
    column: typeOf(ctx, target),
    value: number,
  };
}

/**
 * A type as its counters are called, where it stands in this battle.
 * @param {string} key
 * @param {Game | null} game
 */
const words = (key, game) =>
  game?.units.find((u) => u.type === key)?.title ?? capital(String(key).replace(/-/g, " "));
/**
 * @param {string} title
 * @param {string} rule
 */
const head = (title, rule) =>
  html`<h4 aria-level="3"><span>${title}</span><small>${rule}</small></h4>`;
/** @param {Game} game */
const notes = (table, reads, game) => {
  const odd = reads.filter((r) => r.row && !table.rows.some((x) => x.label === r.row));
  return html`${odd.map(
    (r) =>
      html`<p class="note lit">
        ${words(r.row, game)}: ${table.key === "rear-attack" ? signed(r.value) : r.value}, by
        ruling.
      </p>`,
  )}${table.notes?.length ? html`<p class="note">${table.notes.join(" ")}</p>` : nothing}`;
};

/**
 * A table of one column: its rows flow in columns, in their order.
 * @param {Game} game
 */
function short(table, reads, game) {
  const lit = new Set(reads.map((r) => r.row));
  return html`${head(table.title, table.rule)}
    <dl class="flow" data-table=${table.key}>
      ${table.rows.map(
        (r) =>
          html`<div class=${lit.has(r.label) ? "hit" : ""}>
            <dt>${words(r.label, game)}</dt>
            <dd>${table.key === "rear-attack" ? `+${r.cells[0]}` : r.cells[0]}</dd>
          </div>`,
      )}
    </dl>
    ${notes(table, reads, game)}`;
}

function wide(table, reads) {
  const lit = new Set(reads.map((r) => r.row));
  const row = (line) => ({ cls: lit.has(line.label) ? "hit" : "", text: words(line.label, null) });
  return html`${head(table.title, table.rule)}
    <div class="scroll" tabindex="0" role="group" aria-label=${table.title}>
      ${printedTable(table, { cls: "pt", row })}
    </div>
    ${notes(table, [], null)}`;
}

/**
 * The types that stand in this battle, in the table's order, with their letters.
 * @param {Game} game
 */
function targets(game) {
  const here = new Map(game.units.map((u) => [u.type, u]));
  const order = [...new Set(game.missiles.flatMap((m) => m.numbers.map((n) => n.target)))];
  return order.filter((t) => here.has(t)).map((t) => here.get(t));
}

/**
 * The missile table as far as these armies can read it: shooter and range by target, the number or less that hits.
 * @param {Game} game
 */
function missiles(game, reads) {
  const columns = targets(game),
    types = new Map(game.units.map((u) => [u.type, u]));
  const rows = game.missiles.filter((m) => types.has(m.shooter));
  const read = (m, type) =>
    reads.find((r) => r.row === `${m.shooter} ${m.range}` && (!type || r.column === type));
  const upTo = (m) => (read(m) ? columns.findIndex((t) => t.type === read(m).column) : -1);
  const cls = (m, t) => (read(m, t.type) ? "hit" : columns.indexOf(t) < upTo(m) ? "litr" : "");
  return html`${head("Missiles: this number or less on a d6", "BP 9.3")}
    <div class="scroll" tabindex="0" role="group" aria-label="Missiles">
      <table class="pt missiles" data-table="missiles">
        <thead>
          <tr>
            <th scope="col">Shooter</th>
            <th scope="col">Hexes</th>
            ${columns.map(
              (t) =>
                html`<th
                  scope="col"
                  title=${t.title}
                  class=${reads.some((r) => r.column === t.type) ? "litc" : ""}
                >
                  <abbr title=${t.title}>${t.letters}</abbr>
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (m) =>
              html`<tr data-row=${`${m.shooter} ${m.range}`}>
                <th scope="row" class=${read(m) ? "litr" : ""}>${types.get(m.shooter).title}</th>
                <td class=${read(m) ? "litr" : ""}>${m.range}</td>
                ${columns.map(
                  (t) =>
                    html`<td data-target=${t.type} class=${cls(m, t)}>
                      ${m.numbers.find((n) => n.target === t.type)?.number || "–"}
                    </td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** @param {Ctx} ctx */
function drawn(key, ctx, reads) {
  const own = reads.filter((r) => r.table === key),
    table = ctx.tables.find((t) => t.key === key),
    { game } = ctx.view;
  if (key === "missiles")
    return game.missiles?.length
      ? html`<section class="tab">${missiles(game, own)}</section>`
      : nothing;
  if (!table) return nothing;
  return html`<section class="tab">
    ${table.columns.length === 1 ? short(table, own, game) : wide(table, own)}
  </section>`;
}

/** @param {Ctx} ctx */
const keys = (ctx) => ["missiles", ...ctx.tables.map((t) => t.key)];
/**
 * The tables that this step read.
 * @param {Ctx} ctx
 */
export function readTables(ctx) {
  const reads = readsOf(ctx),
    named = new Set(reads.map((r) => r.table));
  return keys(ctx)
    .filter((k) => named.has(k))
    .map((k) => drawn(k, ctx, reads));
}
/**
 * All the others, to be opened; the battle that is fought is marked among the battles.
 * @param {Ctx} ctx
 */
export function otherTables(ctx) {
  const reads = readsOf(ctx),
    named = new Set(reads.map((r) => r.table)),
    still = [{ table: "battles", row: ctx.view.game.scenario }];
  const left = keys(ctx).filter((k) => !named.has(k));
  return left.length
    ? html`<details class="more">
        <summary>${named.size ? "Other tables" : "Tables"}</summary>
        <while-open .body=${() => left.map((k) => drawn(k, ctx, still))}></while-open>
      </details>`
    : nothing;
}
