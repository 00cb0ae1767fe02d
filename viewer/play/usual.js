// Usual: what is mostly sent as the game proposes it, told and sent at one press.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { capital, listed } from "../words.js";
import { small } from "./ending.js";
import { proposed, questions, UNITS } from "./fill.js";

/** @import { Acts, Item, Question } from "./types.js" */

/** Of more than so many units their number is told. */
const FEW = 3;
/** @param {string[]} names */
const few = (names) =>
  names.length > FEW
    ? `${names.slice(0, FEW - 1).join(", ")} and ${names.length - FEW + 1} more`
    : listed(names);

/**
 * An answer that is proposed: its name, and what it holds. Units are told by their names, what is raised by
 * how many of a kind.
 * @param {Question} q
 */
function toldOf(q) {
  if (q.kind === "some_of" && q.answer?.length) {
    const names = q.answer.map((i) => q.choice.some_of[i].title.split(": ")[0]),
      kind = capital(q.pointer.replace(/.*\//, ""));
    return {
      title: q.pointer === UNITS ? few(names) : `${names.length} ${kind}`,
      holds: q.pointer === UNITS && names.length <= FEW ? "" : listed(names),
    };
  }
  const [title, ...holds] =
    q.kind === "one_of" && q.answer !== undefined
      ? q.choice.one_of[q.answer].title.split(": ")
      : [];
  return { title, holds: holds.join(": ") };
}

/**
 * What is proposed: its name, and what it holds.
 * @param {Item} item  its option is read
 */
function told({ option }) {
  const answers = option && proposed(option),
    parts = answers ? questions(option, answers).map(toldOf) : [];
  /** @param {"title" | "holds"} what @param {string} between */
  const all = (what, between) => parts.flatMap((part) => part[what] || []).join(between);
  return { title: all("title", ", "), holds: all("holds", "; ") };
}

/**
 * @param {Item} item  its option is read
 * @param {boolean} hides  whether it is laid face down
 * @param {boolean} barred
 * @param {Acts} act
 */
export const usualButton = (item, hides, barred, act) =>
  html`<button
    class="btn do end"
    data-usual
    ?disabled=${barred}
    @click=${(/** @type {MouseEvent} */ e) =>
      // A second tap of the same finger was meant for what stood here before.
      e.detail < 2 && act.usual(item.id)}
  >
    ${hides ? "Lay the usual, face down" : "Send the usual"}${small(told(item).title)}
  </button>`;

/**
 * The same in the list, with what it holds.
 * @param {Item} item  its option is read
 * @param {boolean} hides
 * @param {boolean} barred
 * @param {Acts} act
 */
export function usualPart(item, hides, barred, act) {
  const { title, holds } = told(item);
  return html`<div class="lay">
    ${usualButton(item, hides, barred, act)}
    <small
      ><b>${title}</b>${holds ? `: ${holds}` : nothing}. Once ${hides ? "laid" : "sent"}, it stands.
      Or choose yourself:</small
    >
  </div>`;
}
