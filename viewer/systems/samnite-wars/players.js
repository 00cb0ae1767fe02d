// Players: each one's triumph, hand, conquests and role this turn, in seat order.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { coded } from "../../parts/codes.js";
import { seatMark } from "../../parts/marks.js";
import { count, listed } from "../../words.js";
import { backs } from "./cards.js";
import { roleWords } from "./words.js";

/** @import { Ctx, Game, Player } from "./types.js" */

const LAYERS = {
  efforts: ["consul", "enemy"],
  gifts: ["consul-ally", "enemy-ally"],
  etcetera: null,
  "event-cards": null,
  "battle-cards": null,
};
const DONE = { efforts: "has laid", gifts: "has given", etcetera: "has chosen" };
const DUE = { efforts: "to lay", gifts: "to give", etcetera: "to discard" };

/**
 * Whether a player is asked for something in this step, and has done it: ["to lay", false] or ["has laid", true].
 * @param {Player} player
 * @param {Game} game
 */
function due(player, game) {
  const { window, step } = game;
  if (window)
    return window.asked.includes(player.seat)
      ? window.answered.includes(player.seat)
        ? ["has chosen", true]
        : ["to choose", false]
      : null;
  if (player.laid) return [DONE[step] ?? "has laid", true];
  if (!(step in DUE) || !(LAYERS[step] ?? [player.role]).includes(player.role)) return null;
  return [DUE[step], false];
}

/**
 * Where a player stands: what he has most of leads.
 * @param {Player} p
 * @param {number} i
 * @param {Game} game
 * @param {Ctx} ctx
 */
function player(p, i, game, ctx) {
  const at = `/game/players/${i}`,
    lit = (k) => ctx.lit(`${at}/${k}`) || ctx.inside(`${at}/${k}`),
    asked = due(p, game);
  return html`<li class=${p.role === "consul" ? "consul" : ""}>
    <p class="who">
      ${seatMark(ctx.seats, p.seat, false)}<b>${p.title}</b
      ><span class=${lit("role") ? "role lit" : "role"}
        >${game.consul ? roleWords(p.role, game.battle) : nothing}</span
      >
    </p>
    <p class=${lit("prestige") ? "pt lit" : "pt"}>
      <b>${p.prestige}</b><span class="unit">${coded("PT", { reach: i === 0 })}</span>
    </p>
    <p class=${lit("cards") || lit("hand") ? "held lit" : "held"}>
      ${backs(p.cards)}<span>${count(p.cards, "card")}</span>${
        asked ? html`<span class=${asked[1] ? "asked done" : "asked"}>${asked[0]}</span>` : nothing
      }
    </p>
    ${
      p.conquests.length
        ? html`<p class=${lit("conquests") ? "won lit" : "won"}>
            <span>took</span> ${p.conquests.join(", ")}
          </p>`
        : nothing
    }
  </li>`;
}

/** Of more rivals than these only the Consul is named beside one's own hand. */
const RIVALS = 3;
/**
 * Who the one who looks is, and whom they play against, with their PT, and what a Consul may spend:
 * where the players and the Treasury stand out of sight.
 * @param {Game} game
 */
export function whoLine(game) {
  const own = game.players.filter((p) => Array.isArray(p.hand)),
    consul = game.players.find((p) => p.role === "consul");
  if (own.length !== 1 || !consul) return nothing;
  const [you] = own,
    foes = game.players.filter((p) => p !== you && p !== consul),
    named = listed(foes.map((p) => `${p.title}, ${p.prestige} PT`));
  return html`<p class="sw-who">
    <b>${coded(`You: ${roleWords(you.role, game.battle)}, ${you.prestige} PT.`)}</b>
    ${
      you === consul
        ? `Rome’s Treasury, yours to spend: ${game.treasury} gold.`
        : coded(`Consul: ${consul.title}, ${consul.prestige} PT.`, { reach: false })
    }
    ${
      foes.length && foes.length <= RIVALS
        ? coded(`${foes.length > 1 ? "Foes" : "Foe"}: ${named}.`, { reach: false })
        : nothing
    }${you === consul ? nothing : ` Rome’s Treasury: ${game.treasury} gold.`}
  </p>`;
}

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export const players = (game, ctx) =>
  html`<section class=${`sw-players n${Math.min(game.players.length, 8)}`} aria-label="Players">
    <h2 class="vh">Triumphs</h2>
    <ul>
      ${game.players.map((p, i) => player(p, i, game, ctx))}
    </ul>
  </section>`;
