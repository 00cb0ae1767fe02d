// Course: the step's movement and attacks as they are drawn on the water, from square to square.
import { nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { isNear, other, place } from "./names.js";

/** @import { Ctx, Game, Seen } from "./types.js" */

/**
 * Where something went or was done.
 * @typedef {object} Course
 * @property {"move" | "rout" | "exit" | "ram" | "volley" | "boarding" | "take" | "sink"} kind
 * @property {(string | null)[]} squares
 * @property {string} fleet
 * @property {string} [target]
 * @property {string} [seat]
 */

/** @param {Game} game */
const squareOf = (game, name) => game?.fleets?.find((f) => f.name === name)?.square ?? null;

/**
 * [{kind: "move" | "rout" | "exit" | "ram" | "volley" | "boarding" | "take" | "sink", squares, seat, fleet}] of a step.
 * @param {Ctx} ctx
 */
export function courses(ctx) {
  const before = ctx.before?.game,
    after = ctx.view?.game;
  /** @type {Course[]} */
  const out = [];
  /** @type {Map<string, string>} */
  const last = new Map();
  const at = (/** @type {string} */ name) =>
    last.get(name) ?? squareOf(before, name) ?? squareOf(after, name);
  for (const e of ctx.step.event?.effects ?? []) {
    switch (e.type) {
      case "naval-battle.moved":
      case "naval-battle.routed": {
        const kind = e.type === "naval-battle.moved" ? "move" : "rout";
        out.push({ kind, squares: e.path, fleet: e.fleet });
        last.set(e.fleet, e.path[e.path.length - 1]);
        break;
      }
      case "naval-battle.left-board": {
        const control = before?.fleets?.find((f) => f.name === e.fleet)?.control ?? "active",
          seat = e.how === "through" ? other(control) : control;
        out.push({ kind: "exit", squares: [at(e.fleet)], seat, fleet: e.fleet });
        break;
      }
      case "naval-battle.attacked": {
        const { attack: kind, fleet, target } = e;
        out.push({ kind, squares: [at(fleet), at(target)], fleet, target });
        break;
      }
      case "naval-battle.capture-awaited": {
        const { ship, fleet } = e.due;
        out.push({ kind: "take", squares: [at(ship), at(fleet)], fleet });
        break;
      }
      case "naval-battle.captured":
        out.push({ kind: "take", squares: [at(e.ship), at(e.fleet)], fleet: e.fleet });
        break;
      case "naval-battle.fleet-sunk":
        out.push({ kind: "sink", squares: [at(e.fleet)], fleet: e.fleet });
    }
  }
  return out.filter((c) => c.squares.length && c.squares.every(Boolean));
}

/**
 * The squares that a step is about: those of its courses, and where it set fleets up or changed one.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function litSquares(game, ctx) {
  const out = new Set(courses(ctx).flatMap((c) => [c.squares[0], c.squares.at(-1)]));
  for (const e of ctx.step.event?.effects ?? []) {
    if (e.type === "naval-battle.deployed") for (const p of e.places ?? []) out.add(p.square);
    if (e.type === "naval-battle.rally-rolled")
      out.add(
        game.fleets.find((f) => f.name === e.name || f.aboard.some((u) => u.name === e.name))
          ?.square,
      );
    if (e.type === "naval-battle.reverted") out.add(squareOf(game, e.fleet));
  }
  out.delete(null);
  out.delete(undefined);
  return out;
}

const U = 100,
  HEAD = 27;
/** @param {Seen} board */
const middle = (square, board) => {
  const { x, y } = place(square, board);
  return [(x - 0.5) * U, (y - 0.5) * U];
};
const toward = (/** @type {number[]} */ [ax, ay], /** @type {number[]} */ [bx, by], by_) => {
  const n = Math.hypot(bx - ax, by - ay) || 1;
  return [ax + ((bx - ax) / n) * by_, ay + ((by - ay) / n) * by_];
};
/** An attack runs beside the middle, where counters are blank: over neither their strips nor their letters. */
const aside = ([a, b]) => {
  const [dx, dy] = a[0] === b[0] ? [36, 0] : [0, 27];
  return [
    [a[0] + dx, a[1] + dy],
    [b[0] + dx, b[1] + dy],
  ];
};
const line = (points) => `M${points.map((p) => p.map((v) => v.toFixed(1)).join(" ")).join("L")}`;

function head(from, tip, wide = 0.5) {
  const base = toward(tip, from, HEAD),
    dx = (tip[0] - base[0]) * wide,
    dy = (tip[1] - base[1]) * wide;
  return `${line([[base[0] - dy, base[1] + dx], tip, [base[0] + dy, base[1] - dx]])}z`;
}

/** The arrow along points that stops short of both marks by start and end. */
function arrow(points, start, end, cls, wide) {
  const way = [toward(points[0], points[1], start), ...points.slice(1, -1)],
    from = way.at(-1),
    tip = toward(points.at(-1), points.at(-2), end),
    neck = toward(tip, from, HEAD * 0.8);
  return svg`<g class=${`course ${cls}`}><path class="case" d=${line([...way, neck])}></path><path
      class="case" d=${head(from, tip, wide)}></path><path
      class="ink" pathLength="1" d=${line([...way, neck])}></path><path
      class="tip" d=${head(from, tip, wide)}></path></g>`;
}

/** Boarding: a gangway, two rails with rungs, and the tip at the ship that is boarded. */
function gangway(a, b) {
  const from = toward(a, b, 28),
    tip = toward(b, a, 32),
    neck = toward(tip, from, HEAD * 0.8),
    n = Math.hypot(b[0] - a[0], b[1] - a[1]),
    sx = (-(b[1] - a[1]) / n) * 8,
    sy = ((b[0] - a[0]) / n) * 8,
    length = Math.hypot(neck[0] - from[0], neck[1] - from[1]),
    rungs = Math.max(2, Math.round(length / 11));
  const rail = (s) =>
    line([
      [from[0] + sx * s, from[1] + sy * s],
      [neck[0] + sx * s, neck[1] + sy * s],
    ]);
  const rung = (i) => {
    const p = toward(from, neck, (length * (i + 0.5)) / rungs);
    return line([
      [p[0] + sx, p[1] + sy],
      [p[0] - sx, p[1] - sy],
    ]);
  };
  return svg`<g class="course boarding"><path class="case broad" d=${line([from, neck])}></path><path
      class="case" d=${head(from, tip, 0.62)}></path><path
      class="ink rail" d=${rail(1) + rail(-1)}></path><path
      class="ink rung" d=${Array.from({ length: rungs }, (_, i) => rung(i)).join("")}></path><path
      class="tip" d=${head(from, tip, 0.62)}></path></g>`;
}

const sinking = ([x, y]) =>
  svg`<g class="course sink"><path class="case"
      d=${`M${x - 24} ${y - 24}l48 48M${x + 24} ${y - 24}l-48 48`}></path><path
      class="ink" d=${`M${x - 24} ${y - 24}l48 48M${x + 24} ${y - 24}l-48 48`}></path><path
      class="ink rail" d=${`M${x - 34} ${y + 34}q8.5-8 17 0t17 0 17 0 17 0`}></path></g>`;

/** @param {Seen} board */
function drawn(course, board) {
  const points = course.squares.map((s) => middle(s, board)),
    [first] = points;
  if (course.kind === "sink") return sinking(first);
  if (course.kind === "exit")
    return arrow(
      [first, [first[0], isNear(course.seat ?? "active", board) ? board.rows * U + 34 : -34]],
      0,
      0,
      "exit",
      0.5,
    );
  if (points.length < 2) return nothing;
  if (course.kind === "boarding" || course.kind === "take") return gangway(...aside(points));
  if (course.kind === "ram") return arrow(aside(points), 34, 30, "ram", 0.8);
  if (course.kind === "volley") return arrow(aside(points), 34, 30, "volley", 0.45);
  // It ends at the square's edge: within stand the counter and its leader's name.
  return arrow(points, 0, 49, course.kind, 0.5);
}

/**
 * Everything that this step drew on the water.
 * @param {Ctx} ctx
 * @param {Seen} board
 */
export function drawing(ctx, board) {
  const list = courses(ctx);
  return svg`${list
    .filter((c) => c.kind === "move" || c.kind === "rout")
    .map((c) => {
      const [x, y] = middle(c.squares[0], board);
      return svg`<rect class="ghost" x=${x - 38} y=${y - 34} width="76" height="68"></rect>`;
    })}${list.map((c) => drawn(c, board))}`;
}
