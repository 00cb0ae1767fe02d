// Scale: events along the ruler's axis.
export const EDGE = 8;

/** Where an event stands, and which event stands there. */
export const scale = (n, width) => ({
  x: (seq) => EDGE + (n > 1 ? (seq - 1) / (n - 1) : 0.5) * (width - 2 * EDGE),
  seq: (x) => Math.round(1 + (n - 1) * (x - EDGE) / (width - 2 * EDGE)),
});
