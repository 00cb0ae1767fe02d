// Primer: how a game goes, for one who has never played it.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coded } from "./codes.js";

/**
 * A game's paragraphs and, as the last, how one plays here; nothing of a game that says nothing of itself.
 * @param {readonly string[]} primer
 */
export const primerText = (primer) =>
  primer.length
    ? html`<div class="primer">
        ${primer.map((line) => html`<p>${coded(line)}</p>`)}
        <p>
          <b>Here,</b> choose an order from the list, or begin on the board with what is lit there.
          Answer what is asked, and see what may come of it. Nothing happens before you send it.
        </p>
      </div>`
    : nothing;
