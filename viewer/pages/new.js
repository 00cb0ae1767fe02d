// New: one page of numbered parts on which a campaign is made up and created.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { valueOf } from "../dom.js";
import { primerFold } from "../parts/primer.js";
import { failed } from "../states.js";
import { count } from "../words.js";
import { errorsElsewhere, fewest, offered, request } from "./founding.js";
import { players } from "./new-players.js";
import { documents, switches } from "./new-rules.js";

/** @import { Founder, Founding, FoundingActs, Sample, SystemItem } from "../types.js" */

/**
 * @param {number} n
 * @param {string} title
 * @param {string} note
 * @param {unknown} content
 */
const part = (n, title, note, content) =>
  html`<section class="part" aria-labelledby=${`part-${n}`}>
    <h3 id=${`part-${n}`}>
      <span class="no" aria-hidden="true">${n}</span>${title}<small>${note}</small>
    </h3>
    ${content}
  </section>`;

/**
 * "2 to 8 players".
 * @param {SystemItem} system
 */
function size({ seats, scenarios }) {
  const least = Math.min(...scenarios.map((s) => s.min_seats || seats.length));
  return least < seats.length
    ? `${least} to ${count(seats.length, "player")}`
    : count(seats.length, "player");
}

/** Where a picture is to come: nothing moves under a finger once it is there. */
const ROOM = html`<span class="thumb room" aria-hidden="true"></span>`;
/**
 * @param {Founder} founder
 * @param {readonly Sample[]} samples  whose boards stand for their games
 * @param {FoundingActs} acts
 */
const systems = ({ systems, draft, coming }, samples, { choose }) =>
  html`<div class="systems">
    ${systems.map(
      (s) =>
        html`<button
          class="system"
          aria-pressed=${String(s.system === (coming || draft.system.system))}
          @click=${() => choose(s.system)}
        >
          ${samples.find((one) => one.system === s.system)?.picture ?? (samples.length ? nothing : ROOM)}
          <b>${s.title}</b>
          <small>${size(s)}</small>
        </button>`,
    )}
  </div>`;

/**
 * @param {Founding} draft
 * @param {FoundingActs} acts
 */
const scenarios = (draft, { change }) =>
  html`<div class="rows" role="radiogroup" aria-labelledby="part-2">
    ${offered(draft.system).map(
      (s) => html`
        <label
          ><input
            type="radio"
            name="scenario"
            .checked=${live(s.key === draft.scenario)}
            @change=${() => change({ scenario: s.key })}
          />${s.title}<small>${s.turn_limit ? `at most ${count(s.turn_limit, "turn")}` : ""}</small
          ><small class="note">${s.note}</small></label
        >
      `,
    )}
  </div>`;

/**
 * @param {Founder} founder
 * @param {readonly Sample[]} samples
 * @param {FoundingActs} acts
 */
export function newPage(founder, samples, acts) {
  const { draft, coming, busy, error, key } = founder,
    errors = error?.errors ?? [],
    placed = [
      "/name",
      "/seats",
      ...draft.system.switches.map((s) => `/options/${s.key}`),
      ...draft.system.documents.map((d) => `/data/${d.key}`),
    ],
    elsewhere = errorsElsewhere(errors, placed),
    wantsKey = key !== "" || error?.status === 401,
    playing = request(draft).seats.length || fewest(draft),
    { length: most } = draft.system.seats,
    some = fewest(draft) < most ? `${fewest(draft)} to ${most}: tick who plays` : "";
  return html`<main class="page">
    <div class="page-head">
      <h2>New campaign</h2>
      <a class="btn" href="#/">Cancel</a>
    </div>
    <div class="founding">
      <div>
        ${part(
          1,
          "Game",
          "",
          html`${systems(founder, samples, acts)}${primerFold(draft.system.primer, false)}`,
        )}
        ${part(2, "Scenario", count(playing, "seat"), scenarios(draft, acts))}
      </div>
      <div>
        ${part(3, "Players", some, players(draft, errors, acts))}
        ${part(
          4,
          "Rules of the table",
          "fixed once it is created",
          html`${switches(draft, errors, acts)}${documents(founder, errors, acts)}`,
        )}
        ${part(
          5,
          "Create it",
          "",
          html`${
              wantsKey
                ? html`<div class="fields">
                    <label
                      >This server's key<input
                        type="password"
                        autocomplete="off"
                        .value=${live(key)}
                        @input=${(/** @type {Event} */ e) => acts.key(valueOf(e))}
                    /></label>
                  </div>`
                : nothing
            }
            ${
              error
                ? errors.length && !elsewhere.length
                  ? html`<p class="fault" role="alert">
                      It could not be created: what is wrong is said where it stands, above.
                    </p>`
                  : failed(error)
                : nothing
            }
            <div class="last">
              <button
                class="btn throw"
                id="found"
                ?disabled=${busy || coming !== ""}
                @click=${acts.found}
              >
                ${busy ? "Creating it" : "Create the campaign"}
              </button>
              <p class="final">
                You then get a link for each player.
                <b>Scenario, players and rules cannot be changed later.</b>
              </p>
            </div>`,
        )}
      </div>
    </div>
  </main>`;
}
