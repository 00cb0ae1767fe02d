// The types of the game's view and effects, as the service declares them.
import type { components } from "iacta/games";
import type { Context, Step as AnyStep } from "../../renderer.js";

export type Schemas = components["schemas"];
export type Game = Schemas["de-bello-punico.Game"];
export type Effect = Schemas["de-bello-punico.Effect"];
/** The effect of a type. */
export type Of<T extends Effect["type"]> = Extract<Effect, { type: T }>;
export type Ctx = Context<Game, Effect>;
export type Step = AnyStep<Effect>;
export type Unit = Schemas["de-bello-punico.UnitView"];
export type Army = Schemas["de-bello-punico.ArmyView"];
export type Marker = Schemas["de-bello-punico.MarkerView"];
export type Field = Schemas["de-bello-punico.FieldView"];
/** What a step did on the field; see deeds.js. */
export interface Deed {
  kind: string;
  hexes: string[];
  unit?: string | null;
  from?: number | null;
  to?: number | null;
  off?: number | null;
  support?: [string, string][];
  rear?: number | null;
  charge?: boolean;
  hit?: boolean | null;
  range?: number;
  number?: number;
  plate?: { hex: string; faces: number[]; text: string } | null;
}
export type Pending = Game["pending"][number];
type Bare<T> = T extends `de-bello-punico.${infer K}` ? K : never;
/** An effect's type without the system's name. */
export type Kind = Bare<Effect["type"]>;
