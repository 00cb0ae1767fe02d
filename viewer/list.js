// List: the campaigns this server keeps, a line each, with who is awaited and for what, or who won.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { valueOf } from "./dom.js";
import { seatMark, wonBy } from "./parts/marks.js";
import { address } from "./router.js";
import { entitled } from "./pages/founding.js";
import { ago } from "./pages/games.js";
import { hero, shelf, yourGames } from "./pages/home.js";
import { empty, failed, loading } from "./states.js";
import { capital, count, seatTitle, timeWords, typeWords, waitingGroups } from "./words.js";

/** @import { CampaignItem, CampaignList, Filter, Game, Sample, SystemItem } from "./types.js" */
/** @import { Template } from "./vendor/lit-html/lit-html.js" */
/** @import { Starts } from "./pages/home.js" */
/** @import { Named } from "./words.js" */

/**
 * What the list shows, and what its controls do.
 * @typedef {object} ListGiven
 * @property {Game[]} games
 * @property {number} held
 * @property {number} lost
 * @property {Record<string, Template | null>} pictures
 * @property {Sample[]} samples
 * @property {string} toast
 * @property {() => void} saveTokens
 * @property {(filter: Filter) => void} filter
 * @property {() => void} more
 * @property {() => void} retry
 */

const STATUS = {
  open: "being played",
  concluded: "over",
  imported: "imported, read-only",
  "read-only": "read-only since a backup was restored",
};

const ANY = [["", "Any status"], ...Object.keys(STATUS).map((s) => [s, capital(s)])];

/**
 * @param {CampaignItem} c
 * @param {readonly Named[]} seats
 */
function waits(c, seats) {
  if (c.outcome) return html`<b>Over</b>, ${wonBy(c.outcome.winners, seats)}`;
  if (c.status !== "open" || !c.waiting?.length) return capital(STATUS[c.status] ?? c.status);
  return waitingGroups(c.waiting).map(
    ([words, who]) =>
      html`<span class="who"
        >${who.map(
          (seat, i) =>
            html`${i ? ", " : ""}${seatMark(seats, seat, false)} ${seatTitle(seats, seat)}`,
        )}:
        ${words}</span
      > `,
  );
}

/**
 * @param {SystemItem | undefined} system
 * @param {string} key
 */
const scenarioTitle = (system, key) =>
  system?.scenarios?.find((s) => s.key === key)?.title ?? typeWords(key);

/**
 * @param {CampaignItem} c
 * @param {SystemItem[]} systems
 * @param {Template | null | undefined} picture
 */
function row(c, systems, picture) {
  const system = systems.find((s) => s.system === c.system),
    seats = entitled(system?.seats ?? [], system, c.scenario);
  return html`<tr>
    <td class="picture-cell">${picture ?? nothing}</td>
    <td>
      <a href=${address({ page: "campaign", id: c.id })}>${c.name}</a
      ><small
        >${system?.title ?? capital(typeWords(c.system))}${
          c.scenario ? `, ${scenarioTitle(system, c.scenario)}` : ""
        }</small
      >
    </td>
    <td class="year-cell">
      ${c.turn?.label ? html`<b>${c.turn.label}</b>` : nothing}${
        c.phase?.title ? html`<small>${c.phase.title}</small>` : nothing
      }
    </td>
    <td class="wait-cell">${waits(c, seats)}</td>
    <td class="num">${c.head?.seq?.toLocaleString("en") ?? ""}</td>
    <td class="num"><span title=${timeWords(c.at)}>${ago(c.at, Date.now())}</span></td>
  </tr>`;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string[][]} options
 * @param {(value: string) => void} change
 */
const choice = (name, value, options, change) =>
  html`<label
    >${name}<select @change=${(/** @type {Event} */ e) => change(valueOf(e))}>
      ${options.map(([k, t]) => html`<option value=${k} ?selected=${k === value}>${t}</option>`)}
    </select></label
  >`;

/**
 * @param {CampaignList} list
 * @param {Starts & ListGiven} given
 */
export function listPage(list, given) {
  const { games, held, lost, pictures, samples, toast, filter, more, retry } = given,
    { items, systems, error, busy } = list,
    set = (/** @type {keyof Filter} */ k) => (/** @type {string} */ v) =>
      filter({ ...list.filter, [k]: v });
  // One's own stand above, with more about each.
  const others = items?.filter((c) => !games.some(({ campaign }) => campaign.id === c.id)),
    other = games.length ? "other " : "";
  const sifted = list.filter.system || list.filter.status,
    every = [["", "Every game"], ...systems.map((s) => [s.system, s.title ?? s.system])];
  return html`<main class="page">
    ${toast ? html`<p class="sheet-note" role="status">${toast}</p>` : nothing}
    ${games.length || lost || held ? yourGames(games, systems, given) : hero(samples[0], systems, given)}
    ${
      lost
        ? html`<p class="note">
            ${count(lost, "campaign")} you hold a token of cannot be read: the token was replaced,
            or the campaign is no longer here.
          </p>`
        : nothing
    }
    <div class="page-head second">
      <h2>${capital(`${other}public games`)}</h2>
      ${choice("Game", list.filter.system ?? "", every, set("system"))}
      ${choice("Status", list.filter.status ?? "", ANY, set("status"))}
    </div>
    ${
      error
        ? failed(error, html`<button class="btn" @click=${retry}>Try again</button>`)
        : !others
          ? loading("Reading the list")
          : !others.length && !list.next
            ? sifted
              ? empty(
                  "Nothing here",
                  "There is no such game with this status.",
                  html`<button class="btn" @click=${() => filter({})}>Show all</button>`,
                )
              : empty(
                  `No ${other}public games yet`,
                  "Campaigns that everybody may look at are listed here. A private one opens by its link.",
                )
            : html`<table class="campaigns">
                  <thead>
                    <tr>
                      <td></td>
                      <th scope="col">Campaign</th>
                      <th scope="col">Turn</th>
                      <th scope="col">Awaited, or how it ended</th>
                      <th scope="col" class="num">Events</th>
                      <th scope="col" class="num">Last event</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${repeat(
                      others,
                      (c) => c.id,
                      (c) => row(c, systems, pictures[c.id]),
                    )}
                  </tbody>
                </table>
                ${
                  list.next
                    ? html`<button class="btn more" ?disabled=${busy} @click=${more}>
                        More campaigns
                      </button>`
                    : nothing
                }
                <p class="note hint">
                  A saved campaign (a capsule) can be dropped anywhere on this page: it replays
                  without the server.
                </p>
                <p class="vh" role="status">${count(others.length, "campaign")}</p>`
    }
    ${samples.length ? shelf(samples, systems) : nothing}
    <p class="note">For programs there is <a href="/docs">the API</a>.</p>
  </main>`;
}
