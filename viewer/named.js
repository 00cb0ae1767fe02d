// Named: the counters and places of the board that a row of the log names, marked while one is at that row.
import { find, findAll } from "./dom.js";
import { idsOf } from "./parts/ids.js";

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Those of `ids` that a text names as whole words. Of two that begin alike the longer one is meant,
 * and "G. Pompeius" is not Pompeius.
 * @param {string} text
 * @param {Iterable<string>} ids
 */
function namedIn(text, ids) {
  const longest = [...ids].toSorted((a, b) => b.length - a.length).map(escaped);
  if (!longest.length) return new Set();
  const name = new RegExp(
    `(?<!\\p{Lu}\\p{Ll}?\\. )(?<![\\p{L}\\d])(?:${longest.join("|")})(?![\\p{L}\\d])`,
    "gu",
  );
  return new Set(text.match(name));
}

/**
 * Mark on the board what a row of the log names; null marks nothing.
 * @param {Element | null} row
 */
export function markNamed(row) {
  const board = find(document, "main.board");
  if (!board) return;
  const stand = findAll(board, "[data-ids]"),
    text = row
      ? findAll(row, ".t, .sub")
          .map((el) => el.textContent)
          .join(" ")
      : "",
    names = text ? namedIn(text, new Set(stand.flatMap(idsOf))) : new Set();
  for (const el of stand)
    el.toggleAttribute(
      "data-named",
      idsOf(el).some((id) => names.has(id)),
    );
}
