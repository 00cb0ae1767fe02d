// Result: who won and why, and what the course of the game is measured by.
import { seatTitle } from "../../words.js";

/** @import { Measure, View } from "../../renderer.js" */
/** @import { Ctx, Game } from "./types.js" */

/** @param {Ctx} ctx */
export function headline(ctx) {
  const ended = ctx.step.event?.effects?.find((e) => e.type === "samnite-wars.game-ended"),
    view = ctx.view;
  if (!ended || !view?.winners.length) return null;
  const names = view.winners.map((seat) => seatTitle(ctx.seats, seat)),
    points = view.game.players
      .map((p) => p.prestige)
      .toSorted((a, b) => b - a)
      .slice(0, 3);
  return {
    title: `${names.join(" and ")} ${names.length > 1 ? "win" : "wins"} the game.`,
    why: `${points.join(" prestige to ")} in turn ${view.game.turn}: ${ended.reason}.`,
  };
}

/**
 * @param {View<Game>} view
 * @returns {Measure[]}
 */
export const summary = ({ game }) => [
  {
    title: "Prestige",
    unit: "PT",
    better: "more",
    goal: null,
    values: game.players.map((p) => ({
      side: p.seat,
      title: p.title,
      slot: p.slot,
      value: p.prestige,
    })),
  },
  {
    title: "Regions under Rome",
    unit: "regions",
    better: "more",
    goal: { value: 6, title: "at six the Consul may end it" },
    values: [
      {
        side: "rome",
        title: "Rome",
        slot: 0,
        value: game.regions.filter((r) => r.controlled).length,
      },
    ],
  },
];
