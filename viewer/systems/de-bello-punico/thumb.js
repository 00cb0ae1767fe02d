// Thumb: the field where the armies stand, a counter for each unit on it.
import { svg } from "../../vendor/lit-html/lit-html.js";
import { around, counter, framed, light, picture } from "../../parts/thumb.js";
import { all, at, extent, outline } from "./hexes.js";
import { HERE, slotOf } from "./names.js";

/** @import { Ctx } from "./types.js" */

const AROUND = 48,
  COUNTER = 42;

/** @param {Ctx} ctx */
export function thumb(ctx) {
  const game = ctx.view?.game;
  if (!game?.field) return null;
  const here = game.units.filter(HERE),
    [w, h] = extent(game.field),
    box = around(
      here.map((u) => at(u.hex)),
      AROUND,
    );
  const came = game.units.filter((u, i) => HERE(u) && ctx.lit(`/game/units/${i}/hex`));
  return picture(
    framed(box ?? [0, 0, w, h]),
    svg`<path class="hexes" d=${all(game.field)
      .map((hex) => outline(at(hex)))
      .join("")}></path>
      ${came.length <= 4 ? came.map((u) => light(at(u.hex), 34)) : ""}
      ${here.map((u) => counter(at(u.hex), slotOf(ctx.seats, u.side), COUNTER))}`,
  );
}
