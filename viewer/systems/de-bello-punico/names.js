// Names: units, sides and directions in words, and how to find what an effect names.
import { findSeat, seatTitle } from "../../words.js";

/** @import { Ctx, Game, Step, Unit, Kind, Of, Pending } from "./types.js" */
/** @import { Seat } from "../../renderer.js" */

export const SIDES = ["carthage", "rome"];
export const OTHER = { rome: "carthage", carthage: "rome" };
/** What an attack calls a side's leader who stands alone. */
export const ALONE = { rome: "r0", carthage: "k0" };
export const DIRECTIONS = [
  "north",
  "north-east",
  "south-east",
  "south",
  "south-west",
  "north-west",
];
export const FATES = {
  held: "held in ambush",
  pursuing: "pursuing off the field",
  fled: "fled off the field",
  eliminated: "eliminated",
  removed: "removed",
  left: "marched off the enemy's edge",
};
/** @param {Unit} u */
export const HERE = (u) => u.fate === "" && Boolean(u.hex);

/** @param {{ type: string } | undefined} e */
export const kindOf = (e) => String(e?.type ?? "").replace(/^de-bello-punico\./, "");
/** @param {Step} step */
export const effectsOf = (step) => step.event?.effects ?? [];
/**
 * @param {Game | null | undefined} game
 * @param {string} id
 * @returns {Unit | null}
 */
export const unitOf = (game, id) => game?.units?.find((u) => u.id === id) ?? null;
/**
 * This step's first effect of a kind.
 * @template {Kind} K
 * @param {Ctx} ctx
 * @param {K} kind
 * @returns {Of<`de-bello-punico.${K}`> | null}
 */
export const effectOf = (ctx, kind) =>
  /** @type {any} */ (effectsOf(ctx.step).find((e) => kindOf(e) === kind) ?? null);
/**
 * A unit as it stands after the step, or stood before.
 * @param {Ctx} ctx
 * @param {string} id
 */
export const known = (ctx, id) => unitOf(ctx.view?.game, id) ?? unitOf(ctx.before?.game, id);
/**
 * "Hastati r4", as the log says it.
 * @param {Ctx} ctx
 * @param {string} id
 */
export const called = (ctx, id) => {
  const u = known(ctx, id);
  return u ? `${u.title} ${u.id}` : id;
};
/**
 * @param {Seat[]} seats
 * @param {string} side
 */
export const slotOf = (seats, side) => findSeat(seats, side)?.slot ?? (side === "rome" ? 1 : 4);
/**
 * @param {Seat[]} seats
 * @param {string} side
 */
export const sideTitle = (seats, side) => seatTitle(seats, side);

/**
 * What is settled next and what was: the first pending of a kind, before or after the step.
 * @template {Pending["kind"]} K
 * @param {Game | null | undefined} game
 * @param {K} kind
 * @returns {Extract<Pending, { kind: K }> | null}
 */
export const pendingOf = (game, kind) =>
  /** @type {any} */ (game?.pending?.find((p) => p.kind === kind) ?? null);
