// Way: the turn's event from the roll to what happened, what may be played against it, and whom the Foes name.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { ruled } from "../../parts/codes.js";
import { die } from "../../parts/die.js";
import { seatMark } from "../../parts/marks.js";
import { capital, listed, minus, seatTitle } from "../../words.js";
import { eventName } from "./words.js";

/** @import { Ctx, Game, Window } from "./types.js" */

/**
 * What the region table says to a face; the view has the regions in that table's order.
 * @param {Game} game
 * @param {Ctx} ctx
 */
const regionOf = (face, game, ctx) =>
  ctx.tables.find((t) => t.key === "regions")?.rows.find((r) => r.label === String(face))
    ?.cells[0] ?? game.regions[face - 1]?.name;

/** The rules that say what each event brings. */
const RULES = {
  revolt: "SW P12",
  peace: "SW P13",
  pax: "SW P13",
  raids: "SW P14",
  war: "SW P15",
};
/** @param {keyof typeof RULES} kind */
const said = (kind) => ruled(eventName(kind), RULES[kind]);

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
function stations(event, game, ctx) {
  const now = (ctx.step.event?.effects ?? []).some((e) => e.type === "samnite-wars.event-rolled"),
    thrown = now ? ctx.step.dice.filter((d) => d.die === "d10") : [];
  const shown = (face, n) => die(thrown[n] ?? { die: "d10", face });
  const out = [
    html`${shown(event.face, 0)}<span>${said(event.rolled)}<small>event table</small></span>`,
  ];
  if (event.region_face !== null && event.region_face !== undefined)
    out.push(
      html`${shown(event.region_face, 1)}<span
          >${regionOf(event.region_face, game, ctx)}<small>region table</small></span
        >`,
    );
  if (event.how) out.push(html`<span class="how">${capital(minus(event.how))}</span>`);
  if (out.length > 1 || event.region || event.kind !== event.rolled)
    out.push(
      html`<span class="came"
        ><b>${said(event.kind)}</b>${
          event.region ? ` ${event.kind === "revolt" ? "of" : "with"} the ${event.region}` : nothing
        }</span
      >`,
    );
  return out;
}
/**
 * @param {string} label
 * @param {string[]} seats
 * @param {Ctx} ctx
 */
const marks = (label, seats, ctx) =>
  seats.length
    ? html`<li>
        ${label}
        ${seats.map((seat) => html`<span>${seatMark(ctx.seats, seat, false)} ${seatTitle(ctx.seats, seat)}</span> `)}
      </li>`
    : nothing;

/** Of more cards than that their number is told, and their names where one unfolds it. */
const MOST = 6;
/**
 * The cards that may be played in a window.
 * @param {Window} window
 */
const playable = ({ cards, claims }) => [...cards, ...claims];

/** @param {Window} window */
function listing(window) {
  const cards = playable(window),
    when = `may be played after the ${window.key}`;
  return cards.length > MOST
    ? html`<details>
        <summary><b>${cards.length} cards</b> ${when}</summary>
        <p>${listed(cards)}.</p>
      </details>`
    : html`<p><b>${capital(when)}:</b> ${listed(cards)}.</p>`;
}

/** Who has still to choose. @param {Window} window */
const undecided = ({ asked, answered }) => asked.filter((seat) => !answered.includes(seat));

/**
 * The one who looks, if they have still to choose.
 * @param {Game} game
 * @param {Window} window
 */
function chooser({ players }, window) {
  const [own, ...more] = players.filter((p) => p.hand);
  return own && !more.length && undecided(window).includes(own.seat) ? own : null;
}

/**
 * What a player may play; where nothing fits, the one answer that is left says so.
 * @param {Game["players"][number]} player
 * @param {Window} window
 */
function advice({ hand }, window) {
  const cards = new Set(playable(window)),
    fits = hand?.map((c) => c.name).filter((name) => cards.has(name)) ?? [];
  return fits.length ? html`<p class="pass">Play ${fits.join(" or ")}, or pass.</p>` : nothing;
}

/**
 * What a campaign costs and brings, for a Consul who may choose one.
 * @param {Game} game
 */
function campaign({ players, step, treasury, plague, battle_lost: lost }) {
  const chooses = players.some((p) => p.hand && p.role === "consul"),
    may = ["peace", "raids"].includes(step) && treasury >= 2 && !plague && !lost;
  return chooses && may
    ? html`<p class="note">
        ${ruled("A campaign", "SW P13")} costs 2 gold. Won, it brings 1d6 PT and 1d6 gold, and a
        Conquest card may take the region; lost, it costs 6 PT.
      </p>`
    : nothing;
}

/**
 * The open window: what may be played after the event or the battle, who has chosen, and what one has laid.
 * To who has still to choose it says what they may play; who is awaited besides, their call tells.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function answers(game, ctx) {
  const { window } = game;
  if (!window) return nothing;
  const own = chooser(game, window);
  return html`<section class="window">
    ${listing(window)}${own ? advice(own, window) : nothing}
    <ul class="answers">
      ${own ? nothing : marks("To choose", undecided(window), ctx)}${marks("Have chosen", window.answered, ctx)}
    </ul>
    ${
      window.mine
        ? html`<p class="mine">
            You laid face down:
            ${[...window.mine.cards, window.mine.claim].filter(Boolean).join(", ") || "nothing"}.
          </p>`
        : nothing
    }
  </section>`;
}

/** @param {Ctx} ctx */
const named = (names, ctx) =>
  html`<ul class="answers">
    ${names.map(
      (n) =>
        html`<li>
          ${seatMark(ctx.seats, n.seat, false)} ${seatTitle(ctx.seats, n.seat)}
          <span>names the ${n.region}</span>
        </li>`,
    )}
  </ul>`;

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function way(game, ctx) {
  if (game.step === "over") return nothing;
  const { event } = game,
    lit = ctx.lit("/game/event") || ctx.inside("/game/event");
  const notes = [
    game.plague && "Plague: no campaign this turn.",
    game.battle_lost &&
      "Rome lost a battle in its last turn: a campaign needs Recruitment or Conscription.",
    game.may_declare && "Rome holds six regions: the Consul may declare the end.",
  ].filter(Boolean);
  return html`<section class="sw-way">
    <h3 class=${lit ? "lit" : ""}>Event</h3>
    ${
      event
        ? html`<ol class="way">
            ${stations(event, game, ctx).map((s) => html`<li>${s}</li>`)}
          </ol>`
        : html`<p class="note">Not rolled yet.</p>`
    }
    ${
      game.step === "etcetera"
        ? html`<p class="note">Hands are filled to ten at the next turn.</p>`
        : nothing
    }
    ${campaign(game)}${game.names?.length ? named(game.names, ctx) : nothing}${notes.map(
      (n) => html`<p class="warn">${n}</p>`,
    )}
  </section>`;
}
