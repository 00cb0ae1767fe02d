// Main: draws what app and controller hold, and listens to keys, drops and the address.
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import * as keys from "./keys.js";
import {
  closePane,
  copyLink,
  copyText,
  openPane,
  prove,
  runChecks,
  saveCapsule,
  savePage,
  savePicture,
  saveReceipt,
  saveTokens,
  toggleProof,
} from "./actions.js";
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
import { audienceSwitch, tokensPane } from "./audience.js";
import { acceptDrops, checkReceipt, dropWords, isProof, pickFile } from "./file.js";
import { readTokens } from "./devices.js";
import { byId, find } from "./dom.js";
import { keysPane } from "./help.js";
import { asked, home, isEmbedded } from "./here.js";
import { keyboard } from "./keyboard.js";
import { listPage } from "./list.js";
import { Log } from "./log.js";
import { moving, showLit } from "./motion.js";
import { chooseAudience, openAddress, readList } from "./open.js";
import { stepActs } from "./noted.js";
import { notesPane } from "./notes-pane.js";
import { notingKey } from "./noting.js";
import { skipFall } from "./play/outcome.js";
import * as seat from "./play/seat.js";
import { listen } from "./play/offer.js";
import { founding } from "./pages/found.js";
import { courseOf } from "./pages/course.js";
import { besidePage } from "./pages/beside.js";
import { forkPage } from "./pages/fork.js";
import { forking } from "./pages/forking.js";
import { forksPage } from "./pages/forks.js";
import { invitationPage } from "./pages/invite.js";
import { take } from "./pages/inviting.js";
import { settleClaims } from "./pages/claiming.js";
import { newPage } from "./pages/new.js";
import { isBeside, markApart, pairingKey } from "./pages/pairing.js";
import { paste, togglePasting } from "./pages/pasting.js";
import { resultPage } from "./pages/result.js";
import { seating } from "./pages/seating.js";
import { ask, mayAsk, signTurn } from "./pages/turn-sign.js";
import { seatsPage } from "./pages/seats.js";
import { bar, branches, context, replayPage, seatsOf, tool } from "./page.js";
import { explainCodes } from "./parts/codes.js";
import { PROVE } from "./parts/die.js";
import { icon } from "./parts/marks.js";
import { proofButton, proofPane } from "./proof.js";
import { provePane } from "./prove.js";
import { receiptPage } from "./receipt.js";
import { address, parse, replaceUrl } from "./router.js";
import { isOver, viewAt } from "./replay.js";
import { makeRuler } from "./ruler.js";
import { sharePane } from "./share.js";
import { empty, failed, loading } from "./states.js";
import { sinceLine } from "./since.js";
import { swiping } from "./swipe.js";
import { reducedMotion, toggleTheme } from "./theme.js";
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

function openTokens() {
  openPane("tokens");
  readTokens(controller.showing.replay.campaign.id);
}

function toggleNotes() {
  if (controller.state.pane === "notes") return closePane();
  update({ toast: "" });
  openPane("notes");
}

/** @param {string} role */
function forget(role) {
  const { replay } = controller.showing;
  keys.forget(replay.campaign.id, role);
  if (role === replay.audience) chooseAudience("public");
  else redraw();
}

function replayBody() {
  const state = controller.showing,
    { replay } = state,
    { proof } = app,
    seats = seatsOf(replay, state.at),
    held = keys.rolesHeld(replay.campaign.id),
    open = replay.campaign.seals_opened ? seats.map((s) => `seat:${s.seat}`) : [],
    server = replay.source === "server" && !isEmbedded;
  const route = placeOf(replay);
  const over = isOver(replay);
  const end = html`${over ? views("replay") : nothing}
  ${audienceSwitch({ audience: replay.audience, roles: ["public", ...new Set([...held, ...open])], seats, fixed: !server, choose: chooseAudience })}
  ${proofButton({ proof, total: replay.steps.length, open: toggleProof })}
  ${
    server
      ? html`<a
            class="ico wide"
            aria-label="Fork here"
            title="Fork here"
            href=${address({ page: "fork", id: replay.campaign.id, at: state.at })}
            >${icon("fork")}</a
          >${tool("link", "Copy a link to this event", () => copyLink({ ...route, at: state.at }), false)}${tool("page", "Save as one page, which opens without a network", savePage)}${tool("key", "Seats and tokens", () => (state.pane ? closePane() : openTokens()))}`
      : nothing
  }${isEmbedded ? html`<a class="btn small" href=${address({ ...route, at: state.at })}>Open in Iacta</a>` : tool("share", "Share", () => openPane("share"))}
  ${tool("save", "Save the capsule", saveCapsule)}${tool("open", "Keys", () => openPane("keys"))}${tool("half", "Light or dark", toggleTheme)}`;
  const tools = html`<p class="tools foot">
    ${branches(replay, route.as)}${
      server
        ? html`<a
              class="txt"
              href=${address({ page: "fork", id: replay.campaign.id, at: state.at })}
              >Fork here</a
            ><button class="txt" @click=${openTokens}>Seats and tokens</button
            ><button class="txt" @click=${savePage}>Save as one page</button>`
        : nothing
    }<button class="txt" @click=${() => openPane("share")}>Share</button
    ><button class="txt" @click=${saveCapsule}>Save the capsule</button
    ><button class="txt" @click=${toggleTheme}>Light or dark</button>
  </p>`;
  const shown = proof.shown
    ? proofPane({
        proof,
        source: replay.source,
        run: runChecks,
        go: (seq) => {
          closePane();
          controller.goTo(seq);
        },
        close: closePane,
        save: saveCapsule,
      })
    : state.pane === "tokens"
      ? tokensPane({
          id: replay.campaign.id,
          seats,
          held,
          devices: app.devices,
          close: closePane,
          forget,
        })
      : state.pane === "keys"
        ? keysPane(closePane)
        : state.pane === "die" && app.thrown
          ? provePane(app.thrown, {
              ...{ seats, server, close: closePane, save: saveReceipt, verify: toggleProof },
            })
          : state.pane === "notes"
            ? notesPane(state, { seats, go: (seq) => controller.goTo(seq), close: closePane })
            : state.pane === "share"
              ? sharePane({
                  replay,
                  route: { ...route, at: state.at },
                  close: closePane,
                  copy: copyText,
                  picture: savePicture,
                })
              : null;
  const playing = seat.seated(),
    column = playing
      ? seat.side(() => log.column(state, route, tools))
      : log.column(state, route, tools);
  return html`<div
    class=${`replay ${shown ? "paned " : ""}${playing ? "playing " : ""}${seat.ordering() ? "ordering " : ""}${app.renderer.shape === "map" ? "map" : "register"}${state.moves && !reducedMotion() ? " moves" : ""}`}
    data-tab=${state.tab}
  >
    ${bar(replay.campaign.name, end, true)}
    ${replayPage(state, { renderer: app.renderer, route, notice: app.notice, toast: app.toast, pane: shown, transport: transport(state), ruler: ruler(state, width), log: column, choose: (tab) => controller.set({ tab }), acts: stepActs(state, { open: toggleNotes, fork: server ? address({ page: "fork", id: replay.campaign.id, at: state.at }) : null }), since: state.since === null ? nothing : sinceLine(controller, state.since), act: playing ? seat.actOf : null, outcome: playing ? seat.outcome() : null, call: seat.call(seats) })}
  </div>`;
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

/**
 * The two ways to look at a war that is over.
 * @param {"result" | "replay"} shown
 */
const views = (shown) =>
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

function resultBody() {
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

const body = () =>
  app.page.kind === "replay"
    ? replayBody()
    : app.page.kind === "result"
      ? resultBody()
      : html`${bar(app.page.title ?? TITLES[app.page.kind] ?? "Iacta", tool("half", "Light or dark", toggleTheme, false))}${pageBody(app.page)}`;

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
    const mine = seat.ordering() && seat.awaited();
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
      seat.light();
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
root.addEventListener("scroll", () => seat.overlay(), { capture: true, passive: true });
listen(root);
root.addEventListener("board-drawn", () => {
  if (app.page.kind === "replay") seat.light();
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
