// Home: one's own games, those that await one first.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { seatMark, wonBy } from "../parts/marks.js";
import { address } from "../router.js";
import {
  bare,
  capital,
  count,
  listed,
  roleName,
  seatOf,
  typeWords,
  waitingGroups,
  waitingWords,
  within,
} from "../words.js";
import { loading } from "../states.js";
import { entitled } from "./founding.js";
import { ago, since } from "./games.js";

/** @import { Game, Sample, SystemItem } from "../types.js" */
/** @import { Template } from "../vendor/lit-html/lit-html.js" */
/** @import { Named } from "../words.js" */

/**
 * What one can begin on the first page.
 * @typedef {object} Starts
 * @property {boolean} pasting  whether the field for a pasted link is open
 * @property {string} fault  why what was pasted could not be opened
 * @property {() => void} openFile
 * @property {() => void} toggle
 * @property {(text: string) => void} paste
 * @property {(() => void) | null} notify  asks to be allowed to tell; null where there is nothing to ask
 */

/**
 * @param {Game} game
 * @param {readonly Named[]} seats
 * @param {number} now
 */
function awaited({ campaign, mine, anyones }, seats, now) {
  const { outcome, status, waiting = [] } = campaign;
  if (outcome) return html`<b>Over</b>, ${wonBy(outcome.winners, seats)}`;
  if (status !== "open") return capital(typeWords(status ?? ""));
  if (mine.length + anyones.length)
    return [...mine, ...anyones].map(
      (w) =>
        html`<p>
          <span class="yours"
            >${mine.includes(w) ? html`${seatMark(seats, w.seat, false)} Your turn` : "Anyone’s turn"}</span
          >
          <span class="what">${capital(waitingWords(w))}</span>
          ${since(w) ? html`<small>asked ${ago(since(w), now)}</small>` : nothing}
        </p>`,
    );
  return waitingGroups(waiting).map(
    ([words, who]) =>
      html`<p>
        <span class="theirs"
          >${who.map((seat) => seatMark(seats, seat, false))}
          ${listed(who.map((seat) => bare(roleName(seat === "referee" ? seat : `seat:${seat}`, seats))))}</span
        >
        <span class="what">${capital(words)}</span>
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
  const { campaign, held, mine, anyones, as, news, seen } = game,
    system = systems.find((s) => s.system === campaign.system),
    scenario = system?.scenarios?.find((s) => s.key === campaign.scenario)?.title,
    seats = entitled(campaign.seats, system, campaign.scenario),
    to = address({ page: "campaign", id: campaign.id, as });
  return html`<li class=${mine.length + anyones.length ? "game mine" : "game"}>
    <a class="board-of" href=${to} tabindex="-1" aria-hidden="true">${picture ?? nothing}</a>
    <div>
      <a class="name" href=${to}>${campaign.name}</a>
      <p class="lab">
        ${[gameTitle(systems, campaign.system), scenario, campaign.turn?.label]
          .filter(
            (said, i, all) =>
              said && said !== campaign.name && !(i === 2 && all[1]?.endsWith(said)),
          )
          .join(" · ")}
      </p>
      <p class="lab">${heldWords(held, seats)}</p>
    </div>
    <div class="aw">${awaited(game, seats, now)}</div>
    <div class="recent">
      ${
        news
          ? html`<a
              class="news"
              href=${address({ page: "campaign", id: campaign.id, as, at: Math.max(1, seen + 1) })}
              >${seen ? `${count(news, "event")} since you looked` : "not opened yet"}</a
            >`
          : html`<span>nothing new</span>`
      }
      <span>${ago(campaign.at, now)}</span>
    </div>
  </li>`;
}

/**
 * "you play Fabius and are the referee".
 * @param {string[]} held
 * @param {readonly Named[]} seats
 */
function heldWords(held, seats) {
  const played = held.filter((role) => seatOf(role) !== null).map((role) => roleName(role, seats)),
    referee = held.includes("referee");
  if (!played.length && !referee) return "you are watching";
  const does = [
    ...(played.length ? [`play as ${listed(played.map(within))}`] : []),
    ...(referee ? ["are the referee"] : []),
  ];
  return `you ${listed(does)}`;
}

/**
 * The head of the first page, with what one can begin from here.
 * @param {unknown} title
 * @param {Starts} starts
 */
const head = (title, { pasting, fault, openFile, toggle, paste, notify }) =>
  html`<div class="page-head">
      <h2>${title}</h2>
      ${notify ? html`<button class="btn" @click=${notify}>Tell me when it is my turn</button>` : nothing}
      <button class="btn" @click=${openFile}>Open a file</button>
      <button class="btn" aria-expanded=${String(pasting)} @click=${toggle}>Paste a link</button>
      <a class="btn do" href=${address({ page: "new" })}>New campaign</a>
    </div>
    ${
      pasting
        ? html`<form
            class="pasting"
            @submit=${(/** @type {SubmitEvent} */ e) => {
              e.preventDefault();
              const given = new FormData(/** @type {HTMLFormElement} */ (e.target));
              paste(String(given.get("pasted")));
            }}
          >
            <label
              >A link, a token or a receipt<textarea
                name="pasted"
                rows="2"
                spellcheck="false"
                autocomplete="off"
                aria-invalid=${fault ? "true" : nothing}
                aria-describedby="pasted-note"
              ></textarea>
            </label>
            <button class="btn do">Open it</button>
            ${
              fault
                ? html`<p class="fault" id="pasted-note" role="alert">${fault}</p>`
                : html`<p class="note" id="pasted-note">
                    Whatever you were sent: an invitation, the link of a campaign or of an event, a
                    link for another device, a token with its campaign's link, a receipt.
                  </p>`
            }
          </form>`
        : nothing
    }`;

/**
 * What stands above the public list, for a browser that holds roles.
 * @param {readonly Game[]} games
 * @param {SystemItem[]} systems
 * @param {Starts & { lost: number, pictures: Record<string, Template | null>, saveTokens: () => void }} given
 */
export function yourGames(games, systems, given) {
  const awaiting = games.filter((g) => g.mine.length + g.anyones.length).length;
  return html`${head(
      html`Your games
        <small
          >${awaiting ? `your turn in ${count(awaiting, "game")}` : games.length ? "nothing for you to do" : ""}</small
        >`,
      given,
    )}
    ${games.length || given.lost ? nothing : loading("Reading your games")}
    <ul class="games">
      ${repeat(
        games,
        (g) => g.campaign.id,
        (g) => row(g, systems, Date.now(), given.pictures[g.campaign.id]),
      )}
    </ul>
    <p class="note kept">
      Kept in this browser alone:
      ${count(
        games.reduce((n, g) => n + g.held.length, 0),
        "token",
      )}.
      <button class="txt" @click=${given.saveTokens}>Save them to a file</button>, so that no seat
      is lost with the browser. Drop the file on this page to restore them.
    </p>`;
}

/**
 * What stands there for one that holds none: a war to look at.
 * @param {Sample | undefined} sample
 * @param {SystemItem[]} systems
 * @param {Starts} given
 */
export function hero(sample, systems, given) {
  const at = sample && { page: /** @type {const} */ ("sample"), id: sample.system };
  return html`<p class="what-it-is">Roman wargames, played in the browser by link.</p>
    ${head("A war to look at", given)}
    ${
      sample && at
        ? html`<section class="hero" aria-labelledby="hero">
            <a href=${address(at)} tabindex="-1" aria-hidden="true">${sample.picture ?? nothing}</a>
            <div>
              <p class="lab">${gameTitle(systems, sample.system)}, a game played by bots</p>
              <h3 id="hero">${sample.headline?.title ?? sample.name}</h3>
              <p>
                ${sample.headline?.why ?? sample.note} ${count(sample.events, "event")}, and every
                die can be checked.
              </p>
              <p class="acts">
                <a class="btn do" href=${address({ ...at, at: 1 })}>Replay the war</a>
                <a class="btn" href=${address(at)}>Who won, and why</a>
              </p>
              <p class="note">
                You are in no game in this browser yet. Open the link you were sent, or create a
                campaign, and your games will be listed here.
              </p>
            </div>
          </section>`
        : nothing
    }`;
}

/**
 * @param {SystemItem[]} systems
 * @param {string} key
 */
const gameTitle = (systems, key) =>
  systems.find((s) => s.system === key)?.title ?? capital(typeWords(key));

/**
 * The games that come with the viewer.
 * @param {readonly Sample[]} samples
 * @param {SystemItem[]} systems
 */
export const shelf = (samples, systems) =>
  html`<div class="page-head second">
      <h2>A game of each kind <small>played by bots; they come with the viewer</small></h2>
    </div>
    <ul class="shelf">
      ${samples.map(
        (s) =>
          html`<li>
            <a href=${address({ page: "sample", id: s.system })}
              >${s.picture ?? nothing}<b>${s.name}</b></a
            >
            <p class="lab">${gameTitle(systems, s.system)}, ${count(s.events, "event")}</p>
            <p>${s.note}</p>
          </li>`,
      )}
    </ul>`;
