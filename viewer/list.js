// List: the campaigns this server keeps, a line each, with who is awaited and for what, or who won.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { valueOf } from "./dom.js";
import { seatMark, wonBy } from "./parts/marks.js";
import { address } from "./router.js";
import { rolesHeld } from "./keys.js";
import { shelf, yourGames } from "./pages/home.js";
import { empty, failed, loading } from "./states.js";
import {
  capital,
  count,
  roleName,
  seatTitle,
  timeWords,
  typeWords,
  waitingGroups,
} from "./words.js";

/** @import { CampaignItem, CampaignList, Filter, Game, Sample, SystemItem } from "./types.js" */
/** @import { Template } from "./vendor/lit-html/lit-html.js" */
/** @import { Named } from "./words.js" */

const STATUS = {
  open: "open",
  concluded: "concluded",
  imported: "imported, to be read",
  "read-only": "read-only since a restored backup",
};

/**
 * @param {CampaignItem} c
 * @param {readonly Named[]} seats
 */
function waits(c, seats) {
  if (c.outcome) return html`${STATUS[c.status] ?? c.status}: ${wonBy(c.outcome.winners, seats)}`;
  if (c.status !== "open" || !c.waiting?.length) return html`${STATUS[c.status] ?? c.status}`;
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
    seats = system?.seats ?? [],
    held = rolesHeld(c.id);
  return html`<tr>
    <td class="picture-cell">${picture ?? nothing}</td>
    <td>
      <a href=${address({ page: "campaign", id: c.id })}>${c.name}</a
      ><small
        >${system?.title ?? capital(typeWords(c.system))}${
          c.scenario ? `, ${scenarioTitle(system, c.scenario)}` : ""
        }${
          held.length
            ? html`;
                <span class="held"
                  >you hold ${held.map((r) => roleName(r, seats)).join(", ")}</span
                >`
            : nothing
        }</small
      >
    </td>
    <td class="year-cell">
      ${c.turn?.label ?? ""}${c.phase?.title ? html`<small>${c.phase.title}</small>` : nothing}
    </td>
    <td class="wait-cell">${waits(c, seats)}</td>
    <td class="num">${c.head?.seq?.toLocaleString("en") ?? ""}</td>
    <td class="num">${timeWords(c.at)}</td>
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
 * list: {items, next, filter, busy, error, systems}.
 * @param {CampaignList} list
 * @param {{ games: Game[], lost: number, pictures: Record<string, Template | null>, samples: Sample[], toast: string, saveTokens: () => void, notify: (() => void) | null, filter: (filter: Filter) => void, more: () => void, retry: () => void, openFile: () => void }} given
 */
export function listPage(
  list,
  { games, lost, pictures, samples, toast, saveTokens, notify, filter, more, retry, openFile },
) {
  const { items, systems, error, busy } = list,
    set = (/** @type {keyof Filter} */ k) => (/** @type {string} */ v) =>
      filter({ ...list.filter, [k]: v });
  const sifted = list.filter.system || list.filter.status;
  const file = html`<button class="btn" @click=${openFile}>Open a capsule</button>`;
  return html`<main class="page">
    ${toast ? html`<p class="sheet-note" role="status">${toast}</p>` : nothing}
    ${
      games.length || lost
        ? html`${yourGames(games, systems, { notify, pictures, saveTokens })}
          ${
            lost
              ? html`<p class="note">
                  ${count(lost, "campaign")} you hold a token of cannot be read: it was replaced, or
                  the campaign is no longer here.
                </p>`
              : nothing
          }`
        : nothing
    }
    <div class=${games.length ? "page-head second" : "page-head"}>
      <h2>${games.length ? "Public games" : "Campaigns"}</h2>
      ${
        games.length
          ? nothing
          : html`<a class="btn do" href=${address({ page: "new" })}>New campaign</a>`
      }
      ${choice("System", list.filter.system ?? "", [["", "Every system"], ...systems.map((s) => [s.system, s.title ?? s.system])], set("system"))}
      ${choice("Status", list.filter.status ?? "", [["", "Any status"], ...Object.keys(STATUS).map((s) => [s, capital(s)])], set("status"))}${file}
    </div>
    ${
      error
        ? failed(error, html`<button class="btn" @click=${retry}>Try again</button>`)
        : !items
          ? loading("Reading the list")
          : !items.length
            ? sifted
              ? empty(
                  "Nothing here",
                  "No campaign has this system and status.",
                  html`<button class="btn" @click=${() => filter({})}>Show all</button>`,
                )
              : empty(
                  "No campaigns yet",
                  "A campaign made on this server appears here, if it is public. A private one is opened by the link that came with its tokens. A capsule, the saved file of a campaign, can be dropped on this page and replays without the server.",
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
                      items,
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
                  A saved campaign, a capsule, can be dropped anywhere on this page and replays
                  without the server.
                </p>
                <p class="vh" role="status">${count(items.length, "campaign")}</p>`
    }
    ${samples.length ? shelf(samples, systems) : nothing}
    <p class="note">Programs play and read through <a href="/docs">the API</a>.</p>
  </main>`;
}
