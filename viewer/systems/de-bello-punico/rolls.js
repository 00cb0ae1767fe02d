// Rolls: every die that is no combat's: volleys, elephants, leaders, initiative, Fortuna.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, seatMark } from "../../marks.js";
import { capital, signed } from "../../words.js";
import { thrown } from "./combat.js";
import { called, effectOf, pendingOf, sideTitle, unitOf } from "./names.js";

const line = (dieOf, what, result) => html`<div class="roll">${dieOf}<p>${what}</p>${result ? html`<b class="word">${result}</b>` : nothing}</div>`;
const faces = (face, hit, label) => html`<ol class="faces" role="img" aria-label=${label}>${[1, 2, 3, 4, 5, 6].map((n) => html`<li class=${`${hit(n) ? "w" : ""}${n === face ? " hit" : ""}`}>${n}</li>`)}</ol>`;

/** What was rolled: from this event, or from the one whose window has closed. */
const rolledOf = (ctx, kind) => effectOf(ctx, `${kind}-rolled`) ?? pendingOf(ctx.before?.game, kind);

export function volleyPanel(e, ctx) {
  const rolled = rolledOf(ctx, "volley") ?? e, hexes = `${rolled.range} ${rolled.range === 1 ? "hex" : "hexes"}`;
  return html`${line(thrown(ctx.step, `volley of ${e.shooter} on ${e.target}`, e.face), html`At ${hexes}, <b>${e.number} or less</b> hits <small>BP 9.3</small>`, e.hit === undefined ? "" : e.hit ? "Hit" : "Miss")}
    ${faces(e.face, (n) => n <= e.number, `${e.number} of six faces hit; the face was ${e.face}.`)}`;
}

export function elephantPanel(e, ctx) {
  return line(thrown(ctx.step, `elephants ${e.unit}`, e.face), html`${called(ctx, e.unit)} <small>BP 15.1</small>`, e.result ? capital(e.result) : "");
}

export function leaderPanel(e, ctx) {
  const name = e.name ?? ctx.view.game.leaders.find((l) => l.side === e.side)?.name ?? "The leader";
  return html`${line(thrown(ctx.step, `life of ${name}`, e.face), html`For the life of ${name}: a 1 kills <small>BP 13</small>`, e.dead === undefined ? "" : e.dead ? "Dead" : "Lives")}
    ${faces(e.face, (n) => n === 1, `He dies on one face of six; the face was ${e.face}.`)}`;
}

/** Both dice with what their markers add; a die thrown again counts as it fell last. */
export function initiativePanel(e, ctx) {
  const open = effectOf(ctx, "initiative-rolled"), was = pendingOf(ctx.before?.game, "initiative"), again = effectOf(ctx, "rerolled");
  const throws = open ? open.sides.map((side, i) => ({ side, face: open.faces[i] })) : was?.throws ?? [], bonus = open?.bonus ?? was?.bonus ?? [];
  const sum = ({ side, face: first }, i) => {
    const face = again?.side === side ? again.face : first, plus = bonus[i] ?? 0;
    return html`<dl class="sum"><div class="d"><dt>${seatMark(ctx.seats, side)}<span>${sideTitle(ctx.seats, side)}</span>${die({ die: "d6", face })}</dt><dd>${face}</dd></div>
      <div><dt>Points in Initiative <small>BP 4.2</small></dt><dd>${signed(plus)}</dd></div><div class="t"><dt>Total</dt><dd>${face + plus}</dd></div></dl>`;
  };
  const says = e.winner ? `${sideTitle(ctx.seats, e.winner)} says who moves first.` : "Equal: both roll again.";
  return html`<div class="fight">${throws.map(sum)}</div>
    ${e.totals ? html`<p class="verdict"><b class="big">${[...e.totals].sort((a, b) => b - a).join(" to ")}</b><span>${says} <small>BP 5</small></span></p>` : nothing}`;
}

export const rerollPanel = (e, ctx) => html`<div class="roll fortuna"><span class="before">${die({ die: "d6", face: e.before })}</span><span aria-hidden="true">→</span>${die((ctx.step.dice ?? []).findLast((d) => d.face === e.face) ?? { die: "d6", face: e.face })}<p>Fortuna: ${sideTitle(ctx.seats, e.side)} throws the ${e.before} again; the ${e.face} stands <small>BP 4.9</small></p></div>`;

export const typeOf = (ctx, id) => unitOf(ctx.view?.game, id)?.type ?? unitOf(ctx.before?.game, id)?.type ?? null;
