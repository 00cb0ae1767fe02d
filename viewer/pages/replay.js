// Replay: the page of a campaign step by step, looked at or played: its bar, board, log and panes.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { closePane, openPane, runChecks, toggleProof } from "../actions.js";
import { app, controller, placeOf, redraw, update } from "../app.js";
import { audienceSwitch } from "../audience.js";
import { bar, tool } from "../bar.js";
import { seatsOf } from "../context.js";
import { readTokens } from "../devices.js";
import { isEmbedded } from "../here.js";
import * as keys from "../keys.js";
import { stepActs } from "../noted.js";
import { chooseAudience } from "../open.js";
import { branches, replayPage } from "../page.js";
import * as parts from "../parts.js";
import { icon } from "../parts/marks.js";
import { ordering, seated } from "../play/playing.js";
import { proofButton } from "../proof-button.js";
import { isOver } from "../replay.js";
import { address, isPlayed } from "../router.js";
import { copyLink, copyText, saveCapsule, savePage, savePicture, saveReceipt } from "../saving.js";
import * as served from "../served.js";
import { sinceLine } from "../since.js";
import { primer } from "../terms.js";
import { reducedMotion, toggleTheme } from "../theme.js";
import { views } from "./result-or-replay.js";

/** @import { Seat } from "../renderer.js" */
/** @import { Log } from "../log.js" */
/** @import { Route, Showing } from "../types.js" */

function openTokens() {
  openPane("tokens");
  readTokens(controller.showing.replay.campaign.id);
}

/** Open the notes beside the board, or close them. */
export function toggleNotes() {
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

/** Whether what is shown is a server's, on a page of its own: what leads to the server has its place. */
const isServed = () => controller.showing.replay.source === "server" && !isEmbedded;
/** Where one forks what is shown. */
const forkHere = () =>
  address({
    page: "fork",
    id: controller.showing.replay.campaign.id,
    at: controller.showing.at,
  });

/**
 * The end of the bar: through whose eyes, what was checked, and what can be done with the campaign.
 * @param {Route} here
 * @param {Seat[]} seats
 */
function barEnd(here, seats) {
  const { replay } = controller.showing,
    served = isServed(),
    held = keys.rolesHeld(replay.campaign.id),
    opened = replay.campaign.seals_opened ? seats.map((s) => `seat:${s.seat}`) : [];
  const audience = audienceSwitch({
    audience: replay.audience,
    roles: ["public", ...new Set([...held, ...opened])],
    seats,
    fixed: !served,
    choose: chooseAudience,
  });
  const links = html`<a class="ico wide" aria-label="Fork here" title="Fork here" href=${forkHere()}
      >${icon("fork")}</a
    >${tool("link", "Copy a link to this event", () => copyLink(here), false)}${tool(
      "page",
      "Save as one page, which opens without a network",
      savePage,
    )}${tool("key", "Seats and tokens", () =>
      controller.state.pane ? closePane() : openTokens(),
    )}`;
  const pass = isEmbedded
    ? html`<a class="btn small" href=${address(here)}>Open in Iacta</a>`
    : tool("share", "Share", () => openPane("share"));
  return html`${isOver(replay) ? views("replay") : nothing} ${audience}
  ${proofButton({ proof: app.proof, total: replay.steps.length, open: toggleProof })}
  ${served ? links : nothing}${pass}
  ${tool("save", "Save the capsule", saveCapsule)}${tool(
    "open",
    "How this game goes, and the keys",
    () => openPane("help"),
    !isPlayed(replay.audience),
  )}${tool("half", "Light or dark", toggleTheme)}`;
}

/**
 * The same at the foot of the log, where the bar has no room.
 * @param {Route} here
 */
const tools = (here) =>
  html`<p class="tools foot">
    ${branches(controller.showing.replay, here.as)}${
      isServed()
        ? html`<a class="txt" href=${forkHere()}>Fork here</a
            ><button class="txt" @click=${openTokens}>Seats and tokens</button
            ><button class="txt" @click=${savePage}>Save as one page</button>`
        : nothing
    }<button class="txt" @click=${() => openPane("share")}>Share</button
    ><button class="txt" @click=${saveCapsule}>Save the capsule</button>${
      primer().length
        ? html`<button class="txt" @click=${() => openPane("help")}>How this game goes</button>`
        : nothing
    }<button class="txt" @click=${toggleTheme}>Light or dark</button>
  </p>`;

/**
 * The pane that stands beside the board; null if none does.
 * @param {Route} here
 * @param {Seat[]} seats
 */
function paneShown(here, seats) {
  const state = controller.showing,
    { replay } = state,
    go = (/** @type {number} */ seq) => controller.goTo(seq);
  if (app.proof.shown)
    return parts.proof.here?.proofPane({
      proof: app.proof,
      source: replay.source,
      run: runChecks,
      go: (seq) => {
        closePane();
        go(seq);
      },
      close: closePane,
      save: saveCapsule,
    });
  switch (state.pane) {
    case "tokens":
      return served.tokens.here?.tokensPane({
        campaign: replay.campaign,
        seats,
        held: keys.rolesHeld(replay.campaign.id),
        devices: app.devices,
        close: closePane,
        forget,
      });
    case "help":
      return parts.help.here?.helpPane({ primer: primer(), plays: seated(), close: closePane });
    case "notes":
      return parts.notes.here?.notesPane(state, { seats, go, close: closePane });
    case "share":
      return parts.share.here?.sharePane({
        replay,
        route: here,
        close: closePane,
        copy: copyText,
        picture: savePicture,
      });
    case "die":
      return app.thrown
        ? parts.prove.here?.provePane(app.thrown, {
            seats,
            server: isServed(),
            close: closePane,
            save: saveReceipt,
            verify: toggleProof,
          })
        : null;
    default:
      return null;
  }
}

/**
 * @param {Showing} state
 * @param {boolean} paned
 */
const kindsOf = (state, paned) =>
  [
    "replay",
    paned && "paned",
    seated() && "playing",
    ordering() && "ordering",
    app.renderer.shape === "map" ? "map" : "register",
    state.moves && !reducedMotion() && "moves",
  ]
    .filter(Boolean)
    .join(" ");

/**
 * The page, with what is drawn to its width.
 * @param {{ log: Log, transport: (state: Showing) => unknown, ruler: (state: Showing) => unknown }} drawn
 */
export function replayBody({ log, transport, ruler }) {
  const state = controller.showing,
    { replay } = state,
    seats = seatsOf(replay, state.at),
    route = placeOf(replay),
    here = { ...route, at: state.at },
    pane = paneShown(here, seats) ?? null,
    seat = seated() ? served.seat.here : null,
    column = () => log.column(state, route, tools(route));
  const shown = {
    renderer: app.renderer,
    route,
    notice: app.notice,
    toast: app.toast,
    pane,
    transport: transport(state),
    ruler: ruler(state),
    log: seat ? seat.side(column) : column(),
    choose: (/** @type {Showing["tab"]} */ tab) => controller.set({ tab }),
    acts: stepActs(state, { open: toggleNotes, fork: isServed() ? forkHere() : null }),
    since: state.since === null ? nothing : sinceLine(controller, state.since),
    act: seat ? seat.actOf : null,
    outcome: seat ? seat.outcome(app.renderer) : null,
    call: seat ? seat.call(seats) : null,
    news: seat ? seat.newsAt(state) : state.at,
  };
  return html`<div class=${kindsOf(state, pane !== null)} data-tab=${state.tab}>
    ${bar(replay.campaign.name, barEnd(here, seats), true)} ${replayPage(state, shown)}
  </div>`;
}
