// Odds: what may come of a throw: a bar an outcome with what it costs, the worst, and what is added.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coded } from "../parts/codes.js";
import { drawn } from "../parts/die.js";
import { more } from "../parts/more.js";
import { sum } from "../parts/sum.js";
import { capital, count, fraction, listed, minus, signed } from "../words.js";
import { chance, share, under } from "./chance.js";

/** @import { Odds, Tell } from "./types.js" */
/** @typedef {Odds["outcomes"][number]} Told */
/** @typedef {(seat: string) => string} Name  a seat as the player calls it: `YOU` for their own */

const MOST_BARS = 6;
const MOST_OTHERS = 40;
const MOST_SIDES = 3;
/** What a player's own seat is called. */
export const YOU = "You";

/**
 * A bar; its length is a share of the whole.
 * @param {number} part
 */
const length = (part) =>
  html`<svg class="b" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width=${part} height="1" />
  </svg>`;

/**
 * Faces as one says them: "1 or 2", "3 to 6".
 * @param {readonly number[]} faces
 */
function facesWords(faces) {
  const row = faces.length > 2 && faces.at(-1) === faces[0] + faces.length - 1;
  return row
    ? `${faces[0]} to ${faces.at(-1)}`
    : listed(faces.map(String)).replace(/ and (?=[^ ]+$)/, " or ");
}

/**
 * What the seats gain and lose, the player first: "You: Strength on the map 24 → 20".
 * @param {Told["swings"]} swings
 * @param {Name} name
 */
const swingWords = (swings, name) =>
  [...Map.groupBy(swings, (s) => name(s.seat))]
    .toSorted(([one], [other]) => Number(other === YOU) - Number(one === YOU))
    .map(
      ([who, own]) =>
        html`<span class=${who === YOU ? "swing own" : "swing"}
          ><b>${who}</b>: ${changes(own)}</span
        >`,
    );

/** "Strength on the map 24 → 20; Units 6 → 4". @param {Told["swings"]} swings */
const changes = (swings) =>
  swings.map(
    ({ title, before, after, loss }, i) =>
      html`${i ? "; " : ""}${title} ${minus(before)}<span aria-hidden="true"> → </span
        ><span class="vh"> to </span><b class=${loss ? "lost" : ""}>${minus(after)}</b>`,
  );

/**
 * What every outcome brings, so that it is said once.
 * @param {readonly Told[]} outcomes
 */
const inCommon = ([first, ...others]) =>
  others.length ? first.swings.filter((s) => others.every((o) => brings(o.swings, s))) : [];
/**
 * @param {Told["swings"]} swings
 * @param {Told["swings"][number]} one
 */
const brings = (swings, one) => swings.some((s) => JSON.stringify(s) === JSON.stringify(one));

/**
 * What an outcome is and what it costs. Of the worst, what the player loses stands over the bars.
 * @param {Told} told
 * @param {Told["swings"]} always  what comes whatever the outcome
 * @param {boolean} worst
 * @param {Tell} tell
 * @param {Name} name
 */
function outcomeOf(told, always, worst, tell, name) {
  const { ends } = told,
    swings = told.swings.filter((s) => !brings(always, s) && !(worst && name(s.seat) === YOU)),
    won = ends?.winners.length ? `${listed(ends.winners.map(name))} won` : "nobody has won";
  return html`<p>${tell(told)}</p>
    ${swings.length ? html`<p>${swingWords(swings, name)}</p>` : nothing}
    ${ends ? html`<p><b>The game is over</b>: ${won}.</p>` : nothing}`;
}

/**
 * How probable an outcome is, and on which faces it comes: drawn, where they are those of a d6.
 * @param {Told} told
 * @param {Scale} scale
 */
function chanceOf({ probability, faces }, { of, six }) {
  const said = chance(probability, of);
  if (!faces.length) return said;
  return six
    ? html`${said} <span class="vh">on ${facesWords(faces)}</span>
        <span class="pips" aria-hidden="true"
          >${faces.map((face) => drawn({ die: "d6", face }))}</span
        >`
    : html`${said} <small>on ${facesWords(faces)}</small>`;
}

/**
 * What the chances of a panel are told in, and whether one d6 decides them.
 * @typedef {{ of: number, six: boolean }} Scale
 */
/**
 * @param {readonly Told[]} outcomes
 * @returns {Scale}
 */
const scaleOf = (outcomes) => ({
  of: under(outcomes.map((o) => o.probability)),
  six: String(outcomes.flatMap(({ faces }) => faces).toSorted()) === "1,2,3,4,5,6",
});

/** An outcome's words up to its first colon: who wins, where its cost stands behind that. @param {string} said */
const headOf = (said) => said.split(": ", 1)[0];

/**
 * What outcomes are told by: where all begin alike, which stands over them, by what comes after that.
 * @param {readonly Told[]} outcomes
 * @param {Tell} tell
 * @returns {Tell}
 */
function apart(outcomes, tell) {
  const heads = new Set(outcomes.map((told) => headOf(tell(told)))),
    after = (/** @type {Told} */ told) => tell(told).slice(headOf(tell(told)).length + 2);
  return outcomes.length > 1 && heads.size === 1 && outcomes.every(after)
    ? (told) => capital(after(told))
    : tell;
}

/**
 * How often each side of it comes, where several outcomes begin alike.
 * @param {readonly Told[]} outcomes
 * @param {Scale} scale
 * @param {Tell} tell
 */
function inShort(outcomes, { of }, tell) {
  const sides = [...Map.groupBy(outcomes, (told) => headOf(tell(told)))],
    even = outcomes.every(({ probability }) => of % Number(probability.split("/")[1] ?? 1) === 0);
  if (!even || sides.length > MOST_SIDES || sides.length === outcomes.length) return nothing;
  return html`<p class="short">
    ${sides.map(([head, own]) => {
      const part = own.reduce((whole, o) => whole + share(o.probability), 0);
      return html`<span><b>${chance(`${Math.round(part * of)}/${of}`, of)}</b> ${head}</span>`;
    })}
  </p>`;
}

/**
 * What the player's seat may lose; nothing where the first bar below would say the same. `all`: whether
 * every way that the dice may fall was looked at.
 * @param {Told} told
 * @param {boolean} first  whether it has that bar
 * @param {boolean} all
 * @param {Scale} scale
 * @param {Tell} tell
 * @param {Name} name
 */
function atWorst(told, first, all, scale, tell, name) {
  const own = told.swings.filter((s) => name(s.seat) === YOU),
    lost = told.ends && !told.ends.winners.some((seat) => name(seat) === YOU);
  if (first && !lost && !own.length) return nothing;
  return html`<p class="worst">
    <b
      >${all ? "At worst" : "The worst that was found"}${!lost && own.length ? " for you" : nothing}</b
    >, ${chanceOf(told, scale)}:
    ${
      lost
        ? "the game is lost."
        : own.length
          ? html`<span class="swing own">${changes(own)}</span>`
          : `${tell(told)}.`
    }
  </p>`;
}

/**
 * @param {number} part
 * @param {unknown} said
 * @param {unknown} what
 * @param {string} [look]
 */
const bar = (part, said, what, look = "") =>
  html`<li class=${look}>
    ${length(part)}<b class="pr">${said}<span class="vh">: </span></b>
    <div>${what}</div>
  </li>`;

/**
 * @param {readonly Told[]} outcomes
 * @param {number} of  what the chances of this panel are told in
 * @param {string} noun
 * @param {Tell} tell
 */
const folded = (outcomes, of, noun, tell) =>
  html`<details>
    <summary>${count(outcomes.length, noun)}</summary>
    <ul class="others">
      ${outcomes.slice(0, MOST_OTHERS).map((o) => html`<li><b>${chance(o.probability, of)}</b>: ${tell(o)}</li>`)}
      ${outcomes.length > MOST_OTHERS ? html`<li>and ${outcomes.length - MOST_OTHERS} rarer ones</li>` : nothing}
    </ul>
  </details>`;

/**
 * The outcomes with a bar of their own: the likeliest, and the worst wherever it stands.
 * @param {Odds} odds
 */
function shownOf({ outcomes, worst }) {
  if (outcomes.length <= MOST_BARS) return outcomes;
  const even = outcomes.every((o) => o.probability === outcomes[0].probability);
  return outcomes.filter((_, i) => i === worst || (!even && i < MOST_BARS - 1));
}

/**
 * What is said of a throw however it goes, but for what is added to its dice.
 * @param {Odds} odds
 */
function anyway({ modifiers, text }) {
  const said = text.filter((line) => {
    const low = line.toLowerCase();
    return !modifiers.some((m) => low.includes(m.reason.toLowerCase()));
  });
  const [first, ...more] = said.map((line) => html`<p>${fraction(line)}</p>`);
  return first
    ? html`<h3>Whatever the dice show</h3>
        <div class="anyway">
          ${first}${
            more.length
              ? html`<details>
                  <summary>How it is read</summary>
                  ${more}
                </details>`
              : nothing
          }
        </div>`
    : nothing;
}

/**
 * Whether nothing is left to chance, and what is certain is all there is to tell.
 * @param {Odds} odds
 */
const isPlain = ({ exact, branches, outcomes: [{ outcome, swings, ends }] }) =>
  exact && branches === 1 && !Object.keys(outcome).length && !swings.length && !ends;

/**
 * How often each side wins, what is certain unless it stands beside, and what may come of it.
 * @param {Odds} odds
 * @param {Tell} tell
 * @param {Name} name
 */
export function oddsBars(odds, tell, name) {
  const { exact, branches, modifiers, outcomes, worst } = odds;
  // Beside what is added it stands with that.
  const sure = modifiers.length ? nothing : anyway(odds);
  if (!outcomes.length)
    return html`${sure}
      <p class="note">There are too many possible outcomes to count.</p>`;
  if (isPlain(odds))
    return html`${sure}
      <p class="safe"><b>No dice are thrown with it.</b></p>`;
  const shown = shownOf(odds),
    always = inCommon(outcomes),
    rest = outcomes.filter((o) => !shown.includes(o)),
    even = rest.length > 1 && rest.every((o) => o.probability === rest[0].probability),
    scale = scaleOf(outcomes),
    { of } = scale,
    other = 1 - shown.reduce((whole, o) => whole + share(o.probability), 0),
    parts = Math.abs(other * of - Math.round(other * of)) < 1e-9 ? of : 1000,
    short = rest.length ? nothing : inShort(outcomes, scale, tell),
    brief = short === nothing ? tell : apart(outcomes, tell);
  return html`${short} ${sure}
    <h3>Possible outcomes</h3>
    ${worst === null ? nothing : atWorst(outcomes[worst], shown[0] === outcomes[worst], odds.told === "all", scale, tell, name)}
    ${always.length ? html`<p class="always">However it falls: ${swingWords(always, name)}</p>` : nothing}
    <ul class="bars">
      ${shown.map((o) =>
        bar(
          share(o.probability),
          chanceOf(o, scale),
          outcomeOf(o, always, worst !== null && o === outcomes[worst], brief, name),
          worst !== null && o === outcomes[worst] ? "worst" : "",
        ),
      )}
      ${
        rest.length
          ? bar(
              other,
              shown.length ? chance(`${Math.round(other * parts)}/${parts}`, of) : "any of them",
              html`${even ? html`<p>Each of them ${chance(rest[0].probability, of)}.</p>` : nothing}
              ${folded(rest, of, shown.length ? "other outcome" : "outcome", tell)}`,
            )
          : nothing
      }
    </ul>
    <p class="exact">
      ${
        modifiers.length && outcomes.some(({ faces }) => faces.length)
          ? "The faces are those thrown, before modifiers. "
          : nothing
      }${exact ? "These chances are exact. No dice have been thrown yet." : `Estimated from ${count(branches, "trial throw")}.`}
    </p>`;
}

/**
 * One sum with a die, as far as it is certain.
 * @param {string} of
 * @param {Odds["modifiers"]} modifiers
 */
const added = (of, modifiers) =>
  html`${of ? html`<p class="lab">${capital(of)}</p>` : nothing}${sum(
    modifiers.map(({ value, reason, rule }) => ({
      what: html`${coded(capital(reason))} <small>${rule}</small>`,
      value: signed(value),
    })),
    modifiers.length > 1
      ? { what: "Total", value: signed(modifiers.reduce((all, m) => all + m.value, 0)) }
      : null,
    "added",
  )}`;

/**
 * What is added to the dice of a throw, and why, and how they are read. Null where nothing is added.
 * @param {Odds} odds
 */
export const modifiersOf = (odds) =>
  odds.modifiers.length
    ? html`<div class="certain">
        <h3>Modifiers</h3>
        ${[...Map.groupBy(odds.modifiers, (m) => m.of)].map(([of, own]) => added(of, own))}
        ${anyway(odds)} ${more}
      </div>`
    : null;
