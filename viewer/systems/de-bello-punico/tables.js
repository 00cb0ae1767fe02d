// Tables: the printed tables and the campaign's missile table, in their shape, lit where this step read them. Cells never move.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { capital, signed } from "../../words.js";
import { effectOf, effectsOf, kindOf, pendingOf } from "./names.js";
import { typeOf } from "./rolls.js";

const REAR_RULE = "BP 10.5";

/** What this step read: [{table, row, column}]; of the missile table row is "shooter range", column the target's type. */
function readsOf(ctx) {
  return effectsOf(ctx.step).flatMap((e) => {
    const kind = kindOf(e), battle = ctx.before?.game;
    if (kind === "volley-rolled" || kind === "volley-resolved") {
      const range = e.range ?? effectOf(ctx, "volley-rolled")?.range ?? pendingOf(battle, "volley")?.range;
      return [{ table: "missiles", row: `${typeOf(ctx, e.shooter)} ${range}`, column: typeOf(ctx, e.target), value: e.number }];
    }
    if (kind === "elephant-resolved") return [{ table: "elephants", row: String(e.face) }];
    if (kind === "combat-resolved") {
      const rear = e.attacker.modifiers.filter((m) => m.rule === REAR_RULE);
      return rear.map((m) => ({ table: "rear-attack", row: typeOf(ctx, e.attacker.unit), value: m.value }));
    }
    if (kind === "panicked") return [{ table: "rout-points", row: typeOf(ctx, e.unit), value: e.points }];
    if (kind === "leader-resolved" && e.dead) return [{ table: "rout-points", row: "leader", value: e.points }];
    if (kind === "began") return [{ table: "battles", row: e.scenario }];
    return [];
  });
}

/** A type as its counters are called, where it stands in this battle. */
const words = (key, game) => game?.units.find((u) => u.type === key)?.title ?? capital(String(key).replace(/-/g, " "));
const head = (title, rule) => html`<h4><span>${title}</span><small>${rule}</small></h4>`;
const notes = (table, reads, game) => {
  const odd = reads.filter((r) => r.row && !table.rows.some((x) => x.label === r.row));
  return html`${odd.map((r) => html`<p class="note lit">${words(r.row, game)}: ${table.key === "rear-attack" ? signed(r.value) : r.value}, by ruling.</p>`)}${table.notes?.length ? html`<p class="note">${table.notes.join(" ")}</p>` : nothing}`;
};

/** A table of one column: its rows flow in columns, in their order. */
function short(table, reads, game) {
  const lit = new Set(reads.map((r) => r.row));
  return html`${head(table.title, table.rule)}<dl class="flow" data-table=${table.key}>${table.rows.map((r) => html`<div class=${lit.has(r.label) ? "hit" : ""}><dt>${words(r.label, game)}</dt><dd>${table.key === "rear-attack" ? `+${r.cells[0]}` : r.cells[0]}</dd></div>`)}</dl>${notes(table, reads, game)}`;
}

function wide(table, reads) {
  const lit = new Set(reads.map((r) => r.row));
  return html`${head(table.title, table.rule)}<div class="scroll"><table class="pt" data-table=${table.key}><thead><tr><th scope="col">${table.corner}</th>${table.columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
    <tbody>${table.rows.map((r) => html`<tr class=${lit.has(r.label) ? "hit" : ""}><th scope="row">${words(r.label)}</th>${r.cells.map((c) => html`<td>${c}</td>`)}</tr>`)}</tbody></table></div>${notes(table, [])}`;
}

/** The types that stand in this battle, in the table's order, with their letters. */
function targets(game) {
  const here = new Map(game.units.map((u) => [u.type, u]));
  const order = [...new Set(game.missiles.flatMap((m) => m.numbers.map((n) => n.target)))];
  return order.filter((t) => here.has(t)).map((t) => here.get(t));
}

/** The missile table as far as these armies can read it: shooter and range by target, the number or less that hits. */
function missiles(game, reads) {
  const columns = targets(game), types = new Map(game.units.map((u) => [u.type, u]));
  const rows = game.missiles.filter((m) => types.has(m.shooter));
  const read = (m, type) => reads.find((r) => r.row === `${m.shooter} ${m.range}` && (!type || r.column === type));
  const upTo = (m) => read(m) ? columns.findIndex((t) => t.type === read(m).column) : -1;
  const cls = (m, t) => read(m, t.type) ? "hit" : columns.indexOf(t) < upTo(m) ? "litr" : "";
  return html`${head("Missiles: this number or less on a d6", "BP 9.3")}<div class="scroll"><table class="pt missiles" data-table="missiles"><thead><tr><th scope="col">Shooter</th><th scope="col">Hexes</th>${columns.map((t) => html`<th scope="col" title=${t.title} class=${reads.some((r) => r.column === t.type) ? "litc" : ""}><abbr title=${t.title}>${t.letters}</abbr></th>`)}</tr></thead>
    <tbody>${rows.map((m) => html`<tr data-row=${`${m.shooter} ${m.range}`}><th scope="row" class=${read(m) ? "litr" : ""}>${types.get(m.shooter).title}</th><td class=${read(m) ? "litr" : ""}>${m.range}</td>${columns.map((t) => html`<td data-target=${t.type} class=${cls(m, t)}>${m.numbers.find((n) => n.target === t.type)?.number || "–"}</td>`)}</tr>`)}</tbody></table></div>`;
}

function drawn(key, ctx, reads) {
  const own = reads.filter((r) => r.table === key), table = ctx.tables.find((t) => t.key === key), { game } = ctx.view;
  if (key === "missiles") return game.missiles?.length ? html`<section class="tab">${missiles(game, own)}</section>` : nothing;
  if (!table) return nothing;
  return html`<section class="tab">${table.columns.length === 1 ? short(table, own, game) : wide(table, own)}</section>`;
}

const keys = (ctx) => ["missiles", ...ctx.tables.map((t) => t.key)];
/** The tables that this step read. */
export function readTables(ctx) {
  const reads = readsOf(ctx), named = new Set(reads.map((r) => r.table));
  return keys(ctx).filter((k) => named.has(k)).map((k) => drawn(k, ctx, reads));
}
/** All the others, to be opened; the battle that is fought is marked among the battles. */
export function otherTables(ctx) {
  const reads = readsOf(ctx), named = new Set(reads.map((r) => r.table)), still = [{ table: "battles", row: ctx.view.game.scenario }];
  const left = keys(ctx).filter((k) => !named.has(k));
  return left.length ? html`<details class="more"><summary>${named.size ? "Other tables" : "Tables"}</summary>${left.map((k) => drawn(k, ctx, still))}</details>` : nothing;
}
