// Beside: two lines of one tree as two boards, with what differs between them marked, and told in
// words.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { guard } from "../vendor/lit-html/directives/guard.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { unlike } from "../apart.js";
import { valueOf } from "../dom.js";
import { litPaths } from "../lit-paths.js";
import { context, seatsOf } from "../context.js";
import { drawn as dieDrawn } from "../parts/die.js";
import { icon, seatMark } from "../parts/marks.js";
import { actorOf, stepAt, viewAt } from "../replay.js";
import { address } from "../router.js";
import { fallback } from "../systems.js";
import { count, roleName } from "../words.js";
import { headlinesSince } from "../since.js";
import {
  apartAt,
  goBoth,
  lastOf,
  nextStop,
  saidOf,
  showLine,
  stepBoth,
  within,
} from "./pairing.js";

/** @import { Context } from "../renderer.js" */
/** @import { Beside, Replay } from "../types.js" */

export { drawn, follows, key, open } from "./pairing.js";

/**
 * What the renderer gets: past the common past, what differs is lit in place of what the step changed.
 * @param {Beside} page
 * @param {0 | 1} which
 * @returns {Context}
 */
function contextOf({ lines, at, shared }, which) {
  const line = lines[which],
    other = lines[1 - which],
    ctx = context({ replay: line, at: within(line, at) });
  if (at <= shared) return ctx;
  const before = viewAt(other, within(other, at)),
    patch = before ? unlike(ctx.view?.game, before.game, "/game") : [],
    event = { ...ctx.step.event, effects: [] };
  return { ...ctx, before, step: { ...ctx.step, patch, event }, ...litPaths(patch, ctx.view) };
}

/**
 * @param {Beside} page
 * @param {0 | 1} which
 */
function board(page, which) {
  const ctx = contextOf(page, which);
  try {
    return page.renderer.board(ctx);
  } catch (e) {
    console.warn("The renderer failed at a board.", e);
    return fallback.board(ctx);
  }
}

/**
 * A line: its board, what its event says, and what one may do from there.
 * @param {Beside} page
 * @param {0 | 1} which
 */
function line(page, which) {
  const { lines, at, shared, shown } = page,
    replay = lines[which],
    { campaign, audience } = replay,
    seq = within(replay, at),
    step = stepAt(replay, seq),
    seats = seatsOf(replay, seq),
    common = at <= shared,
    route = { id: campaign.id, at: seq, as: audience };
  return html`<section
    class=${shown === which || common ? "line shown" : "line"}
    aria-label=${common ? "Both lines" : campaign.name}
  >
    <header>
      <h3>${common ? "Both lines: the common past" : campaign.name}</h3>
      <p class="lab">Seen by <b>${roleName(audience, seats)}</b></p>
    </header>
    <div class="board" tabindex="0" role="group" aria-label="Board">
      ${guard([replay, at, lines[1 - which]], () => board(page, which))}
    </div>
    <p class="said">
      <b class="n">${seq}</b>
      ${actorOf(step) ? html`${seatMark(seats, actorOf(step))} ` : nothing}${step.text?.[0] ?? ""}
      ${(step.dice ?? []).length <= 6 ? (step.dice ?? []).map(dieDrawn) : nothing}
    </p>
    ${at > seq ? html`<p class="note">This line ends at event ${seq}.</p>` : nothing}
    <p class="acts">
      <a class="btn small" href=${address({ page: "fork", ...route })}>Fork here</a
      ><a class="txt" href=${address({ page: "campaign", ...route })}>Look at event ${seq}</a>
    </p>
  </section>`;
}

const MOST = 40; // things that are told one by one
/** @param {Beside} page */
function inWords(page) {
  const { lines, at, shared } = page,
    found = apartAt(page);
  if (at <= shared) return nothing;
  return html`<section class="differences" aria-labelledby="differences">
    <h3 id="differences">What differs after event ${at}</h3>
    ${
      found.length
        ? html`<div class="wide-table" tabindex="0" role="group" aria-label="What differs">
            <table class="classes">
              <thead>
                <tr>
                  <th scope="col">What</th>
                  ${lines.map((one) => html`<th scope="col">${one.campaign.name}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${found.slice(0, MOST).map(({ what, rows }) =>
                  rows.map(
                    ([label, here, there]) =>
                      html`<tr>
                        <th scope="row">
                          ${what}${label ? html`<span class="lab">, ${label}</span>` : nothing}
                        </th>
                        <td>${here}</td>
                        <td>${there}</td>
                      </tr>`,
                  ),
                )}
              </tbody>
            </table>
          </div>`
        : html`<p class="note">Nothing that this role can see.</p>`
    }
    ${found.length > MOST ? html`<p class="note">And ${count(found.length - MOST, "thing")} more.</p>` : nothing}
  </section>`;
}

/**
 * @param {Beside} page
 * @param {"prev" | "next"} name
 * @param {string} label
 */
function tool(page, name, label) {
  const by = name === "next" ? 1 : -1;
  return html`<button
    class="ico"
    aria-label=${label}
    title=${`${label}; with Shift by event`}
    ?disabled=${!Number.isFinite(nextStop(page, by))}
    @click=${(/** @type {MouseEvent} */ e) => (e.shiftKey ? goBoth(page.at + by) : stepBoth(by))}
  >
    ${icon(name)}
  </button>`;
}

/**
 * What has come to either line since the reader looked.
 * @param {Beside} page
 */
const news = ({ lines, news, at, shared }) =>
  lines.map((line, i) => {
    const since = news[i],
      from = since === null ? 0 : Math.max(since, shared, at);
    if (since === null || from >= line.steps.length) return nothing;
    return html`<div class="sheet-note since" role="status">
      <p>
        <b>${line.campaign.name}, ${count(line.steps.length - from, "event")} since you looked:</b>
        ${headlinesSince(line, from).join(" ")}
      </p>
      <button class="txt" @click=${() => goBoth(line.steps.length)}>Go to the last of them</button>
    </div>`;
  });

/** @param {Beside} page */
function steps(page) {
  const { at, shared } = page,
    last = lastOf(page);
  return html`<div class="both-steps" role="group" aria-label="Step both">
    ${tool(page, "prev", "Back, in both")} ${tool(page, "next", "On, in both")}
    <label class="vh" for="both-at">Event</label
    ><input
      id="both-at"
      type="range"
      min="1"
      max=${last}
      .value=${live(String(at))}
      aria-valuetext=${`Event ${at} of ${last}`}
      @input=${(/** @type {Event} */ e) => goBoth(Number(valueOf(e)))}
    />
    <span><b>${at}</b> <span class="lab">of ${last}</span></span>
    ${
      shared
        ? html`<button class="btn small" @click=${() => goBoth(shared + 1)}>
            Where they part
          </button>`
        : nothing
    }
  </div>`;
}

/** @param {Beside} page */
export function body(page) {
  const { lines, at, shared, shown } = page,
    common = at <= shared;
  return html`<main class=${`page paired ${common ? "common" : "parted"}`}>
    <div class="page-head">
      <h2>Side by side</h2>
      <a class="btn" href=${address({ page: "forks", id: lines[0].campaign.id })}
        >The tree of forks</a
      >
    </div>
    ${steps(page)}${news(page)}
    <p class="where">
      ${shared ? saidOf(page) : "These lines share no event. "}
      ${common ? nothing : html`<span class="lab">What differs is lit on the boards and listed below.</span>`}
    </p>
    ${
      common
        ? nothing
        : html`<div class="pick seats" role="group" aria-label="Which line">
            ${lines.map(
              (/** @type {Replay} */ one, i) =>
                html`<button
                  aria-pressed=${String(shown === i)}
                  @click=${() => showLine(/** @type {0 | 1} */ (i))}
                >
                  ${one.campaign.name}
                </button>`,
            )}
          </div>`
    }
    <div class="lines">${line(page, 0)}${common ? nothing : line(page, 1)}</div>
    ${inWords(page)}
  </main>`;
}
