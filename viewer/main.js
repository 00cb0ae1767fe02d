// Main: draws what app and controller hold, and listens to keys, drops and the address.
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { closePane, openPane, prove } from "./actions.js";
import {
  app,
  controller,
  onChange,
  placeOf,
  redraw,
  showPage,
  showReplay,
  syncUrl,
  update,
} from "./app.js";
import { bar, tool } from "./bar.js";
import { byId } from "./dom.js";
import { acceptDrops, dropWords, pickFile } from "./drops.js";
import { asked, home, isEmbedded } from "./here.js";
import { keyboard } from "./keyboard.js";
import * as keys from "./keys.js";
import { moving, skipFall } from "./motion.js";
import { openAddress } from "./open.js";
import { PROVE } from "./parts/die.js";
import { turnBoard } from "./parts/turned.js";
import { signTurn } from "./pages/turn-sign.js";
import { awaited, ordering } from "./play/playing.js";
import { parse } from "./router.js";
import { drawing } from "./routes.js";
import * as served from "./served.js";
import { empty, failed, loading } from "./states.js";
import { swiping } from "./swipe.js";
import { toggleTheme } from "./theme.js";
import { waysOut } from "./wayout.js";
import { listed, waitingWords } from "./words.js";

/** @import { Page, Route } from "./types.js" */

const root = byId("app");

const capsulePage = () =>
  empty(
    "Open a capsule",
    html`A capsule is the saved file of a campaign. Drop one anywhere on this page, or choose it: it
    is replayed and can be verified here, without a server, and it does not leave this computer. A
    receipt, the proof of one event, and a checkpoint can be dropped or pasted, and are checked.`,
    html`<button class="btn" @click=${pickFile}>Choose a file</button>`,
  );

/** @param {Extract<Page, { kind: "loading" }>} page */
const loadingPage = ({ what, done, of }) =>
  loading(
    what,
    done,
    of,
    of
      ? html`<button class="btn" @click=${() => showPage({ kind: "replay" })}>
          Look at the board now
        </button>`
      : nothing,
  );

/** @param {Page} page */
function pageBody(page) {
  switch (page.kind) {
    case "loading":
      return loadingPage(page);
    case "error":
      return html`<main>
        ${failed(page.error, waysOut(page.error, { again: openAddress, pick: pickFile }))}
      </main>`;
    case "capsule":
      return html`<main>${capsulePage()}</main>`;
    default:
      return drawing(page)?.here?.body(page) ?? nothing;
  }
}

/**
 * Have a page's part loaded, if it has not come. Whichever page is open then is drawn.
 * @param {Page} page
 */
function isComing(page) {
  const part = drawing(page);
  if (!part || part.here) return false;
  part.load().then(redraw, (error) => {
    if (app.page === page) showPage({ kind: "error", error });
  });
  return true;
}

/** What a page is called in the bar, where it has no name of its own. @type {Record<string, string>} */
const TITLES = {
  list: "Games",
  new: "New campaign",
  invite: "Invitation",
  receipt: "Receipt",
  capsule: "Capsule",
  error: "Error",
};

/** @param {Page} page */
function barOf(page) {
  const title = page.title ?? TITLES[page.kind] ?? "Iacta";
  return bar(title, tool("half", "Light or dark", toggleTheme, false));
}
/** The pages that have a bar of their own. */
const OWN_BAR = ["replay", "result"];
function body() {
  const { page } = app;
  if (isComing(page)) return html`${barOf(page)}${loading("Reading the page")}`;
  return OWN_BAR.includes(page.kind) ? pageBody(page) : html`${barOf(page)}${pageBody(page)}`;
}

/**
 * What the reader is awaited for, on the page that is shown; null if for nothing.
 * @param {boolean} showing
 */
function awaitedFor(showing) {
  if (showing) {
    const mine = ordering() && awaited();
    return mine ? `${controller.showing.replay.campaign.name}: ${waitingWords(mine)}` : null;
  }
  const yours = app.page.kind === "list" ? app.games.filter((g) => g.mine.length) : [];
  return yours.length ? listed(yours.map((g) => g.campaign.name)) : null;
}
/** @param {string | null} turn */
function titleOf(turn) {
  const { at, replay } = controller.showing;
  return `${turn === null ? `Event ${at}, ` : ""}${replay.campaign.name} · Iacta`;
}

let isDue = false,
  drawnAt = /** @type {number | null} */ (null);
function paint() {
  const { state } = controller,
    showing = app.page.kind === "replay",
    stepped = drawnAt !== state.at,
    shown = drawing(app.page)?.here,
    slide = moving(root, showing && state.moves && stepped, () => {
      render(
        html`${body()}${
          app.dropping ? html`<div class="drop">${dropWords(app.page)}</div>` : nothing
        }`,
        root,
      );
      shown?.unmeasured?.(root);
    });
  root.dataset.page = app.page.kind === "list" && app.list.busy ? "loading" : app.page.kind;
  const turn = awaitedFor(showing);
  signTurn(showing ? titleOf(turn) : "Iacta", turn, showing && stepped);
  drawnAt = showing ? state.at : null;
  shown?.drawn?.(root, stepped);
  slide();
}
function paintDue() {
  if (!isDue) return;
  isDue = false;
  paint();
}
// A page that is not looked at is given no frames, and yet its tab has to tell whose turn it is.
onChange(() => {
  if (isDue) return;
  isDue = true;
  if (document.hidden) setTimeout(paintDue);
  else requestAnimationFrame(paintDue);
});
document.addEventListener("visibilitychange", paintDue);

keyboard(controller, {
  escape: () => (app.proof.shown || controller.state.pane ? closePane() : served.seat.here?.back()),
  press: (key) => served.seat.here?.press(key) ?? false,
  own: (e) => drawing(app.page)?.here?.key?.(e) ?? false,
  help: () => app.page.kind === "replay" && openPane("help"),
  search: () => document.getElementById("q")?.focus(),
});
acceptDrops();
root.addEventListener("pointerdown", skipFall);
// A framed page stays what it is: what leads elsewhere opens beside it.
if (isEmbedded)
  root.addEventListener("click", (e) => {
    const a = e.target instanceof Element ? e.target.closest("a[href^='#']") : null;
    if (!a || e.defaultPrevented) return;
    e.preventDefault();
    open(new URL(a.getAttribute("href") ?? "", home()), "_blank", "noopener");
  });
root.addEventListener(PROVE, (e) => prove(/** @type {CustomEvent} */ (e).detail));
// What lies over a board goes with it.
root.addEventListener(
  "scroll",
  (e) => {
    if (e.target instanceof Element && e.target.closest(".board")) served.seat.here?.overlay();
  },
  { capture: true, passive: true },
);
root.addEventListener("board-turn", (e) => {
  if (e.target instanceof Element) turnBoard(e.target.getAttribute("turns") ?? "");
  redraw();
});
root.addEventListener("board-drawn", () => {
  if (app.page.kind === "replay") served.seat.here?.light();
});
swiping(root, (where) => app.page.kind === "replay" && controller.go(where));

/**
 * Another event of what is shown already needs no reading.
 * @param {Route} next
 */
function sameReplay(next) {
  const { replay } = controller.state;
  if (
    !["replay", "result"].includes(app.page.kind) ||
    !replay ||
    next.token ||
    next.invite ||
    next.transfer
  )
    return false;
  const here = placeOf(replay);
  return (
    next.page === here.page &&
    (here.page === "capsule" || next.id === here.id) &&
    (here.page !== "campaign" || (next.as ?? "public") === here.as)
  );
}
addEventListener("hashchange", (e) => {
  const next = parse(asked(e.newURL)),
    stays = sameReplay(next);
  if (stays && next.at) {
    update({ route: next });
    showPage({ kind: "replay" });
    controller.goTo(next.at);
    return syncUrl();
  }
  // The replay's own address, written late after a step, may stand where the new one did.
  history.replaceState(null, "", e.newURL);
  if (app.page.kind === "beside" && served.beside.here?.follows(next)) return;
  if (!stays) return void openAddress();
  update({ route: next });
  showReplay(next.at);
});
const { invite, transfer } = parse(asked());
if (keys.claimsBegun().length)
  await served.claiming.load().then(
    ({ settleClaims }) => settleClaims(invite ?? transfer),
    () => {}, // they are sent again when the page is opened next
  );
openAddress();
