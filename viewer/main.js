// Main: draws what app and controller hold, and listens to keys, drops and the address.
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import * as keys from "./keys.js";
import { closePane, openPane, prove, saveTokens } from "./actions.js";
import { app, controller, onChange, placeOf, redraw, showPage, showReplay, update } from "./app.js";
import { acceptDrops, checkReceipt, dropWords, isProof, pickFile } from "./file.js";
import { byId, find } from "./dom.js";
import { asked, home, isEmbedded } from "./here.js";
import { keyboard } from "./keyboard.js";
import { listPage } from "./list.js";
import { Log } from "./log.js";
import { moving, showLit } from "./motion.js";
import { openAddress, readList } from "./open.js";
import { notingKey } from "./noting.js";
import { skipFall } from "./play/outcome.js";
import * as board from "./play/board.js";
import { ordering } from "./play/playing.js";
import * as seat from "./play/seat.js";
import { listen } from "./play/offer.js";
import { founding } from "./pages/found.js";
import { besidePage } from "./pages/beside.js";
import { forkPage } from "./pages/fork.js";
import { forking } from "./pages/forking.js";
import { forksPage } from "./pages/forks.js";
import { invitationPage } from "./pages/invite.js";
import { take } from "./pages/inviting.js";
import { settleClaims } from "./pages/claiming.js";
import { newPage } from "./pages/new.js";
import { resultBody } from "./pages/over.js";
import { isBeside, markApart, pairingKey } from "./pages/pairing.js";
import { paste, togglePasting } from "./pages/pasting.js";
import { replayBody, toggleNotes } from "./pages/replay.js";
import { seating } from "./pages/seating.js";
import { ask, mayAsk, signTurn } from "./pages/turn-sign.js";
import { seatsPage } from "./pages/seats.js";
import { bar, tool } from "./page.js";
import { explainCodes } from "./parts/codes.js";
import { PROVE } from "./parts/die.js";
import { turnBoard } from "./parts/turned.js";
import { receiptPage } from "./receipt.js";
import { parse, replaceUrl } from "./router.js";
import { makeRuler } from "./ruler.js";
import { empty, failed, loading } from "./states.js";
import { swiping } from "./swipe.js";
import { toggleTheme } from "./theme.js";
import { makeTransport } from "./transport.js";
import { waysOut } from "./wayout.js";
import { listed, waitingWords } from "./words.js";

/** @import { Page, Route } from "./types.js" */

const root = byId("app"),
  ruler = makeRuler(controller),
  transport = makeTransport(controller),
  log = new Log(controller);
const chooseFile = () => pickFile(openAddress);
/** The field for what somebody was sent stands on the first page. */
function pasteLink() {
  replaceUrl({ page: "list" });
  openAddress();
  togglePasting();
}

const capsulePage = () =>
  empty(
    "Open a capsule",
    html`A capsule is the saved file of a campaign. Drop one anywhere on this page, or choose it: it
    is replayed and can be verified here, without a server, and it does not leave this computer. A
    receipt, the proof of one event, and a checkpoint can be dropped or pasted, and are checked.`,
    html`<button class="btn" @click=${chooseFile}>Choose a file</button>`,
  );

/** @param {string} id */
const own = (id) => ({
  held: keys.rolesHeld(id),
  invitations: keys.invitationsHeld(id),
  devices: app.devices,
});

/** @param {Page} page */
function pageBody(page) {
  switch (page.kind) {
    case "list":
      return listPage(app.list, {
        games: app.games,
        held: keys.campaignsHeld().length,
        pictures: app.pictures,
        samples: app.shelf,
        toast: app.toast,
        saveTokens,
        lost: app.lost,
        notify: mayAsk() ? () => ask().then(redraw) : null,
        filter: (chosen) => readList(chosen),
        more: () => readList(app.list.filter, true),
        retry: () => readList(),
        openFile: chooseFile,
        pasting: page.pasting === true,
        fault: page.fault ?? "",
        toggle: togglePasting,
        paste: (text) => paste(text, openAddress),
      });
    case "new":
      return newPage(page, app.shelf, founding);
    case "fork":
      return forkPage(page, forking);
    case "forks":
      return forksPage(page);
    case "beside":
      return besidePage(page);
    case "seats":
      return seatsPage(page, own(page.campaign.id), seating);
    case "invite":
      return invitationPage(page, app.shelf, { claim: take, look: openAddress });
    case "loading":
      return loading(
        page.what,
        page.done,
        page.of,
        page.of
          ? html`<button class="btn" @click=${() => showPage({ kind: "replay" })}>
              Look at the board now
            </button>`
          : nothing,
      );
    case "receipt":
      return receiptPage(page, {
        check: (key) => checkReceipt(page.text, key),
        pick: chooseFile,
      });
    case "error":
      return html`<main>
        ${failed(
          page.error,
          waysOut(page.error, { again: openAddress, pick: chooseFile, paste: pasteLink }),
        )}
      </main>`;
    case "capsule":
      return html`<main>${capsulePage()}</main>`;
    default:
      return nothing;
  }
}

/** What a page is called in the bar, where it has no name of its own. @type {Record<string, string>} */
const TITLES = {
  list: "Games",
  new: "New campaign",
  invite: "Invitation",
  receipt: "Receipt",
  capsule: "Capsule",
  error: "Not shown",
};

/** @param {Page} page */
function barOf(page) {
  const title = page.title ?? TITLES[page.kind] ?? "Iacta";
  return bar(title, tool("half", "Light or dark", toggleTheme, false));
}
const body = () =>
  app.page.kind === "replay"
    ? replayBody({ log, transport, ruler: (state) => ruler(state, width) })
    : app.page.kind === "result"
      ? resultBody()
      : html`${barOf(app.page)}${pageBody(app.page)}`;

/* The ruler is drawn to its width. */
let width = 0,
  watched = /** @type {Element | null} */ (null);
const sizes = new ResizeObserver(([e]) => {
  if (Math.abs(e.contentRect.width - width) > 0.5) {
    width = e.contentRect.width;
    redraw();
  }
});
/** @param {Element | null} el */
function watch(el) {
  if (!el || el === watched) return;
  if (watched) sizes.unobserve(watched);
  watched = el;
  sizes.observe(el);
}

/**
 * What the reader is awaited for, on the page that is shown; null if for nothing.
 * @param {boolean} showing
 */
function awaitedFor(showing) {
  if (showing) {
    const mine = ordering() && seat.awaited();
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

/**
 * Say on the page's own element what stands in it: a style that looks for that itself (`:has`) is
 * worked out anew at every change.
 * @param {HTMLElement | null} replay
 */
function standOut(replay) {
  if (!replay) return;
  const stands = find(replay, "main.board")?.firstElementChild?.getAttribute("class") ?? "";
  if (replay.dataset.board !== stands) replay.dataset.board = stands;
  replay.toggleAttribute("data-acting", find(replay, ".act") !== null);
}

let due = /** @type {number | null} */ (null),
  drawnAt = /** @type {number | null} */ (null);
function paint() {
  const { state } = controller,
    showing = app.page.kind === "replay",
    stepped = drawnAt !== state.at,
    slide = moving(root, showing && state.moves && stepped, () => {
      render(
        html`${body()}${
          app.dropping ? html`<div class="drop">${dropWords(app.page)}</div>` : nothing
        }`,
        root,
      );
      if (!showing) return;
      standOut(find(root, ".replay"));
      // Before anything is measured: what is lit later has the page laid out twice.
      board.light();
    });
  root.dataset.page = app.page.kind === "list" && app.list.busy ? "loading" : app.page.kind;
  const turn = awaitedFor(showing);
  signTurn(showing ? titleOf(turn) : "Iacta", turn);
  drawnAt = showing ? state.at : null;
  if (!showing) return markApart(root);
  watch(document.getElementById("ruler"));
  if (stepped) showLit(find(root, ".board"));
  seat.drawn();
  log.follow(root);
  slide();
}
onChange(() => {
  due ??= requestAnimationFrame(() => {
    due = null;
    paint();
  });
});

keyboard(controller, {
  escape: () => (app.proof.shown || controller.state.pane ? closePane() : seat.back()),
  press: seat.press,
  own: (e) => (app.page.kind === "replay" ? notingKey(e, toggleNotes) : pairingKey(e)),
  help: () => app.page.kind === "replay" && openPane("keys"),
  search: () => document.getElementById("q")?.focus(),
});
acceptDrops(openAddress);
addEventListener("paste", (e) => {
  const text = e.clipboardData?.getData("text") ?? "",
    field = e.target instanceof Element && e.target.closest("input, textarea");
  if (!field && isProof(text)) paste(text, openAddress);
});
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
root.addEventListener("scroll", () => board.overlay(), { capture: true, passive: true });
listen(root);
root.addEventListener("board-turn", (e) => {
  if (e.target instanceof Element) turnBoard(e.target.getAttribute("turns") ?? "");
  redraw();
});
root.addEventListener("board-drawn", () => {
  if (app.page.kind === "replay") board.light();
});
explainCodes();
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
  // The replay's own address, written late after a step, may stand where the new one did.
  history.replaceState(null, "", e.newURL);
  const next = parse(asked());
  if (isBeside(next)) return;
  if (!sameReplay(next)) return void openAddress();
  update({ route: next });
  if (next.at) controller.goTo(next.at);
  showReplay(next.at);
});
const { invite, transfer } = parse(asked());
await settleClaims(invite ?? transfer);
openAddress();
