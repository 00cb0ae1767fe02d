// Context: what a renderer is given of a replay at an event.
import { litPaths } from "./lit-paths.js";
import { isTurned } from "./parts/turned.js";
import { stepAt, viewAt } from "./replay.js";
import { seatsIn } from "./words.js";

/** @import { Replay } from "./types.js" */
/** @import { Context, Seat } from "./renderer.js" */

/**
 * What a renderer gets.
 * @param {{ replay: Replay, at: number }} given
 * @returns {Context}
 */
export function context({ replay, at }) {
  const step = stepAt(replay, at),
    view = viewAt(replay, at);
  return {
    view,
    before: viewAt(replay, at - 1),
    step,
    ...litPaths(step.patch, view),
    tables: replay.tables,
    seats: seatsOf(replay, at),
    source: replay.source,
    turned: isTurned(replay.campaign.system),
  };
}
/**
 * @param {Replay} replay
 * @param {number} at
 * @returns {Seat[]}
 */
export function seatsOf(replay, at) {
  let seats = replay.campaign.seats;
  try {
    seats = seatsIn(viewAt(replay, at)) ?? seats;
  } catch {
    /* the board says that this view cannot be made */
  }
  return Array.isArray(seats) ? seats : [];
}
