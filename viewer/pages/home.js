// Home: one's own games, those that await one first.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { seatMark, wonBy } from "../parts/marks.js";
import { address } from "../router.js";
import { capital, count, roleName, typeWords, waitingGroups, waitingWords } from "../words.js";
import { ago, since } from "./games.js";

/** @import { Game, Sample, SystemItem } from "../types.js" */
/** @import { Template } from "../vendor/lit-html/lit-html.js" */

/**
 * @param {Game} game
 * @param {number} now
 */
function awaited({ campaign, mine }, now) {
  const { seats, outcome, status, waiting = [] } = campaign;
  if (outcome) return html`<b>Concluded</b>, ${wonBy(outcome.winners, seats)}`;
  if (status !== "open") return capital(typeWords(status ?? ""));
  if (mine.length)
    return mine.map(
      (w) =>
        html`<p>
          <span class="yours">${seatMark(seats, w.seat, false)} Your turn</span>
          ${capital(waitingWords(w))}
          ${since(w) ? html`<small>asked ${ago(since(w), now)}</small>` : nothing}
        </p>`,
    );
  return waitingGroups(waiting).map(
    ([words, who]) =>
      html`<p>
        <span class="theirs"
          >${who.map((seat) => seatMark(seats, seat, false))}
          ${who.map((seat) => roleName(seat === "referee" ? seat : `seat:${seat}`, seats)).join(", ")}</span
        >
        ${capital(words)}
      </p>`,
  );
}

/**
 * @param {Game} game
 * @param {SystemItem[]} systems
 * @param {number} now
 * @param {Template | null | undefined} picture
 */
function row(game, systems, now, picture) {
  const { campaign, held, mine, as, news, seen } = game,
    system = systems.find((s) => s.system === campaign.system),
    scenario = system?.scenarios?.find((s) => s.key === campaign.scenario)?.title,
    to = address({ page: "campaign", id: campaign.id, as });
  return html`<li class=${mine.length ? "game mine" : "game"}>
    <a class="board-of" href=${to} tabindex="-1" aria-hidden="true">${picture ?? nothing}</a>
    <div>
      <a class="name" href=${to}>${campaign.name}</a>
      <p class="lab">
        ${[system?.title ?? capital(typeWords(campaign.system)), scenario, campaign.turn?.label]
          .filter(Boolean)
          .join("; ")}
      </p>
      <p class="lab">you hold ${held.map((r) => roleName(r, campaign.seats)).join(", ")}</p>
    </div>
    <div class="aw">${awaited(game, now)}</div>
    <div class="recent">
      ${
        news
          ? html`<a
              class="news"
              href=${address({ page: "campaign", id: campaign.id, as, at: Math.max(1, seen + 1) })}
              >${seen ? `${count(news, "event")} since you looked` : "not looked at yet"}</a
            >`
          : html`<span>nothing new</span>`
      }
      <span>${ago(campaign.at, now)}</span>
    </div>
  </li>`;
}

/**
 * What stands above the public list, for a browser that holds roles.
 * @param {readonly Game[]} games
 * @param {SystemItem[]} systems
 * @param {{ notify: (() => void) | null, pictures: Record<string, Template | null>, saveTokens: () => void }} given
 *   notify asks to be allowed to tell; null where there is nothing to ask
 */
export function yourGames(games, systems, { notify, pictures, saveTokens }) {
  const awaiting = games.filter((g) => g.mine.length).length;
  return html`<div class="page-head">
      <h2>
        Your games
        <small
          >${awaiting ? `${count(awaiting, "awaits", "await")} you` : "nobody waits for you"}</small
        >
      </h2>
      ${notify ? html`<button class="btn" @click=${notify}>Tell me when it is my turn</button>` : nothing}
      <a class="btn do" href=${address({ page: "new" })}>New campaign</a>
    </div>
    <ul class="games">
      ${repeat(
        games,
        (g) => g.campaign.id,
        (g) => row(g, systems, Date.now(), pictures[g.campaign.id]),
      )}
    </ul>
    <p class="note kept">
      Kept in this browser alone:
      ${count(
        games.reduce((n, g) => n + g.held.length, 0),
        "token",
      )}.
      <button class="txt" @click=${saveTokens}>Save them to a file</button>, so that a lost browser
      loses no seat; dropped on this page, the file gives them back.
    </p>`;
}

/**
 * The games that come with the viewer.
 * @param {readonly Sample[]} samples
 * @param {SystemItem[]} systems
 */
export const shelf = (samples, systems) =>
  html`<div class="page-head second">
      <h2>Games to look at <small>they come with the viewer; no server is asked</small></h2>
    </div>
    <ul class="shelf">
      ${samples.map(
        (s) =>
          html`<li>
            <a href=${address({ page: "sample", id: s.system })}
              >${s.picture ?? nothing}<b>${s.name}</b></a
            >
            <p class="lab">
              ${systems.find((x) => x.system === s.system)?.title ?? capital(typeWords(s.system))},
              ${count(s.events, "event")}
            </p>
            <p>${s.note}</p>
          </li>`,
      )}
    </ul>`;
