// New, rules: the switches of a campaign that is made up, and documents of one's own.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { valueOf } from "../dom.js";
import { faults } from "./faults.js";
import { errorsAt } from "./founding.js";

/** @import { FieldError, Founder, Founding, FoundingActs } from "../types.js" */

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
 * @param {FoundingActs} acts
 */
export function switches(draft, errors, acts) {
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
 * @param {FoundingActs} acts
 */
const switchList = (draft, shown, errors, { change }) =>
  html`<ul class="switches">
    ${shown.map((s) => {
      const now = draft.switches[s.key],
        wrong = errorsAt(errors, `/options/${s.key}`),
        id = `switch-${s.key}`,
        described = [s.note && `${id}-note`, wrong.length && `${id}-fault`]
          .filter(Boolean)
          .join(" "),
        turn = (/** @type {Event} */ e) =>
          change({ switches: { ...draft.switches, [s.key]: s.values[Number(valueOf(e))] } });
      return html`<li class=${now === s.default ? "" : "changed"}>
        <label for=${id}>${s.title}</label
        ><select
          id=${id}
          aria-invalid=${wrong.length ? "true" : nothing}
          aria-describedby=${described || nothing}
          @change=${turn}
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
 * @param {FoundingActs} acts
 */
export function documents({ draft, notTaken }, errors, { drop, pick }) {
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
