// Table: the combat table in its printed shape. Lighting is laid over it; cells never move.
import { html } from "../../vendor/lit-html/lit-html.js";
import { printedTable } from "../../parts/table.js";
import { minus } from "../../words.js";

/** @import { PrintedTable } from "../../renderer.js" */

/**
 * "≤-2" → -2, "≥9" → 9.
 * @param {string} label
 */
const bound = (label) => parseInt(String(label).replace(/[^\d-]/g, ""), 10);

/**
 * The index of the row a modified die reads: the first row is "or less", the last "or more".
 * @param {PrintedTable} table
 * @param {number} value
 */
export function rowIndex(table, value) {
  const bounds = table.rows.map((r) => bound(r.label));
  return Math.max(0, Math.min(bounds.length - 1, value - bounds[0]));
}

/**
 * Who wins by a printed cell: the side marked with an asterisk, else the other side than the one with A or E.
 * @param {string} cell
 */
export function winnerOf(cell) {
  const [a = "", d = ""] =
    String(cell).split("/").length === 2 ? String(cell).split("/") : ["", ""];
  if (a.includes("*") || d.includes("*")) return a.includes("*") ? "attacker" : "defender";
  return /[AE]/.test(a) ? "defender" : "attacker";
}

/** @param {string} cell */
function printed(cell) {
  const [a = "", d = ""] = String(cell).split("/"),
    part = (/** @type {string} */ t) => (t.includes("*") ? html`<b>${t.replace("*", "")}</b>` : t);
  return html`${part(a)}/${part(d)}`;
}

/**
 * lit: {column, from, row} by index; from is the column before the shift, or -1.
 * @param {PrintedTable} table
 * @param {{ column: number, from: number, row: number }} given
 */
export function combatTable(table, { column, from, row }) {
  /**
   * @param {number} r
   * @param {number} c
   */
  const won = (r, c) => winnerOf(table.rows[r].cells[c]) === "attacker",
    last = table.columns.length - 1;
  /**
   * @param {string} title
   * @param {number} c
   */
  const heading = (title, c) => {
    const bare = title.replace(/^[≤≥]/, ""),
      text = `${c === 0 ? "≤" : c === last ? "≥" : ""}${bare}`;
    if (c === column) return { cls: "litc", text };
    if (c !== from) return { text };
    return {
      cls: `from ${from < column ? "right" : "left"}`,
      text: html`${text}<span class="vh"> (odds before the shift)</span>`,
    };
  };
  /**
   * @param {number} r
   * @param {number} c
   */
  const lighting = (r, c) => {
    if (c === column && r === row) return "hit";
    if (c === column && r < row) return "litc";
    return r === row && c < column ? "litr" : "";
  };
  /**
   * @param {number} r
   * @param {number} c
   */
  const stair = (r, c) => [
    won(r, c) && r > 0 && !won(r - 1, c) ? "st" : "",
    won(r, c) && c > 0 && !won(r, c - 1) ? "sl" : "",
  ];
  return html`<div class="crt-box">
    ${printedTable(table, {
      cls: "crt",
      caption: html`Combat table <span>attacker / defender (wins above the stair)</span>`,
      column: heading,
      row: (line, r) => ({ head: r === row ? "litr" : "", text: minus(line.label) }),
      cell: (text, r, c) => ({
        cls: [...stair(r, c), lighting(r, c)].filter(Boolean).join(" "),
        text: printed(text),
      }),
    })}
  </div>`;
}
