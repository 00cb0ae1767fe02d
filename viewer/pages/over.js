// Over: a war that is over, and its result.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { toggleProof } from "../actions.js";
import { saveCapsule } from "../saving.js";
import { app, controller, placeOf } from "../app.js";
import * as keys from "../keys.js";
import { bar, tool } from "../bar.js";
import { context } from "../context.js";
import { proofButton } from "../proof-button.js";
import { viewAt } from "../replay.js";
import { toggleTheme } from "../theme.js";
import { eachOnce, waitingWords } from "../words.js";
import { courseOf } from "./course.js";
import { resultPage } from "./result.js";
import { showView, views } from "./result-or-replay.js";

/** What was checked stands beside the board. */
function check() {
  showView("replay");
  if (!app.proof.shown) toggleProof();
}

/** The page of the result. */
export function body() {
  const { replay } = controller.showing,
    { end } = courseOf(replay, app.renderer),
    waiting = eachOnce(viewAt(replay, replay.steps.length)?.waiting ?? []),
    held = keys.rolesHeld(replay.campaign.id),
    mine = waiting.find((w) => held.includes(w.seat === "referee" ? w.seat : `seat:${w.seat}`));
  return html`${bar(
    replay.campaign.name,
    html`${views("result")}${proofButton({
      proof: app.proof,
      total: replay.steps.length,
      open: check,
    })}${tool("half", "Light or dark", toggleTheme, false)}`,
    true,
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
