// Board: the map with its cartouche, and everything on it again in words; or the register alone
// where zones have no place on the map.
import { html } from "../../vendor/lit-html/lit-html.js";
import { guard } from "../../vendor/lit-html/directives/guard.js";
import { cartouche, inForce, offMap, peoples, points } from "./facts.js";
import { regionTable } from "./regions.js";
import { leaderList, register } from "./register.js";
import { onMap, sceneOf } from "./scene.js";
import { readable } from "./window.js";
import { stackCard } from "./card.js";
import "../../parts/card.js";

/** @import { Ctx, Game } from "./types.js" */

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
const facts = (game, ctx) =>
  html`<div class="cw-side">
    ${inForce(game, ctx)}${points(game, ctx)}${offMap(game, ctx)}${peoples(game, ctx)}${leaderList(game, ctx)}
  </div>`;

/**
 * What is said of a stack, by its name.
 * @param {Game} game
 * @param {Ctx} ctx
 */
const cardsOf = (game, ctx) => (/** @type {string} */ name) => {
  const stack = sceneOf(game, ctx).stacks.find((s) => s.name === name);
  return stack ? stackCard(stack, game, ctx) : null;
};

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
function mapped(game, ctx) {
  return html`<div class="cw-map">
    <board-zoom
      role="group"
      aria-label="The map; arrows go from counter to counter"
      tabindex="0"
      .begin=${readable}
      .step=${ctx.step.seq}
    >
      <div class="zoomed"></div>
      <cw-map .scene=${guard([game, ctx.step], () => sceneOf(game, ctx))}></cw-map></board-zoom
    ><board-card .cards=${guard([game, ctx.step], () => cardsOf(game, ctx))}></board-card
    >${cartouche(game, ctx)}
    <details class="in-words">
      <summary>In words: what each region needs</summary>
      <while-open
        .body=${() =>
          html`<div class="cw">
            ${regionTable(ctx)}${facts(game, ctx)}
            <div class="cw-zones">${register(game, ctx, false)}</div>
          </div>`}
      ></while-open>
    </details>
  </div>`;
}

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function boardOf(game, ctx) {
  if (onMap(game)) return mapped(game, ctx);
  return html`<div class="cw">
    ${facts(game, ctx)}
    <div class="cw-zones">
      ${
        game.zones.length
          ? register(game, ctx)
          : html`<p class="note">
              This scenario has no map: the referee adjudicates combats from a table elsewhere.
            </p>`
      }
    </div>
  </div>`;
}
