// Theme: follows the system; a reader's choice overrides it and is kept in this browser.
import { storage } from "./storage.js";

const chosen = storage.get("iacta.theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;

export function toggleTheme() {
  const root = document.documentElement,
    now =
      root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  storage.set("iacta.theme", root.dataset.theme);
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
