// Thumb: the Mediterranean with the land of each side and a counter for each stack.
import { svg } from "../../vendor/lit-html/lit-html.js";
import { counter, light, picture } from "../../parts/thumb.js";
import { MAP } from "./map-data.js";
import { onMap, sceneOf } from "./scene.js";

/** @import { Ctx } from "./types.js" */

const [W, H] = MAP.size,
  M = MAP.margin,
  HIGH = (W * 9) / 16,
  FRAME = [0, (H - HIGH) / 2, W, HIGH],
  COUNTER = 34;
/** The sheet without the land: laid over the zones, which go out to sea. */
const SEA = `M${-M} ${-M}H${W + M}V${H + M}H${-M}z${MAP.land}`;

/** @param {Ctx} ctx */
export function thumb(ctx) {
  const game = ctx.view?.game;
  if (!game || !onMap(game)) return null;
  const { zones, stacks } = sceneOf(game, ctx),
    lit = zones.filter((z) => z.ring),
    at = new Map(zones.map((z) => [z.name, z.at])),
    held = [
      ...new Map(stacks.filter((s) => s.count).map((s) => [`${s.zone} ${s.side}`, s])).values(),
    ];
  /** Stacks of one zone stand beside each other. */
  const beside = (s) => {
    const here = held.filter((one) => one.zone === s.zone);
    return (here.indexOf(s) - (here.length - 1) / 2) * (COUNTER + 4);
  };
  return picture(
    FRAME,
    svg`<rect class="land" x=${-M} y=${-M} width=${W + 2 * M} height=${H + 2 * M}></rect>
      ${zones
        .filter((z) => MAP.zones[z.name] && z.owner)
        .map((z) => svg`<path class=${`o${z.slot}`} d=${MAP.zones[z.name].d}></path>`)}
      <path class="sea" fill-rule="evenodd" d=${SEA}></path>
      ${lit.map((z) => light(z.at, 46))}
      ${held.map((s) => {
        const [x, y] = at.get(s.zone);
        return counter([x + beside(s), y], s.slot, COUNTER);
      })}`,
  );
}
