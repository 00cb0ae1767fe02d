// Drops: a file that is dropped anywhere, or chosen, and a proof that is pasted, is opened.
import { app, pageSignal, showPage, update } from "./app.js";
import * as parts from "./parts.js";
import * as served from "./served.js";

/** @import { Page } from "./types.js" */

/**
 * Have it opened by the part that opens files, unless the page is left before that has come.
 * @param {(file: typeof import("./file.js")) => unknown} act
 */
async function open(act) {
  const signal = pageSignal();
  try {
    const file = await parts.file.load();
    if (!signal.aborted) await act(file);
  } catch (error) {
    if (!signal.aborted) showPage({ kind: "error", error });
  }
}

/** Let the reader choose a file. */
export function pickFile() {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) open(({ openFile }) => openFile(file));
  });
  input.click();
}

/**
 * What becomes of a file that is dropped on a page.
 * @param {Page} page
 */
export const dropWords = ({ kind }) =>
  kind === "new"
    ? "Drop documents of your own, each under its name"
    : "Drop a capsule to replay it, a receipt or checkpoint to check it, or your saved tokens";

/** A file dropped anywhere on the page is opened, and a proof that is pasted. */
export function acceptDrops() {
  /** @param {DragEvent} e */
  const holds = (e) => e.dataTransfer?.types?.includes("Files");
  /** @param {boolean} now */
  const over = (now) => {
    if (app.dropping !== now) update({ dropping: now });
  };
  addEventListener("dragover", (e) => {
    if (holds(e)) {
      e.preventDefault();
      over(true);
    }
  });
  addEventListener("dragleave", (e) => {
    if (!e.relatedTarget) over(false);
  });
  addEventListener("drop", (e) => {
    if (!holds(e)) return;
    e.preventDefault();
    over(false);
    const files = [...(e.dataTransfer?.files ?? [])];
    if (app.page.kind === "new") return void served.found.here?.takeDocuments(files);
    const [file] = files;
    if (file) open(({ openFile }) => openFile(file));
  });
  addEventListener("paste", (e) => {
    const text = e.clipboardData?.getData("text") ?? "",
      field = e.target instanceof Element && e.target.closest("input, textarea");
    if (!field && text) open(({ openProof }) => openProof(text));
  });
}
