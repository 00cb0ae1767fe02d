// Naval battle: the battleboard as water with its fleets, the step as one argument, and both sides ship by ship.
// A square is "c4": a file from the left as the active side looks, a rank from its edge.
import { html } from "../vendor/lit-html/lit-html.js";
import { outcome } from "./naval-battle/outcome.js";
import { asTables } from "../parts/values.js";
import { board as anyBoard, panel as anyPanel, styles as anyStyles } from "./_fallback.js";
import { legendOf } from "./naval-battle/legend.js";
import { boardOf } from "./naval-battle/board.js";
import { letters } from "./naval-battle/names.js";
import { sidesOf } from "./naval-battle/sides.js";
import { argument } from "./naval-battle/step.js";
import { headline, summary } from "./naval-battle/result.js";
import { thumb } from "./naval-battle/thumb.js";

export { headline, outcome, summary, thumb };

export const styles = [...anyStyles, new URL("../css/naval-battle.css", import.meta.url).href];

export const terms = "naval-battle/terms.json";
export const shape = "map";
/** How a counter stands, in the words of its row and of the log. */
export const words = {
  flipped: "Flipped",
  halted: "Halted",
  disrupted: "Disrupted",
  "check failed": "Failed",
  routed: "Routed",
  rallied: "Rallied",
  panicked: "NV 10.1",
};
export const series = ["place", "form-line", "move"].map((kind) => `naval-battle.${kind}`);
export const answers = ["agree", "decline", "capture", "sink"].map(
  (kind) => `naval-battle.${kind}`,
);
export const usual = ["allocate-as-proposed"];
/** Whether a fleet carries what never fights, and is best kept behind. */
const laden = ({ aboard }) => aboard.length > 0 && aboard.every(({ factor }) => factor === 0);
/** All fleets straight ahead, the foremost first, for who follows needs the room; not one with baggage. */
export function together({ game }, seat) {
  if (!readable(game)) return null;
  const own = game.fleets.filter((fleet) => fleet.square && fleet.control === seat),
    stay = own.some(laden) ? " A fleet with only baggage aboard stays." : "",
    up = seat === "active" ? 1 : -1,
    rank = ({ square }) => Number(square.slice(1)),
    line = own
      .filter((fleet) => !laden(fleet))
      .toSorted((one, other) => up * (rank(other) - rank(one)));
  return {
    title: "All fleets ahead",
    note: `A move for each, straight ahead as far as it may go.${stay}`,
    orders: line.map((fleet) => ({
      option: `move:${fleet.name}`,
      pointer: "/to",
      to: Array.from({ length: 4 }, (_, n) => fleet.square[0] + (rank(fleet) + up * (n + 1))),
    })),
  };
}
/** The letters on every fleet's counter. */
export const marks = ({ game }) => letters(game);

const readable = (game) =>
  game &&
  Array.isArray(game.fleets) &&
  Array.isArray(game.sides) &&
  game.board?.columns > 0 &&
  game.board?.rows > 0;

export function board(ctx) {
  const game = ctx.view?.game;
  if (readable(game))
    return boardOf({ ...game, board: { ...game.board, turned: ctx.turned } }, ctx);
  return game ? html`${asTables(game, "/game", ctx)}` : anyBoard(ctx);
}

export function panel(ctx) {
  const game = ctx.view?.game;
  return readable(game)
    ? html`<div class="nb nb-why">
        ${argument(game, ctx)}${legendOf(game, ctx)}${sidesOf(game, ctx)}
      </div>`
    : anyPanel(ctx);
}
