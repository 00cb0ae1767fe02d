// What the viewer uses of lean-qr, for the type checker. Ours, not the package's.
export interface Bitmap {
  readonly size: number;
  get(x: number, y: number): boolean;
}
export declare function generate(text: string): Bitmap;
