// Reach: what is shown on demand: zones of control (BP 8.2: the three front hexes; the panicked
// have none) and command range (BP 13).
import { nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { all, at, distance, front, neighbour, outline, side } from "./hexes.js";
import { HERE, slotOf } from "./names.js";

/** @import { Field, Game } from "./types.js" */
/** @import { Seat } from "../../renderer.js" */

/**
 * Hex → the units of a side in whose zone of control it lies.
 * @param {Game} game
 */
function zone(game, of) {
  const out = new Map();
  for (const u of game.units) {
    if (u.side !== of || !HERE(u) || u.panicked) continue;
    for (const hex of front(u.hex, u.facing, game.field))
      out.set(hex, [...(out.get(hex) ?? []), u.id]);
  }
  return out;
}

/**
 * @param {Game} game
 * @param {Seat[]} seats
 */
export const zones = (game, of, seats) =>
  svg`<g class=${`zoc ${of}`} aria-hidden="true">${[...zone(game, of)].map(
    ([hex, ids]) =>
      svg`<path class=${`z${slotOf(seats, of)}`} data-zone=${hex} data-of=${ids.join(" ")} d=${outline(at(hex), 27.5)}/>`,
  )}</g>`;

/**
 * The hexes within a leader's command range.
 * @param {Field} field
 */
const commanded = (leader, field) =>
  all(field).filter((hex) => distance(hex, leader.hex) <= leader.range);
/** @param {Game} game */
export const leads = (game, of) =>
  game.leaders.find((l) => l.side === of && l.fate === "" && l.hex) ?? null;

/**
 * The range: a wash on the ground, and over all washes a border around it.
 * @param {Game} game
 * @param {Seat[]} seats
 */
export function range(game, of, seats, part) {
  const leader = leads(game, of);
  if (!leader) return nothing;
  const inside = commanded(leader, game.field),
    set = new Set(inside);
  if (part === "wash")
    return svg`<g class=${`reach ${of} c${slotOf(seats, of)}`} aria-hidden="true"><path
        class="wash" data-range=${of} d=${inside.map((h) => outline(at(h))).join("")}/></g>`;
  /** @param {string} hex */
  const outer = (hex) => [0, 1, 2, 3, 4, 5].filter((d) => !set.has(neighbour(hex, d, game.field)));
  const rim = inside.flatMap((hex) => outer(hex).map((d) => side(at(hex), d, 29)));
  return svg`<g class=${`reach ${of} c${slotOf(seats, of)}`} aria-hidden="true"><path
      class="rim-case" d=${rim.join("")}/><path class="rim-ink" d=${rim.join("")}/></g>`;
}
