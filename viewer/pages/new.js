// New: one page of numbered parts on which a campaign is made up and founded.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { valueOf } from "../dom.js";
import { seatMark } from "../parts/marks.js";
import { failed } from "../states.js";
import { capital, count } from "../words.js";
import { errorsAt, errorsElsewhere, fewest, nameOf, request } from "./founding.js";

/** @import { FieldError, Founder, Founding, FoundingSeat } from "../types.js" */

/**
 * @typedef {object} Acts
 * @property {(system: string) => void} choose
 * @property {(changes: Partial<Founding>) => void} change
 * @property {(seat: string, changes: Partial<FoundingSeat>) => void} seat
 * @property {(document: string) => void} drop
 * @property {() => void} pick
 * @property {(key: string) => void} key
 * @property {() => void} found
 */

/** @param {Event} e */
const checked = (e) => /** @type {HTMLInputElement} */ (e.target).checked;

/**
 * What is wrong at a field; the field names it as its description.
 * @param {string} id
 * @param {readonly FieldError[]} errors
 */
const faults = (id, errors) =>
  errors.length
    ? html`<ul class="faults" id=${`${id}-fault`}>
        ${errors.map((e) => html`<li>${capital(e.detail)}</li>`)}
      </ul>`
    : nothing;

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
 * @param {Founder} founder
 * @param {Acts} acts
 */
const systems = ({ systems, draft }, { choose }) =>
  html`<div class="systems">
    ${systems.map(
      (s) =>
        html`<button
          class="system"
          aria-pressed=${String(s.system === draft.system.system)}
          @click=${() => choose(s.system)}
        >
          <b>${s.title}</b>
          <span class="marks"
            >${s.seats.slice(0, 4).map(({ seat }) => seatMark(s.seats, seat, false))}</span
          >
          <small
            >${s.seats.length > 2 ? `up to ${count(s.seats.length, "player")}` : count(s.seats.length, "player")}</small
          >
        </button>`,
    )}
  </div>`;

/**
 * @param {Founding} draft
 * @param {Acts} acts
 */
const scenarios = (draft, { change }) =>
  html`<div class="rows" role="radiogroup" aria-labelledby="part-2">
    ${draft.system.scenarios.map(
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
 * What a value of a switch means, in words.
 * @param {Founding["system"]["switches"][number] & { titles?: string[] }} of
 * @param {string | number | boolean} value
 */
const meaning = (of, value) => of.titles?.[of.values.indexOf(value)] ?? valueWords(value);
/** @param {string | number | boolean} value */
const valueWords = (value) =>
  value === true ? "yes" : value === false ? "no" : String(value).replaceAll("-", " ");

/**
 * @param {Founding} draft
 * @param {readonly FieldError[]} errors
 * @param {Acts} acts
 */
const switches = (draft, errors, { change }) =>
  html`<ul class="switches">
    ${draft.system.switches
      .filter((s) => s.values.length > 1)
      .map((s) => {
        const now = draft.switches[s.key],
          wrong = errorsAt(errors, `/options/${s.key}`),
          id = `switch-${s.key}`;
        return html`<li class=${now === s.default ? "" : "changed"}>
          <label for=${id}
            >${s.title}${
              now === s.default
                ? nothing
                : html` <small>by default ${meaning(s, s.default)}</small>`
            }</label
          ><select
            id=${id}
            aria-invalid=${wrong.length ? "true" : nothing}
            aria-describedby=${wrong.length ? `${id}-fault` : nothing}
            @change=${(/** @type {Event} */ e) => change({ switches: { ...draft.switches, [s.key]: s.values[Number(valueOf(e))] } })}
          >
            ${s.values.map((v, i) => html`<option value=${i} .selected=${live(v === now)}>${meaning(s, v)}</option>`)}
          </select>
          ${faults(id, wrong)}
        </li>`;
      })}
  </ul>`;

/**
 * @param {Founder} founder
 * @param {readonly FieldError[]} errors
 * @param {Acts} acts
 */
function documents({ draft, notTaken }, errors, { drop, pick }) {
  const own = Object.entries(draft.documents);
  return html`<details class="documents" ?open=${own.length > 0 || notTaken !== ""}>
    <summary>Documents of your own <small>${own.length || "none"}</small></summary>
    <p class="note">
      A document replaces ours of its name, whole, and stands in the first event. Begin from one of
      these, change it, and drop it on this page under the same name.
    </p>
    <ul>
      ${draft.system.documents.map(({ key, title }) => {
        const mine = draft.documents[key];
        return html`<li>
          <b>${title}</b>
          <a href=${`v1/systems/${draft.system.system}/data/${key}`} download=${`${key}.json`}
            >${key}.json</a
          >
          ${
            mine
              ? html`<span class="held">yours: ${mine.file}</span>
                  <button class="txt" @click=${() => drop(key)}>Take ours again</button>`
              : nothing
          }
          ${faults(
            `document-${key}`,
            errorsAt(errors, `/data/${key}`).map((e) => ({
              ...e,
              detail: `${e.pointer.slice(`/data/${key}`.length) || "the document"}: ${e.detail}`,
            })),
          )}
        </li>`;
      })}
    </ul>
    ${notTaken ? html`<p class="fault" role="alert">${notTaken}</p>` : nothing}
    <button class="btn" @click=${pick}>Choose files</button>
  </details>`;
}

/**
 * @param {Founding} draft
 * @param {readonly FieldError[]} errors
 * @param {Acts} acts
 */
function table(draft, errors, { change, seat }) {
  const { system } = draft,
    some = system.seats.length > fewest(draft),
    playing = draft.seats.filter((s) => s.plays),
    wrongName = errorsAt(errors, "/name");
  return html`<div class="fields">
      <label
        >Name of the campaign<input
          type="text"
          maxlength="80"
          .value=${live(draft.name)}
          placeholder=${nameOf({ ...draft, name: "" })}
          aria-invalid=${wrongName.length ? "true" : nothing}
          aria-describedby=${wrongName.length ? "name-fault" : nothing}
          @input=${(/** @type {Event} */ e) => change({ name: valueOf(e) })}
        />${faults("name", wrongName)}</label
      >
      <label
        >Who may look<select
          @change=${(/** @type {Event} */ e) => change({ visibility: valueOf(e) === "public" ? "public" : "private" })}
        >
          ${[
            ["private", "Only who has a link"],
            ["public", "Everybody"],
          ].map(
            ([v, t]) =>
              html`<option value=${v} .selected=${live(v === draft.visibility)}>${t}</option>`,
          )}
        </select></label
      >
    </div>
    <ul class="seatrows">
      ${draft.seats.map((s) => {
        const { title } = system.seats.find((x) => x.seat === s.seat) ?? { title: s.seat },
          i = playing.indexOf(s),
          wrong = i < 0 ? [] : errorsAt(errors, `/seats/${i}`),
          id = `seat-${s.seat}`;
        return html`<li class=${s.plays ? "" : "empty"}>
          ${seatMark(system.seats, s.seat, false)}
          ${
            some
              ? html`<label class="who"
                  ><input
                    type="checkbox"
                    .checked=${live(s.plays)}
                    @change=${(/** @type {Event} */ e) => seat(s.seat, { plays: checked(e), mine: false })}
                  />${title}</label
                >`
              : html`<b class="who">${title}</b>`
          }
          <input
            type="text"
            maxlength="80"
            .value=${live(s.name)}
            ?disabled=${!s.plays}
            aria-label=${`Name of the player of ${title}`}
            placeholder="the player's name, or none"
            aria-invalid=${wrong.length ? "true" : nothing}
            aria-describedby=${wrong.length ? `${id}-fault` : nothing}
            @input=${(/** @type {Event} */ e) => seat(s.seat, { name: valueOf(e) })}
          />
          <label class="mine"
            ><input
              type="checkbox"
              aria-label=${`I play ${title}`}
              .checked=${live(s.mine)}
              ?disabled=${!s.plays}
              @change=${(/** @type {Event} */ e) => seat(s.seat, { mine: checked(e) })}
            />me</label
          >
          ${faults(id, wrong)}
        </li>`;
      })}
    </ul>
    ${faults(
      "seats",
      errors.filter((e) => e.pointer === "/seats"),
    )}
    <p class="note">
      Tick <b>me</b> at the seat that you play. Two friends need nobody else: you are then also the
      referee, who rules where the game asks for
      one${
        draft.switches.referee_sees === "all"
          ? ". As the switches stand the referee sees what is hidden."
          : ", and who sees nothing hidden before the end."
      }
    </p>`;
}

/**
 * @param {Founder} founder
 * @param {Acts} acts
 */
export function newPage(founder, acts) {
  const { draft, busy, error, key } = founder,
    errors = error?.errors ?? [],
    placed = [
      "/name",
      "/seats",
      ...draft.system.switches.map((s) => `/options/${s.key}`),
      ...draft.system.documents.map((d) => `/data/${d.key}`),
    ],
    elsewhere = errorsElsewhere(errors, placed),
    wantsKey = key !== "" || error?.status === 401,
    playing = request(draft).seats.length || fewest(draft);
  return html`<main class="page broad">
    <div class="page-head">
      <h2>New campaign</h2>
      <a class="btn" href="#/">Leave</a>
    </div>
    <div class="founding">
      <div>
        ${part(1, "Game", "", systems(founder, acts))}
        ${part(2, "Scenario", count(playing, "seat"), scenarios(draft, acts))}
        ${part(3, "Seats", "", table(draft, errors, acts))}
      </div>
      <div>
        ${part(
          4,
          "Switches",
          "fixed from the first event on",
          html`${switches(draft, errors, acts)}${documents(founder, errors, acts)}`,
        )}
        ${part(
          5,
          "Found it",
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
                      ${capital(error.title)}: see what stands in this colour above.
                    </p>`
                  : failed(error)
                : nothing
            }
            <div class="last">
              <button class="btn throw" id="found" ?disabled=${busy} @click=${acts.found}>
                ${busy ? "Founding" : "Found the campaign"}
              </button>
              <p class="final">
                You then get a link for each seat.
                <b>Scenario, switches and seats cannot be changed later.</b>
              </p>
            </div>`,
        )}
      </div>
    </div>
  </main>`;
}
