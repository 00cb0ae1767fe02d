// Result: who won the war and why, and what its course is measured by.
import { capital, findSeat, seatTitle } from "../../words.js";
import { pointsOf } from "./facts.js";
import { slotOf } from "./sides.js";

/** @import { Measure, View } from "../../renderer.js" */
/** @import { Ctx, Game } from "./types.js" */

/** @param {string} title */
const many = (title) => `${title}s`;

/** @param {Ctx} ctx */
export function headline(ctx) {
  const won = ctx.step.event?.effects?.find((e) => e.type === "civil-war.war-won"),
    game = ctx.view?.game;
  if (!won || !game) return null;
  if (!won.winner)
    return {
      title: "The war ends undecided.",
      why: `${capital(won.reason)}, in ${game.year_label}.`,
    };
  const own = won.points[won.winner],
    others = Object.entries(won.points).filter(([seat]) => seat !== won.winner),
    theirs = others.map(([, n]) => n).join(" and "),
    // Points that are enough are told with how many are asked for, any other reason in its words.
    enough = won.reason.startsWith(`${own} `),
    reason = !enough ? `: ${won.reason}` : game.victory ? `; ${game.victory} win the war` : "";
  return {
    title: `The ${many(seatTitle(ctx.seats, won.winner))} win the war.`,
    why: `${own} control points to ${theirs} in ${game.year_label}${reason}.`,
  };
}

/**
 * @param {View<Game>} view
 * @returns {Measure[]}
 */
export function summary({ game, seats }) {
  const sides = seats.map((s) => s.seat),
    units = game.zones.flatMap((z) => z.units ?? []);
  /** @param {(seat: string) => number} value */
  const values = (value) =>
    sides.map((seat) => ({
      side: seat,
      title: many(seatTitle(seats, seat)),
      slot: findSeat(seats, seat) ? slotOf(seat, seats) : 0,
      value: value(seat),
    }));
  if (!game.zones.length) return [];
  return [
    ...(game.regions?.length
      ? [
          {
            title: "Control points",
            unit: "points",
            better: /** @type {const} */ ("more"),
            goal: game.victory ? { value: game.victory, title: `${game.victory} win` } : null,
            values: values((seat) => pointsOf(game, seat)),
          },
        ]
      : []),
    {
      title: "Strength on the map",
      unit: "SP",
      better: "more",
      goal: null,
      values: values((seat) =>
        units.filter((u) => u.side === seat).reduce((n, u) => n + (u.sp ?? 0), 0),
      ),
    },
  ];
}
