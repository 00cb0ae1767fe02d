// Ship: a fleet's counter. The strip at its left is whose flag she flies; a prize has her builder's strip
// below it, a fleet in panic an exclamation mark.
// An upright hull is full, a capsized one on hatched ground is flipped. Opened, the counter tells who
// is aboard, from the top.
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { coded } from "../../parts/codes.js";
import { dataIds } from "../../parts/ids.js";
import { STAR, seatLetter } from "../../parts/marks.js";
import { capital } from "../../words.js";
import {
  condition,
  dice,
  isNear,
  letters,
  owned,
  place,
  sideMark,
  sideName,
  slotOf,
} from "./names.js";

/** @import { Ctx, Fleet, Game, Unit } from "./types.js" */

export const star = html`<svg class="nb-star" viewBox="-8 -8 16 16" aria-hidden="true">
  <path d=${STAR}></path>
</svg>`;
const hull = html`<svg class="hull" viewBox="0 0 30 10" aria-hidden="true">
  <path d="M1 8.2 4 4.4H22L23.6 1H26L25 4.4 29 8.2 23 9.4H5z"></path>
</svg>`;

const SHAPES = {
  heavy: svg`<rect x="1" y="1" width="8" height="8"></rect>`,
  medium: svg`<path d="M3 1h6.5L7 9H.5z"></path>`,
  light: svg`<circle cx="5" cy="5" r="4"></circle>`,
  none: svg`<path d="M1 5h8"></path>`,
};
/** @param {Unit} u */
const weightOf = (u) => (u.factor ? u.weight : "none");
/**
 * A passenger as a small shape: square heavy, slanted medium, round light, a line for baggage; the
 * active one is filled.
 * @param {Unit} u
 */
export const pip = (u) =>
  html`<svg
    class=${`pip${u.active ? " on" : ""}${u.state === "flipped" ? " flipped" : ""}`}
    viewBox="0 0 10 10"
    aria-hidden="true"
  >
    ${SHAPES[weightOf(u)] ?? SHAPES.heavy}${
      u.state === "flipped" ? svg`<path class="cut" d="M0 10 10 0"></path>` : nothing
    }
  </svg>`;

/**
 * @param {string} seat
 * @param {Ctx} ctx
 * @param {string} cls
 */
const strip = (seat, ctx, cls) =>
  html`<span class=${`strip ${cls} k${slotOf(ctx, seat)}`}
    ><b>${seatLetter(ctx.seats, seat)}</b></span
  >`;
/** @param {string} letter */
export const check = (letter) => html`<i class="chk">${letter}</i>`;
/**
 * The letter of a check that was not passed.
 * @param {Fleet} fleet
 */
const tag = (fleet) => (fleet.check && fleet.check !== "P" ? check(fleet.check) : nothing);

/**
 * @param {Fleet} fleet
 * @param {Game} game
 * @param {Ctx} ctx
 */
export const counter = (fleet, game, ctx) =>
  html`<span
    class=${`ctr k${slotOf(ctx, fleet.control)} ${fleet.state} deep${Math.min(3, fleet.aboard.length)}`}
    aria-hidden="true"
    ><span class="strips"
      >${strip(fleet.control, ctx, "flag")}${fleet.captured ? strip(fleet.owner, ctx, "built") : nothing}${
        fleet.panicked && fleet.status === "board"
          ? html`<span class="strip alarm">!</span>`
          : nothing
      }</span
    ><span class="body"
      ><b>${letters(game).get(fleet.name)}</b><span class="keel">${hull}${tag(fleet)}</span
      ><span class="cargo"
        >${fleet.aboard.map(pip)}${fleet.leaders.length ? star : nothing}</span
      ></span
    ></span
  >`;

/**
 * Whose she is, and how she stands, in words.
 * @param {Fleet} fleet
 * @param {Game} game
 */
export function told(fleet, game) {
  const flag = fleet.captured
    ? `${owned(sideName(game, fleet.owner))} hull, ${owned(sideName(game, fleet.control))} flag`
    : sideName(game, fleet.control);
  return `${flag}; ${fleet.discipline}, ${condition(fleet)}`;
}

/** The game's own word for what is carried and never fights. */
const KINDS = { impediti: "baggage" };
/** @param {Pick<Unit, "kind">} u */
export const kindWords = ({ kind }) => KINDS[kind] ?? kind;
/** @param {Unit} u */
const unitTold = (u) =>
  `${kindWords(u)}, ${u.discipline}, ${u.factor ? dice(u.factor) : "never fights"}, ${condition(u)}`;
/**
 * Who is aboard, from the top.
 * @param {Fleet} fleet
 * @param {Set<string>} [changed]
 */
export const deck = (fleet, changed = new Set()) =>
  fleet.aboard.length || fleet.leaders.length
    ? html`<ol class="deck">
        ${fleet.aboard.map(
          (u) =>
            html`<li class=${changed.has(u.name) ? "lit" : ""}>
              ${pip(u)}<span
                >${u.name}${u.active ? html` <em>on deck</em>` : nothing}${
                  u.name === fleet.captor ? html` <em>captor</em>` : nothing
                }<small>${coded(unitTold(u))}</small></span
              >
            </li>`,
        )}
        ${fleet.leaders.map(
          (l) =>
            html`<li class=${changed.has(l.name) ? "lit" : ""}>
              ${star}<span
                ><b>${l.name}</b
                ><small
                  >leader, ${l.discipline},
                  ${l.rating ? `−${l.rating} on his shipmates’ checks` : "no help at checks"}</small
                ></span
              >
            </li>`,
        )}
      </ol>`
    : html`<p class="note">Nobody aboard.</p>`;

const MAY = { board: "board", "break-through": "break through" };
/**
 * A fleet in full: whose, how it stands, who is aboard, what it may do.
 * @param {Fleet} fleet
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function fleetCard(fleet, game, ctx) {
  const may = [
    ...(fleet.may ?? []),
    ...fleet.aboard
      .filter((u) => u.may?.includes("rally") && !fleet.may?.includes("rally"))
      .map((u) => `rally ${u.name}`),
  ];
  return html`<div class="nb">
    <h3>${sideMark(ctx, fleet.control)}${fleet.name}<small>${fleet.square}</small></h3>
    <p>
      ${coded(capital(told(fleet, game)))}; ${dice(fleet.factor)}, ${fleet.points} points, room for
      ${fleet.capacity}.
    </p>
    ${deck(fleet)}${may.length ? html`<p>May ${may.map((m) => MAY[m] ?? m).join(", ")}.</p>` : nothing}
  </div>`;
}

/**
 * A fleet on its square.
 * @param {Fleet} fleet
 * @param {Game} game
 * @param {Ctx} ctx
 * @param {boolean} lit
 */
export function ship(fleet, game, ctx, lit) {
  const at = place(fleet.square, game.board);
  if (!at) return nothing;
  const name = `${fleet.name}, ${fleet.square}: ${told(fleet, game)}; aboard: ${[...fleet.aboard, ...fleet.leaders].map((p) => p.name).join(", ") || "nobody"}`;
  return html`<li
    class=${`ship x${at.x} y${at.y}${lit ? " lit" : ""}${isNear(fleet.control, game.board) ? "" : " far"}`}
    data-move=${fleet.name}
    data-square=${fleet.square}
  >
    <div
      class=${lit ? "stack now" : "stack"}
      role="img"
      aria-label=${name}
      data-card=${fleet.name}
      data-ids=${dataIds(fleet.name, ...[...fleet.aboard, ...fleet.leaders].map((p) => p.name))}
    >
      ${counter(fleet, game, ctx)}${
        fleet.leaders.length
          ? html`<span class="lead" aria-hidden="true"
              ><span>${fleet.leaders[0].name}</span>${
                fleet.leaders.length > 1 ? html`<b>+${fleet.leaders.length - 1}</b>` : nothing
              }</span
            >`
          : nothing
      }
    </div>
  </li>`;
}
