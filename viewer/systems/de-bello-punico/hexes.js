// Hexes: flat-topped, named ccrr from 01; columns of even number stand half a hex lower. Facing 0 is up, then clockwise.
export const SIZE = 33, DX = 1.5 * SIZE, DY = Math.sqrt(3) * SIZE;

/** The middle of a hex. */
export function at(hex) {
  const c = Number(hex.slice(0, 2)) - 1, r = Number(hex.slice(2)) - 1;
  return [40 + c * DX, 44 + r * DY + (c % 2 ? DY / 2 : 0)];
}
export const named = (c, r) => `${String(c + 1).padStart(2, "0")}${String(r + 1).padStart(2, "0")}`;
export const outline = (size = SIZE) => `M${[0, 1, 2, 3, 4, 5].map((i) => `${(size * Math.cos(i * Math.PI / 3)).toFixed(1)} ${(size * Math.sin(i * Math.PI / 3)).toFixed(1)}`).join("L")}z`;
export const extent = (field) => [80 + (field.width - 1) * DX, 88 + field.height * DY];
