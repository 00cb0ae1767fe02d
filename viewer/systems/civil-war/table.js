// Table: the combat table in its printed shape. Lighting is laid over it; cells never move.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { minus } from "../../words.js";

/** "≤-2" → -2, "≥9" → 9. */
const bound = (label) => parseInt(String(label).replace(/[^\d-]/g, ""), 10);

/** The index of the row a modified die reads: the first row is "or less", the last "or more". */
export function rowIndex(table, value) {
  const bounds = table.rows.map((r) => bound(r.label));
  return Math.max(0, Math.min(bounds.length - 1, value - bounds[0]));
}

/** Who wins by a printed cell: the side marked with an asterisk, else the other side than the one with A or E. */
export function winnerOf(cell) {
  const [a = "", d = ""] = String(cell).split("/").length === 2 ? String(cell).split("/") : ["", ""];
  if (a.includes("*") || d.includes("*")) return a.includes("*") ? "attacker" : "defender";
  return /[AE]/.test(a) ? "defender" : "attacker";
}

function printed(cell) {
  const [a = "", d = ""] = String(cell).split("/"), part = (t) => t.includes("*") ? html`<b>${t.replace("*", "")}</b>` : t;
  return html`${part(a)}/${part(d)}`;
}

/** lit: {column, from, row} by index; from is the column before the shift, or -1. */
export function combatTable(table, { column, from, row }) {
  const won = (r, c) => winnerOf(table.rows[r].cells[c]) === "attacker", last = table.columns.length - 1;
  const head = (h, i) => `${i === 0 ? "≤" : i === last ? "≥" : ""}${String(h).replace(/^[≤≥]/, "")}`;
  const cls = (r, c) => [won(r, c) && r > 0 && !won(r - 1, c) ? "st" : "", won(r, c) && c > 0 && !won(r, c - 1) ? "sl" : "", c === column && r === row ? "hit" : c === column && r < row ? "litc" : r === row && c < column ? "litr" : ""].filter(Boolean).join(" ");
  return html`<div class="crt-box"><table class="crt"><caption>Combat table <span>attacker / defender; the attacker wins below the stair</span></caption><colgroup><col><col span=${table.columns.length}></colgroup>
    <thead><tr><th scope="col">${table.corner}</th>${table.columns.map((h, c) => html`<th scope="col" class=${c === column ? "litc" : c === from ? `from ${from < column ? "right" : "left"}` : ""}>${head(h, c)}${c === from ? html`<span class="vh"> (odds before the shift)</span>` : nothing}</th>`)}</tr></thead>
    <tbody>${table.rows.map((line, r) => html`<tr><th scope="row" class=${r === row ? "litr" : ""}>${minus(line.label)}</th>${line.cells.map((v, c) => html`<td class=${cls(r, c)}>${printed(v)}</td>`)}</tr>`)}</tbody></table></div>`;
}
