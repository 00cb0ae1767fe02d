// Thumb: the field where the armies stand, a counter for each unit on it.
import { svg } from "../../vendor/lit-html/lit-html.js";
import { counter, framed, light, picture } from "../../parts/thumb.js";
import { all, at, extent, outline } from "./hexes.js";
import { HERE, slotOf } from "./names.js";

/** @import { Ctx } from "./types.js" */

const AROUND = 60,
  COUNTER = 30;

/** @param {Ctx} ctx */
export function thumb(ctx) {
  const game = ctx.view?.game;
  if (!game?.field) return null;
  const here = game.units.filter(HERE),
    places = here.map((u) => at(u.hex)),
    xs = places.map((p) => p[0]),
    ys = places.map((p) => p[1]),
    [w, h] = extent(game.field);
  const box = here.length
    ? [
        Math.min(...xs) - AROUND,
        Math.min(...ys) - AROUND,
        Math.max(...xs) + AROUND,
        Math.max(...ys) + AROUND,
      ]
    : [0, 0, w, h];
  const came = game.units.filter((u, i) => HERE(u) && ctx.lit(`/game/units/${i}/hex`));
  return picture(
    framed(box),
    svg`<path class="hexes" d=${all(game.field)
      .map((hex) => outline(at(hex)))
      .join("")}></path>
      ${came.length <= 4 ? came.map((u) => light(at(u.hex), 34)) : ""}
      ${here.map((u) => counter(at(u.hex), slotOf(ctx.seats, u.side), COUNTER))}`,
  );
}
