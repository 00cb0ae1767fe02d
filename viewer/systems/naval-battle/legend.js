// Legend: how a counter is read: strips, letters, who is aboard, and the letter of a check.
import { html } from "../../vendor/lit-html/lit-html.js";
import { check, counter, pip, star } from "./ship.js";

/** @import { Ctx, Fleet, Game, Unit } from "./types.js" */

/** What a check that was not passed allows for the turn. */
export const CHECKS = [
  ["H", "halted: attacks, but does not move"],
  ["D", "disrupted, so flipped: moves, but does not attack"],
  ["F", "failed: neither moves nor attacks"],
  ["R", "routed: runs for her own edge"],
];
/** @param {Partial<Unit>} more */
const unit = (more) => /** @type {Unit} */ ({ factor: 1, state: "full", active: true, ...more });
const UNITS = [
  [{ weight: "heavy" }, "heavy, on deck: boards, and is shot at and boarded first"],
  [{ weight: "heavy", active: false }, "heavy, below the one on deck"],
  [{ weight: "medium" }, "medium"],
  [{ weight: "light" }, "light"],
  [{ weight: "heavy", state: "flipped" }, "struck out: flipped"],
  [{ factor: 0, active: false }, "baggage: never fights"],
];

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function legendOf(game, ctx) {
  const [first] = game.fleets;
  if (!first) return html``;
  /** @type {Fleet} */
  const plain = {
    ...first,
    state: "full",
    check: "P",
    captured: false,
    control: first.owner,
    panicked: false,
    aboard: [unit({ weight: "heavy" }), unit({ weight: "light", active: false })],
  };
  /** @param {Partial<Fleet>} more */
  const sample = (more) => counter({ ...plain, ...more }, game, ctx),
    prize = first.owner === "active" ? "reactive" : "active";
  return html`<details class="legend">
    <summary>Legend</summary>
    <ul>
      <li>
        ${sample({})}<span
          >The strip is whose she is, the letters are her name, as in the lists; below the hull
          stands who is aboard.</span
        >
      </li>
      <li>
        ${sample({ state: "flipped" })}<span
          >Capsized and hatched: flipped. One more hit, and she is lost.</span
        >
      </li>
      <li>
        ${sample({ captured: true, control: prize, panicked: true, status: "board" })}<span
          >Two strips: a prize, under the flag above. The mark below: her side is in panic.</span
        >
      </li>
      ${UNITS.map(([more, words]) => html`<li>${pip(unit(/** @type {any} */ (more)))}<span>${words}</span></li>`)}
      <li>${star}<span>a leader</span></li>
      ${CHECKS.map(([letter, words]) => html`<li>${check(letter)}<span>${words}</span></li>`)}
      <li>
        <i class="chk none">P</i><span>passed, or no check yet: no letter on the counter</span>
      </li>
    </ul>
  </details>`;
}
