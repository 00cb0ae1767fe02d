// Systems: a renderer is chosen by the view's system key and loaded when first needed; what has none is shown as tables.
import * as fallback from "./systems/_fallback.js";

const OWN = ["civil-war", "de-bello-punico", "naval-battle", "samnite-wars"];
const loaded = new Map();

function styles(hrefs = []) {
  for (const href of hrefs) {
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    document.head.append(link);
  }
}

/** The renderer of a system. Never fails: a system whose renderer cannot be loaded is shown as tables. */
export async function rendererFor(system) {
  const key = OWN.includes(system) ? system : "_fallback";
  if (!loaded.has(key)) {
    let found = fallback;
    if (key !== "_fallback") try { found = await import(`./systems/${key}.js`); } catch (e) { console.warn(`The renderer of ${key} could not be loaded.`, e); }
    styles([...(fallback.styles ?? []), ...(found === fallback ? [] : found.styles ?? [])]);
    loaded.set(key, found);
  }
  return loaded.get(key);
}
export { fallback };
