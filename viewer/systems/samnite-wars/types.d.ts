// The types of the game's view and effects, as the service declares them.
import type { components } from "iacta/games";
import type { Context, Step as AnyStep } from "../../renderer.js";

export type Schemas = components["schemas"];
export type Game = Schemas["samnite-wars.Game"];
export type Effect = Schemas["samnite-wars.Effect"];
/** The effect of a type. */
export type Of<T extends Effect["type"]> = Extract<Effect, { type: T }>;
export type Ctx = Context<Game, Effect>;
export type Step = AnyStep<Effect>;
export type Player = Schemas["samnite-wars.PlayerView"];
export type Card = Schemas["samnite-wars.CardView"];
export type Battle = Schemas["samnite-wars.BattleView"];
export type Window = Schemas["samnite-wars.WindowView"];
export type Region = Schemas["samnite-wars.RegionView"];
