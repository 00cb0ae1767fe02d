// Step: the panel's argument, what happened in words and each of its dice where it was read.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { diceList } from "../../parts/die.js";
import { record } from "../../parts/record.js";
import { count } from "../../words.js";
import { attackPanel, attackWords, sunkPanel } from "./attack.js";
import { checksPanel, leftPanel, rallyPanel, reconstitutedPanel } from "./checks.js";
import { SEATS, letters, owned, sideMark, sideName } from "./names.js";
import { laidPanel, openedPanel, superiorityPanel } from "./secret.js";

/** @import { Ctx, Effect, Game, Of, Schemas } from "./types.js" */

/**
 * @param {{ fleet: string, path: string[] }} e
 * @param {Game} game
 * @param {string} words
 */
const way = (e, game, words) =>
  html`<p class="way">
    <i>${letters(game).get(e.fleet) ?? ""}</i>${e.path.map(
      (s, i) => html`${i ? html`<span aria-hidden="true">→</span>` : nothing}<b>${s}</b>`,
    )}<span class="lab">${words}</span>
  </p>`;

/**
 * @param {Of<"naval-battle.moved">} e
 * @param {Game} game
 */
function moved(e, game) {
  const steps = e.path.length - 1;
  return way(
    e,
    game,
    `${count(steps, "square")}${game.double_move === "in-use" ? ", in the double move" : ""}`,
  );
}

/**
 * @param {Of<"naval-battle.captured">} e
 * @param {Game} game
 */
function capturedPanel(e, game) {
  const fleet = game.fleets.find((f) => f.name === e.fleet),
    list = (names, word) =>
      names?.length ? html`<p class="fell">${word}: ${names.join(", ")}.</p>` : nothing;
  return html`<section class="blows end">
    <p class="fell">
      <b>${e.unit}</b> goes over from ${e.ship}.
      ${
        fleet
          ? html`${owned(sideName(game, fleet.owner))} hull, ${owned(sideName(game, e.seat))} flag:
            one square a turn, and no attack this turn.`
          : nothing
      }
    </p>
    ${list(e.leaders ?? /** @type {any} */ (e).with_him, "Over with it")}${list(e.killed, "Leaders killed")}${list(e.lost, "Lost with her")}
  </section>`;
}

/**
 * @param {Of<"naval-battle.reverted">} e
 * @param {Game} game
 */
function revertedPanel(e, game) {
  const fleet = game.fleets.find((f) => f.name === e.fleet);
  return html`<p class="fell">
    <b>${e.fleet}</b> reverts to ${fleet ? sideName(game, fleet.owner) : "her own side"}, as
    ${e.captor} is lost.${e.killed?.length ? ` Killed aboard: ${e.killed.join(", ")}.` : ""}
  </p>`;
}

/**
 * @param {Schemas["naval-battle.CaptureDue"]} due
 * @param {Game} game
 * @param {Ctx} ctx
 */
const heldPanel = (due, game, ctx) =>
  html`<p class="fell">
    ${sideMark(ctx, due.seat)} <b>${due.unit}</b> holds ${due.fleet}: ${sideName(game, due.seat)}
    take her or sink her.
  </p>`;

/**
 * @param {Of<"naval-battle.panicked">} e
 * @param {Game} game
 * @param {Ctx} ctx
 */
const panicPanel = (e, game, ctx) =>
  html`<p class="fell">
    ${sideMark(ctx, e.seat)} <b>${e.controlled} of ${e.original}</b>: half or less of the fleets
    that ${sideName(game, e.seat)} began with. Panic lasts to the end.
  </p>`;

/**
 * How it ended: reason, points, winner, who goes on.
 * @param {Of<"naval-battle.battle-ended">} e
 * @param {Game} game
 * @param {Ctx} ctx
 */
function endedPanel(e, game, ctx) {
  const what = game.case === "b" ? "Supply" : game.case === "c" ? "The moving Force" : "",
    passage = e.passage ?? null;
  return html`<div class="versus bids">
      ${SEATS.map(
        (seat, i) =>
          html`<div class=${e.winner === seat ? "lit" : ""}>
            <b class="bid">${e.points[i]}</b>
            <p>
              ${sideMark(ctx, seat)} <b>${sideName(game, seat)}</b
              ><small>points${e.winner === seat ? ", the winner" : ""}</small>
            </p>
          </div>`,
      )}
    </div>
    <p class="fell">
      ${e.winner ? nothing : "Neither side has won. "}${
        what && passage !== null ? `${what} ${passage ? "goes" : "does not go"} through.` : nothing
      }${e.through?.length ? ` Through the enemy’s edge: ${e.through.join(", ")}.` : nothing}
    </p>`;
}

/** @param {Of<"naval-battle.converted">} e */
const converted = (e) =>
  html`<section class="blows end">
    <h4 aria-level="3"><span>Prizes become counters</span></h4>
    ${e.prizes.map(
      (p) =>
        html`<p class="fell">
          <b>${p.fleet}</b>
          ${
            p.discipline
              ? `is now a ${p.discipline} fleet of her captors`
              : "is lost: her captors have no counter"
          }.
        </p>`,
    )}
  </section>`;

/**
 * What stands in the panel for one effect.
 * @param {Effect} e
 * @param {Game} game
 * @param {Ctx} ctx
 */
function part(e, game, ctx) {
  switch (e.type) {
    case "naval-battle.attacked":
      return attackPanel(e, ctx);
    case "naval-battle.fleet-sunk":
      return sunkPanel(e, ctx);
    case "naval-battle.checked":
      return checksPanel(e, ctx);
    case "naval-battle.rally-rolled":
      return rallyPanel(e, ctx);
    case "naval-battle.left-board":
      return leftPanel(e, ctx);
    case "naval-battle.reconstituted":
      return reconstitutedPanel(e, ctx);
    case "naval-battle.moved":
      return moved(e, game);
    case "naval-battle.routed":
      return way(e, game, e.path.length > 1 ? "routs for her own edge" : "routs, her way barred");
    case "naval-battle.captured":
      return capturedPanel(e, game);
    case "naval-battle.capture-awaited":
      return heldPanel(e.due, game, ctx);
    case "naval-battle.reverted":
      return revertedPanel(e, game);
    case "naval-battle.panicked":
      return panicPanel(e, game, ctx);
    case "naval-battle.allocation-laid":
      return ctx.step.event.effects.some((o) => /allocations-opened$/.test(o.type))
        ? null
        : laidPanel("allocation-laid", e.seat, game, ctx);
    case "naval-battle.bid-laid":
      return ctx.step.event.effects.some((o) => /superiority-won$/.test(o.type))
        ? null
        : laidPanel("bid-laid", e.seat, game, ctx);
    case "naval-battle.allocations-opened":
      return openedPanel(e, game, ctx);
    case "naval-battle.superiority-won":
      return superiorityPanel(e, game, ctx);
    case "naval-battle.battle-ended":
      return endedPanel(e, game, ctx);
    case "naval-battle.converted":
      return converted(e);
    default:
      return null;
  }
}

/** Effects whose panel says all that the sentences after the first do. */
const PROVEN = [
  "attacked",
  "checked",
  "rally-rolled",
  "left-board",
  "reconstituted",
  "fleet-sunk",
  "allocations-opened",
  "superiority-won",
  "captured",
].map((k) => `naval-battle.${k}`);

/**
 * The sentences after the first that the panel does not say itself: of what was laid it lists who sails on
 * which fleet, which is told first, and not who is left out.
 * @param {string[]} rest
 * @param {Effect[]} effects
 */
const besides = (rest, effects) =>
  effects.some((e) => e.type === "naval-battle.allocation-laid") ? rest.slice(1) : rest;

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function argument(game, ctx) {
  const { step } = ctx,
    effects = step.event?.effects ?? [],
    attack = effects.find((e) => e.type === "naval-battle.attacked"),
    parts = effects.map((e) => part(e, game, ctx)).filter(Boolean),
    [head, ...rest] = step.text ?? [];
  const shown = effects.some((e) => PROVEN.includes(e.type)),
    words = shown ? [] : besides(rest, effects);
  return html`<section class="nb-step">
    <p class="lab">Event ${step.seq}${attack ? `, ${attackWords(attack)}` : nothing}</p>
    <h2 class=${String(head).length > 90 ? "long" : ""}>${head}</h2>
    ${words.length ? html`<p class="odds">${words.join(" ")}</p>` : nothing}
    ${parts}${shown || !step.dice?.length ? nothing : diceList(step)}${record(step.event)}
  </section>`;
}
