// Onward: from a whole order to the next of a series, without a press between them. Pure.
import { commandOf } from "./fill.js";
import { strings } from "./concerns.js";
import { ends } from "./tray.js";

/** @import { Offer } from "./pick.js" */
/** @import { Item, Open, TurnState } from "./types.js" */

/**
 * The ids of an order that is whole.
 * @param {Open} open
 * @returns {Set<string>}
 */
const idsOf = ({ option, answers }) => {
  const { type: _, ...members } = commandOf(option, answers) ?? option.command;
  return new Set(strings(members));
};

/**
 * What may follow the order that is filled, which is kept with those to be sent: others of a game's
 * `series`, and what ends the phase; of the series none after an order that names nobody, for it is
 * for all that are left. Nothing follows an order that is not whole, may throw or hides something.
 * @param {Pick<TurnState, "open" | "forecast" | "items" | "sending">} state
 * @param {readonly string[]} series
 * @returns {Item[]}
 */
export function followers({ open, forecast, items, sending }, series) {
  const answer = forecast?.answer,
    sure = answer?.kind === "certain" && !answer.hides;
  if (!open || !items || sending || !sure || !series.includes(open.option.command.type)) return [];
  const names = idsOf(open).size > 0;
  return items.filter((item) => (names && series.includes(item.type)) || ends(item));
}

/**
 * Whether another unit may follow the one of the order that is filled.
 * @param {Pick<TurnState, "open" | "forecast" | "items" | "sending">} state
 * @param {readonly string[]} series
 */
export function goesOn(state, series) {
  const next = followers(state, series).filter((item) => !ends(item)),
    own = state.open && next.length ? idsOf(state.open) : new Set();
  return next.some(({ concerns, named }) =>
    concerns.slice(0, named || undefined).some((id) => !own.has(id)),
  );
}

/**
 * The answers to an order, and the units with which the next begins: all but those of this one.
 * @param {Open} open
 * @param {Offer} answers
 * @param {Offer} next
 * @returns {Offer}
 */
export function alongside(open, [answers, give], [next, begin]) {
  const own = idsOf(open);
  return [
    new Map([...[...next].filter(([id]) => !own.has(id)), ...answers]),
    (ids) => {
      const mine = ids.filter((id) => answers.has(id));
      return mine.length ? give(mine) : begin(ids);
    },
  ];
}
