// Terms: a game's abbreviations, explained where they stand.
//
// The one seam for it: whatever explains codes elsewhere on the page may take the place of `explained`.
import { html } from "../vendor/lit-html/lit-html.js";

/** @import { components } from "iacta/api" */

let meanings = /** @type {ReadonlyMap<string, string>} */ (new Map());
let codes = /** @type {RegExp | null} */ (null);

/**
 * Explain a game's abbreviations from now on: the terms of its glossary that are two or three
 * capitals, such as "SP".
 * @param {readonly components["schemas"]["Term"][]} glossary
 */
export function explain(glossary) {
  meanings = new Map(
    glossary.flatMap(({ term, meaning }) =>
      term
        .split(", ")
        .filter((code) => /^[A-Z]{2,3}$/.test(code))
        .map((code) => [code, meaning]),
    ),
  );
  codes = meanings.size ? new RegExp(`\\b(${[...meanings.keys()].join("|")})\\b`) : null;
}

/**
 * A text in which every abbreviation of the game says what it is.
 * @param {string} text
 */
export const explained = (text) =>
  codes === null
    ? text
    : text
        .split(codes)
        .map((part, i) => (i % 2 ? html`<abbr title=${meanings.get(part)}>${part}</abbr>` : part));
