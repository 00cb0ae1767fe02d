// Picture: a board as it stands on the page, as one SVG that needs no style sheet, or as PNG.

const NS = "http://www.w3.org/2000/svg",
  XHTML = "http://www.w3.org/1999/xhtml",
  SCALE = 2; // pixels of the PNG for one of the page
/** What a child takes from its parent, so that it is written only where it differs. */
const INHERITED = [
  ...["color", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray"],
  ...["stroke-linecap", "stroke-linejoin", "stroke-opacity", "paint-order", "text-anchor"],
  ...["font-family", "font-size", "font-style", "font-weight", "font-variant", "line-height"],
  ...["letter-spacing", "text-align", "text-transform", "white-space", "visibility"],
];
/** What is each element's own, with the value that need not be written. @type {Record<string, string>} */
const OWN = {
  ...{ opacity: "1", transform: "none", filter: "none", "clip-path": "none" },
  ...{ "dominant-baseline": "auto", "stop-color": "rgb(0, 0, 0)", "vector-effect": "none" },
};
/** @type {Record<string, string>} */
const BOX = {
  ...{ display: "", position: "static", "box-sizing": "content-box", margin: "0px" },
  ...{ padding: "0px", width: "auto", height: "auto", inset: "auto", "z-index": "auto" },
  ...{ background: "", border: "", "border-radius": "0px", "box-shadow": "none", float: "none" },
  ...{ "flex-direction": "row", "flex-wrap": "nowrap", "flex-grow": "0", "flex-shrink": "1" },
  ...{ "align-items": "normal", "align-self": "auto", "justify-content": "normal", gap: "normal" },
  ...{ "grid-template-columns": "none", "grid-template-rows": "none", "grid-area": "auto" },
  ...{ "grid-template-areas": "none", "grid-auto-flow": "row", "align-content": "normal" },
  ...{ "border-collapse": "separate", "vertical-align": "baseline", overflow: "visible" },
  ...{ "text-decoration": "", "list-style": "", order: "0" },
};

/**
 * Write into a copy how the original looks.
 * @param {Element} from
 * @param {Element} to
 * @param {CSSStyleDeclaration | null} around the look of its parent
 */
function dress(from, to, around) {
  if (!(to instanceof HTMLElement || to instanceof SVGElement)) return;
  const look = getComputedStyle(from),
    own = from instanceof SVGElement && from.ownerSVGElement ? OWN : { ...OWN, ...BOX },
    said = INHERITED.filter(
      (name) => look.getPropertyValue(name) !== around?.getPropertyValue(name),
    ).map((name) => `${name}:${look.getPropertyValue(name)}`);
  for (const [name, plain] of Object.entries(own)) {
    const value = look.getPropertyValue(name);
    if (value && value !== plain) said.push(`${name}:${value}`);
  }
  to.removeAttribute("class");
  to.style.cssText = said.join(";"); // a style that is set as an attribute is against the page's policy
  const copies = [...to.children];
  for (const [i, child] of [...from.children].entries())
    if (getComputedStyle(child).display === "none" && !child.closest("defs, symbol"))
      copies[i].remove();
    else dress(child, copies[i], look);
}

/**
 * @param {HTMLElement} board
 * @returns {{ text: string, width: number, height: number }}
 */
function drawing(board) {
  const { width, height } = board.getBoundingClientRect(),
    picture = document.createElementNS(NS, "svg"),
    inside = document.createElementNS(NS, "foreignObject"),
    copy = /** @type {HTMLElement} */ (board.cloneNode(true)),
    defs = document.querySelector("body > svg")?.cloneNode(true);
  dress(board, copy, null);
  // What patterns and symbols look like is said by the style sheets; they are dressed like the rest.
  if (defs instanceof SVGElement) {
    const shown = document.querySelector("body > svg");
    if (shown) dress(shown, defs, null);
    defs.style.cssText = "position:absolute;width:0;height:0";
    picture.append(defs);
  }
  copy.setAttribute("xmlns", XHTML);
  copy.style.cssText += `;width:${width}px;height:${height}px;margin:0;overflow:hidden;background:${getComputedStyle(document.body).backgroundColor}`;
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
    picture.setAttribute(name, String(value));
  inside.setAttribute("width", String(width));
  inside.setAttribute("height", String(height));
  inside.append(copy);
  picture.append(inside);
  return { text: new XMLSerializer().serializeToString(picture), width, height };
}

/**
 * @param {HTMLElement} board
 * @param {"png" | "svg"} kind
 * @returns {Promise<Blob>}
 */
export async function pictureOf(board, kind) {
  const { text, width, height } = drawing(board);
  if (kind === "svg") return new Blob([text], { type: "image/svg+xml" });
  const image = new Image(),
    canvas = document.createElement("canvas");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  Object.assign(canvas, { width: width * SCALE, height: height * SCALE });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((made) => (made ? done(made) : fail(new Error("it cannot be drawn")))),
  );
}
