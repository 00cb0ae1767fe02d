// Fallback: any system's view as tables. It is what is shown where a system has no renderer of its own, and a
// renderer's own answer to a view that it cannot read. What a renderer is, is written in renderer.d.ts.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { diceList } from "../parts/die.js";
import { record } from "../parts/record.js";
import { asTables } from "../parts/values.js";

/** @import { Context } from "../renderer.js" */
/** @import { Template } from "../vendor/lit-html/lit-html.js" */

export const styles = [new URL("../css/tables.css", import.meta.url).href];
export const shape = "register";

/**
 * @param {Context} ctx
 * @returns {Template}
 */
export function board(ctx) {
  if (ctx.view === null)
    return html`<section class="state">
      <h2>The bare record</h2>
      <p>
        This capsule holds events without views. What each command did is shown below as it was
        recorded; the board cannot be drawn without the rules.
      </p>
    </section>`;
  return asTables(ctx.view.game ?? {}, "/game", ctx);
}

/**
 * @param {Context} ctx
 * @returns {Template}
 */
export function panel(ctx) {
  const { step } = ctx,
    [head, ...rest] = step.text ?? [];
  return html`<div class="say">
    <p class="lab">Event ${step.seq}</p>
    <h2>${head}</h2>
    ${
      rest.length ? html`<p class="sub">${rest.join(" ")}</p>` : nothing
    }${diceList(step)}${record(step.event)}
  </div>`;
}
