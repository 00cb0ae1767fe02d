// Scale: events along the ruler's axis.
export const EDGE = 8;

/**
 * Where an event stands, and which event stands there.
 * @param {number} n how many events there are
 * @param {number} width px
 */
export function scale(n, width) {
  const length = width - 2 * EDGE;
  return {
    /** @param {number} seq */
    x: (seq) => EDGE + (n > 1 ? (seq - 1) / (n - 1) : 0.5) * length,
    /** @param {number} x */
    seq: (x) => Math.round(1 + ((n - 1) * (x - EDGE)) / length),
  };
}
