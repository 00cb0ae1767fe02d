// Rolls: every die that is no combat's: volleys, elephants, leaders, initiative, Fortuna.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die } from "../../parts/die.js";
import { seatMark } from "../../parts/marks.js";
import { sum, thrownRow } from "../../parts/sum.js";
import { capital, count, signed } from "../../words.js";
import { dieOf } from "./combat.js";
import { called, effectOf, pendingOf, sideTitle, unitOf } from "./names.js";

/** @import { Ctx, Of } from "./types.js" */

const line = (shown, what, result) =>
  html`<div class="roll">
    ${shown}
    <p>${what}</p>
    ${result ? html`<b class="word">${result}</b>` : nothing}
  </div>`;
const faces = (face, hit, label) =>
  html`<ol class="faces" aria-label=${label}>
    ${[1, 2, 3, 4, 5, 6].map(
      (n) => html`<li class=${`${hit(n) ? "w" : ""}${n === face ? " hit" : ""}`}>${n}</li>`,
    )}
  </ol>`;

/**
 * @param {Of<"de-bello-punico.volley-rolled"> | Of<"de-bello-punico.volley-resolved">} e
 * @param {Ctx} ctx
 */
export function volleyPanel(e, ctx) {
  const rolled = effectOf(ctx, "volley-rolled") ?? pendingOf(ctx.before?.game, "volley"),
    hexes = count(rolled?.range ?? 0, "hex", "hexes"),
    result = "hit" in e ? (e.hit ? "Hit" : "Miss") : "",
    shown = dieOf(ctx.step, `volley of ${e.shooter} on ${e.target}`, e.face);
  return html`${line(
    shown,
    html`At ${hexes}, <b>${e.number} or less</b> hits <small>BP 9.3</small>`,
    result,
  )}
  ${faces(e.face, (n) => n <= e.number, `${e.number} of six faces hit; the face was ${e.face}.`)}`;
}

/**
 * @param {Of<"de-bello-punico.elephant-rolled"> | Of<"de-bello-punico.elephant-resolved">} e
 * @param {Ctx} ctx
 */
export function elephantPanel(e, ctx) {
  const first = effectOf(ctx, "elephant-rolled") ?? e,
    goaded = [first.unit, ...("others" in first ? first.others : [])];
  return line(
    dieOf(ctx.step, `elephants ${goaded.join(", ")}`, e.face),
    html`${called(ctx, e.unit)} <small>BP 15.1</small>`,
    "result" in e ? capital(e.result) : "",
  );
}

/**
 * @param {Of<"de-bello-punico.leader-rolled"> | Of<"de-bello-punico.leader-resolved">} e
 * @param {Ctx} ctx
 */
export function leaderPanel(e, ctx) {
  const name = ctx.view.game.leaders.find((l) => l.side === e.side)?.name ?? "The leader";
  const result = "dead" in e ? (e.dead ? "Dead" : "Lives") : "",
    shown = dieOf(ctx.step, `life of ${name}`, e.face);
  return html`${line(shown, html`${name} is at risk: a 1 kills <small>BP 13</small>`, result)}
  ${faces(e.face, (n) => n === 1, `A leader dies on one face of six; the face was ${e.face}.`)}`;
}

/**
 * Both dice with what their markers add; a die thrown again counts as it fell last.
 * @param {Of<"de-bello-punico.initiative-rolled"> | Of<"de-bello-punico.initiative-resolved">} e
 * @param {Ctx} ctx
 */
export function initiativePanel(e, ctx) {
  const open = effectOf(ctx, "initiative-rolled"),
    was = pendingOf(ctx.before?.game, "initiative"),
    again = effectOf(ctx, "rerolled");
  const throws = open
      ? open.sides.map((side, i) => ({ side, face: open.faces[i] }))
      : (was?.throws ?? []),
    bonus = open?.bonus ?? was?.bonus ?? [];
  const side = ({ side: seat, face: first }, i) => {
    const face = again?.side === seat ? again.face : first,
      plus = bonus[i] ?? 0,
      name = html`${seatMark(ctx.seats, seat)}<span>${sideTitle(ctx.seats, seat)}</span>`;
    return sum(
      [
        thrownRow(html`${name}${die({ die: "d6", face })}`, face),
        { what: html`Points in Initiative <small>BP 4.2</small>`, value: signed(plus) },
      ],
      { what: "Total", value: face + plus },
    );
  };
  const totals = "totals" in e ? e.totals : [],
    winner = "winner" in e ? e.winner : null;
  const says = winner
    ? `${sideTitle(ctx.seats, winner)} says who moves first.`
    : "Equal: both roll again.";
  return html`<div class="fight">${throws.map(side)}</div>
    ${
      totals.length
        ? html`<p class="verdict">
            <b class="big">${[...totals].sort((a, b) => b - a).join(" to ")}</b
            ><span>${says} <small>BP 5</small></span>
          </p>`
        : nothing
    }`;
}

/**
 * @param {Of<"de-bello-punico.rerolled">} e
 * @param {Ctx} ctx
 */
export const rerollPanel = (e, ctx) =>
  html`<div class="roll fortuna">
    <span class="before">${die({ die: "d6", face: e.before })}</span
    ><span aria-hidden="true">→</span
    >${die((ctx.step.dice ?? []).findLast((d) => d.face === e.face) ?? { die: "d6", face: e.face })}
    <p>
      Fortuna: ${sideTitle(ctx.seats, e.side)} throws the ${e.before} again; the ${e.face} stands
      <small>BP 4.9</small>
    </p>
  </div>`;

/**
 * @param {Ctx} ctx
 * @param {string} id
 */
export const typeOf = (ctx, id) =>
  unitOf(ctx.view?.game, id)?.type ?? unitOf(ctx.before?.game, id)?.type ?? null;
