// Cards: a card face up, backs face down, and the hand of the seat one looks through.
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { dataIds } from "../../parts/ids.js";
import { seatMark } from "../../parts/marks.js";
import { count, minus } from "../../words.js";
import { KINDS, cardDoes } from "./words.js";

/** @import { Card, Ctx, Game } from "./types.js" */

/* A line emblem for each kind, drawn in 32 by 32: joined rings, a marching order, a shield, a sword, crossed spears,
   a standard, a wreath, the yoke, an olive branch, a star. */
const EMBLEMS = {
  ally: ["M12 8a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M20 8a8 8 0 1 0 0 16 8 8 0 0 0 0-16z"],
  strategy: [
    "M4 9h6v5H4zM13 9h6v5h-6zM22 9h6v5h-6z",
    "M8.5 18h6v5h-6zM17.5 18h6v5h-6z",
    "M4 28h24",
    "M16 6V2m-2 2 2-2 2 2",
  ],
  troops: [
    "M8 4.5c5-1.5 11-1.5 16 0v23c-5 1.5-11 1.5-16 0z",
    "M16 3.5v9M16 19.5v9",
    "M16 12.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  ],
  weapon: [
    "M16 2.5 18.700 7v13h-5.400V7z",
    "M16 7v13",
    "M10.5 20h11v2.200h-11z",
    "M16 22.200v5",
    "M14 29a2 2 0 1 1 4 0",
  ],
  battle: ["M5 27 26 6M6 6l21 21", "M22.5 5 27 5l0 4.5M9.5 5 5 5l0 4.5"],
  conquest: [
    "M16 30V2.5",
    "M8 7h16",
    "M9.5 7v12h13V7",
    "M9.5 19l2.200 3 2.200-3 2.100 3 2.100-3 2.200 3 2.200-3",
  ],
  victory: [
    "M14 28C5 25 3 14 8.5 5M18 28c9-3 11-14 5.5-23",
    "M8 9.5l4 .8M6 14.5l4.400.2M6.300 19.800l4.200-1.200M9 24.5l3.300-2.900M24 9.5l-4 .8M26 14.5l-4.400.2M25.700 19.800l-4.200-1.200M23 24.5l-3.300-2.900",
  ],
  defeat: [
    "M8 29V6M24 29V6",
    "M4 8.5h24",
    "M8 3v3M24 3v3",
    "M4 29h24",
    "M13 29c0-5 1-8 3-8s3 3 3 8M16 21v-3",
  ],
  peace: [
    "M5 28C13 22 20 14 27 4",
    "M11 22.5c-4 .5-6.5-1.5-6.5-5 4 0 6.5 1.800 6.5 5z",
    "M17 15.800c-4 .4-6.300-1.700-6.300-5.200 4 0 6.300 2 6.300 5.200z",
    "M14.5 19.5c.3 4 2.5 6 6 6-.3-4-2.5-6-6-6zM20.5 12.200c.3 4 2.5 6 6 6-.3-4-2.5-6-6-6z",
  ],
  special: [
    "M16 3l2.800 8.200L27 8l-4 8 4 8-8.200-3.200L16 29l-2.800-8.200L5 24l4-8-4-8 8.200 3.200z",
  ],
};

/**
 * The emblem of a kind; the kind is always named beside it.
 * @param {string} kind
 */
export const emblem = (kind) =>
  svg`<svg class="emblem" viewBox="0 0 32 32" aria-hidden="true">${(
    EMBLEMS[kind] ?? EMBLEMS.special
  ).map((d) => svg`<path d=${d}/>`)}</svg>`;

/** @param {string} kind */
const isForce = (kind) => ["strategy", "troops", "weapon", "battle"].includes(kind);

/** Where a card may be chosen that is called as its people's region is: elsewhere the region is meant. */
const CHOSEN = ["gifts", "efforts", "etcetera"];
/**
 * A card face up. state: "" | "laid" | "may"; word: what the state means. It slides to the effort that it is played in.
 * @param {Card} c
 * @param {string} state
 * @param {string} word
 * @param {Game} game
 */
function card(c, state, word, { step }) {
  return html`<li
    class=${`card ${state}`}
    data-move=${state === "laid" ? nothing : `card ${c.name}`}
  >
    <div
      class="whole"
      data-nowhere
      data-ids=${c.kind !== "ally" || CHOSEN.includes(step) ? dataIds(c.name) : nothing}
    >
      <header>
        ${emblem(c.kind)}<span class="kind">${KINDS[c.kind] ?? c.kind}</span
        >${isForce(c.kind) ? html`<b><span class="vh">force </span>${c.force}</b>` : nothing}
      </header>
      <div class="face">
        <h4>${c.name}</h4>
        ${c.note ? html`<p class="note">${minus(c.note)}</p>` : nothing}${
          cardDoes(c) ? html`<p>${cardDoes(c)}</p>` : nothing
        }
      </div>
      ${word ? html`<em>${word}</em>` : nothing}
    </div>
  </li>`;
}

const FAN = 12;
/**
 * Cards face down; their number is said and written beside.
 * @param {number} n
 */
export const backs = (n) =>
  html`<span class="backs" aria-hidden="true"
    >${Array.from({ length: Math.min(n, FAN) }, () => html`<i></i>`)}</span
  >`;

/**
 * How a card in a hand stands: laid and not open yet, or one that may be played now; and the words for it.
 * @param {Game} game
 * @param {string} seat
 */
function standing(game, seat) {
  const { window } = game,
    laid = ownEffort(game, seat),
    mine = [...(window?.mine?.cards ?? []), window?.mine?.claim],
    asked = window?.asked.includes(seat) && !window.answered.includes(seat);
  const may = new Set(asked ? [...window.cards, ...window.claims] : []);
  return ({ name }) =>
    laid.has(name) || mine.includes(name)
      ? ["laid", "laid, face down"]
      : may.has(name)
        ? ["may", "may be played"]
        : ["", ""];
}

/**
 * Hands that are shown to this audience: one for a seat, all when the game is over.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function hands(game, ctx) {
  return game.players
    .filter((p) => Array.isArray(p.hand))
    .map((p) => {
      const state = standing(game, p.seat);
      return html`<section class="sw-hand">
        <h3>
          ${seatMark(ctx.seats, p.seat, false)} ${p.title}’s hand
          <span>${count(p.hand.length, "card")}</span>
        </h3>
        ${
          p.hand.length
            ? html`<ul class="cards">
                ${p.hand.map((c) => {
                  const [s, word] = state(c);
                  return card(c, s, word, game);
                })}
              </ul>`
            : html`<p class="note">No cards.</p>`
        }
      </section>`;
    });
}

/**
 * The hand of the one who looks, in a line, for where the cards themselves stand below the fold: during a battle.
 * @param {Game} game
 */
export function handLine(game) {
  const own = game.players.filter((p) => Array.isArray(p.hand));
  if (!game.battle || own.length !== 1 || !own[0].hand.length) return nothing;
  const [player] = own,
    state = standing(game, player.seat);
  return html`<section class="hand-line">
    <h3>${player.title}’s hand</h3>
    <ul>
      ${player.hand.map((c) => {
        const [s, word] = state(c);
        return html`<li class=${s}>
          ${emblem(c.kind)}<span
            ><b>${c.name}</b>${isForce(c.kind) ? html` <i>${c.force}</i>` : nothing}${
              word ? html`<span class="vh">, ${word}</span>` : nothing
            }<small
              >${isForce(c.kind) && c.note ? minus(c.note) : (KINDS[c.kind] ?? c.kind)}</small
            ></span
          >
        </li>`;
      })}
    </ul>
  </section>`;
}

/**
 * What a player has laid and everybody does not see yet.
 * @param {Game} game
 * @param {string} seat
 */
function ownEffort(game, seat) {
  const { battle } = game;
  if (!battle || battle.open) return new Set();
  return new Set(
    [battle.rome, battle.enemy]
      .filter((s) => s.seat === seat)
      .flatMap((s) => s.cards ?? [])
      .map((c) => c.name),
  );
}
