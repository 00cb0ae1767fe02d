// Act: the order that is being filled, what would come of it, and the buttons that send it.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coded } from "../parts/codes.js";
import { more } from "../parts/more.js";
import { die } from "../parts/die.js";
import { count, listed, within } from "../words.js";
import { enterForm, enterWords } from "./enter.js";
import { eventPicker } from "./event.js";
import { asks, openQuestions, questions } from "./fill.js";
import { modifiersOf, oddsBars } from "./odds.js";
import { isOfAnother, isOfKinds, placeOf } from "./kinds.js";
import { company, companyForm, headOf, kindsForm, questionForm } from "./question.js";
import { rewindPanel, rewindsTo } from "./rewind.js";
import { isNow } from "./tray.js";

/** @import { Step } from "../renderer.js" */
/** @import { Acts, Forecast, Foreseen, Open, Problem, Question, Tell, TurnState } from "./types.js" */
/** @import { Members } from "./members.js" */
/** @import { Contract, Fault } from "./schema.js" */
/** @import { Turn } from "./turn.js" */

/**
 * What stops odds from being told is no refusal: what one cannot see, a server that is busy or gone.
 * @param {Problem | null | undefined} problem
 */
const untold = (problem) => problem && [0, 403, 429, 503].includes(problem.status);
/** Whether it rests on what one cannot see. @param {Problem | null | undefined} problem */
const isHidden = (problem) => problem?.status === 403;

/**
 * What the server found wrong within the answer to a question: [pointer into the answer, what].
 * @param {Problem | null | undefined} problem
 * @param {string} pointer
 * @returns {Fault | null}
 */
function faultAt(problem, pointer) {
  for (const error of problem?.errors ?? []) {
    const place = error.pointer.replace(/^(\/commands\/\d+)?\/command/, "");
    if (place === pointer || place.startsWith(`${pointer}/`))
      return [place.slice(pointer.length), error.detail];
  }
  return null;
}

/**
 * `hides`: whether something of it is laid face down; `others`: who is awaited for the same; `thrown`:
 * whether orders of this kind have thrown dice.
 * @param {Forecast} forecast
 * @param {{ hides: boolean, others: string[], thrown: boolean, tell: Tell, name: (seat: string) => string }} given
 */
function foreseen({ answer, problem }, { hides, others, thrown, tell, name }) {
  if (isHidden(problem))
    return hides
      ? nothing
      : html`<h3>Possible outcomes</h3>
          <p class="note">
            Something that lies face down decides it, so no odds can be told. Dice may be thrown.
          </p>`;
  if (untold(problem))
    return html`<h3>Possible outcomes</h3>
      <p class="note">
        The odds are not available now: ${problem?.detail || problem?.title} You can send the order
        all the same.
      </p>`;
  if (problem)
    return html`<h3>Not allowed</h3>
      <p class="warn">${problem.detail || problem.title}</p>
      ${problem.rule ? html`<p class="lab">${problem.rule.id}: ${problem.rule.title}</p>` : nothing}`;
  if (!answer) return html`<p class="lab working" role="status">Working out the odds</p>`;
  if (answer.kind === "later")
    return html`<h3>Possible outcomes</h3>
      <p class="note">
        They depend on the orders before this one. Send those first to see its odds.
      </p>`;
  if (answer.kind === "opens")
    return html`<h3>The outcome</h3>
      <p class="note">It opens what is sealed. You see what that was once it is done.</p>`;
  if (answer.kind === "odds") return oddsBars(answer.odds, tell, name);
  return html`<h3>${hides ? "Your own log will read" : "The log will read"}</h3>
    <blockquote>${answer.text.map((line) => html`<p>${line}</p>`)}</blockquote>
    ${
      others.length
        ? html`<p class="note">
            Once all have answered, dice may be thrown. Still to answer: ${listed(others)}.
          </p>`
        : thrown
          ? html`<p class="safe"><b>No dice are thrown with it.</b></p>`
          : nothing
    }`;
}

/**
 * An answer in words.
 * @param {Question} q
 */
function answerWords(q) {
  if (q.answer === undefined) return "";
  if (q.kind === "one_of") return q.choice.one_of[q.answer].title;
  if (q.kind === "some_of") return listed(q.answer.map((i) => q.choice.some_of[i].title)) || "none";
  if (q.kind === "list_of")
    return listed(q.answer.map((entry) => q.choice.list_of[entry.item].title)) || "none";
  return String(q.answer);
}

/**
 * An answer whose words are many, under its head.
 * @param {string} words
 * @param {boolean} shown  whether they are to be read at once
 */
function folded(words, shown) {
  const head = headOf(words);
  return head === words
    ? words
    : html`<details ?open=${shown}>
        <summary>${head}</summary>
        <p>${words.slice(head.length + 2)}</p>
      </details>`;
}

/**
 * What is laid face down, as its owner alone sees it; a lone answer stands under its question, and
 * need not be named again. `opens`: whether what others laid may be opened with it.
 * @param {Question[]} hidden
 * @param {(q: Question) => string} label
 * @param {{ told: boolean, opens: boolean }} given  `told`: whether the log that will be read tells it too
 */
const laid = (hidden, label, { told, opens }) =>
  html`${
      hidden.length
        ? html`<h3>You lay face down</h3>
            <dl class="laid">
              ${hidden.map(
                (q) =>
                  html`<div>
                    <dt class=${hidden.length > 1 ? "" : "vh"}>${label(q)}</dt>
                    <dd>${folded(answerWords(q), !told)}</dd>
                  </div>`,
              )}
            </dl>`
        : nothing
    }
    <p class="lab">
      The others see that you have laid something, not what.
      ${opens ? "With the last answer all are opened, and dice may be thrown." : nothing}
    </p>`;

/** Whether nothing is chosen because nothing need be. @param {Question} q */
const isSkipped = (q) =>
  asks(q) && q.answered && !q.forced && (!q.given || (q.kind === "some_of" && !q.answer?.length));

/**
 * Questions that have no answer, said where the order is sent, for they may stand out of sight; each
 * is a way to it, and there it is said whole.
 * @param {string} what
 * @param {Question[]} of
 * @param {(q: Question) => string} label
 * @param {Acts} act
 */
const unanswered = (what, of, label, act) =>
  html`<p class=${of.every((q) => q.answered) ? "skipped" : "skipped wanting"}>
    <b>${what}:</b> ${of.map(
      (q) =>
        html`<button class="txt" data-ask=${q.pointer} @click=${() => act.ask(q.pointer)}>
          ${label(q).split(",")[0]}
        </button>`,
    )}
  </p>`;

/** Whether dice are known to fall with it. @param {Foreseen | null | undefined} answer */
const falls = (answer) =>
  answer?.kind === "odds" && (!answer.odds.exact || answer.odds.branches > 1);

/**
 * What it is to have sent it.
 * @param {Forecast} forecast
 * @param {boolean} hides
 */
function sentWords({ answer }, hides) {
  if (answer?.kind === "opens") return html`<b>What is opened stays open.</b>`;
  if (falls(answer)) return html`<b>Once thrown, it stands.</b>`;
  return hides ? html`<b>Once laid, it stands.</b>` : "Once sent, it is in the log for good.";
}

/**
 * What it costs to be wrong; `alone`: whether it is the only thing to do.
 * @param {boolean} composed
 * @param {boolean} hides
 * @param {Forecast | null} forecast
 * @param {{ goesOn: boolean, alone: boolean }} given
 */
function cost(composed, hides, forecast, { goesOn, alone }) {
  if (!forecast) return html`<p class="safe"><b>Nothing is sent yet.</b></p>`;
  if (goesOn)
    return html`<p class="safe">
      Or choose the next on the board: this one is kept, and sent with it.
    </p>`;
  if (composed) return html`<p class="final">Once sent, they are in the log for good.</p>`;
  return html`<p class="final">
    ${sentWords(forecast, hides)} ${alone ? nothing : "Added, it waits to be sent with others."}
  </p>`;
}

/**
 * The buttons while dice are typed in.
 * @param {Turn} turn
 * @param {import("./types.js").Entering} entering
 * @param {boolean} offline
 * @param {Acts} act
 */
const entryButtons = (turn, entering, offline, act) =>
  html`<button
      class="btn throw"
      data-enter
      ?disabled=${!turn.entry.whole || turn.state.sending || offline}
      @click=${act.send}
    >
      ${turn.entry.whole ? enterWords(entering) : "Enter them"}
    </button>
    <p class="final"><b>Entered dice stand.</b> The result is applied at once.</p>
    <button class="btn" @click=${act.enter}>Throw here instead</button>
    <button class="btn" @click=${act.drop}>Cancel <kbd>Esc</kbd></button>`;

/**
 * `asked`: what is still to be chosen; `lay`: what lays it face down, empty where nothing is hidden.
 * @typedef {object} Pressed
 * @property {Question[]} asked
 * @property {(q: Question) => string} label
 * @property {string} lay
 * @property {boolean} offline
 * @property {boolean} rests
 * @property {boolean} mayEnter
 * @property {boolean} goesOn
 * @property {boolean} alone
 */

/**
 * @param {TurnState} state
 * @param {Pressed} given
 * @param {Acts} act
 */
function buttons(
  { orders, forecast, sending },
  { asked, label, lay, offline, rests, mayEnter, goesOn, alone },
  act,
) {
  const composed = orders.length > 0,
    throws = falls(forecast?.answer),
    barred = sending || asked.length > 0 || Boolean(forecast?.problem && !untold(forecast.problem)),
    stopped = barred || offline || rests || !forecast || !(forecast.answer || forecast.problem);
  const later = alone
    ? nothing
    : html`<button
        class=${composed || goesOn ? "btn" : "btn quiet"}
        data-later
        ?disabled=${barred}
        @click=${act.add}
      >
        Add to my orders
      </button>`;
  const send = throws
    ? html`<button
        class="btn throw"
        data-throw
        ?disabled=${stopped}
        @click=${(/** @type {MouseEvent} */ e) =>
          // A second tap of the same finger was meant for what stood here before.
          e.detail < 2 && act.send()}
      >
        <span aria-hidden="true">${die({ die: "d6", face: 5 })}</span>
        ${sending ? "Throwing" : "Throw"} <kbd>t</kbd>
      </button>`
    : html`<button class="btn do" data-send ?disabled=${stopped} @click=${act.send}>
        ${composed ? `Send ${count(orders.length + 1, "order")}` : lay || "Send"}
      </button>`;
  const enter =
    mayEnter && !composed && throws && !barred
      ? html`<button class="btn" data-entering ?disabled=${stopped} @click=${act.enter}>
          Enter dice thrown elsewhere
        </button>`
      : nothing;
  return html`${send}${later}${enter}
    <button class="btn" ?disabled=${sending} @click=${act.drop}>Cancel <kbd>Esc</kbd></button>
    ${
      offline
        ? html`<p class="final"><b>No connection to the server.</b> The order is kept here.</p>`
        : asked.length
          ? unanswered("Still to choose", asked, label, act)
          : cost(composed, lay !== "", forecast, { goesOn, alone })
    }`;
}

/**
 * Whether an order's title has all the words of what it asks for.
 * @param {string} title
 * @param {string} label
 */
function saysIt(title, label) {
  const words = new Set(title.toLowerCase().match(/\w+/g));
  return (label.toLowerCase().match(/\w+/g) ?? []).every(
    (word) => word === "the" || words.has(word),
  );
}

/**
 * What an order does, and behind it, smaller, what it is worth or why.
 * @param {Open["option"]} option
 */
function heading({ title }) {
  const [deed, ...behind] = title.split(": ");
  return html`<h2 tabindex="-1">
    ${coded(deed)}${behind.length ? html`: <small>${coded(behind.join(": "))}</small>` : nothing}
  </h2>`;
}

/** Where the log's words will stand, until all that they are made of is chosen. */
const unwritten = html`<h3>The log will read</h3>
  <p class="note">Its words are shown here before you send it.</p>`;

/**
 * @typedef {object} Given
 * @property {Tell} tell  an outcome in the renderer's words
 * @property {(seat: string) => string} name  a seat as the player calls it
 * @property {Contract | null} contract  openapi.json, once it is read
 * @property {Members} members  what the places of the game's commands are for
 * @property {string[]} others  the titles of the seats that are awaited for the same
 * @property {boolean} offline
 * @property {boolean} rests  whether the server wants to be left alone
 * @property {boolean} mayEnter  whether dice that were thrown elsewhere may be typed in
 * @property {boolean} goesOn  whether it is kept when the next is begun
 * @property {Step[]} steps  the campaign's
 * @property {boolean} peeked  whether the board is shown as after a rewind
 */
/**
 * @param {Turn} turn
 * @param {Open} open
 * @param {Given} given
 * @param {Acts} act
 */
export function actPanel(turn, open, given, act) {
  const { state } = turn,
    { tell, name, contract, members, others, offline, rests, mayEnter, goesOn, steps } = given,
    { forecast, entering } = state,
    { option, answers } = open,
    { type } = option.command,
    to = rewindsTo(open),
    all = questions(option, answers),
    asked = openQuestions(option, answers),
    skipped = all.filter((q) => isSkipped(q) && !isOfAnother(q, all)),
    hidden = all.filter(
      (q) => members.seals(type, q.pointer.split("/")[1]) && (q.given || !isOfAnother(q, all)),
    ),
    sure = forecast?.answer?.kind === "certain" ? forecast.answer : null,
    hides = sure?.hides || members.seals(type),
    // The column beside a text is there from the first: the text keeps its width while it is written.
    writes = all.some((q) => q.kind === "text"),
    about = members.seals(type) ? members.about(type) : "",
    lay = !hides ? "" : all.length ? "Lay it face down" : `${option.title}, face down`,
    thrown = steps.some(({ event, dice }) => dice.length > 0 && event.command.type === type),
    // With nothing else to be done there is nothing that it could be sent with.
    alone = !state.orders.length && state.items?.filter(isNow).length === 1;
  /** @param {Question} q */
  const label = (q) => members.words(type, placeOf(q));
  const along = company(all);
  /** @param {Question} q */
  const form = (q) => {
    const give = (/** @type {unknown} */ value) => act.answer(q.pointer, value),
      fault = faultAt(forecast?.problem, q.pointer);
    return html`${questionForm(q, label(q), give, contract, fault, saysIt(option.title, label(q)))}${eventPicker(type, q, steps, give)}`;
  };
  return html`<div class=${entering ? "act entering" : "act"}>
    <div>
      <p class="lab">${coded(option.rule)}</p>
      ${heading(option)} ${about ? html`<p class="note">${coded(about)}</p>` : nothing}
      ${all
        .filter((q) => asks(q) && !isOfAnother(q, all))
        .map((q) => {
          if (isOfKinds(q))
            return kindsForm(q, all, {
              words: (pointer) => members.words(type, pointer),
              fill: act.fill,
            });
          if (!along.some((one) => one === q)) return form(q);
          return q === along[0] ? companyForm(along, label, along.map(form)) : nothing;
        })}
      ${more}
    </div>
    ${!entering && forecast?.answer?.kind === "odds" ? modifiersOf(forecast.answer.odds) : nothing}
    ${
      entering || forecast || to !== null || writes
        ? html`<div>
            ${
              entering
                ? enterForm(entering, act)
                : forecast
                  ? html`${
                      hides
                        ? laid(hidden, label, {
                            told: sure !== null,
                            opens: isHidden(forecast.problem),
                          })
                        : nothing
                    }${foreseen(forecast, { hides, others, thrown, tell, name })}`
                  : unwritten
            }
            ${to === null ? nothing : rewindPanel(to, given, act)} ${more}
          </div>`
        : nothing
    }
    <div class="lasts">
      ${entering ? entryButtons(turn, entering, offline, act) : buttons(state, { asked, label, lay, offline, rests, mayEnter, goesOn, alone }, act)}
      ${skipped.length && !asked.length ? unanswered(lay ? "Laid without" : "Sent without", skipped, (q) => within(label(q)), act) : nothing}
    </div>
  </div>`;
}
