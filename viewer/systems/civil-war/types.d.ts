// The types of the game's view and effects, as the service declares them.
import type { components } from "iacta/games";
import type { Context, Step as AnyStep } from "../../renderer.js";

export type Schemas = components["schemas"];
export type Game = Schemas["civil-war.Game"];
export type Effect = Schemas["civil-war.Effect"];
/** The effect of a type. */
export type Of<T extends Effect["type"]> = Extract<Effect, { type: T }>;
export type Ctx = Context<Game, Effect>;
export type Step = AnyStep<Effect>;
export type Zone = Schemas["civil-war.ZoneView"];
export type Unit = Schemas["civil-war.UnitView"];
export type Leader = Schemas["civil-war.LeaderView"];
export type Force = Schemas["civil-war.ForceSummary"];
/** Where something stands: on the map, or east and north in hundredths of a degree. */
export type Point = [number, number];
/** A way that was gone: by land, by sea, or back. */
export interface Way {
  kind: "march" | "sail" | "back";
  route: string[];
  side?: string | null;
  units?: string[];
  leaders?: string[];
}
