// Storage: localStorage where it may be used, memory where it may not.
const memory = new Map();

function attempt(run, fallback) { try { return run(); } catch { return fallback(); } }

export const storage = {
  get: (name) => memory.has(name) ? memory.get(name) : attempt(() => localStorage.getItem(name), () => null),
  set(name, value) { attempt(() => { localStorage.setItem(name, value); memory.delete(name); }, () => memory.set(name, value)); },
};
