// Storage: localStorage where it may be used, memory where it may not; a framed page reads and keeps nothing.
import { isEmbedded } from "./here.js";

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @param {string} name
 * @returns {string | null}
 */
function get(name) {
  const kept = memory.get(name);
  if (kept !== undefined) return kept;
  if (isEmbedded) return null;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function set(name, value) {
  if (isEmbedded) return void memory.set(name, value);
  try {
    localStorage.setItem(name, value);
    memory.delete(name);
  } catch {
    memory.set(name, value);
  }
}

/** Whether what is stored outlives the page. */
const lasting = () => memory.size === 0;

export const storage = { get, set, lasting };
