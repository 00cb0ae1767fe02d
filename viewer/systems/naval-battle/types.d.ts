// The types of the game's view and effects, as the service declares them.
import type { components } from "iacta/games";
import type { Context, Step as AnyStep } from "../../renderer.js";

export type Schemas = components["schemas"];
/** The board as its reader looks at it: from the other side, if it is turned. */
export type Seen = Board & { turned?: boolean };
export type Game = Omit<Schemas["naval-battle.Game"], "board"> & { board: Seen };
export type Effect = Schemas["naval-battle.Effect"];
/** The effect of a type. */
export type Of<T extends Effect["type"]> = Extract<Effect, { type: T }>;
export type Ctx = Context<Game, Effect>;
export type Step = AnyStep<Effect>;
export type Board = Schemas["naval-battle.BoardView"];
export type Side = Schemas["naval-battle.SideView"];
export type Fleet = Schemas["naval-battle.FleetView"];
export type Unit = Schemas["naval-battle.UnitView"];
export type Leader = Schemas["naval-battle.LeaderView"];
export type Blow = Schemas["naval-battle.Blow"];
export type Check = Schemas["naval-battle.Check"];
/** Somebody with a name, and the fleet that they are or that they are aboard. */
export type Found =
  | { what: "fleet"; one: Fleet; fleet: Fleet }
  | { what: "unit"; one: Unit; fleet: Fleet | null }
  | { what: "leader"; one: Leader; fleet: Fleet | null };
/** A cell of a table that a step read. */
export interface Read {
  row: string;
  column: string | number;
  result: string;
}
