// Ids: which units, leaders or places an element of a board stands for, so that the table can light it.

/**
 * The value of `data-ids`: ids as commands name them.
 * @param {...string} ids
 */
export const dataIds = (...ids) => ids.map(encodeURIComponent).join(" ");

/**
 * The ids that an element stands for.
 * @param {HTMLElement | SVGElement} el
 */
export const idsOf = (el) =>
  (el.dataset.ids ?? "").split(" ").filter(Boolean).map(decodeURIComponent);
