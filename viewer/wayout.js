// Way out: what one can do about an error, as buttons, the likeliest first.
import { html } from "./vendor/lit-html/lit-html.js";
import { Problem } from "./api.js";
import { app } from "./app.js";
import { address } from "./router.js";

/** Kinds of problems that the viewer itself finds. */
export const NO_PAGE = "no-page",
  NO_CAMPAIGN = "no-campaign";

/**
 * The buttons under an error.
 * @param {Problem | Error} error
 * @param {{ again: () => void, pick: () => void }} act
 *   again: ask once more; pick: choose a file
 */
export function waysOut(error, { again, pick }) {
  const status = error instanceof Problem ? error.status : -1,
    kind = error instanceof Problem ? error.kind : "",
    { page, id, at, as } = app.route;
  const button = (/** @type {string} */ words, /** @type {() => void} */ press) =>
      html`<button class="btn" @click=${press}>${words}</button>`,
    link = (/** @type {string} */ words, /** @type {string} */ to) =>
      html`<a class="btn" href=${to}>${words}</a>`;
  // The field for what somebody was sent stands on the first page.
  const paste = button("Paste my link", () => location.assign("#/?paste")),
    games = link("All games", "#/"),
    everyone =
      page === "campaign" && as && as !== "public"
        ? [link("Look as everyone", address({ page, id, at }))]
        : [];
  if (page === "capsule") return [button("Choose another file", pick), games];
  if (kind === NO_PAGE || kind === NO_CAMPAIGN) return [paste, ...everyone, games];
  if (status === 401 || status === 403) return [...everyone, paste, games];
  if (status === 0) return [button("Try again", again), button("Open a saved file", pick), games];
  return [button("Try again", again), ...everyone, games];
}
