// Stages: the battle's course as a chain, the one that is on marked, and what the checks that are due decide.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { coded } from "../../parts/codes.js";
import { CHECKS } from "./legend.js";
import { check } from "./ship.js";

/** @import { Game } from "./types.js" */

/** By phase; the last three are each side's turn. */
const STAGES = [
  ["allocation", "Allocation"],
  ["bids", "Bids"],
  ["deployment", "Set-up"],
  ["command", "Checks"],
  ["movement", "Movement"],
  ["combat", "Combat"],
];
const TURN = 3;

/** Who throws, and what becomes of those who do not pass. */
const due = () =>
  html`<p class="due">
    Command Checks: each fleet and each ground unit aboard throws a die. Who passes acts freely this
    turn;
    ${CHECKS.map(([letter, words], i) => html`${i ? "; " : ""}${check(letter)} ${coded(words)}`)}.
  </p>`;

/**
 * Nothing once the battle is over.
 * @param {Game} game
 */
export function stages(game) {
  if (game.result) return nothing;
  const at = STAGES.findIndex(([phase]) => phase === game.phase);
  return html`<ol class="stages" aria-label="The course of a battle">
      ${STAGES.map(
        ([, title], i) =>
          html`<li class=${i === at ? "on" : i < at ? "done" : ""}>
            ${i === TURN ? html`<small>each turn:</small> ` : nothing}<span>${title}</span>${i === at ? html`<span class="vh">, now</span>` : nothing}
          </li>`,
      )}
    </ol>
    ${game.phase === "command" ? due() : nothing}`;
}
