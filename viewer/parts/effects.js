// Effects: what a step's event did, by type.

/** @import { AnyEffect, Step } from "../renderer.js" */

/**
 * The effects of a step that are of a type, in their order.
 * @template {AnyEffect} E
 * @template {E["type"]} T
 * @param {Step<E>} step
 * @param {T} type
 */
export const effectsOf = (step, type) =>
  /** @type {Extract<E, { type: T }>[]} */ (
    (step.event?.effects ?? []).filter((e) => e.type === type)
  );
