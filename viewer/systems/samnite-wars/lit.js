// Lit: the regions that a step touched.

/** @import { Ctx, Game } from "./types.js" */

/**
 * Regions that this step touched: their own entry, or one that an effect names.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function litRegions(game, ctx) {
  const out = new Set(
    game.regions
      .filter(
        (_, i) => ctx.lit(`/game/regions/${i}/tokens`) || ctx.lit(`/game/regions/${i}/controlled`),
      )
      .map((r) => r.name),
  );
  for (const e of ctx.step.event?.effects ?? []) {
    if ("region" in e && typeof e.region === "string") out.add(e.region);
    if (e.type === "samnite-wars.event-rolled" && e.event?.region) out.add(e.event.region);
    if (e.type === "samnite-wars.battle-fought" && game.battle) out.add(game.battle.region);
  }
  return out;
}
