// Question: one choice of an option, asked in a form; every kind that the contract has.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { valueOf } from "../dom.js";
import { coded, labelled } from "../parts/codes.js";
import { answered, bounds, goesAlong, itemOption, questions, sumOf, WAYS } from "./fill.js";
import { kindOf, soFar, taken, toggled } from "./kinds.js";
import { named } from "./members.js";
import { schemaForm } from "./schema.js";
import { capital, listed } from "../words.js";

/** @import { Alternative, Answers, Asked, Entry, Question } from "./types.js" */
/** @import { Contract, Fault } from "./schema.js" */

/** @typedef {(answer: unknown) => void} Give */

const MANY = 12;
/** More than so many fold to the one that is chosen. */
const ROOM = 6;
/** Of more than so many the first `ROOM` stand there, and the others behind them. */
const CROWD = 8;
/** Of more than so many that all go it is their number that is told. */
const FEW_NAMES = 2;
/** Numbers that are chosen at one press each; more are counted up and down. */
const FEW = 8;

/** From so many characters on a title is told by its head, as long as heads tell the items apart. */
const LONG = 120;
/** @param {string} title */
export const headOf = (title) => (title.length > LONG ? title.split(": ")[0] : title);
/**
 * What stands on the items' buttons: the whole of it is told once it is chosen.
 * @param {Alternative[]} items
 */
function heads(items) {
  const whole = items.map((item) => item.title),
    short = whole.map(headOf);
  return new Set(short).size === items.length ? short : whole;
}

/**
 * @param {Asked<"one_of">} q
 * @param {string} label
 * @param {Give} give
 */
function oneOf(q, label, give) {
  if (q.choice.one_of.length > MANY)
    return html`<select
      aria-label=${label}
      @change=${(/** @type {Event} */ e) => valueOf(e) !== "" && give(Number(valueOf(e)))}
    >
      <option value="" .selected=${!q.answered}>Choose …</option>
      ${q.choice.one_of.map((item, i) => html`<option value=${i} .selected=${q.answer === i}>${item.title}</option>`)}
    </select>`;
  const titles = heads(q.choice.one_of),
    folds = titles.length > ROOM && q.answered && q.given,
    first = titles.length > CROWD ? ROOM : titles.length;
  // What is chosen stays the button that was pressed, with the focus that it has.
  /** @param {string} title @param {number} i */
  const pick = (title, i) =>
    folds && q.answer !== i
      ? nothing
      : html`<button
          class="pick"
          aria-pressed=${String(q.answer === i)}
          ?disabled=${q.forced}
          @click=${() => give(i)}
        >
          ${labelled(title)}
        </button>`;
  return html`<div class="picks" role="group" aria-label=${label}>
    ${titles.slice(0, first).map(pick)}
    ${
      first < titles.length
        ? html`<details ?open=${(q.answer ?? 0) >= first}>
            <summary ?hidden=${folds}>${titles.length - first} more</summary>
            ${titles.slice(first).map((title, i) => pick(title, first + i))}
          </details>`
        : nothing
    }
    ${
      folds
        ? html`<button class="txt" @click=${() => give(undefined)}>Choose another</button>`
        : nothing
    }
  </div>`;
}

/**
 * What is asked of a selection, and how far it is.
 * @param {Asked<"some_of">["choice"]} choice
 * @param {number[]} [answer]
 */
export function tally(choice, answer = []) {
  const [least, most] = bounds(choice),
    all = choice.some_of.length;
  if (all > FEW_NAMES && least < all && answer.length === all && choice.sum === undefined)
    return `All ${all} taken`;
  const size =
    least === most
      ? `exactly ${least}`
      : most < all
        ? `${least ? `${least} to` : "up to"} ${most}`
        : least
          ? `at least ${least}`
          : all > 1
            ? "as many as you like"
            : "if you like";
  const sum = choice.sum === undefined ? "" : `; ${sumOf(choice, answer)} of ${choice.sum} in all`;
  return `${answer.length} of ${all} chosen, ${size}${sum}`;
}

/**
 * @param {Asked<"some_of">} q
 * @param {string} label
 * @param {Give} give
 */
function someOf(q, label, give) {
  const answer = q.answer ?? [],
    [, most] = bounds(q.choice),
    all = q.choice.some_of.length;
  /** @param {number} i */
  const toggle = (i) =>
    give(answer.includes(i) ? answer.filter((j) => j !== i) : [...answer, i].sort((a, b) => a - b));
  if (!most) return html`<p class="lab">There is nothing to choose here now.</p>`;
  const picks = html`<div class="picks" role="group" aria-label=${label}>
    ${q.choice.some_of.map(
      (item, i) =>
        html`<button
          class="pick"
          aria-pressed=${String(answer.includes(i))}
          ?disabled=${q.forced || (!answer.includes(i) && answer.length >= most)}
          @click=${() => toggle(i)}
        >
          ${labelled(item.title)}
        </button>`,
    )}
  </div>`;
  return html`<p class="lab" role="status">
      ${tally(q.choice, answer)}
      ${
        most === all && all > 2 && answer.length < all && q.choice.sum === undefined
          ? html`<button class="txt" @click=${() => give(q.choice.some_of.map((_, i) => i))}>
              Choose all
            </button>`
          : nothing
      }
      ${
        q.forced
          ? nothing
          : // It keeps its place while there is nothing to clear, or what is chosen next would move.
            html`<button class="txt" ?disabled=${!answer.length} @click=${() => give([])}>
              Clear
            </button>`
      }
    </p>
    ${picks}`;
}

/**
 * A list that is put together: each item chosen, and filled in its turn.
 * @param {Asked<"list_of">} q
 * @param {string} label
 * @param {Give} give
 * @param {Contract | null} contract
 */
function listOf(q, label, give, contract) {
  const entries = q.answer ?? [],
    { list_of: kinds, max } = q.choice;
  /**
   * @param {Entry} entry
   * @param {number} i
   */
  const item = (entry, i) => {
    const option = itemOption(q.choice, entry);
    return html`<li>
      <b>${option.title}</b>
      <button class="txt" @click=${() => give(entries.toSpliced(i, 1))}>Take out</button>
      ${questions(option, entry.answers).map((inner) =>
        questionForm(
          { ...inner, depth: q.depth + inner.depth + 1 },
          named(inner.pointer),
          (value) =>
            give(
              entries.with(i, {
                ...entry,
                answers: answered(option, entry.answers, inner.pointer, value),
              }),
            ),
          contract,
        ),
      )}
    </li>`;
  };
  /** @param {Event} e */
  const add = (e) => {
    const place = valueOf(e);
    if (place === "") return;
    /** @type {HTMLSelectElement} */ (e.target).value = "";
    give([...entries, { item: Number(place), answers: {} }]);
  };
  return html`<ol class="items">
      ${entries.map(item)}
    </ol>
    ${
      entries.length < max
        ? html`<select aria-label=${`Add to: ${label}`} @change=${add}>
            <option value="">Add ${entries.length ? "another" : "one"} …</option>
            ${kinds.map((kind, i) => html`<option value=${i}>${kind.title}</option>`)}
          </select>`
        : nothing
    }`;
}

/**
 * @param {Asked<"integer">} q
 * @param {string} label
 * @param {Give} give
 */
function integer(q, label, give) {
  const { min, max } = q.choice.integer;
  if (max - min < FEW)
    return html`<div class="picks" role="group" aria-label=${label}>
      ${Array.from({ length: max - min + 1 }, (_, i) => min + i).map(
        (n) =>
          html`<button
            class="pick"
            aria-pressed=${String(q.answer === n)}
            ?disabled=${q.forced}
            @click=${() => give(n)}
          >
            ${n}
          </button>`,
      )}
    </div>`;
  // Before anything is chosen the first step is to the least, and up from nothing to one.
  const [less, more] =
    q.answer === undefined ? [min, Math.min(max, Math.max(min, 1))] : [q.answer - 1, q.answer + 1];
  /**
   * @param {number} to
   * @param {string} sign
   * @param {string} name
   */
  const button = (to, sign, name) =>
    html`<button
      class="btn"
      aria-label=${name}
      ?disabled=${to < min || to > max || q.forced}
      @click=${() => give(to)}
    >
      ${sign}
    </button>`;
  return html`<div class="stepper">
    ${button(less, "−", "One less")}<input
      type="number"
      aria-label=${`${label}, ${min} to ${max}`}
      min=${min}
      max=${max}
      .value=${String(q.answer ?? "")}
      placeholder=${`${min} to ${max}`}
      ?disabled=${q.forced}
      @input=${(/** @type {Event} */ e) => give(valueOf(e) === "" ? undefined : Math.trunc(Number(valueOf(e))))}
    />${button(more, "+", "One more")}
  </div>`;
}

/**
 * @param {Asked<"text">} q
 * @param {string} label
 * @param {Give} give
 */
const text = (q, label, give) =>
  html`<textarea
    aria-label=${label}
    maxlength=${q.choice.text.max}
    rows="2"
    .value=${q.answer ?? ""}
    @input=${(/** @type {Event} */ e) => give(valueOf(e))}
  ></textarea>`;

/**
 * @param {Question} q
 * @param {string} label
 * @param {Give} give
 * @param {Contract | null} contract
 * @param {Fault | null} fault
 */
function form(q, label, give, contract, fault) {
  switch (q.kind) {
    case "one_of":
      return oneOf(q, label, give);
    case "some_of":
      return someOf(q, label, give);
    case "list_of":
      return listOf(q, label, give, contract);
    case "integer":
      return integer(q, label, give);
    case "text":
      return text(q, label, give);
    default:
      return schemaForm(contract, q.choice.schema, q.answer, give, fault);
  }
}

/** Where one goes on: what wants an answer, and what may have one. @param {Question} q */
const look = ({ answered, given, forced }) =>
  answered ? (given || forced ? "" : " may-be") : " open";

/**
 * `label`: what is asked for; `give(answer)`: the answer as play/fill.js keeps it; `contract`:
 * openapi.json, once it is read; `fault`: what the server found wrong at a place within the answer;
 * `said`: whether what stands above the form says the label already.
 * @param {Question} q
 * @param {string} label
 * @param {Give} give
 * @param {Contract | null} contract
 * @param {Fault | null} [fault]
 * @param {boolean} [said]
 * @returns {import("../vendor/lit-html/lit-html.js").TemplateResult}
 */
export function questionForm(q, label, give, contract, fault = null, said = false) {
  return html`<fieldset class=${`q d${Math.min(q.depth, 2)}${look(q)}`} data-question=${q.pointer}>
    <legend class=${said ? "vh" : ""}>${coded(label)}</legend>
    ${form(q, label, give, contract, fault)}
    ${fault && q.kind !== "schema" ? html`<small class="fault" role="alert">${capital(fault[1])}</small>` : nothing}
  </fieldset>`;
}

/** @param {Question} q @returns {q is Asked<"some_of">} */
const isCompany = (q) => q.kind === "some_of" && goesAlong(q) && q.choice.some_of.length > 0;
/**
 * Those who go along, where all may go: they do unless some are left out, and the way is what is asked.
 * @param {readonly Question[]} all
 * @returns {Asked<"some_of">[]}
 */
export function company(all) {
  const found = all.filter(isCompany),
    may = found.every((q) => bounds(q.choice)[1] === q.choice.some_of.length);
  return may && all.some(({ pointer }) => WAYS.includes(pointer)) ? found : [];
}

/**
 * Who of a company goes: "all 6 units", "Caesar".
 * @param {Asked<"some_of">} q
 * @param {string} label
 */
function going({ choice, answer = [] }, label) {
  const all = choice.some_of.length,
    what = label.replace(/^The /, "").replace(/ (that|who) .*/, "");
  if (answer.length < all) return [`${answer.length} of ${all} ${what}`];
  return all > FEW_NAMES
    ? [`all ${all} ${what}`]
    : choice.some_of.map(({ title }) => title.split(/[:,]/)[0]);
}

/**
 * Who goes along, in one line while all do; their questions are under it.
 * @param {Asked<"some_of">[]} of
 * @param {(q: Question) => string} label
 * @param {unknown} forms
 */
export const companyForm = (of, label, forms) =>
  html`<details
    class="company"
    ?open=${of.some((q) => q.answer?.length !== q.choice.some_of.length)}
  >
    <summary>
      With
      ${listed(of.flatMap((q) => going(q, label(q))))}${of.every((q) => q.forced) ? nothing : html` <span class="opens">Leave some out</span>`}
    </summary>
    ${forms}
  </details>`;

/**
 * Things of several kinds, to be taken and given back: a row for each kind, always all of them.
 * `words`: what a place is for; `fill(answers)`: several answers at once.
 * @param {Asked<"one_of">} q
 * @param {readonly Question[]} all
 * @param {{ words: (pointer: string) => string, fill: (answers: Answers) => void }} given
 */
export function kindsForm(q, all, { words, fill }) {
  const items = q.choice.one_of,
    now = taken(q, all),
    titles = items.map((item) => item.title),
    sum = soFar(
      titles,
      now.map((i) => titles[i]),
    );
  return html`<fieldset class=${`q${q.answered ? "" : " open"}`} data-question=${q.pointer}>
    <legend>${words(q.pointer)}</legend>
    ${sum ? html`<p class="lab" role="status">${sum}</p>` : nothing}
    ${[...Map.groupBy(items.keys(), (i) => kindOf(items[i]))].map(([kind, own]) => {
      const label = words(`${q.pointer}/${kind}`);
      return html`<p class="lab">${label}</p>
        <div class="picks" role="group" aria-label=${label}>
          ${own.map(
            (i) =>
              html`<button
                class="pick"
                aria-pressed=${String(now.includes(i))}
                @click=${() => fill(toggled(q, all, i))}
              >
                ${labelled(titles[i])}
              </button>`,
          )}
        </div>`;
    })}
  </fieldset>`;
}
