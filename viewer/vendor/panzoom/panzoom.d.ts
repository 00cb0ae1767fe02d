interface Options {
  animate?: boolean;
  canvas?: boolean;
  contain?: "inside" | "outside";
  cursor?: string;
  force?: boolean;
  handleStartEvent?: (event: Event) => void;
  maxScale?: number;
  minScale?: number;
  overflow?: string;
  pinchAndPan?: boolean;
  touchAction?: string;
}
interface PanzoomObject {
  destroy(): void;
  getPan(): { x: number; y: number };
  getScale(): number;
  pan(x: number, y: number, options?: Options): unknown;
  setOptions(options: Options): void;
  zoom(scale: number, options?: Options): unknown;
  zoomIn(options?: Options): unknown;
  zoomOut(options?: Options): unknown;
  zoomWithWheel(event: WheelEvent): unknown;
}
export default function Panzoom(element: Element, options: Options): PanzoomObject;
