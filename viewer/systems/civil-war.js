// Civil war, 49-29 BC: the year, the zones with their forces, the leaders; and a combat as one argument.
// The board shows view.game on the map (map.js), or as a register where its zones are not on it.
import { html } from "../vendor/lit-html/lit-html.js";
import { outcome } from "./civil-war/outcome.js";
import { asTables } from "../parts/values.js";
import { board as anyBoard, styles as anyStyles } from "./_fallback.js";
import { boardOf } from "./civil-war/board.js";
import { combatPanel } from "./civil-war/combat.js";
import { stepPanel } from "./civil-war/step.js";
import { headline, summary } from "./civil-war/result.js";
import { later } from "./civil-war/later.js";
import { thumb } from "./civil-war/thumb.js";

export { headline, outcome, summary, thumb, later };

export const styles = [...anyStyles, new URL("../css/civil-war.css", import.meta.url).href];

export const terms = "civil-war/terms.json";
export const shape = "map";
export const words = {
  "Faction Leader": "Faction Leader",
  "Faction Leaders": "Faction Leader",
  "Movement and combat": "CW-2",
  ...Object.fromEntries(Array.from("ACDEF", (letter) => [`phase ${letter}`, "CW-2"])),
};
export const answers = ["retreat", "choose-losses", "choose-desertion"].map(
  (kind) => `civil-war.${kind}`,
);

export const usual = ["recruit", "choose-losses"];

export function board(ctx) {
  const game = ctx.view?.game;
  if (!game || !Array.isArray(game.zones) || !Array.isArray(game.leaders))
    return game ? html`${asTables(game, "/game", ctx)}` : anyBoard(ctx);
  return boardOf(game, ctx);
}

export function panel(ctx) {
  const combat = ctx.step.event?.effects?.find((e) => e.type === "civil-war.combat-resolved");
  return combat ? combatPanel(combat, ctx) : stepPanel(ctx);
}
