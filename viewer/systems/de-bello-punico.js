// De Bello Punico: the field of hexes with its counters; Command boxes, Rout Points and a combat as one argument.
// The contract is told in _fallback.js.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { board as anyBoard, diceList, record, styles as anyStyles } from "./_fallback.js";
import { combatOf } from "./de-bello-punico/combat.js";
import { fieldOf } from "./de-bello-punico/field.js";
import { ordersOf } from "./de-bello-punico/orders.js";

export const styles = [...anyStyles, new URL("../css/de-bello-punico.css", import.meta.url).href];
export const shape = "map";

export const board = (ctx) => ctx.view?.game?.field ? fieldOf(ctx.view.game, ctx) : anyBoard(ctx);

export function panel(ctx) {
  const { step } = ctx, [head, ...rest] = step.text ?? [], game = ctx.view?.game, fights = (step.event?.effects ?? []).filter((e) => e.type === "de-bello-punico.combat-resolved");
  return html`<div class="dbp"><div class="orders">${game?.armies ? html`<div>${ordersOf(game, ctx)}</div>` : nothing}<div><p class="lab">Event ${step.seq}</p><h2>${head}</h2>${rest.length ? html`<p class="odds">${rest.join(" ")}</p>` : nothing}${fights.map((e) => combatOf(e, ctx))}${fights.length ? nothing : diceList(step)}${record(step.event)}</div></div></div>`;
}
