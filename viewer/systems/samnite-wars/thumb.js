// Thumb: Italy with its peoples: a full disc under Rome, a hollow one where it is free, the last one lit.
import { svg } from "../../vendor/lit-html/lit-html.js";
import { picture } from "../../parts/thumb.js";
import { MAP } from "./italy.js";
import { litRegions } from "./lit.js";

/** @import { Ctx } from "./types.js" */

const [W, H] = MAP.size,
  M = MAP.margin,
  FRAME = [-104, 58, 612, 344];
const SEA = `M${-2 * M} ${-M}H${W + 2 * M}V${H + M}H${-2 * M}z${MAP.land}`;

/** @param {Ctx} ctx */
export function thumb(ctx) {
  const game = ctx.view?.game;
  if (!game) return null;
  const lit = litRegions(game, ctx);
  return picture(
    FRAME,
    svg`<rect class="land" x=${-2 * M} y=${-M} width=${W + 4 * M} height=${H + 2 * M}></rect>
      <path class="sea" fill-rule="evenodd" d=${SEA}></path>
      ${game.regions
        .filter((r) => Object.hasOwn(MAP.zones, r.name))
        .map((r) => {
          const [x, y] = MAP.zones[r.name].at,
            held = r.controlled ? "held" : "free";
          return svg`<circle class=${lit.has(r.name) ? `${held} light` : held} cx=${x} cy=${y} r=${lit.has(r.name) ? 19 : 14}></circle>`;
        })}`,
  );
}
