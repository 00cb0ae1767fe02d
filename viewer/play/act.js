// Act: the order that is being filled, what would come of it, and the buttons that send it.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { die } from "../parts/die.js";
import { fraction, listed } from "../words.js";
import { enterForm, enterWords } from "./enter.js";
import { openQuestion, questions } from "./fill.js";
import { certainOf, oddsBars } from "./odds.js";
import { named, questionForm } from "./question.js";
import { rewindPanel, rewindsTo } from "./rewind.js";

/** @import { Step } from "../renderer.js" */
/** @import { Acts, Forecast, Open, Problem, Tell, TurnState } from "./types.js" */
/** @import { Contract, Fault } from "./schema.js" */
/** @import { Turn } from "./turn.js" */

/**
 * What stops odds from being told is no refusal: what one cannot see, a server that is busy or gone.
 * @param {Problem | null | undefined} problem
 */
const untold = (problem) => problem && [0, 403, 429, 503].includes(problem.status);

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
 * Who else may be the last to answer: "the Samnites or Rome".
 * @param {string[]} names
 */
const either = (names) => listed(names).replace(" and ", " or ");

/**
 * @param {Forecast} forecast
 * @param {string[]} others
 * @param {Tell} tell
 * @param {(seat: string) => string} name
 */
function foreseen({ answer, problem }, others, tell, name) {
  if (problem?.status === 403)
    return html`<h3>What may come of it</h3>
      <p class="note">
        It rests on what you cannot see, such as what others have laid face down. Dice may fall with
        it, so your browser’s entropy goes with it.
      </p>`;
  if (untold(problem))
    return html`<h3>What may come of it</h3>
      <p class="note">
        The odds cannot be told now: ${problem?.detail || problem?.title} It can be sent all the
        same.
      </p>`;
  if (problem)
    return html`<h3>It would be refused</h3>
      <p class="warn">${problem.detail || problem.title}</p>
      ${problem.rule ? html`<p class="lab">${problem.rule.id}: ${problem.rule.title}</p>` : nothing}`;
  if (!answer) return html`<p class="lab" role="status">Counting what may come of it</p>`;
  if (answer.kind === "later")
    return html`<h3>What may come of it</h3>
      <p class="note">
        It rests on your orders before it. Send those first, and its odds can be counted.
      </p>`;
  if (answer.kind === "opens")
    return html`<h3>What comes of it</h3>
      <p class="note">It opens what is sealed now. What that is shows once it is done.</p>`;
  if (answer.kind === "odds") return oddsBars(answer.odds, tell, name);
  return html`<h3>In the log it will stand</h3>
    <blockquote>${answer.text.map((line) => html`<p>${line}</p>`)}</blockquote>
    ${
      others.length
        ? html`<p class="note">
            If ${either(others)} answers before you, dice may fall with your answer.
          </p>`
        : html`<p class="safe"><b>No die falls.</b></p>`
    }`;
}

/**
 * What it costs to be wrong.
 * @param {boolean} whole
 * @param {boolean} composed
 * @param {Forecast | null} forecast
 */
function cost(whole, composed, forecast) {
  if (!whole || composed || !forecast) return html`<p class="safe"><b>Nothing is sent yet.</b></p>`;
  if (forecast.answer?.kind === "opens")
    return html`<p class="final"><b>What is opened stays open.</b> It cannot be taken back.</p>`;
  if (forecast.answer?.kind !== "certain")
    return html`<p class="final">
      <b>A thrown die stays thrown.</b> It cannot be taken back. Your browser adds fresh entropy of
      its own.
    </p>`;
  return forecast.answer.hides
    ? html`<p class="final">
        <b>It is laid face down:</b> others see that you laid something, not what. Once laid, it
        stands.
      </p>`
    : html`<p class="final">Once sent it stands in the log.</p>`;
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
      ?disabled=${!turn.enterable || turn.state.sending || offline}
      @click=${act.send}
    >
      ${turn.enterable ? enterWords(entering) : "Enter them"}
    </button>
    <p class="final"><b>An entered die stays entered.</b> The result is applied at once.</p>
    <button class="btn" @click=${act.enter}>Throw here instead</button>
    <button class="btn" @click=${act.drop}>Drop it <kbd>Esc</kbd></button>`;

/**
 * @param {Open} open
 * @param {TurnState} state
 * @param {boolean} offline
 * @param {boolean} mayEnter
 * @param {Acts} act
 */
function buttons(open, { orders, forecast, sending, reading }, offline, mayEnter, act) {
  const asked = openQuestion(open.option, open.answers),
    composed = orders.length > 0,
    certain = forecast?.answer?.kind === "certain" ? forecast.answer : null,
    barred = sending || asked !== null || Boolean(forecast?.problem && !untold(forecast.problem)),
    stopped = barred || reading || offline || (forecast && !forecast.answer && !forecast.problem);
  const send = composed
    ? nothing
    : certain || !forecast || forecast.answer?.kind === "opens"
      ? html`<button class="btn do" data-send ?disabled=${stopped || !forecast} @click=${act.send}>
          ${certain?.hides ? "Lay it face down" : "Send it"}
        </button>`
      : html`<button class="btn throw" data-throw ?disabled=${stopped} @click=${act.send}>
          <span aria-hidden="true">${die({ die: "d6", face: 5 })}</span>
          ${sending ? "Thrown, waiting" : "Throw"} <kbd>t</kbd>
        </button>`;
  const price = offline
    ? html`<p class="final"><b>No line to the server.</b> It is kept here.</p>`
    : cost(asked === null, composed, forecast);
  const enter =
    mayEnter && !composed && forecast && !certain && !barred && forecast.answer?.kind !== "opens"
      ? html`<button class="btn" data-entering ?disabled=${stopped} @click=${act.enter}>
          Enter dice thrown elsewhere
        </button>`
      : nothing;
  return html`${send}${composed ? nothing : price}${enter}
    <button class=${composed ? "btn do" : "btn"} ?disabled=${barred} @click=${act.add}>
      ${composed ? `Add to orders (${orders.length + 1})` : "Send it later"}
    </button>
    <button class="btn" ?disabled=${sending} @click=${act.drop}>Drop it <kbd>Esc</kbd></button>
    ${composed ? price : nothing}`;
}

/**
 * `tell(outcome)`: an outcome in the renderer's words; `name(seat)`: a seat as the player calls it; `contract`: openapi.json, once it is read;
 * `others`: the titles of the seats that are awaited for the same; `mayEnter`: whether dice that
 * were thrown elsewhere may be typed in; `steps` the campaign's, `peeked` whether the board is shown
 * as after a rewind.
 * @param {Turn} turn
 * @param {Open} open
 * @param {{ tell: Tell, name: (seat: string) => string, contract: Contract | null, others: string[], offline: boolean, mayEnter: boolean, steps: Step[], peeked: boolean }} given
 * @param {Acts} act
 */
export function actPanel(turn, open, given, act) {
  const { state } = turn,
    { tell, name, contract, others, offline, mayEnter } = given,
    { forecast, entering } = state,
    to = rewindsTo(open),
    asked = openQuestion(open.option, open.answers);
  return html`<div class="act">
    <div>
      <p class="lab">${fraction(open.option.rule)}</p>
      <h2 tabindex="-1">${open.option.title}</h2>
      ${questions(open.option, open.answers).map((q) =>
        questionForm(
          q,
          (value) => act.answer(q.pointer, value),
          contract,
          faultAt(forecast?.problem, q.pointer),
        ),
      )}
    </div>
    ${!entering && forecast?.answer?.kind === "odds" ? certainOf(forecast.answer.odds) : nothing}
    <div>
      ${entering ? enterForm(entering, act) : forecast ? foreseen(forecast, others, tell, name) : asked ? html`<p class="note">Still to choose: ${named(asked.pointer).toLowerCase()}.</p>` : nothing}
      ${to === null ? nothing : rewindPanel(to, given, act)}
    </div>
    <div class="lasts">
      ${entering ? entryButtons(turn, entering, offline, act) : buttons(open, state, offline, mayEnter, act)}
    </div>
  </div>`;
}
