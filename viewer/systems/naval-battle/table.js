// Table: a table in its printed shape, lit where this step read it. Cells never move; a cell read
// more than once says how often.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { printedTable } from "../../parts/table.js";
import { capital } from "../../words.js";

/** @import { PrintedTable } from "../../renderer.js" */
/** @import { Read } from "./types.js" */

const SYMBOL = { "-": "–" };
/** @param {string} result */
export const symbol = (result) => SYMBOL[result] ?? result;

/**
 * reads: [{row, column, result}]; a cell that this campaign has otherwise than printed shows what was read.
 * @param {PrintedTable[]} tables
 * @param {string} key
 * @param {Read[]} reads
 */
export function lit(tables, key, reads) {
  const table = tables.find((t) => t.key === key),
    cells = new Map(),
    rows = new Set(reads.map((r) => String(r.row))),
    columns = new Set(reads.map((r) => String(r.column)));
  if (!table) return html`<p class="note">The printed table was not sent.</p>`;
  for (const r of reads) {
    const k = `${r.row}|${r.column}`;
    cells.set(k, { n: (cells.get(k)?.n ?? 0) + 1, result: r.result });
  }
  const differs = [...cells].some(([k, { result }]) => {
    const [row, column] = k.split("|");
    return table.rows.find((x) => x.label === row)?.cells[table.columns.indexOf(column)] !== result;
  });
  const alone = rows.size === 1 && columns.size === 1;
  /**
   * @param {string} label
   * @param {string} title
   * @param {unknown} hit
   */
  const lighting = (label, title, hit) => {
    if (hit) return "hit";
    if (rows.has(label)) return rows.size < table.rows.length ? "litr" : "";
    return alone && columns.has(title) ? "litc" : "";
  };
  /**
   * @param {string} text
   * @param {number} r
   * @param {number} c
   */
  const cell = (text, r, c) => {
    const { label } = table.rows[r],
      title = table.columns[c],
      hit = cells.get(`${label}|${title}`),
      times = hit?.n > 1 ? html`<small>×${hit.n}</small>` : nothing;
    return {
      cls: lighting(label, title, hit),
      text: html`${symbol(hit ? hit.result : text)}${times}`,
    };
  };
  const wordy = table.rows.some((r) => r.cells.some((c) => c.length > 2)),
    source = table.provenance === "reconstruction" ? "reconstruction" : table.rule;
  return html`<div class="nbt-box">
    ${printedTable(table, {
      cls: wordy ? "nbt words" : "nbt",
      caption: html`${table.title} <span>${source}</span>`,
      column: (title) => ({ cls: columns.has(title) ? "litc" : "" }),
      row: (line) => ({ head: rows.has(line.label) ? "litr" : "", text: capital(line.label) }),
      cell,
    })}
    ${table.notes?.length ? html`<p class="nbt-note">${table.notes.join(" ")}</p>` : nothing}${
      differs
        ? html`<p class="nbt-note">
            This campaign reads some cells otherwise than printed; they are shown as they were read.
          </p>`
        : nothing
    }
  </div>`;
}
