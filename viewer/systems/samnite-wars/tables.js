// Tables: the event table and the region table in their printed shape, the rows of this turn lit over them.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { printedTable } from "../../parts/table.js";

/** @import { PrintedTable } from "../../renderer.js" */
/** @import { Ctx, Game } from "./types.js" */

/** Heads that say too little by themselves. @type {Record<string, string>} */
const HEADS = { otherwise: "if no border" };

/**
 * @param {PrintedTable} printed
 * @param {number | null | undefined} face
 * @param {boolean} now
 */
function table(printed, face, now) {
  /** @param {{ label: string }} row */
  const isHit = (row) => row.label === String(face ?? "");
  const columns = printed.columns.map((title) => HEADS[title] ?? title);
  return printedTable(
    { ...printed, columns },
    {
      cls: "printed",
      caption: printed.title,
      row: (row) =>
        isHit(row)
          ? {
              cls: now ? "hit lit" : "hit",
              text: html`${row.label}<span class="vh"> (rolled)</span>`,
            }
          : {},
    },
  );
}

/**
 * Both tables with the rows that were rolled; lit in the step that rolled them.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function printedTables(game, ctx) {
  const of = (key) => ctx.tables.find((t) => t.key === key),
    events = of("events"),
    regions = of("regions"),
    now = ctx.lit("/game/event") || ctx.inside("/game/event");
  if (!events && !regions) return nothing;
  return html`<div class="sw-tables">
    ${events ? table(events, game.event?.face, now) : nothing}${regions ? table(regions, game.event?.region_face, now) : nothing}
  </div>`;
}
