// New: one page of numbered parts on which a campaign is made up and created.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { valueOf } from "../dom.js";
import { seatMark } from "../parts/marks.js";
import { failed } from "../states.js";
import { capital, count } from "../words.js";
import { errorsAt, errorsElsewhere, fewest, nameOf, request, seatsOf } from "./founding.js";

/** @import { FieldError, Founder, Founding, FoundingSeat, Sample, SystemItem } from "../types.js" */

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
 * "2 to 8 players".
 * @param {SystemItem} system
 */
function players({ seats, scenarios }) {
  const least = Math.min(...scenarios.map((s) => s.min_seats || seats.length));
  return least < seats.length
    ? `${least} to ${count(seats.length, "player")}`
    : count(seats.length, "player");
}

/**
 * @param {Founder} founder
 * @param {readonly Sample[]} samples  whose boards stand for their games
 * @param {Acts} acts
 */
const systems = ({ systems, draft }, samples, { choose }) =>
  html`<div class="systems">
    ${systems.map(
      (s) =>
        html`<button
          class="system"
          aria-pressed=${String(s.system === draft.system.system)}
          @click=${() => choose(s.system)}
        >
          ${samples.find((one) => one.system === s.system)?.picture ?? nothing}
          <b>${s.title}</b>
          <small>${players(s)}</small>
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

/** How sure a rule's wording is, or a document's content. @type {Record<string, string>} */
const PROVENANCE = {
  printed: "printed",
  ruling: "our ruling",
  reconstruction: "our reconstruction",
};
/** @param {string} provenance */
const provenanceWords = (provenance) => PROVENANCE[provenance] ?? provenance;

/**
 * The rule that a switch comes from: its number, how sure it is, what it says.
 * @param {Founding} draft
 * @param {string} ruling
 */
function source({ system }, ruling) {
  const rule = system.rulebook.rules.find((r) => r.number === ruling);
  return rule
    ? html`<small>${rule.number}, ${provenanceWords(rule.provenance)}: ${rule.title}</small>`
    : nothing;
}

/**
 * @param {Founding} draft
 * @param {readonly FieldError[]} errors
 * @param {Acts} acts
 */
function switches(draft, errors, acts) {
  const shown = draft.system.switches.filter((s) => s.values.length > 1),
    ofTable = shown.filter((s) => !s.ruling),
    ofRules = shown.filter((s) => s.ruling),
    changed = ofRules.filter((s) => draft.switches[s.key] !== s.default).length,
    wrong = ofRules.some((s) => errorsAt(errors, `/options/${s.key}`).length);
  return html`${switchList(draft, ofTable, errors, acts)}${
    ofRules.length
      ? html`<details class="readings" ?open=${changed > 0 || wrong}>
          <summary>
            How the rules are read
            <small>${changed ? `${changed} changed` : `${ofRules.length}, all as usual`}</small>
          </summary>
          <p class="note">
            Where the printed rules leave a choice, this is how they are played here. The first
            value is the usual one.
          </p>
          ${switchList(draft, ofRules, errors, acts)}
        </details>`
      : nothing
  }`;
}

/**
 * @param {Founding} draft
 * @param {Founding["system"]["switches"]} shown
 * @param {readonly FieldError[]} errors
 * @param {Acts} acts
 */
const switchList = (draft, shown, errors, { change }) =>
  html`<ul class="switches">
    ${shown.map((s) => {
      const now = draft.switches[s.key],
        wrong = errorsAt(errors, `/options/${s.key}`),
        id = `switch-${s.key}`;
      return html`<li class=${now === s.default ? "" : "changed"}>
        <label for=${id}>${s.title}</label
        ><select
          id=${id}
          aria-invalid=${wrong.length ? "true" : nothing}
          aria-describedby=${[s.note && `${id}-note`, wrong.length && `${id}-fault`].filter(Boolean).join(" ") || nothing}
          @change=${(/** @type {Event} */ e) => change({ switches: { ...draft.switches, [s.key]: s.values[Number(valueOf(e))] } })}
        >
          ${s.values.map((v, i) => html`<option value=${i} .selected=${live(v === now)}>${meaning(s, v)}</option>`)}
        </select>
        ${now === s.default ? nothing : html`<small class="usual">usually: ${meaning(s, s.default)}</small>`}
        ${s.note ? html`<small class="note" id=${`${id}-note`}>${s.note}</small>` : nothing}
        ${source(draft, s.ruling)} ${faults(id, wrong)}
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
    <summary>Your own data <small>${own.length || "none"}</small></summary>
    <p class="note">
      Play with your own map, counters or numbers: save one of these files, change it, and drop it
      on this page under the same name. It replaces ours as a whole, and the log keeps it.
    </p>
    <ul>
      ${draft.system.documents.map(({ key, title, provenance }) => {
        const mine = draft.documents[key];
        return html`<li>
          <b>${title}</b>
          <a href=${`v1/systems/${draft.system.system}/data/${key}`} download=${`${key}.json`}
            >${key}.json</a
          >
          <small>${provenanceWords(provenance)}</small>
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
    seats = seatsOf(draft),
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
            ["private", "Only those with a link"],
            ["public", "Everyone: it is on the list"],
          ].map(
            ([v, t]) =>
              html`<option value=${v} .selected=${live(v === draft.visibility)}>${t}</option>`,
          )}
        </select></label
      >
    </div>
    <ul class="seatrows">
      ${draft.seats.map((s) => {
        const { title } = seats.find((x) => x.seat === s.seat) ?? { title: s.seat },
          i = playing.indexOf(s),
          wrong = i < 0 ? [] : errorsAt(errors, `/seats/${i}`),
          id = `seat-${s.seat}`;
        return html`<li class=${s.plays ? "" : "empty"}>
          ${seatMark(seats, s.seat, false)}
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
            placeholder="player's name, if you like"
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
            />I play</label
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
      Tick <b>I play</b> at your own seat. Two friends can play by themselves: the one who creates
      the campaign is also its referee, and decides where the rules leave it to
      one${
        draft.switches.referee_sees === "all"
          ? ". As it is set, the referee sees all that is hidden."
          : ", and who sees nothing hidden until it is over."
      }
    </p>`;
}

/**
 * @param {Founder} founder
 * @param {readonly Sample[]} samples
 * @param {Acts} acts
 */
export function newPage(founder, samples, acts) {
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
    playing = request(draft).seats.length || fewest(draft),
    { length: most } = draft.system.seats;
  return html`<main class="page broad">
    <div class="page-head">
      <h2>New campaign</h2>
      <a class="btn" href="#/">Cancel</a>
    </div>
    <div class="founding">
      <div>
        ${part(1, "Game", "", systems(founder, samples, acts))}
        ${part(2, "Scenario", count(playing, "seat"), scenarios(draft, acts))}
        ${part(3, "Players", fewest(draft) < most ? `${fewest(draft)} to ${most}: tick who plays` : "", table(draft, errors, acts))}
      </div>
      <div>
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
              <button class="btn throw" id="found" ?disabled=${busy} @click=${acts.found}>
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
