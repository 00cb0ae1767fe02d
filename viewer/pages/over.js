// Over: a war that is over, its result, and the two ways to look at it.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { saveCapsule } from "../actions.js";
import { app, controller, placeOf, showPage, syncUrl } from "../app.js";
import * as keys from "../keys.js";
import { bar, context, tool } from "../page.js";
import { viewAt } from "../replay.js";
import { replaceUrl } from "../router.js";
import { toggleTheme } from "../theme.js";
import { waitingWords } from "../words.js";
import { courseOf } from "./course.js";
import { resultPage } from "./result.js";

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
function showView(kind) {
  showPage({ kind });
  if (kind === "replay") syncUrl();
  else replaceUrl(placeOf(controller.showing.replay));
}

/** The page of the result. */
export function resultBody() {
  const { replay } = controller.showing,
    { end } = courseOf(replay, app.renderer),
    waiting = viewAt(replay, replay.steps.length)?.waiting ?? [],
    held = keys.rolesHeld(replay.campaign.id),
    mine = waiting.find((w) => held.includes(w.seat === "referee" ? w.seat : `seat:${w.seat}`));
  return html`${bar(
    replay.campaign.name,
    html`${views("result")}${tool("half", "Light or dark", toggleTheme, false)}`,
  )}${
    app.notice ? html`<p class="sheet-note" role="status">${app.notice}</p>` : nothing
  }${resultPage(replay, {
    renderer: app.renderer,
    ctx: context({ replay, at: end }),
    route: placeOf(replay),
    asked: mine ? waitingWords(mine) : null,
    save: saveCapsule,
    width: innerWidth - 24,
  })}`;
}
