// Card: a unit or leader of the field in full: its values, its state, what it has done this turn.
import { html } from "../../vendor/lit-html/lit-html.js";
import { coded } from "../../parts/codes.js";
import { seatMark } from "../../parts/marks.js";
import { facts } from "../../parts/card.js";
import { capital } from "../../words.js";
import { groundOf } from "./ground.js";
import { DIRECTIONS, FATES, sideTitle, unitOf } from "./names.js";
import { signWords, sorted } from "./signs.js";

/** @import { Ctx, Game, Unit } from "./types.js" */

/**
 * @param {Unit} u
 * @param {Game} game
 * @param {Ctx} ctx
 */
const unit = (u, game, ctx) =>
  html`<h3>
      ${seatMark(ctx.seats, u.side, false)}${u.title} ${u.id}<small
        >${sideTitle(ctx.seats, u.side)}</small
      >
    </h3>
    ${facts([
      ["Combat Points", u.strength],
      ["Movement", `${u.movement} MP`],
      ["Morale", u.morale],
      [
        "Condition",
        coded(`Disorder ${u.disorder} of ${u.morale}${u.panicked ? ", in panic" : ""}`),
      ],
      ["Missiles", u.missile ? "yes" : null],
      ["With it", u.leader],
      [
        "Stands",
        u.hex && !u.fate
          ? `${u.hex}, facing ${DIRECTIONS[u.facing]}; ${groundOf(game.field, u.hex)}`
          : capital(FATES[u.fate] ?? "off the field"),
      ],
      ["This turn", coded(sorted(u.marks).map(signWords).join("; "))],
    ])}`;

/**
 * What is said of a counter by its key: a unit's id, a leader's name, "off" and the ids of a chip.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export const cardsOf = (game, ctx) => (/** @type {string} */ key) => {
  const leader = game.leaders.find((l) => l.name === key);
  if (leader)
    return html`<h3>
        ${seatMark(ctx.seats, leader.side, false)}${leader.name}<small
          >leader, ${sideTitle(ctx.seats, leader.side)}</small
        >
      </h3>
      ${facts([
        ["Value", leader.value],
        ["Commands", `${leader.range} hexes around`],
        ["Stands", leader.hex],
      ])}`;
  const units = key
    .split(" ")
    .map((id) => unitOf(game, id))
    .filter((u) => u !== null);
  return units.length ? html`${units.map((u) => unit(u, game, ctx))}` : null;
};
