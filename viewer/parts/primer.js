// Primer: how a game goes, for one who has never played it.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coded } from "./codes.js";

/**
 * A game's paragraphs and, for one who plays, how that is done here; nothing of a game that says nothing of itself.
 * @param {readonly string[]} primer
 * @param {boolean} plays
 */
export const primerText = (primer, plays) =>
  primer.length
    ? html`<div class="primer">
        ${primer.map((line) => html`<p>${coded(line)}</p>`)}
        ${
          plays
            ? html`<p>
                <b>Here,</b> choose an order from the list, or begin on the board with what is lit
                there. Answer what is asked, and see what may come of it. Nothing happens before you
                send it.
              </p>`
            : nothing
        }
      </div>`
    : nothing;

/**
 * The same, folded: one may go on without having read it.
 * @param {readonly string[]} primer
 * @param {boolean} plays
 */
export const primerFold = (primer, plays) =>
  primer.length
    ? html`<details class="how">
        <summary>How this game goes</summary>
        ${primerText(primer, plays)}
      </details>`
    : nothing;
