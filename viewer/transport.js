// Transport: first, turn back, previous, play, next, turn forward, last.
import { html } from "./vendor/lit-html/lit-html.js";
import { icon } from "./parts/marks.js";
import { SPEEDS } from "./controller.js";
import { valueOf } from "./dom.js";
import { holding } from "./keyboard.js";

/** @import { Controller } from "./controller.js" */
/** @import { Move, Showing } from "./types.js" */

/** @type {[Move | "play", string][]} */
const BUTTONS = [
  ["first", "First event"],
  ["back", "Turn back"],
  ["prev", "Previous event"],
  ["play", "Play"],
  ["next", "Next event"],
  ["fore", "Turn forward"],
  ["last", "Last event"],
];
/** @type {Move[]} */
const REPEATS = ["prev", "next", "back", "fore"];

/** @param {Controller} controller */
export function makeTransport(controller) {
  const hold = Object.fromEntries(REPEATS.map((w) => [w, holding((o) => controller.go(w, o))]));
  return (/** @type {Showing} */ state) => {
    if (state.replay.head < 2)
      return html`<p class="go alone">One event so far; the next ones are told here.</p>`;
    return html`<div class="go" role="group" aria-label="Transport">
      ${BUTTONS.map(([where, name]) => {
        if (where === "play")
          return html`<button
            class="ico play"
            aria-label=${state.playing ? "Pause" : "Play"}
            title=${state.playing ? "Pause (space)" : "Play (space)"}
            @click=${() => controller.play()}
          >
            ${icon(state.playing ? "pause" : "play")}
          </button>`;
        const h = hold[where],
          ends =
            (["first", "back", "prev"].includes(where) && state.at <= 1) ||
            (["next", "fore", "last"].includes(where) && state.at >= state.replay.steps.length);
        return html`<button
          class="ico"
          data-go=${where}
          aria-label=${name}
          title=${name}
          aria-disabled=${ends}
          @pointerdown=${h?.down}
          @pointerup=${h?.up}
          @pointerleave=${h?.up}
          @pointercancel=${h?.up}
          @click=${h ? h.click : () => controller.go(where)}
        >
          ${icon(where)}
        </button>`;
      })}
      <select
        aria-label="Speed"
        title="Speed (< and >)"
        @change=${(/** @type {Event} */ e) => controller.playAt(Number(valueOf(e)))}
      >
        ${SPEEDS.map(
          (speed) =>
            html`<option value=${speed} ?selected=${speed === state.speed}>${speed}×</option>`,
        )}
      </select>
    </div>`;
  };
}
