// Tables: the event table and the region table in their printed shape, the rows of this turn lit over them.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

function table(t, face, now) {
  return html`<table class="printed" data-key=${t.key}><caption>${t.title}</caption><thead><tr><th scope="col">${t.corner}</th>${t.columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
    <tbody>${t.rows.map((r) => { const hit = face !== null && face !== undefined && r.label === String(face); return html`<tr class=${hit ? now ? "hit lit" : "hit" : ""}><th scope="row">${r.label}${hit ? html`<span class="vh"> (rolled)</span>` : nothing}</th>${r.cells.map((c) => html`<td>${c}</td>`)}</tr>`; })}</tbody></table>`;
}

/** Both tables with the rows that were rolled; lit in the step that rolled them. */
export function printedTables(game, ctx) {
  const of = (key) => ctx.tables.find((t) => t.key === key), events = of("events"), regions = of("regions"), now = ctx.lit("/game/event") || ctx.inside("/game/event");
  if (!events && !regions) return nothing;
  return html`<div class="sw-tables">${events ? table(events, game.event?.face, now) : nothing}${regions ? table(regions, game.event?.region_face, now) : nothing}</div>`;
}
