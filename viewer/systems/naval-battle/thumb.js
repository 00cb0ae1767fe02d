// Thumb: the water where the fleets are, in squares, and a counter for each fleet on it.
import { svg } from "../../vendor/lit-html/lit-html.js";
import { around, counter, framed, light, picture } from "../../parts/thumb.js";
import { litSquares } from "./course.js";
import { place, slotOf } from "./names.js";

/** @import { Ctx } from "./types.js" */

const U = 100,
  AROUND = 1.5 * U,
  COUNTER = 0.8 * U;
const upTo = (n) => Array.from({ length: n + 1 }, (_, i) => i * U);

/** @param {Ctx} ctx */
export function thumb(ctx) {
  const game = ctx.view?.game;
  if (!game) return null;
  const { columns, rows } = game.board,
    [w, h] = [columns * U, rows * U],
    here = game.fleets.filter((f) => f.square && f.status === "board");
  const middle = (square) => {
    const { x, y } = place(square, game.board);
    return [(x - 0.5) * U, (y - 0.5) * U];
  };
  const frame = framed(
      around(
        here.map((f) => middle(f.square)),
        AROUND,
      ) ?? [0, 0, w, h],
    ),
    [left, top, width, height] = frame;
  return picture(
    frame,
    svg`<rect class="sea" x=${left} y=${top} width=${width} height=${height}></rect>
      <path class="lines" d=${[
        ...upTo(columns).map((x) => `M${x} 0V${h}`),
        ...upTo(rows).map((y) => `M0 ${y}H${w}`),
      ].join("")}></path>
      ${[...litSquares(game, ctx)].map((square) => light(middle(square), 62))}
      ${here.map((f) => counter(middle(f.square), slotOf(ctx, f.control), COUNTER))}`,
  );
}
