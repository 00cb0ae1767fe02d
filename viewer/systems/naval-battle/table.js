// Table: a table in its printed shape, lit where this step read it. Cells never move; a cell read more than once says how often.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { capital } from "../../words.js";

const SYMBOL = { "-": "–" };
export const symbol = (result) => SYMBOL[result] ?? result;

/** reads: [{row, column, result}]; a cell that this campaign has otherwise than printed shows what was read. */
export function lit(tables, key, reads) {
  const table = tables.find((t) => t.key === key), cells = new Map(), rows = new Set(reads.map((r) => String(r.row))), columns = new Set(reads.map((r) => String(r.column)));
  if (!table) return html`<p class="note">The printed table was not sent.</p>`;
  for (const r of reads) { const k = `${r.row}|${r.column}`; cells.set(k, { n: (cells.get(k)?.n ?? 0) + 1, result: r.result }); }
  const differs = [...cells].some(([k, { result }]) => { const [row, column] = k.split("|"); return table.rows.find((x) => x.label === row)?.cells[table.columns.indexOf(column)] !== result; });
  const cell = (row, v, c) => {
    const hit = cells.get(`${row.label}|${table.columns[c]}`), one = rows.size === 1 && columns.size === 1;
    const at = hit ? "hit" : rows.has(row.label) && rows.size < table.rows.length ? "litr" : one && columns.has(table.columns[c]) ? "litc" : "";
    return html`<td class=${at}>${symbol(hit ? hit.result : v)}${hit?.n > 1 ? html`<small>×${hit.n}</small>` : nothing}</td>`;
  };
  return html`<div class="nbt-box"><table class=${table.rows.some((r) => r.cells.some((c) => c.length > 2)) ? "nbt words" : "nbt"}><caption>${table.title} <span>${table.provenance === "reconstruction" ? "reconstruction" : table.rule}</span></caption>
    <thead><tr><th scope="col">${table.corner}</th>${table.columns.map((h) => html`<th scope="col" class=${columns.has(String(h)) ? "litc" : ""}>${h}</th>`)}</tr></thead>
    <tbody>${table.rows.map((row) => html`<tr><th scope="row" class=${rows.has(row.label) ? "litr" : ""}>${capital(row.label)}</th>${row.cells.map((v, c) => cell(row, v, c))}</tr>`)}</tbody></table>
    ${table.notes?.length ? html`<p class="nbt-note">${table.notes.join(" ")}</p>` : nothing}${differs ? html`<p class="nbt-note">This campaign reads some cells otherwise than printed; they are shown as they were read.</p>` : nothing}</div>`;
}
