// Record: what was recorded, the command and its effects, as they stand in the event.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { typeWords } from "../words.js";
import { asTables, isObject } from "./values.js";
import "./while-open.js";

/** @import { AnyEffect, RecordedEvent } from "../renderer.js" */
/** @import { Template } from "../vendor/lit-html/lit-html.js" */

/**
 * What was recorded: the command and its effects, as they stand in the event.
 * @param {RecordedEvent<AnyEffect>} event
 * @returns {Template}
 */
export function record(event) {
  if (!event) return nothing;
  const still = { lit: () => false, inside: () => false, seats: [] },
    part = (/** @type {AnyEffect} */ x) => {
      const { type, ...rest } = x;
      return Object.keys(rest).length ? asTables(rest, "", still) : nothing;
    };
  const body = () =>
    html`<h3>Command: ${typeWords(event.command?.type ?? "")}</h3>
      ${isObject(event.command) ? part(event.command) : nothing}
      ${(event.effects ?? []).map((e) =>
        isObject(e)
          ? html`<h3>Effect: ${e.type ? typeWords(e.type) : "sealed"}</h3>
              ${part(e)}`
          : nothing,
      )}`;
  return html`<details class="record">
    <summary>As it was recorded</summary>
    <while-open .body=${body}></while-open>
  </details>`;
}
