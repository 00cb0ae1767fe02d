// Page: the regions of a replay put together; board and panel come from the system's renderer.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { chapterAt, stepAt, viewAt } from "./replay.js";
import { litPaths } from "./lit-paths.js";
import { icon, seatMark, wonBy } from "./marks.js";
import { fallback } from "./systems.js";
import { failed } from "./states.js";
import { roleName, seatTitle, waitingGroups } from "./words.js";
import { address } from "./router.js";

export const mark = html`<a class="mark" href="#/">Iacta<i>what is thrown stays thrown</i></a>`;

export const bar = (title, end, replaying = false) => html`<header class=${replaying ? "bar replaying" : "bar"}>${mark}<h1>${title}</h1><div class="end">${end}</div></header>`;
export const tool = (name, label, act, wide = true) => html`<button class=${wide ? "ico wide" : "ico"} aria-label=${label} title=${label} @click=${act}>${icon(name)}</button>`;

/** What a renderer gets. */
export function context({ replay, at }) {
  const step = stepAt(replay, at), view = viewAt(replay, at);
  return { view, before: viewAt(replay, at - 1), step, ...litPaths(step.patch, view), tables: replay.tables, seats: seatsOf(replay, at), source: replay.source };
}
export function seatsOf(replay, at) {
  let seats = replay.campaign.seats;
  try { seats = viewAt(replay, at)?.seats ?? seats; } catch { /* the board says that this view cannot be made */ }
  return Array.isArray(seats) ? seats : [];
}

/** Commands go through the API: who is awaited here and may look for what he may do is told so. */
function turn(view, { replay, at }) {
  const mine = view.waiting.some((w) => `seat:${w.seat}` === replay.audience || w.seat === replay.audience);
  return mine && replay.source === "server" && at === replay.head ? html` <span class="lab">It is your turn: what you may do, and the commands, go through <a href="/docs">the API</a>.</span>` : nothing;
}

function awaited(view, seats, state) {
  if (!view || view.status !== "open") return view?.status === "concluded" ? html`<p class="awaited"><span class="lab">Concluded:</span> ${wonBy(view.winners, seats)}</p>` : nothing;
  if (!view.waiting?.length) return nothing;
  return html`<p class="awaited"><span class="lab">Awaited:</span> ${waitingGroups(view.waiting).map(([words, who]) => html`<span class="who">${who.map((seat, i) => html`${i ? ", " : ""}${seatMark(seats, seat, false)} ${seatTitle(seats, seat)}`)}: ${words}</span>`)}${turn(view, state)}</p>`;
}

function nowLine(state, ctx) {
  const { view } = ctx, chapter = chapterAt(state.replay, state.at);
  const phase = view?.phase?.title ?? "", turn = view?.turn?.label ?? chapter?.label ?? "";
  return html`<p class="step"><b>${turn || phase || "The beginning"}</b><span>${turn ? phase || chapter?.note || "" : ""}</span></p>${awaited(view, ctx.seats, state)}<p class="lab seen">Seen by <b>${roleName(state.replay.audience, ctx.seats)}</b></p><p class="told">${ctx.step.text?.[0] ?? ""}</p>`;
}

/** Let a renderer draw; what it cannot draw is shown as tables, and that as an error. */
function drawn(renderer, part, ctx) {
  try { return renderer[part](ctx); } catch (e) { console.warn(`The renderer failed at ${part}.`, e); }
  try { return fallback[part](ctx); } catch (e) { return failed(e); }
}

/** The lines that this one came from and those that left it; nothing where it stands alone. */
export function branches(replay, as) {
  const { campaign } = replay, kin = [...(campaign.lineage ?? []).map((c) => [c.id, `From ${c.name}`]), [campaign.id, "This line"], ...(campaign.forks ?? []).map((c) => [c.id, `Fork at ${c.at}: ${c.name}`])];
  return kin.length > 1 ? html`<select aria-label="Branch" @change=${(e) => { location.hash = address({ page: "campaign", id: e.target.value, as }); }}>${kin.map(([id, name]) => html`<option value=${id} ?selected=${id === campaign.id}>${name}</option>`)}</select>` : nothing;
}

/** parts: {renderer, log, ruler, transport, pane, notice, passing, route, tools}. */
export function replayPage(state, parts) {
  const { replay, at } = state;
  let ctx = null, broken = null;
  try { ctx = context(state); } catch (e) { broken = new Error(`The view of event ${at} cannot be made from what was sent: ${e.message}.`); }
  return html`<div class="now-line">${parts.notice ? html`<p class="sheet-note" role="status">${parts.notice}</p>` : nothing}${parts.passing ? html`<p class="sheet-note passing" role="status">${parts.passing}</p>` : nothing}${ctx ? nowLine(state, ctx) : nothing}</div>
    <main class="board" aria-label="Board" tabindex="-1" ?inert=${!!parts.pane}>${ctx ? drawn(parts.renderer, "board", ctx) : failed(broken)}</main>
    <section class="why" aria-label="This step" ?inert=${!!parts.pane}>${ctx ? drawn(parts.renderer, "panel", ctx) : nothing}</section>
    ${parts.pane ?? nothing}${parts.log}
    <footer class="time">${parts.transport}${parts.ruler}
      <div class="pos"><b>${at}</b> <span class="lab">of ${replay.head.toLocaleString("en")}</span><span class=${`lab eyes${state.offline ? " cut" : ""}`}>${state.offline ? "no line to the server" : `seen by ${roleName(replay.audience, seatsOf(replay, 0))}`}</span>${branches(replay, parts.route.as)}</div></footer>`;
}
