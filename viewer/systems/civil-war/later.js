// Later: what a battle that is won changes only later, so that nobody looks for it at once, and what
// the year's end has changed, where it was the year's last.
import { effectsOf } from "../../parts/effects.js";
import { sideName } from "./sides.js";

/** @import { Ctx } from "./types.js" */

const SETTLED = "Adjustments. ";

/**
 * When the zone of a battle passes to a seat that won it there; empty where it holds it, or where
 * control is not settled by the year.
 * @param {Ctx} ctx
 */
export function later({ step, view, seats }) {
  const settled = step.text.findIndex((line) => line.startsWith(SETTLED));
  if (settled >= 0) return `The year ends with ${step.text.slice(settled).join(" ")}`;
  const [combat] = effectsOf(step, "civil-war.combat-resolved"),
    side = combat?.[combat.winner].side,
    zone = view?.game.zones?.find((z) => z.name === combat?.zone),
    wins = seats.some(({ seat }) => seat === side);
  if (!zone || !side || !wins || zone.control === side || !view?.game.regions?.length) return "";
  return `${zone.name} passes to the ${sideName(side, seats, "")}s at the year’s end if they alone stand there.`;
}
