// Result or replay: the two ways to look at a war that is over.
import { html } from "../vendor/lit-html/lit-html.js";
import { controller, placeOf, showPage, syncUrl } from "../app.js";
import { replaceUrl } from "../router.js";

/**
 * The two ways to look at a war that is over.
 * @param {"result" | "replay"} shown
 */
export const views = (shown) =>
  html`<div class="seats views" role="group" aria-label="Show">
    <button aria-pressed=${String(shown === "result")} @click=${() => showView("result")}>
      Result</button
    ><button aria-pressed=${String(shown === "replay")} @click=${() => showView("replay")}>
      Replay
    </button>
  </div>`;
/** @param {"result" | "replay"} kind */
export function showView(kind) {
  showPage({ kind });
  if (kind === "replay") syncUrl();
  else replaceUrl(placeOf(controller.showing.replay));
}
