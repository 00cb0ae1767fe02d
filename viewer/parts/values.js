// Values: any JSON value as sections, lists of terms and tables, what this step changed lit.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { seatMark } from "./marks.js";
import { capital, findSeat, seatTitle } from "../words.js";

/**
 * What is needed of a context to light values.
 * @typedef {Pick<Context, "lit" | "inside" | "seats">} Still
 */
/** @import { Context } from "../renderer.js" */
/** @import { Template } from "../vendor/lit-html/lit-html.js" */

/**
 * @param {unknown} x
 * @returns {x is Record<string, any>}
 */
export const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
/**
 * @param {unknown} x
 * @returns {x is string | number | boolean | null | undefined}
 */
const isScalar = (x) => x === null || typeof x !== "object";
/** @param {string | number} k */
const escape = (k) => String(k).replace(/~/g, "~0").replace(/\//g, "~1");
/**
 * @param {string | number} k
 * @param {Still} [ctx]
 */
const title = (k, ctx) =>
  findSeat(ctx?.seats, k)
    ? seatTitle(ctx?.seats, String(k))
    : capital(String(k).replace(/[-_]/g, " "));
const DEEP = 8;

/**
 * @param {unknown} x
 * @param {Still} [ctx]
 */
function scalar(x, ctx) {
  if (ctx && typeof x === "string" && findSeat(ctx.seats, x))
    return html`${seatMark(ctx.seats, x, false)} ${seatTitle(ctx.seats, x)}`;
  if (x === null || x === undefined || x === "") return html`<span class="none">none</span>`;
  if (typeof x === "boolean") return x ? "yes" : "no";
  if (typeof x === "number") return x.toLocaleString("en").replace("-", "−");
  return x;
}

/**
 * A value that fits one cell: scalars, sealed values, short lists of scalars; null if it does not.
 * @param {unknown} x
 * @param {Still} [ctx]
 */
function cell(x, ctx) {
  if (isScalar(x)) return scalar(x, ctx);
  if (isObject(x) && typeof x.sealed === "string") return html`<span class="sealed">sealed</span>`;
  if (Array.isArray(x) && x.every(isScalar))
    return x.length
      ? x.map((y) => (y === null ? "none" : String(y))).join(", ")
      : html`<span class="none">none</span>`;
  return null;
}

/**
 * @param {[string, unknown][]} entries
 * @param {string} path
 * @param {Still} ctx
 */
function terms(entries, path, ctx) {
  return entries.length
    ? html`<dl class="terms">
        ${entries.map(([k, v]) => {
          const p = `${path}/${escape(k)}`,
            lit = ctx.lit(p) || ctx.inside(p);
          return html`<div class=${lit ? "lit" : ""}>
            <dt>${title(k, ctx)}</dt>
            <dd>
              ${cell(v, ctx)}${
                lit ? html`<span class="vh"> (changed in this step)</span>` : nothing
              }
            </dd>
          </div>`;
        })}
      </dl>`
    : nothing;
}

/**
 * An array (or a keyed collection) of objects, a line each.
 * @param {[string | number, Record<string, any>][]} rows
 * @param {string} path
 * @param {Still} ctx
 * @param {string} name
 * @param {boolean} keyed
 */
function register(rows, path, ctx, name, keyed) {
  const columns = [...new Set(rows.flatMap(([, r]) => Object.keys(r)))],
    numeric = (/** @type {string} */ c) =>
      rows.every(([, r]) => r[c] === undefined || typeof r[c] === "number");
  return html`<div class="wide-table">
    <table class="any">
      <caption class="vh">
        ${name}
      </caption>
      <thead>
        <tr>
          ${keyed ? html`<th scope="col"><span class="vh">Name</span></th>` : nothing}${columns.map(
            (c) => html`<th scope="col" class=${numeric(c) ? "num" : ""}>${title(c)}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(([k, r]) => {
          const p = `${path}/${escape(k)}`;
          return html`<tr class=${ctx.lit(p) ? "lit" : ctx.inside(p) ? "part" : ""}>
            ${
              keyed
                ? html`<th scope="row">${findSeat(ctx.seats, k) ? scalar(k, ctx) : k}</th>`
                : nothing
            }${columns.map(
              (c) =>
                html`<td
                  class=${`${numeric(c) ? "num " : ""}${ctx.lit(`${p}/${escape(c)}`) || ctx.inside(`${p}/${escape(c)}`) ? "lit" : ""}`}
                >
                  ${c in r ? (cell(r[c], ctx) ?? inline(r[c])) : nothing}
                </td>`,
            )}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/**
 * A nested value in a cell, in words: "legio 3, naves 1".
 * @param {any} x
 * @returns {string}
 */
const inline = (x) =>
  Array.isArray(x)
    ? x.map((y) => (isScalar(y) ? String(y) : inline(y))).join("; ")
    : Object.entries(x)
        .map(([k, v]) => `${title(k).toLowerCase()} ${isScalar(v) ? (v ?? "none") : inline(v)}`)
        .join(", ");
/**
 * @param {unknown} r
 * @returns {r is Record<string, any>}
 */
const flat = (r) =>
  isObject(r) &&
  Object.values(r).every(
    (v) => cell(v) !== null || isScalar(v) || (JSON.stringify(v) ?? "").length < 120,
  );

/**
 * @param {any} x
 * @param {string} path
 * @param {Still} ctx
 * @param {string} name
 * @param {number} depth
 * @returns {Template}
 */
function value(x, path, ctx, name, depth) {
  if (depth > DEEP) return html`<p class="mono">${JSON.stringify(x)}</p>`;
  if (Array.isArray(x)) {
    if (!x.length) return html`<p class="note">None.</p>`;
    if (x.every(flat))
      return register(
        x.map((r, i) => [i, r]),
        path,
        ctx,
        name,
        false,
      );
    return html`<ol class="values">
      ${x.map(
        (y, i) =>
          html`<li class=${ctx.lit(`${path}/${i}`) ? "lit" : ""}>
            ${cell(y, ctx) ?? value(y, `${path}/${i}`, ctx, name, depth + 1)}
          </li>`,
      )}
    </ol>`;
  }
  const entries = Object.entries(x);
  if (!entries.length) return html`<p class="note">None.</p>`;
  if (entries.length > 2 && entries.every(([, v]) => flat(v) && Object.keys(v).length))
    return register(entries, path, ctx, name, true);
  return html`${terms(
    entries.filter(([, v]) => cell(v) !== null),
    path,
    ctx,
  )}${entries
    .filter(([, v]) => cell(v) === null)
    .map(([k, v]) => section(k, v, `${path}/${escape(k)}`, ctx, depth + 1))}`;
}

/**
 * @param {string} k
 * @param {any} v
 * @param {string} path
 * @param {Still} ctx
 * @param {number} depth
 * @returns {Template}
 */
function section(k, v, path, ctx, depth) {
  return html`<section class=${`part-of d${Math.min(depth, 4)}`}>
    <h3>
      ${title(k)}${
        ctx.inside(path) || ctx.lit(path) ? html` <span class="now">changed</span>` : nothing
      }
    </h3>
    ${value(v, path, ctx, title(k), depth)}
  </section>`;
}

/**
 * Any JSON object as sections, lists of terms and tables, what this step changed lit.
 * @param {unknown} x
 * @param {string} path
 * @param {Still} ctx
 * @returns {Template}
 */
export const asTables = (x, path, ctx) =>
  isObject(x)
    ? html`<div class="tables">${value(x, path, ctx, "Game", 0)}</div>`
    : html`<p class="note">${cell(x)}</p>`;
