// Efforts: the two sides of a battle face to face across the kinds. A column is a sum, a row is a comparison.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die } from "../../parts/die.js";
import { dataIds } from "../../parts/ids.js";
import { seatMark } from "../../parts/marks.js";
import { capital, seatTitle, signed } from "../../words.js";
import { backs, emblem } from "./cards.js";
import { EFFORT, KINDS, enemyName, peopleMark, romeMark } from "./words.js";
import { coded } from "../../parts/codes.js";

/** @import { Battle, Ctx, Game, Schemas } from "./types.js" */

const SIDES = ["rome", "enemy"];
const ROLE = { attacker: "attacks", defender: "defends" };

/**
 * @param {"rome" | "enemy"} which
 * @param {Battle} battle
 * @param {Game} game
 * @param {Ctx} ctx
 */
function head(which, battle, game, ctx) {
  const side = battle[which],
    region = which === "rome" ? "Rome" : enemyName(battle),
    player = game.players.find((p) => p.seat === side.seat);
  const who = side.seat
    ? html`<b>${seatTitle(ctx.seats, side.seat)}</b> for ${region}`
    : html`<b>${capital(region)}</b>`;
  const more = [
    ROLE[side.role] ?? side.role,
    side.seat ? nothing : "nobody leads it yet",
    side.ally ? html`with ${seatTitle(ctx.seats, side.ally)} as ally` : nothing,
    player ? html`${player.prestige} ${coded("PT", { reach: false })}` : nothing,
  ].filter((x) => x !== nothing);
  return html`<th scope="col" class=${which}>
    <span class="who"
      >${which === "rome" ? romeMark : peopleMark(battle.region)}${side.seat ? seatMark(ctx.seats, side.seat, false) : nothing}<span
        >${who}<small>${more.map((m, i) => html`${i ? ", " : ""}${m}`)}</small></span
      ></span
    >
  </th>`;
}

/**
 * How a card's force adds up: what is printed, then each +1 with its reason and rule.
 * @param {Schemas["samnite-wars.FightingView"]} card
 */
function reckoning(card) {
  return (card.parts ?? []).map(
    (p, i) =>
      html`${i ? html`, ` : nothing}<span class="adds"
          >${i ? signed(p.value) : p.value}:
          ${p.reason}${p.rule ? html` <i>${coded(p.rule)}</i>` : nothing}</span
        >`,
  );
}

/**
 * @param {Schemas["samnite-wars.FightingView"]} card
 * @param {boolean} closed
 */
const slip = (card, closed) =>
  html`<div class="slip" data-ids=${dataIds(card.name)} data-move=${`card ${card.name}`}>
    <div>
      <b>${card.name}</b
      ><span>${reckoning(card)}</span
      >${closed ? html`<span class="vh"> face down for the others</span>` : nothing}
    </div>
    <i>${card.force}</i>
  </div>`;

/**
 * One side's cell of a row; a side that is not open is one field of backs over all rows.
 * @param {"rome" | "enemy"} which
 * @param {string} kind
 * @param {Battle} battle
 */
function cell(which, kind, battle) {
  const side = battle[which];
  if (!side.cards)
    return kind !== EFFORT[0]
      ? nothing
      : html`<td
          class=${`${which} unseen${side.laid ? " laid" : ""}`}
          rowspan=${SIDES.some((w) => battle[w].cards) ? EFFORT.length : 1}
        >
          ${
            side.laid
              ? html`<p>${backs(3)}laid, face down</p>`
              : html`<p>${side.seat ? "not laid yet" : "nobody yet"}</p>`
          }
        </td>`;
  const cards = side.cards.filter((c) => c.kind === kind);
  return html`<td class=${which}>
    ${
      cards.length
        ? cards.map((c) => slip(c, !battle.open))
        : html`<div class="slip no"><span>no ${KINDS[kind].toLowerCase()}</span><i>0</i></div>`
    }
  </td>`;
}

/**
 * Which side counts more in this row, for the eye: the heavier edge.
 * @param {number} a
 * @param {number} b
 */
const compare = (a, b) => (a === b ? "=" : a > b ? ">" : "<");
const SIGN = { "=": ["=", "equal to"], ">": [">", "more than"], "<": ["<", "less than"] };

/**
 * @param {string} kind
 * @param {Battle} battle
 */
function middle(kind, battle) {
  if (SIDES.every((w) => !battle[w].cards))
    return html`<td class="mid">${EFFORT.map((k) => html`<span>${KINDS[k]}</span> `)}</td>`;
  /** @param {"rome" | "enemy"} w */
  const sum = (w) =>
      battle[w].cards?.filter((c) => c.kind === kind).reduce((n, c) => n + c.force, 0),
    [a, b] = SIDES.map(sum);
  const sign = battle.open && a !== undefined && b !== undefined ? SIGN[compare(a, b)] : null;
  return html`<th scope="row" class="mid">
    <p>${emblem(kind)}${sign ? html`<em aria-hidden="true">${sign[0]}</em>` : nothing}</p>
    ${KINDS[kind]}${sign ? html`<span class="vh">: Rome ${sign[1]} the enemy</span>` : nothing}
  </th>`;
}

/**
 * @param {Battle} battle
 * @param {Ctx} ctx
 */
function totals(battle, ctx) {
  const known = battle.open,
    [a, b] = SIDES.map((w) => battle[w].force),
    one = (/** @type {"rome" | "enemy"} */ w) =>
      html`<td
        class=${`${w} total${battle.winner === w ? ` won${foughtNow(ctx) ? " lit" : ""}` : ""}`}
      >
        <div>
          <span
            >${w === "rome" ? "Force of Rome" : `Force of ${enemyName(battle)}`}${
              battle.winner === w ? html`<b class="wins">wins</b>` : nothing
            }</span
          ><strong>${battle[w].force ?? "?"}</strong>
        </div>
      </td>`;
  return html`<tr class="sums">
    ${one("rome")}
    <td class="vs">
      ${
        known
          ? html`<span aria-hidden="true">${SIGN[compare(a, b)][0]}</span
              ><span class="vh">${SIGN[compare(a, b)][1]}</span
              >${a === b ? html`<small>a tie</small>` : nothing}`
          : nothing
      }
    </td>
    ${one("enemy")}
  </tr>`;
}

/**
 * The dice that broke a tie are drawn in the step that threw them; later they are told.
 * @param {Battle} battle
 * @param {Ctx} ctx
 */
function tie(battle, ctx) {
  if (!battle.rounds.length) return nothing;
  const thrown = foughtNow(ctx),
    dice = (ctx.step.dice ?? []).filter((d) => d.die === "d6"),
    last = battle.rounds.length - 1;
  return html`<p class=${thrown ? "tie lit" : "tie"}>
    <span>The tie is rolled off:</span>
    ${battle.rounds.map(
      (round, i) =>
        html`<span class="round"
          >${thrown ? round.map((face, k) => die(dice[i * 2 + k] ?? { die: "d6", face })) : nothing}<span
            >Rome ${round[0]}, ${enemyName(battle)} ${round[1]}${i < last ? "; again" : ""}</span
          ></span
        >`,
    )}
  </p>`;
}

/** @param {Ctx} ctx */
const foughtNow = (ctx) =>
  (ctx.step.event?.effects ?? []).some((e) => e.type === "samnite-wars.battle-fought");

const TITLE = {
  campaign: (b) => `Campaign against ${enemyName(b)}`,
  revolt: (b) => (b.latin_city ? "A Latin city revolts" : `Revolt of ${enemyName(b)}`),
  war: (b) => `${capital(enemyName(b))} attack`,
};

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function efforts(game, ctx) {
  const { battle } = game,
    lit = ctx.lit("/game/battle") || ctx.inside("/game/battle");
  return html`<section class="sw-efforts">
    <h3 class=${lit ? "lit" : ""}>
      ${(TITLE[battle.kind] ?? (() => "Battle"))(battle)}<span>the two War Efforts</span>
    </h3>
    <table class=${battle.open ? "scale open" : "scale"}>
      <caption class="vh">
        Both War Efforts by kind of card
      </caption>
      <thead>
        <tr>
          ${head("rome", battle, game, ctx)}
          <td class="mid"></td>
          ${head("enemy", battle, game, ctx)}
        </tr>
      </thead>
      <tbody>
        ${(SIDES.some((w) => battle[w].cards) ? EFFORT : EFFORT.slice(0, 1)).map(
          (kind) =>
            html`<tr>
              ${cell("rome", kind, battle)}${middle(kind, battle)}${cell("enemy", kind, battle)}
            </tr>`,
        )}
      </tbody>
      <tfoot>
        ${totals(battle, ctx)}
      </tfoot>
    </table>
    ${tie(battle, ctx)}
  </section>`;
}
