// Page: the regions of a replay put together; board and panel come from the system's renderer.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { guard } from "./vendor/lit-html/directives/guard.js";
import { context, seatsOf } from "./context.js";
import { valueOf } from "./dom.js";
import { coded, codesKnown } from "./parts/codes.js";
import { die } from "./parts/die.js";
import { more } from "./parts/more.js";
import { beatAt, chapterAt, isRead } from "./replay.js";
import { isEmbedded } from "./here.js";
import { seatMark, wonBy } from "./parts/marks.js";
import { fallback } from "./systems.js";
import { failed, loading } from "./states.js";
import { count, roleName, seatTitle, waitingGroups } from "./words.js";
import { address } from "./router.js";

/** @import { Replay, Route, Showing } from "./types.js" */
/** @import { Context, Renderer, Seat, View } from "./renderer.js" */

/**
 * @param {View | null} view
 * @param {Seat[]} seats
 */
function awaited(view, seats) {
  if (!view || view.status !== "open")
    return view?.status === "concluded"
      ? html`<p class="awaited">
          <span class="lab">Concluded:</span> ${wonBy(view.winners, seats)}
        </p>`
      : nothing;
  if (!view.waiting?.length) return nothing;
  return html`<p class="awaited">
    <span class="lab">Awaited:</span>
    ${waitingGroups(view.waiting).map(
      ([words, who]) =>
        html`<span class="who"
          >${who.map(
            (seat, i) =>
              html`${i ? ", " : ""}${seatMark(seats, seat, false)} ${seatTitle(seats, seat)}`,
          )}:
          ${words}</span
        >`,
    )}
  </p>`;
}

/**
 * @param {Showing} state
 * @param {Context} ctx
 * @param {Context} told  the event that is the news
 * @param {Parts} parts
 */
function nowLine(state, ctx, told, { call, acts }) {
  const { view } = ctx,
    chapter = chapterAt(state.replay, state.at);
  const phase = view?.phase?.title ?? "",
    turn = view?.turn?.label ?? chapter?.label ?? "",
    plays = call && view?.status === "open",
    // What the table waits for stands beside it, and need not be said twice.
    said = plays && call.what.toLowerCase() === phase.toLowerCase();
  return html`${
      turn || !said
        ? html`<p class="step">
            <b>${turn || phase || "The beginning"}</b
            ><span>${turn && !said ? coded(phase || chapter?.note || "") : ""}</span>
          </p>`
        : nothing
    }
    ${plays ? call.line : awaited(view, ctx.seats)}${call?.chairs ?? nothing}
    <p class="lab seen">Seen by <b>${roleName(state.replay.audience, ctx.seats)}</b></p>
    ${acts}
    <p class="told">${told.step.text?.[0] ?? ""}</p>`;
}

/** @type {[Showing["tab"], string][]} */
const TABS = [
  ["board", "Board"],
  ["why", "Why"],
  ["log", "Log"],
];
/**
 * The panes of a page that has room for one of them.
 * @param {Showing["tab"]} tab
 * @param {(tab: Showing["tab"]) => void} choose
 */
function paneTabs(tab, choose) {
  /** @param {KeyboardEvent} e */
  const turn = (e) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const [name] = TABS[(TABS.findIndex(([key]) => key === tab) + by + TABS.length) % TABS.length];
    choose(name);
    document.getElementById(`show-${name}`)?.focus();
  };
  return html`<nav class="tabs panes" aria-label="Panes">
    <div role="tablist" aria-label="What is shown" @keydown=${turn}>
      ${TABS.map(
        ([name, title]) =>
          html`<button
            id=${`show-${name}`}
            role="tab"
            aria-selected=${String(tab === name)}
            tabindex=${tab === name ? 0 : -1}
            @click=${() => choose(name)}
          >
            ${title}
          </button>`,
      )}
    </div>
  </nav>`;
}

const FEW = 8; // dice
/**
 * What came of the beat, in a line under a board that has no panel beside it.
 * @param {Pick<Showing, "replay" | "at">} state
 * @param {Context} ctx
 * @param {() => void} why
 */
function outcomeLine({ replay, at }, ctx, why) {
  const { first, last, headline, seat } = beatAt(replay, at),
    dice = replay.steps.slice(first - 1, last).flatMap((step) => step.dice ?? []);
  return html`<section class="outcome-line" aria-label="Outcome" @click=${why}>
    <p>
      ${seat ? html`${seatMark(ctx.seats, seat)} ` : nothing}${coded(headline, { game: ctx.view?.game })}
    </p>
    ${dice.length > FEW ? html`<span class="lab">${count(dice.length, "die", "dice")}</span>` : dice.map((d) => die(d))}
  </section>`;
}

/**
 * Let a renderer draw; what it cannot draw is shown as tables, and that as an error.
 * @param {Renderer} renderer
 * @param {"board" | "panel"} part
 * @param {Context} ctx
 */
function drawn(renderer, part, ctx) {
  try {
    return renderer[part](ctx);
  } catch (e) {
    console.warn(`The renderer failed at ${part}.`, e);
  }
  try {
    return fallback[part](ctx);
  } catch (e) {
    return failed(e);
  }
}

/**
 * The lines that this one came from and those that left it; nothing where it stands alone.
 * @param {Replay} replay
 * @param {string | null | undefined} as
 */
export function branches(replay, as) {
  const { campaign } = replay,
    forks = campaign.forks ?? [],
    kin = [
      ...(campaign.lineage ?? []).map((c) => [c.id, `From ${c.name}`]),
      [campaign.id, "This line"],
      ...forks.map((c) => [c.id, `Fork at ${c.at}: ${c.name}`]),
    ],
    more = (campaign.fork_count ?? 0) - forks.length;
  return kin.length > 1
    ? html`<select
          aria-label="Branch"
          @change=${(/** @type {Event} */ e) => {
            location.hash = address({ page: "campaign", id: valueOf(e), as });
          }}
        >
          ${kin.map(
            ([id, name]) =>
              html`<option value=${id} ?selected=${id === campaign.id}>${name}</option>`,
          )}
          ${more > 0 ? html`<option disabled>and ${count(more, "fork")} more</option>` : nothing}</select
        >${
          replay.source === "server" && !isEmbedded
            ? html`<a class="txt" href=${address({ page: "forks", id: campaign.id })}
                >Tree of forks</a
              >`
            : nothing
        }`
    : nothing;
}

/**
 * The panes that the page puts together.
 * @typedef {object} Parts
 * @property {Renderer} renderer
 * @property {Route} route
 * @property {unknown} notice
 * @property {string} toast
 * @property {unknown} log
 * @property {(tab: Showing["tab"]) => void} choose  which pane a phone shows
 * @property {unknown} since  what happened since the reader looked
 * @property {unknown} ruler
 * @property {unknown} transport
 * @property {unknown} pane  tokens or proof, over the page; null if neither is open
 * @property {{ line: unknown, chairs: unknown, what: string } | null} call  while one plays:
 *   whose turn it is and for what, in whose name one acts
 * @property {number} news  the event that is told beside the board: the one that is shown, or one before it
 * @property {unknown} acts  what one may do with the event that is shown
 * @property {unknown} outcome  what became of what was sent
 * @property {((renderer: Renderer, ctx: Context) => unknown) | null} act  the panel of the order that is being filled
 */

/**
 * @param {Showing} state
 * @param {Parts} parts
 */
export function replayPage(state, parts) {
  const { replay, at } = state;
  let ctx = null,
    told = null,
    instead = loading(`Reading event ${at.toLocaleString("en")}`);
  try {
    if (isRead(replay, at)) ctx = context(state);
    if (ctx) told = parts.news === at ? ctx : context({ replay, at: parts.news });
  } catch (e) {
    instead = failed(
      new Error(`The view of event ${at} cannot be made from what was sent: ${e.message}.`),
    );
  }
  // A pane stands beside the board, in the log's place, where there is room; else over both.
  const covered = Boolean(parts.pane) && !matchMedia("(min-width: 1241px)").matches,
    act = ctx && parts.act?.(parts.renderer, ctx);
  /**
   * What a renderer draws is drawn once for an event: whatever else changes on the page, and what is
   * read behind it, leaves it be.
   * @param {"board" | "panel"} part
   * @param {Context} of
   */
  const once = (part, of) =>
    guard([parts.renderer, replay.views, of.step, of.before, of.turned, codesKnown()], () =>
      drawn(parts.renderer, part, of),
    );
  return html`<section class="now-line" aria-label="Where it stands">
      ${parts.notice ? html`<p class="sheet-note" role="status">${parts.notice}</p>` : nothing}${
        parts.toast ? html`<p class="sheet-note toast" role="status">${parts.toast}</p>` : nothing
      }${parts.since}${ctx && told ? nowLine(state, ctx, told, parts) : nothing}
    </section>
    ${paneTabs(state.tab, parts.choose)}
    <main class="board" aria-label="Board" tabindex="-1" ?inert=${covered}>
      ${ctx ? once("board", ctx) : instead}
    </main>
    ${told ? outcomeLine({ replay, at: parts.news }, told, () => parts.choose("why")) : nothing}
    <section class="why" aria-label=${act ? "Your order" : "This step"} ?inert=${covered}>
      ${parts.outcome ?? nothing}${act ?? nothing}${told ? once("panel", told) : nothing}${more}
    </section>
    ${parts.pane ?? nothing}${parts.log}
    <footer class="time">
      ${parts.transport}${parts.ruler}
      <div class="pos">
        <b>${at.toLocaleString("en")}</b>
        <span class="lab">of ${replay.head.toLocaleString("en")}</span
        ><span class=${`lab eyes${state.offline ? " cut" : ""}`}
          >${
            state.offline
              ? "no line to the server"
              : `seen by ${roleName(replay.audience, seatsOf(replay, 0))}`
          }</span
        >${branches(replay, parts.route.as)}
      </div>
    </footer>`;
}
