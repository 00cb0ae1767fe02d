// Ids: which units, leaders or places an element of a board stands for, so that the table can light it.

/**
 * The value of `data-ids`: ids as commands name them.
 * @param {...string} ids
 */
export const dataIds = (...ids) => ids.map(encodeURIComponent).join(" ");

/** What a value of `data-ids` says, once it was read: a board has hundreds, at every step the same. */
const read = /** @type {Map<string, readonly string[]>} */ (new Map());

/**
 * The ids that an element stands for.
 * @param {HTMLElement | SVGElement} el
 * @returns {readonly string[]}
 */
export function idsOf(el) {
  const said = el.dataset.ids ?? "";
  let ids = read.get(said);
  if (!ids) {
    ids = said.split(" ").filter(Boolean).map(decodeURIComponent);
    read.set(said, ids);
  }
  return ids;
}

/**
 * Whether a value names one of these ids, at any depth.
 * @param {unknown} value
 * @param {ReadonlySet<string>} ids
 * @returns {boolean}
 */
export const names = (value, ids) =>
  typeof value === "string"
    ? ids.has(value)
    : typeof value === "object" &&
      value !== null &&
      Object.values(value).some((part) => names(part, ids));
