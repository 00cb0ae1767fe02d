// Result: who won at sea and why, and what the course of the battle is measured by.
import { sideName } from "./names.js";

/** @import { Measure, View } from "../../renderer.js" */
/** @import { Ctx, Game } from "./types.js" */

/** @param {Ctx} ctx */
export function headline(ctx) {
  const game = ctx.view?.game,
    result = game?.result;
  if (!result || ctx.view.status !== "concluded") return null;
  const points = Object.entries(result.points)
    .toSorted(([seat]) => (seat === result.winner ? -1 : 1))
    .map(([, n]) => n);
  return {
    title: result.winner
      ? `The ${sideName(game, result.winner)} win the battle.`
      : "The battle is drawn.",
    why: `${points.join(" points to ")} in turn ${game.turn}: ${result.reason}.`,
  };
}

/** What a fleet is that nobody can use any more. */
const GONE = ["sunk", "through", "fled", "converted", "returned"];

/**
 * @param {View<Game>} view
 * @returns {Measure[]}
 */
export function summary({ game, seats }) {
  /** @param {(fleet: Game["fleets"][number]) => number} worth */
  const values = (worth) =>
    game.sides.map((side, i) => ({
      side: side.seat,
      title: side.name,
      slot: seats.find((s) => s.seat === side.seat)?.slot ?? i + 1,
      value: game.fleets
        .filter((f) => f.control === side.seat && !GONE.includes(f.status))
        .reduce((n, f) => n + worth(f), 0),
    }));
  return [
    {
      title: "Combat factors afloat",
      unit: "factors",
      better: "more",
      goal: null,
      values: values((f) => f.factor),
    },
    { title: "Fleets afloat", unit: "fleets", better: "more", goal: null, values: values(() => 1) },
  ];
}
