// Main: draws what app and controller hold, and listens to keys, drops and the address.
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import * as keys from "./keys.js";
import { check, close, copy, pane, save, toggleProof } from "./acts.js";
import { app, controller } from "./app.js";
import { audienceSwitch, tokensPane } from "./audience.js";
import { acceptDrops, checkReceipt, pick } from "./file.js";
import { invitationPage } from "./invite.js";
import { keyboard } from "./keyboard.js";
import { listPage } from "./list.js";
import { follow as followLog, makeLog } from "./log.js";
import { moving, showLit } from "./motion.js";
import { choose, claim, go, readList } from "./open.js";
import { acceptDrags, centre } from "./pan.js";
import { bar, branches, replayPage, seatsOf, tool } from "./page.js";
import { proofButton, proofPane } from "./proof.js";
import { receiptPage } from "./receipt.js";
import { parse } from "./router.js";
import { makeRuler } from "./ruler.js";
import { empty, failed, loading } from "./states.js";
import { reducedMotion, toggleTheme } from "./theme.js";
import { makeTransport } from "./transport.js";

const root = document.getElementById("app"), ruler = makeRuler(controller), transport = makeTransport(controller), log = makeLog(controller);
const again = html`<button class="btn" @click=${() => go()}>Try again</button><a class="btn" href="#/">All campaigns</a>`;

const PAGES = {
  list: () => listPage(app.list, { filter: (f) => { app.list.filter = f; readList(); }, more: () => readList(true), retry: () => readList(), openFile: () => pick(go) }),
  invite: () => invitationPage(app.page, { claim, leave: () => go() }),
  loading: () => loading(app.page.what, app.page.done, app.page.of),
  receipt: () => receiptPage(app.page, { check: (key) => checkReceipt(app.page.text, key), pick: () => pick(go) }),
  error: () => failed(app.page.error, again),
  capsule: () => empty("Open a capsule", "A capsule is the saved file of a campaign. Drop one anywhere on this page, or choose it: it replays and can be verified here, without a server and without leaving this computer. A receipt, the proof of one event, is checked here likewise.", html`<button class="btn" @click=${() => pick(go)}>Choose a file</button>`),
};

function forget(role) {
  const { replay } = controller.state;
  keys.forget(replay.campaign.id, role);
  if (role === replay.audience) choose("public"); else app.draw();
}

function replayBody() {
  const { state } = controller, { replay } = state, { proof } = app, seats = seatsOf(replay, state.at), held = keys.rolesHeld(replay.campaign.id), open = replay.campaign.seals_opened ? seats.map((s) => `seat:${s.seat}`) : [], server = replay.source === "server";
  const route = { page: server ? "campaign" : "capsule", id: replay.campaign.id, as: replay.audience };
  const end = html`${audienceSwitch({ audience: replay.audience, roles: ["public", ...new Set([...held, ...open])], seats, fixed: !server, choose })}
    ${proofButton({ proof, total: replay.steps.length, open: toggleProof })}
    ${server ? html`${tool("link", "Copy a link to this event", () => copy({ ...route, at: state.at }), false)}${tool("save", "Save the capsule", save)}${tool("key", "Seats and tokens", () => state.pane ? close() : pane("tokens"))}` : nothing}
    ${tool("half", "Light or dark", toggleTheme)}`;
  const tools = html`<p class="tools foot">${branches(replay, route.as)}${server ? html`<button class="txt" @click=${() => pane("tokens")}>Seats and tokens</button><button class="txt" @click=${save}>Save the capsule</button>` : nothing}<button class="txt" @click=${toggleTheme}>Light or dark</button></p>`;
  const shown = proof.shown ? proofPane({ proof, source: replay.source, run: check, go: (seq) => { close(); controller.goTo(seq); }, close, save: server ? save : null })
    : state.pane === "tokens" ? tokensPane({ seats, held, close, forget }) : null;
  return html`<div class=${`replay ${app.renderer.shape === "map" ? "map" : "register"}${state.moves && !reducedMotion() ? " moves" : ""}`}>${bar(replay.campaign.name, end, true)}
    ${replayPage(state, { renderer: app.renderer, route, notice: app.notice, passing: app.passing, pane: shown, transport: transport(state), ruler: ruler(state, width), log: log(state, route, tools) })}</div>`;
}

const body = () => app.page.kind === "replay" ? replayBody() : html`${bar(app.page.title ?? "", tool("half", "Light or dark", toggleTheme, false))}${PAGES[app.page.kind]()}`;

/* The ruler is drawn to its width. */
let width = 0, watched = null;
const sizes = new ResizeObserver(([e]) => { if (Math.abs(e.contentRect.width - width) > 0.5) { width = e.contentRect.width; app.draw(); } });
function watch(el) {
  if (!el || el === watched) return;
  if (watched) sizes.unobserve(watched);
  watched = el;
  sizes.observe(el);
}

let due = null, drawnAt = null;
function paint() {
  const { state } = controller, showing = app.page.kind === "replay", stepped = drawnAt !== state.at;
  moving(root, showing && state.moves && stepped, () => render(html`${body()}${app.dropping ? html`<div class="drop">Drop a capsule to replay it, or a receipt to check it</div>` : nothing}`, root));
  root.dataset.page = app.page.kind === "list" && app.list.busy ? "loading" : app.page.kind;
  document.title = showing ? `Event ${state.at}, ${state.replay.campaign.name} · Iacta` : "Iacta";
  drawnAt = showing ? state.at : null;
  if (!showing) return;
  watch(document.getElementById("ruler"));
  if (stepped) { showLit(root.querySelector(".board")); centre(root.querySelector(".board")); }
  followLog(root, state.at, state.moves && !reducedMotion());
}
app.draw = () => { due ??= requestAnimationFrame(() => { due = null; paint(); }); };

keyboard(controller, { escape: close, search: () => document.getElementById("q")?.focus() });
acceptDrops(go);
acceptDrags(root);

/** Another event of what is shown already needs no reading. */
function sameReplay(next) {
  const { replay } = controller.state;
  if (app.page.kind !== "replay" || !replay || next.token || next.invite) return false;
  return replay.source === "capsule" ? next.page === "capsule" : next.page === "campaign" && next.id === replay.campaign.id && (next.as ?? "public") === replay.audience;
}
addEventListener("hashchange", (e) => {
  // The replay's own address, written late after a step, may stand where the new one did.
  history.replaceState(null, "", e.newURL);
  const next = parse(location.hash);
  if (!sameReplay(next)) return void go();
  app.route = next;
  if (next.at) controller.goTo(next.at);
});
go();
