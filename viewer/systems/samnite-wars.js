// Samnite Wars: Italy and its ten peoples, the turn's event, two War Efforts face to face, the players and their cards.
// A game of another shape is shown as tables.
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { outcome } from "./samnite-wars/outcome.js";
import { asTables } from "../parts/values.js";
import { more } from "../parts/more.js";
import { board as anyBoard, panel as anyPanel, styles as anyStyles } from "./_fallback.js";
import { hands } from "./samnite-wars/cards.js";
import { efforts } from "./samnite-wars/efforts.js";
import { map } from "./samnite-wars/map.js";
import { deck } from "./samnite-wars/deck.js";
import { players, whoLine } from "./samnite-wars/players.js";
import { stepPanel } from "./samnite-wars/step.js";
import { printedTables } from "./samnite-wars/tables.js";
import { answers, way } from "./samnite-wars/way.js";
import { headline, summary } from "./samnite-wars/result.js";
import { thumb } from "./samnite-wars/thumb.js";

/** @import { Ctx, Game } from "./samnite-wars/types.js" */

export { headline, outcome, summary, thumb };

export const styles = [...anyStyles, new URL("../css/samnite-wars.css", import.meta.url).href];

// The sentence comes first where the page is one column: the board below it is long.
export const terms = "samnite-wars/terms.json";
export const shape = "register";

const known = (game) =>
  Array.isArray(game?.players) &&
  Array.isArray(game.regions) &&
  game.regions.every((r) => Array.isArray(r?.borders));

/**
 * The turn's event, efforts and answers, the hand and the deck; of a new turn seen from its top.
 * @param {Game} game
 * @param {Ctx} ctx
 */
const table = (game, ctx) =>
  repeat(
    [game.turn],
    (turn) => turn,
    () =>
      html`<div class="sw-table" role="group" aria-label="This turn" tabindex="0">
        ${whoLine(game)}
        <div class="sw-turn">
          ${way(game, ctx)}${game.battle ? efforts(game, ctx) : nothing}${answers(game, ctx)}
        </div>
        <div class="sw-own">
          ${hands(game, ctx)}${deck(game, ctx)}${game.battle ? nothing : printedTables(game, ctx)}
        </div>
        ${more}
      </div>`,
  );

export function board(ctx) {
  const game = ctx.view?.game;
  if (!known(game)) return game ? asTables(game, "/game", ctx) : anyBoard(ctx);
  return html`<div class=${game.battle ? "sw battle" : "sw"}>
    ${players(game, ctx)}${map(game, ctx)}${table(game, ctx)}
  </div>`;
}

export const panel = (ctx) => (known(ctx.view?.game) ? stepPanel(ctx) : anyPanel(ctx));
