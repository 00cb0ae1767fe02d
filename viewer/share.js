// Share: the pane from which an event is passed on: its link, a frame for other pages, its picture.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { icon } from "./parts/marks.js";
import { embedLink, link, previewLink } from "./router.js";

/** @import { Replay, Route } from "./types.js" */

/**
 * The frame that another page shows an event in.
 * @param {Route} route
 * @param {string} name
 */
function snippet(route, name) {
  const title = name.replace(/[&"<>]/g, (c) => `&#${c.charCodeAt(0)};`),
    size = `width="960" height="720" style="border:1px solid #1d1b16"`;
  return `<iframe src="${embedLink(route)}" title="${title}" ${size} loading="lazy"></iframe>`;
}

/**
 * @param {{
 *   replay: Replay,
 *   route: Route,
 *   close: () => void,
 *   copy: (text: string, what: string) => void,
 *   picture: (kind: "png" | "svg") => void,
 * }} given
 */
export function sharePane({ replay, route, close, copy, picture }) {
  const { campaign, source } = replay,
    isPublic = source === "server" && campaign.visibility === "public",
    fields = /** @type {[string, string, string][]} */ (
      isPublic
        ? [
            ["A link with a preview", previewLink(route), "The link"],
            ["A frame for a page of your own", snippet(route, campaign.name), "The frame"],
          ]
        : source === "server"
          ? [["A link, for those who may see it", link(route), "The link"]]
          : []
    );
  return html`<section class="pane proof share" aria-label="Share" tabindex="-1">
    <header>
      <h2>Share event ${route.at}</h2>
      <button class="ico" aria-label="Close" title="Close (Esc)" @click=${close}>
        ${icon("close")}
      </button>
    </header>
    ${fields.map(
      ([name, text, what]) =>
        html`<label class="passed"
            >${name}<textarea readonly rows="3" spellcheck="false" .value=${text}></textarea></label
          ><button class="btn" @click=${() => copy(text, what)}>Copy it</button>`,
    )}
    ${
      isPublic
        ? html`<p class="note">
            Framed, it shows what everyone sees, reads no token and offers no orders.
          </p>`
        : nothing
    }
    <h3>The board as a picture</h3>
    <div class="acts">
      <button class="btn" @click=${() => picture("png")}>Save as PNG</button
      ><button class="btn" @click=${() => picture("svg")}>Save as SVG</button>
    </div>
  </section>`;
}
