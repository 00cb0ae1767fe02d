// De Bello Punico: the field of hexes between its two edges; the step as one argument; Command
// boxes, tables and legend. A hex is "ccrr", column and row from 01; see de-bello-punico/hexes.js.
import { html } from "../vendor/lit-html/lit-html.js";
import { outcome } from "./de-bello-punico/outcome.js";
import { asTables } from "../parts/values.js";
import { board as anyBoard, panel as anyPanel, styles as anyStyles } from "./_fallback.js";
import { advance } from "./de-bello-punico/advance.js";
import { boardOf } from "./de-bello-punico/board.js";
import { legendOf } from "./de-bello-punico/legend.js";
import { courseOf, ordersOf } from "./de-bello-punico/orders.js";
import { argument, recorded } from "./de-bello-punico/step.js";
import { otherTables } from "./de-bello-punico/tables.js";
import { headline, summary } from "./de-bello-punico/result.js";
import { thumb } from "./de-bello-punico/thumb.js";

export { headline, outcome, summary, thumb };

export const styles = [...anyStyles, new URL("../css/de-bello-punico.css", import.meta.url).href];
export const terms = "de-bello-punico/terms.json";
export const shape = "map";
export const words = {
  Vacuus: "Vacuus",
  Disorder: "Disorder",
  panic: "Panic",
  motionless: "Finis",
};
export const series = ["shift", "march", "move", "move-leader"].map(
  (kind) => `de-bello-punico.${kind}`,
);
export const answers = ["stand", "withdraw"].map((kind) => `de-bello-punico.${kind}`);
export const repeated = { "de-bello-punico.place": ["marker"] };

const readable = (game) =>
  Boolean(game?.field?.rows?.length) &&
  [game.units, game.armies, game.leaders].every(Array.isArray);

export const together = ({ game }, seat) => (readable(game) ? advance(game, seat) : null);

export function board(ctx) {
  const game = ctx.view?.game;
  if (readable(game)) return boardOf(game, ctx);
  return game ? html`${asTables(game, "/game", ctx)}` : anyBoard(ctx);
}

export function panel(ctx) {
  const game = ctx.view?.game;
  if (!readable(game)) return anyPanel(ctx);
  return html`<div class="dbp dbp-why">
    ${argument(ctx)}
    <div class="rest">
      ${ordersOf(game, ctx)}${courseOf(game, ctx)}${otherTables(ctx)}${legendOf(game, ctx)}${recorded(ctx)}
    </div>
  </div>`;
}
