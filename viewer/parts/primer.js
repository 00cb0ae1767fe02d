// Primer: how a game goes, for one who has never played it.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coded } from "./codes.js";

/** So many paragraphs tell what a first turn needs: the aim, the turn, what one does in it. */
const FIRST = 3;

/** @param {readonly string[]} lines */
const paragraphs = (lines) => lines.map((line) => html`<p>${coded(line)}</p>`);

/**
 * A game's paragraphs and, for one who plays, how that is done here; nothing of a game that says nothing of itself.
 * What a first turn does not need is folded.
 * @param {readonly string[]} primer
 * @param {boolean} plays
 */
export const primerText = (primer, plays) =>
  primer.length
    ? html`<div class="primer">
        ${paragraphs(primer.slice(0, FIRST))}
        ${
          plays
            ? html`<p>
                <b>Here,</b> choose an order from the list, or begin on the board with what is lit
                there. Nothing happens before you send it.
              </p>`
            : nothing
        }
        ${
          primer.length > FIRST
            ? html`<details>
                <summary>More, for later</summary>
                ${paragraphs(primer.slice(FIRST))}
              </details>`
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
