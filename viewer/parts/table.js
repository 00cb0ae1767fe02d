// Table: a table in its printed shape. Lighting is laid over it by classes; cells never move.
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { PrintedTable } from "../renderer.js" */

/**
 * The class of a cell, and what stands in it instead of what is printed.
 * @typedef {{ cls?: string, text?: unknown }} Cell
 */
/**
 * What a game's table has of its own. A row's `cls` is the row's own class, `head` that of its first cell.
 * @typedef {object} Look
 * @property {string} cls
 * @property {unknown} [caption]
 * @property {(title: string, c: number) => Cell} [column]
 * @property {(row: PrintedTable["rows"][number], r: number) => Cell & { head?: string }} [row]
 * @property {(text: string, r: number, c: number) => Cell} [cell]
 */

/** @returns {{ cls?: string, head?: string, text?: unknown }} */
const asPrinted = () => ({});

/**
 * @param {PrintedTable} table
 * @param {Look} look
 */
export function printedTable(table, look) {
  const { cls, caption = null, column = asPrinted, row = asPrinted, cell = asPrinted } = look;
  return html`<table class=${cls} data-table=${table.key}>
    ${
      caption === null
        ? nothing
        : html`<caption>
            ${caption}
          </caption>`
    }
    <colgroup>
      <col />
      <col span=${table.columns.length} />
    </colgroup>
    <thead>
      <tr>
        <th scope="col">${table.corner}</th>
        ${table.columns.map((title, c) => {
          const at = column(title, c);
          return html`<th scope="col" class=${at.cls ?? ""}>${at.text ?? title}</th>`;
        })}
      </tr>
    </thead>
    <tbody>
      ${table.rows.map((line, r) => {
        const at = row(line, r);
        return html`<tr class=${at.cls ?? ""}>
          <th scope="row" class=${at.head ?? ""}>${at.text ?? line.label}</th>
          ${line.cells.map((text, c) => {
            const there = cell(text, r, c);
            return html`<td class=${there.cls ?? ""}>${there.text ?? text}</td>`;
          })}
        </tr>`;
      })}
    </tbody>
  </table>`;
}
