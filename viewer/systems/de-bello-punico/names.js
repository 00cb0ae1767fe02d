// Names: units, sides and directions in words, and how to find what an effect names.
import { findSeat, seatTitle } from "../../words.js";

export const SIDES = ["carthage", "rome"];
export const OTHER = { rome: "carthage", carthage: "rome" };
export const DIRECTIONS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
export const FATES = {
  held: "held in ambush", pursuing: "pursuing off the field", fled: "fled off the field",
  eliminated: "eliminated", removed: "removed", left: "marched off the enemy's edge",
};
export const HERE = (u) => u.fate === "" && Boolean(u.hex);

export const kindOf = (e) => String(e?.type ?? "").replace(/^de-bello-punico\./, "");
export const effectsOf = (step) => step.event?.effects ?? [];
export const unitOf = (game, id) => game?.units?.find((u) => u.id === id) ?? null;
/** This step's first effect of a kind. */
export const effectOf = (ctx, kind) => effectsOf(ctx.step).find((e) => kindOf(e) === kind) ?? null;
/** A unit as it stands after the step, or stood before. */
export const known = (ctx, id) => unitOf(ctx.view?.game, id) ?? unitOf(ctx.before?.game, id);
/** "Hastati r4", as the log says it. */
export const called = (ctx, id) => { const u = known(ctx, id); return u ? `${u.title} ${u.id}` : id; };
export const slotOf = (seats, side) => findSeat(seats, side)?.slot ?? (side === "rome" ? 1 : 4);
export const letterOf = (seats, side) => String(findSeat(seats, side)?.letter ?? seatTitle(seats, side).charAt(0)).slice(0, 1);
export const sideTitle = (seats, side) => seatTitle(seats, side);
export const listed = (words) => words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** What is settled next and what was: the first pending of a kind, before or after the step. */
export const pendingOf = (game, kind) => game?.pending?.find((p) => p.kind === kind) ?? null;
