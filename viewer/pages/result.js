// Result: the page on which a finished war opens: who won and why, its course as a picture, its greatest swings.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon, seatMark } from "../parts/marks.js";
import { outline } from "../replay.js";
import { address } from "../router.js";
import { count, seatTitle, timeWords } from "../words.js";
import { courseOf, plainHeadline, spanOf, toldOf } from "./course.js";
import { curveOf } from "./curve.js";
import { ledger } from "./ledger.js";

/** @import { Context, Renderer } from "../renderer.js" */
/** @import { Replay, Route, Swing } from "../types.js" */

/**
 * @param {Replay} replay
 * @param {Route} route
 * @param {number} [at]
 */
const replayed = (replay, route, at) => address({ ...route, at: at ?? replay.steps.length });

/**
 * @param {Swing} swing
 * @param {number} i
 * @param {string} to
 */
function moment(swing, i, to) {
  const { first, rest } = toldOf(swing);
  return html`<li>
    <span class="no" aria-hidden="true">${i + 1}</span>
    <div>
      <a class="what" href=${to}>${first ?? `Event ${swing.seq}`}</a>
      ${rest.length ? html`<p class="rest">${rest.join(" ")}</p>` : nothing}
    </div>
    <div class="moved">
      <p>
        ${swing.changes.map((c) => html`<span>${c.title} <b>${c.before} → ${c.after}</b></span> `)}
      </p>
      <small>${swing.measure}; ${swing.label ? `${swing.label}, ` : ""}event ${swing.seq}</small>
    </div>
  </li>`;
}

/**
 * @param {Replay} replay
 * @param {Context} ctx  after the event that ended it
 */
function record(replay, ctx) {
  const { dice, entered, rewinds, battles, chapters } = outline(replay),
    first = replay.steps[0];
  /** @type {[string, number][]} */
  const rows = [
    ["Events", replay.steps.length],
    ["Turns", chapters.length],
    ["Battles", battles.length],
    ["Throws", dice.size],
    ["Dice entered by hand", entered.length],
    ["Rewinds", rewinds.length],
  ];
  return html`<section class="record" aria-labelledby="record">
    <h3 id="record">The record</h3>
    <dl>
      ${rows
        .filter(([, n], i) => n || i === 0)
        .map(
          ([name, n]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${n.toLocaleString("en")}</dd>
            </div>`,
        )}
    </dl>
    ${ledger(replay, ctx.seats)}
    ${
      dice.size
        ? html`<p class="note">
            Expected is how often fair dice show each face. A high face is not always the better
            one.
          </p>`
        : nothing
    }
    <p class="note">
      ${[...new Set([first, ctx.step].map((step) => (step ? timeWords(step.at) : "")))].filter(Boolean).join(" to ")}
    </p>
  </section>`;
}

/**
 * The lines that left this one, and the one it came from.
 * @param {Replay} replay
 */
function branches({ campaign }) {
  const from = campaign.lineage?.at(-1),
    forks = campaign.forks ?? [],
    all = campaign.fork_count ?? forks.length,
    line = (/** @type {{ id: string, name: string }} */ { id, name }) =>
      html`<a href=${address({ page: "campaign", id })}>${name}</a>`;
  return html`<section aria-labelledby="branches">
    <h3 id="branches">Branches<small>${all ? count(all, "fork") : ""}</small></h3>
    ${from ? html`<p class="branch">Forked from ${line(from)} after event ${from.at}</p>` : nothing}
    ${forks.map((f) => html`<p class="branch">After event ${f.at}: ${line(f)}</p>`)}
    ${
      all > forks.length
        ? html`<p class="note">The first ${forks.length.toLocaleString("en")} are listed.</p>`
        : nothing
    }
    <p class="acts">
      <a
        class="btn small"
        href=${address({ page: "fork", id: campaign.id, at: forkable(campaign) })}
        >Fork from any event</a
      >
    </p>
  </section>`;
}
/** The event before the last, where it was still open. @param {Replay["campaign"]} campaign */
const forkable = (campaign) => Math.max(1, (campaign.head?.seq ?? 2) - 1);

/**
 * @param {Replay} replay
 * @param {{
 *   renderer: Renderer,
 *   ctx: Context,
 *   route: Route,
 *   asked: string | null,
 *   save: () => void,
 *   width: number,
 * }} given
 *   asked: what a role held here is still awaited for
 */
export function resultPage(replay, { renderer, ctx, route, asked, save, width }) {
  const { campaign } = replay,
    title = (/** @type {string} */ seat) => seatTitle(ctx.seats, seat),
    { curves, swings } = courseOf(replay, renderer),
    told = renderer.headline?.(ctx) ?? plainHeadline(replay, title),
    winners = ctx.view?.winners ?? [],
    { chapters } = outline(replay),
    years = chapters.length > 1 ? spanOf(chapters[0].label, chapters.at(-1)?.label ?? "") : "";
  const main = { width: Math.max(330, Math.min(620, width)), height: width < 500 ? 210 : 300 };
  return html`<main class="page result" tabindex="-1">
    ${
      asked
        ? html`<p class="sheet-note asked" role="status">
            You are still asked for something: ${asked}.
            <a class="btn small do" href=${replayed(replay, route)}>To the table</a>
          </p>`
        : nothing
    }
    <div class="verdict">
      <section class="who-won" aria-labelledby="verdict">
        <p class="lab">${[campaign.name, years].filter(Boolean).join(" · ")}</p>
        <h2 id="verdict">${winners.map((w) => seatMark(ctx.seats, w, false))} ${told.title}</h2>
        <p class="why-won">${told.why}</p>
        <div class="acts">
          <a class="btn do" href=${replayed(replay, route, 1)}>Replay from the start</a>
          <a class="btn" href=${replayed(replay, route)}>Look at the end</a>
          <button class="btn" @click=${save}>${icon("save")} Save the game</button>
        </div>
      </section>
      ${
        curves.length
          ? html`<section class="course" aria-labelledby="course">
              <h3 id="course">
                ${curves[0].title}<small
                  >${swings.length ? "diamonds mark the moments below" : ""}</small
                >
              </h3>
              ${curveOf(curves[0], swings, main)}
            </section>`
          : nothing
      }
      ${
        swings.length
          ? html`<section class="moments" aria-labelledby="moments">
              <h3 id="moments">
                ${swings.length === 1 ? "The moment" : `${capitalCount(swings.length)} moments`}
                that moved it most
              </h3>
              <ol>
                ${swings.map((s, i) => moment(s, i, replayed(replay, route, s.seq)))}
              </ol>
            </section>`
          : nothing
      }
      <aside class="beside" aria-label="More of this war">
        ${
          curves.length > 1
            ? html`<section aria-labelledby="course-2">
                <h3 id="course-2">${curves[1].title}</h3>
                ${curveOf(curves[1], [], { width: 340, height: 170 })}
              </section>`
            : nothing
        }
        ${replay.source === "server" ? branches(replay) : nothing} ${record(replay, ctx)}
        ${
          renderer.thumb
            ? html`<section aria-label="The board at the end">
                <h3>The board at the end</h3>
                <a href=${replayed(replay, route)} aria-label="Look at the end"
                  >${renderer.thumb(ctx)}</a
                >
              </section>`
            : nothing
        }
      </aside>
    </div>
  </main>`;
}
/** @param {number} n */
const capitalCount = (n) => ["", "One", "Two", "Three", "Four", "Five"][n];
