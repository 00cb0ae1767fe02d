// Deck: how much of the Fate deck is left, and what lies in the discard.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { count } from "../../words.js";
import { backs } from "./cards.js";

/** @import { Ctx, Game } from "./types.js" */

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function deck(game, ctx) {
  const { deck: fate, discard } = game,
    lit = ctx.inside("/game/deck") || ctx.inside("/game/discard");
  return html`<section class="sw-deck">
    <h3 class=${lit ? "lit" : ""}>The Fate deck</h3>
    <p>
      ${backs(Math.min(fate.left, 5))}<span
        >${count(fate.left, "card")}
        left${fate.top ? html`, on top <b>${fate.top}</b>` : nothing}</span
      >
    </p>
    <details>
      <summary>
        ${count(discard.count, "card")} in the
        discard${discard.face_down ? `, ${discard.face_down} of them face down` : ""}
      </summary>
      <p>${discard.shown.length ? discard.shown.join(", ") : "None lies face up."}</p>
    </details>
  </section>`;
}
