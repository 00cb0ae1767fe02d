// Board: water in squares, files and ranks, each side's edge by name, the fleets, and the step's course over them.
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { ruled } from "../../parts/codes.js";
import { dataIds } from "../../parts/ids.js";
import { drawing, courses, litSquares } from "./course.js";
import { SEATS, fileLetter, isNear, owned, place, sideMark, sideName, slotOf } from "./names.js";
import { fleetCard, ship } from "./ship.js";
import "../../parts/card.js";
import "../../parts/zoom.js";

/** @import { Ctx, Fleet, Game, Seen } from "./types.js" */

const U = 100,
  FULL = 8,
  upTo = (n) => Array.from({ length: n }, (_, i) => i + 1);

/**
 * @param {Game} game
 * @param {Set<string>} lit
 */
function water(game, lit) {
  const { columns, rows, depth } = game.board,
    w = columns * U,
    h = rows * U;
  const lines =
    upTo(columns - 1)
      .map((c) => `M${c * U} 0V${h}`)
      .join("") +
    upTo(rows - 1)
      .map((r) => `M0 ${r * U}H${w}`)
      .join("");
  const waves = upTo(columns)
    .flatMap((x) =>
      upTo(rows)
        .filter((y) => (x * 5 + y * 3) % 7 < 2)
        .map(
          (y) =>
            `M${(x - 0.5) * U - 26} ${(y - 0.5) * U - 6}q13-12 26 0t26 0M${(x - 0.5) * U - 12} ${(y - 0.5) * U + 14}q13-12 26 0t26 0`,
        ),
    )
    .join("");
  const setting =
    game.phase === "deployment" && depth
      ? svg`<path class="depth" d=${`M0 ${depth * U}H${w}M0 ${h - depth * U}H${w}`}></path>`
      : nothing;
  return html`<svg
    class="water"
    viewBox=${`0 0 ${w} ${h}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect class="sea" width=${w} height=${h}></rect>
    <path class="waves" d=${waves}></path>
    <path class="lines" d=${lines}></path>
    ${setting}${[...lit].map((s) => {
      const at = place(s, game.board);
      return svg`<rect class="ring" data-focus x=${(at.x - 1) * U + 1.5} y=${(at.y - 1) * U + 1.5} width=${U - 3} height=${U - 3}></rect>`;
    })}
    <rect class="frame" width=${w} height=${h}></rect>
  </svg>`;
}

/**
 * Every square, to be pointed at.
 * @param {Seen} board
 */
function targets(board) {
  const { columns, rows } = board;
  const square = (file, rank) => {
    const name = `${fileLetter(file)}${rank}`,
      { x, y } = place(name, board);
    return svg`<rect class="target" data-place data-ids=${dataIds(name)} x=${(x - 1) * U + 1.5}
        y=${(y - 1) * U + 1.5} width=${U - 3} height=${U - 3}><title>${name}</title></rect>`;
  };
  return html`<svg
    class="targets"
    viewBox=${`0 0 ${columns * U} ${rows * U}`}
    preserveAspectRatio="none"
    role="group"
    aria-label="Squares"
  >
    ${upTo(columns).map((file) => upTo(rows).map((rank) => square(file, rank)))}
  </svg>`;
}

/** What is drawn, for those who cannot see it; names of fleets are singular and plural. */
const WORDS = {
  move: "a move",
  rout: "a rout",
  exit: "off the board from",
  ram: "a ram at",
  volley: "a volley at",
  boarding: "a boarding of",
  take: "held from",
  sink: "sunk at",
};
const told = ({ kind, fleet, squares: [from, ...more], target }) => {
  const to = more.at(-1) ?? from,
    what = WORDS[kind];
  if (kind === "exit" || kind === "sink") return `${fleet}: ${what} ${from}`;
  if (target) return `${fleet} at ${from}: ${what} ${target} at ${to}`;
  return kind === "take"
    ? `${fleet} at ${to}: ${what} ${from}`
    : `${fleet}: ${what} from ${from} to ${to}`;
};

/**
 * @param {string} seat
 * @param {Game} game
 * @param {Ctx} ctx
 */
function edge(seat, game, ctx, where) {
  const aim =
    game.case === "c" && seat === "reactive"
      ? html`<small>${sideName(game, "active")} may ${ruled("break through", "NV 11.7")}</small>`
      : nothing;
  return html`<p class=${`edge ${where} k${slotOf(ctx, seat)}`}>
    ${sideMark(ctx, seat)}<span>The ${owned(sideName(game, seat))} edge${aim}</span>
  </p>`;
}

/**
 * How many fleets each side has in a state: "the Antonians 7, the Caesarians 8".
 * @param {Game} game
 * @param {Fleet["status"]} status
 */
const fleetsOf = (game, status) =>
  SEATS.map((seat) => ({
    name: sideName(game, seat),
    n: game.fleets.filter((f) => f.status === status && f.control === seat).length,
  }))
    .filter(({ n }) => n)
    .map(({ name, n }) => `the ${name} ${n}`)
    .join(", ");

/**
 * Who won the bid, and what it is good for while fleets are set up.
 * @param {Game} game
 */
function bidWon(game) {
  const bids = game.sides.map(({ bid }) => bid ?? 0),
    [high, low] = [Math.max(...bids), Math.min(...bids)];
  if (!game.first) return "";
  const won = high === low ? `win the tie at ${high}` : `bid ${high} to ${low}`;
  return `The ${sideName(game, game.first)} ${won}: they set up last and move first. `;
}

/**
 * What is not on the board yet, in words.
 * @param {Game} game
 */
function awayFrom(game) {
  const ready = fleetsOf(game, "ready");
  if (game.result) return "";
  if (ready) return `${bidWon(game)}Fleets still to be set up: ${ready}.`;
  const reserve = game.fleets.some((f) => f.square) ? "" : fleetsOf(game, "reserve");
  return reserve
    ? `The board is empty until both sides have chosen which fleets fight. They have: ${reserve}.`
    : "";
}
/**
 * What is said of a fleet, by its name.
 * @param {Game} game
 * @param {Ctx} ctx
 */
const cardsOf = (game, ctx) => (/** @type {string} */ name) => {
  const fleet = game.fleets.find((f) => f.name === name);
  return fleet ? fleetCard(fleet, game, ctx) : null;
};

/**
 * The whole board without a word.
 * @param {Fleet[]} ships
 * @param {Game} game
 * @param {Ctx} ctx
 */
const smallWater = (ships, { board }, ctx) =>
  html`<svg viewBox=${`0 0 ${board.columns * U} ${board.rows * U}`} aria-hidden="true">
    ${ships.map((f) => {
      const at = place(f.square, board);
      return svg`<rect class=${`s${slotOf(ctx, f.control)}`} x=${at.x * U - 80} y=${at.y * U - 80} width="60" height="60"></rect>`;
    })}
  </svg>`;

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function boardOf(game, ctx) {
  const { columns, rows } = game.board,
    lit = litSquares(game, ctx),
    moved = courses(ctx),
    double = game.double_move === "in-use" && moved.some((c) => c.kind === "move");
  const ships = game.fleets.filter((f) => f.square && f.status === "board"),
    away = awayFrom(game),
    // Nobody can be set up yet: a phone has better use for the room.
    bare = away && !ships.length && game.phase !== "deployment",
    top = isNear("active", game.board) ? [...SEATS].reverse() : SEATS,
    { turned } = game.board;
  const label = (cls, text) => html`<span class=${`lbl ${cls}`} aria-hidden="true">${text}</span>`;
  return html`<div
    class=${`nb nb-board cols${columns} rows${rows}${columns < FULL ? " strait" : ""}${bare ? " bare" : ""}`}
  >
    ${edge(top[0], game, ctx, "far")}
    <board-zoom
      class="nb-zoom"
      tabindex="0"
      role="group"
      aria-label="The water; arrows go from fleet to fleet"
      turns="naval-battle"
      .step=${ctx.step.seq}
      .small=${smallWater(ships, game, ctx)}
    >
      <div class="zoomed field">
        ${upTo(columns).map(
          (x) =>
            html`${["top", "foot"].map((at) => label(`x${x} ${at}`, fileLetter(turned ? columns + 1 - x : x)))}`,
        )}${upTo(rows).map(
          (y) =>
            html`${["west", "east"].map((at) => label(`y${y} ${at}`, turned ? y : rows + 1 - y))}`,
        )}
        ${water(game, lit)}${targets(game.board)}
        <ul class="ships" aria-label="Fleets on the board">
          ${repeat(
            ships,
            (f) => f.name,
            (f) => ship(f, game, ctx, lit.has(f.square)),
          )}
        </ul>
        <svg
          class="over"
          viewBox=${`0 0 ${columns * U} ${rows * U}`}
          preserveAspectRatio="none"
          role="img"
          aria-label=${moved.map(told).join("; ") || "Nothing moves in this step"}
        >
          ${drawing(ctx, game.board)}
        </svg>
        ${double ? html`<p class="double">Double move</p>` : nothing}${away ? html`<p class="nb-note">${away}</p>` : nothing}
      </div>
    </board-zoom>
    ${edge(top[1], game, ctx, "near")}${bare ? html`<p class="nb-empty">${away}</p>` : nothing}
    <board-card .cards=${cardsOf(game, ctx)}></board-card>
  </div>`;
}
