// Fallback: any system's view as tables, and the contract that every renderer keeps.
//
// A renderer is a module systems/<system key>.js, listed in systems.js. It exports
//   styles        absolute addresses of its style sheets (made with import.meta.url), or []
//   shape         "map" if the board comes before the panel where the page is one column; "register" if after it
//   board(ctx)    a lit-html template for the board pane: the game as it stands after this step
//   panel(ctx)    a lit-html template for the pane under it: this one step, argued from left to right
// Both are pure: they read ctx and return a template; they fetch, keep and draw nothing themselves.
// ctx holds
//   view      the view after this step for the audience looked through, or null (a bare record)
//   before    the view before it, or null
//   step      {seq, at, by, for, text, dice, patch, marks, event}
//   lit(path) true if this step changed the value at that JSON pointer of the view, or something it is part of
//   inside(path)  true if this step changed something inside it
//   tables    the system's printed tables: [{key, title, rule, corner, columns, rows: [{label, cells}], notes}]
//   seats     [{seat, name, title, letter, slot, claimed}]
//   source    "server" or "capsule"
// Everything in ctx is text from elsewhere: it goes into text bindings only. An element with data-move="<name>" slides
// from where an element of that name stood before the step. A board larger than its pane stands in an element with the
// class "pan": it is moved by drag, and centred on what carries data-focus. What is lit has the class "lit" and a line or a word as well.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { die, seatMark } from "../marks.js";
import { capital, findSeat, seatTitle, typeWords } from "../words.js";

export const styles = [new URL("../css/tables.css", import.meta.url).href];
export const shape = "register";

const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
const isScalar = (x) => x === null || typeof x !== "object";
const escape = (k) => String(k).replace(/~/g, "~0").replace(/\//g, "~1");
const title = (k, ctx) => findSeat(ctx?.seats, k) ? seatTitle(ctx.seats, k) : capital(String(k).replace(/[-_]/g, " "));
const DEEP = 8;

function scalar(x, ctx) {
  if (typeof x === "string" && findSeat(ctx?.seats, x)) return html`${seatMark(ctx.seats, x, false)} ${seatTitle(ctx.seats, x)}`;
  if (x === null || x === undefined || x === "") return html`<span class="none">none</span>`;
  if (typeof x === "boolean") return x ? "yes" : "no";
  if (typeof x === "number") return x.toLocaleString("en").replace("-", "−");
  return x;
}

/** A value that fits one cell: scalars, sealed values, short lists of scalars; null if it does not. */
function cell(x, ctx) {
  if (isScalar(x)) return scalar(x, ctx);
  if (isObject(x) && typeof x.sealed === "string") return html`<span class="sealed">sealed</span>`;
  if (Array.isArray(x) && x.every(isScalar)) return x.length ? x.map((y) => y === null ? "none" : String(y)).join(", ") : html`<span class="none">none</span>`;
  return null;
}

function terms(entries, path, ctx) {
  return entries.length ? html`<dl class="terms">${entries.map(([k, v]) => { const p = `${path}/${escape(k)}`, lit = ctx.lit(p) || ctx.inside(p); return html`<div class=${lit ? "lit" : ""}><dt>${title(k, ctx)}</dt><dd>${cell(v, ctx)}${lit ? html`<span class="vh"> (changed in this step)</span>` : nothing}</dd></div>`; })}</dl>` : nothing;
}

/** An array (or a keyed collection) of objects, a line each. */
function register(rows, path, ctx, name, keyed) {
  const columns = [...new Set(rows.flatMap(([, r]) => Object.keys(r)))], numeric = (c) => rows.every(([, r]) => r[c] === undefined || typeof r[c] === "number");
  return html`<div class="wide-table"><table class="any"><caption class="vh">${name}</caption><thead><tr>${keyed ? html`<th scope="col"><span class="vh">Name</span></th>` : nothing}${columns.map((c) => html`<th scope="col" class=${numeric(c) ? "num" : ""}>${title(c)}</th>`)}</tr></thead>
    <tbody>${rows.map(([k, r]) => { const p = `${path}/${escape(k)}`; return html`<tr class=${ctx.lit(p) ? "lit" : ctx.inside(p) ? "part" : ""}>${keyed ? html`<th scope="row">${findSeat(ctx.seats, k) ? scalar(k, ctx) : k}</th>` : nothing}${columns.map((c) => html`<td class=${`${numeric(c) ? "num " : ""}${ctx.lit(`${p}/${escape(c)}`) || ctx.inside(`${p}/${escape(c)}`) ? "lit" : ""}`}>${c in r ? cell(r[c], ctx) ?? inline(r[c]) : nothing}</td>`)}</tr>`; })}</tbody></table></div>`;
}

/** A nested value in a cell, in words: "legio 3, naves 1". */
const inline = (x) => Array.isArray(x) ? x.map((y) => isScalar(y) ? String(y) : inline(y)).join("; ") : Object.entries(x).map(([k, v]) => `${title(k).toLowerCase()} ${isScalar(v) ? v ?? "none" : inline(v)}`).join(", ");
const flat = (r) => isObject(r) && Object.values(r).every((v) => cell(v) !== null || isScalar(v) || (JSON.stringify(v) ?? "").length < 120);

function value(x, path, ctx, name, depth) {
  if (depth > DEEP) return html`<p class="mono">${JSON.stringify(x)}</p>`;
  if (Array.isArray(x)) {
    if (!x.length) return html`<p class="note">None.</p>`;
    if (x.every(flat)) return register(x.map((r, i) => [i, r]), path, ctx, name, false);
    return html`<ol class="values">${x.map((y, i) => html`<li class=${ctx.lit(`${path}/${i}`) ? "lit" : ""}>${cell(y, ctx) ?? value(y, `${path}/${i}`, ctx, name, depth + 1)}</li>`)}</ol>`;
  }
  const entries = Object.entries(x);
  if (!entries.length) return html`<p class="note">None.</p>`;
  if (entries.length > 2 && entries.every(([, v]) => flat(v) && Object.keys(v).length)) return register(entries, path, ctx, name, true);
  return html`${terms(entries.filter(([, v]) => cell(v) !== null), path, ctx)}${entries.filter(([, v]) => cell(v) === null).map(([k, v]) => section(k, v, `${path}/${escape(k)}`, ctx, depth + 1))}`;
}

function section(k, v, path, ctx, depth) {
  return html`<section class=${`part-of d${Math.min(depth, 4)}`}><h3>${title(k)}${ctx.inside(path) || ctx.lit(path) ? html` <span class="now">changed</span>` : nothing}</h3>${value(v, path, ctx, title(k), depth)}</section>`;
}

/** Any JSON object as sections, lists of terms and tables, what this step changed lit. */
export const asTables = (x, path, ctx) => isObject(x) ? html`<div class="tables">${value(x, path, ctx, "Game", 0)}</div>` : html`<p class="note">${cell(x)}</p>`;

export function board(ctx) {
  if (ctx.view === null) return html`<section class="state"><h2>The bare record</h2><p>This capsule holds events without views. What each command did is shown below as it was recorded; the board cannot be drawn without the rules.</p></section>`;
  return asTables(ctx.view.game ?? {}, "/game", ctx);
}

/** The dice of a step with what each was thrown for. */
export const diceList = (step) => (step.dice ?? []).length ? html`<div class="dice">${step.dice.map((d) => html`<div>${die(d)}<span>${d.for || d.die || "Hidden dice"}<small>${kindWords(d)}</small></span></div>`)}</div>` : nothing;

function kindWords(d) {
  if (d.class === "entered" || d.chain === "entered") return html`<span class="entered-word">entered by hand, not proven</span>`;
  if (d.face === null || d.face === undefined) return "sealed from you";
  const face = Array.isArray(d.face) ? `order ${d.face.slice(0, 12).join(" ")}${d.face.length > 12 ? " …" : ""}` : `${d.die === "d10_zero" ? "d10" : d.die} shows ${d.face}`;
  return `${face}; ${{ witnessed: "witnessed", entropy: "sender's entropy", none: "no entropy", sealed: "sealed" }[d.class] ?? "drawn"}`;
}

/** What was recorded: the command and its effects, as they stand in the event. */
export function record(event) {
  if (!event) return nothing;
  const still = { lit: () => false, inside: () => false, seats: [] }, part = (x) => { const { type, ...rest } = x; return Object.keys(rest).length ? asTables(rest, "", still) : nothing; };
  return html`<details class="record"><summary>As it was recorded</summary><h3>Command: ${typeWords(event.command?.type ?? "")}</h3>${isObject(event.command) ? part(event.command) : nothing}
    ${(event.effects ?? []).map((e) => isObject(e) ? html`<h3>Effect: ${e.type ? typeWords(e.type) : "sealed"}</h3>${part(e)}` : nothing)}</details>`;
}

export function panel(ctx) {
  const { step } = ctx, [head, ...rest] = step.text ?? [];
  return html`<div class="say"><p class="lab">Event ${step.seq}</p><h2>${head}</h2>${rest.length ? html`<p class="sub">${rest.join(" ")}</p>` : nothing}${diceList(step)}${record(step.event)}</div>`;
}
