// Result: who won the battle and why, and what its course is measured by.
import { capital, seatTitle } from "../../words.js";
import { HERE, slotOf } from "./names.js";

/** @import { Measure, View } from "../../renderer.js" */
/** @import { Ctx, Game } from "./types.js" */

/** @param {Ctx} ctx */
export function headline(ctx) {
  const ended = ctx.step.event?.effects?.find((e) => e.type === "de-bello-punico.battle-ended"),
    game = ctx.view?.game;
  if (!ended || !game) return null;
  const names = ended.winners.map((seat) => seatTitle(ctx.seats, seat)),
    rout = game.armies.map((a) => `${seatTitle(ctx.seats, a.side)} ${a.rout} of ${a.limit}`);
  return {
    title: names.length === 1 ? `${names[0]} wins the battle.` : "The battle is drawn.",
    why: `${capital(ended.reason)}, in turn ${game.turn} of ${game.turns}. Rout Points: ${rout.join(", ")}.`,
  };
}

/**
 * @param {View<Game>} view
 * @returns {Measure[]}
 */
export function summary({ game, seats }) {
  /** @param {(army: Game["armies"][number]) => number} value */
  const values = (value) =>
      game.armies.map((army) => ({
        side: army.side,
        title: seatTitle(seats, army.side),
        slot: slotOf(seats, army.side),
        value: value(army),
      })),
    [army] = game.armies,
    alike = game.armies.every((a) => a.limit === army.limit);
  return [
    {
      title: "Rout Points",
      unit: "points",
      better: "less",
      goal: alike && army ? { value: army.limit, title: `${army.limit} rout` } : null,
      values: values((army) => army.rout),
    },
    {
      title: "Units on the field",
      unit: "units",
      better: "more",
      goal: null,
      values: values((army) => game.units.filter((u) => u.side === army.side && HERE(u)).length),
    },
  ];
}
