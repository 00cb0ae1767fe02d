// Board: the field between its two edges. Each edge is a side's own: Rout Points, who is off the
// field, what to show of it.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { ruled } from "../../parts/codes.js";
import { seatMark } from "../../parts/marks.js";
import { cardsOf } from "./card.js";
import { chip } from "./counter.js";
import { fieldOf } from "./field.js";
import { HERE, sideTitle, unitOf } from "./names.js";
import { leads } from "./reach.js";
import "../../parts/card.js";

/** @import { Army, Ctx, Game, Unit } from "./types.js" */

/**
 * Rout Points as a ruler up to the limit; the points of this step are lit.
 * @param {Army} army
 * @param {Ctx} ctx
 */
function routRuler(army, ctx) {
  const was = ctx.before?.game?.armies?.find((a) => a.side === army.side)?.rout ?? army.rout;
  const cells = Array.from({ length: Math.max(army.limit, army.rout) }, (_, i) => i + 1);
  const says = (n) =>
    n === army.limit ||
    n === army.rout ||
    (n % 5 === 0 && n < army.limit - 1 && Math.abs(n - army.rout) > 1)
      ? n
      : "";
  const fresh = (n) => n > Math.min(was, army.rout) && n <= Math.max(was, army.rout);
  const cls = (n) =>
    [
      n <= army.rout && "on",
      fresh(n) && "fresh",
      n === army.limit && "limit",
      says(n) >= 10 && "two",
    ]
      .filter(Boolean)
      .join(" ");
  return html`<div
    class="rout"
    role="img"
    aria-label=${`Rout Points of ${sideTitle(ctx.seats, army.side)}: ${army.rout} of ${army.limit}`}
    data-rout=${army.side}
  >
    <span class="lab">${ruled("Rout Points", "BP 16")}</span>
    <ol aria-hidden="true">
      ${cells.map((n) => html`<li class=${cls(n)}>${says(n)}</li>`)}
    </ol>
    <b>${army.rout} <small>of ${army.limit}</small></b>
  </div>`;
}

/** How those off the field stand together: a word and the fates that it covers. */
const GROUPS = [
  ["in ambush", ["held"]],
  ["pursuing", ["pursuing"]],
  ["fled", ["fled"]],
  ["lost", ["eliminated", "removed"]],
  ["marched off", ["left"]],
];
/** @param {Unit[]} list */
const alike = (list) =>
  [...new Set(list.map((u) => u.type))].map((type) => list.filter((u) => u.type === type));
/**
 * @param {Game} game
 * @param {string} side
 * @param {Ctx} ctx
 */
function offField(game, side, ctx) {
  const gone = game.units.filter((u) => u.side === side && !HERE(u));
  /** @param {Unit} u */
  const changed = (u) => (unitOf(ctx.before?.game, u.id) ?? u).fate !== u.fate;
  const groups = GROUPS.map(([word, fates]) => [
    word,
    gone.filter((u) => fates.includes(u.fate)),
  ]).filter(([, list]) => list.length);
  const leader = game.leaders.find((l) => l.side === side && l.fate);
  const shown = ([word, list]) =>
    html`<span class="off-group"
      ><span class="lab">${word === "in ambush" ? ruled(word, "BP 17.1.3c") : word}</span
      >${alike(list).map((units) => chip(units, ctx.seats, units.some(changed)))}</span
    >`;
  return html`<div
    class="off"
    role="group"
    aria-label=${`Off the field, ${sideTitle(ctx.seats, side)}`}
  >
    ${groups.length ? groups.map(shown) : html`<span class="note none">all on the field</span>`}
    ${
      leader
        ? html`<span class="off-group"
            ><span class="lab"
              >${leader.name} ${leader.fate === "dead" ? "is dead" : "has left"}</span
            ></span
          >`
        : nothing
    }
  </div>`;
}

/**
 * Say on the board's own element what is shown over its field: a style that looks for what is checked
 * (`:has`) has the whole field styled anew at every step.
 * @param {Event & { currentTarget: HTMLInputElement }} e
 */
const show = ({ currentTarget: box }) =>
  box.closest(".dbp-board")?.toggleAttribute(`data-${box.name}`, box.checked);
/**
 * What may be shown of a side over the field, by its own choice.
 * @param {Game} game
 * @param {string} side
 * @param {Ctx} ctx
 */
function shows(game, side, ctx) {
  const name = sideTitle(ctx.seats, side),
    leader = leads(game, side);
  const box = (what, label, rule, title, off = false) =>
    html`<label class="show"
      ><input
        type="checkbox"
        name=${`${what}-${side}`}
        @change=${show}
        aria-label=${`${title}, ${name}`}
        ?disabled=${off}
      />${ruled(label, rule)}</label
    >`;
  return html`<div class="shows" role="group" aria-label=${`Show over the field, ${name}`}>
    ${box("zoc", "Zones", "BP 8.2", "Zones of control")}${box(
      "reach",
      "Range",
      "BP 13",
      leader ? `Command range of ${leader.name}, ${leader.range} hexes` : "Command range",
      !leader,
    )}
  </div>`;
}

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
function edge(where, game, ctx) {
  const side = Object.keys(game.field.edges).find((s) => game.field.edges[s] === where),
    army = game.armies.find((a) => a.side === side);
  if (!army) return nothing;
  const acts = game.side === side ? " acts" : "";
  return html`<div class=${`edge ${where}${acts}`} data-edge=${side}>
    <p class="who">
      ${seatMark(ctx.seats, side, false)}<b>${sideTitle(ctx.seats, side)}</b
      ><small class="vh">, ${where} edge</small>
    </p>
    ${routRuler(army, ctx)}${offField(game, side, ctx)}${shows(game, side, ctx)}
  </div>`;
}

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export const boardOf = (game, ctx) =>
  html`<div class="dbp dbp-board">
    ${edge("north", game, ctx)}
    <div class="dbp-ground">${fieldOf(game, ctx)}</div>
    ${edge("south", game, ctx)}<board-card .cards=${cardsOf(game, ctx)}></board-card>
  </div>`;
