// Dom: what is read from the page itself.

/**
 * What was typed or chosen in the field that an event is about.
 * @param {Event} e
 */
export const valueOf = (e) => /** @type {HTMLInputElement | HTMLSelectElement} */ (e.target).value;

/**
 * The element that an event is about, or the nearest around it that a selector names.
 * @param {Event} e
 * @param {string} selector
 */
export const around = (e, selector) =>
  e.target instanceof Element
    ? /** @type {HTMLElement | null} */ (e.target.closest(selector))
    : null;

/**
 * The first element in another that a selector names.
 * @param {ParentNode} root
 * @param {string} selector
 */
export const find = (root, selector) =>
  /** @type {HTMLElement | null} */ (root.querySelector(selector));

/**
 * All of them, in the page's order.
 * @param {ParentNode} root
 * @param {string} selector
 */
export const findAll = (root, selector) => [
  .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector)),
];

/**
 * The element with an id, which index.html has.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element ${id}.`);
  return found;
}
/** Whether the box that an event came from is ticked. @param {Event} e */
export const isChecked = (e) => /** @type {HTMLInputElement} */ (e.target).checked;
