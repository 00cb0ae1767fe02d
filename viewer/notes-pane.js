// Notes pane: the note on the event that is shown, what may be said of it to everyone, and all
// that there are.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { valueOf } from "./dom.js";
import { notesUnder, remark } from "./noted.js";
import { LONGEST, marked, noteOn, remarks } from "./notes.js";
import {
  forgetNote,
  goToNote,
  remarkDraft,
  remarksAs,
  sendRemark,
  toggleBookmark,
  writeNote,
  writeRemark,
} from "./noting.js";
import { icon } from "./parts/marks.js";
import { failed } from "./states.js";
import { storage } from "./storage.js";
import { roleName, within } from "./words.js";

/** @import { Seat } from "./renderer.js" */
/** @import { Showing } from "./types.js" */

/**
 * What one keeps for oneself of the event that is shown.
 * @param {Showing} state
 */
function ownNote({ replay, at }) {
  const own = noteOn(replay.campaign.id, at);
  return html`<label class="passed"
      >Your note, for you alone<textarea
        rows="3"
        maxlength=${LONGEST}
        .value=${live(own.text ?? "")}
        @change=${(/** @type {Event} */ e) => writeNote(valueOf(e))}
      ></textarea></label
    ><button class="btn" aria-pressed=${String(own.marked)} @click=${toggleBookmark}>
      ${own.marked ? "Take the bookmark away" : "Set a bookmark"}
    </button>
    <p class="note">
      ${
        storage.lasting()
          ? "Notes and bookmarks are kept in this browser. They are in no link, file or picture."
          : "This browser keeps nothing: notes and bookmarks are gone when this page is closed."
      }
    </p>`;
}

/**
 * What one may say of the event to everyone.
 * @param {Showing} state
 * @param {readonly Seat[]} seats
 */
function toEveryone({ replay, at, offline }, seats) {
  const role = remarksAs(replay);
  if (!role) return nothing;
  const { text, busy, error } = remarkDraft();
  return html`<h3>Say it to everyone</h3>
    <label class="passed"
      >A remark on event ${at}, as ${within(roleName(role, seats))}<textarea
        rows="3"
        maxlength=${LONGEST}
        .value=${live(text)}
        ?disabled=${busy}
        @input=${(/** @type {Event} */ e) => writeRemark(valueOf(e))}
      ></textarea></label
    ><button class="btn throw" ?disabled=${busy || offline || !text.trim()} @click=${sendRemark}>
      ${busy ? "Sending" : "Send the remark"}
    </button>
    <p class="note">
      Everyone who may look at this campaign reads it. It is an event of the record:
      <b>it cannot be taken back.</b>
    </p>
    ${error ? failed(error) : nothing}`;
}

/**
 * An event of the list: what is kept or said of it.
 * @param {Showing} state
 * @param {number} seq
 * @param {readonly Seat[]} seats
 * @param {(seq: number) => void} go
 */
function listed({ replay, at }, seq, seats, go) {
  const { id } = replay.campaign,
    { marked, text } = noteOn(id, seq);
  return html`<li aria-current=${seq === at ? "step" : nothing}>
    <button class="txt" @click=${() => go(seq)}>Event ${seq}</button>
    ${marked ? html`<span class="tag own">Bookmark</span>` : nothing}
    <p class="lab">${replay.steps[seq - 1]?.text?.[0] ?? ""}</p>
    ${notesUnder(replay, [seq], seats)}
    ${
      marked || text
        ? html`<button class="txt" @click=${() => forgetNote(seq)}>
            Forget <span class="vh">what you keep of event ${seq}</span>
          </button>`
        : nothing
    }
  </li>`;
}

/**
 * The pane of notes.
 * @param {Showing} state
 * @param {{ seats: readonly Seat[], go: (seq: number) => void, close: () => void }} given
 */
export function notesPane(state, { seats, go, close }) {
  const { replay, at } = state,
    all = marked(replay);
  return html`<section class="pane proof notes" aria-label="Notes" tabindex="-1">
    <header>
      <h2>Notes on event ${at}</h2>
      <button class="ico" aria-label="Close" title="Close (Esc)" @click=${close}>
        ${icon("close")}
      </button>
    </header>
    <p class="lead">${replay.steps[at - 1]?.text?.[0] ?? ""}</p>
    ${(remarks(replay).get(at) ?? []).map((one) => remark(one, seats))} ${ownNote(state)}
    ${toEveryone(state, seats)}
    <h3>All notes and bookmarks</h3>
    ${
      all.length
        ? html`<p class="acts">
              <button class="btn small" @click=${() => goToNote(-1)}>Previous</button
              ><button class="btn small" @click=${() => goToNote(1)}>Next</button>
            </p>
            <ol class="all-notes">
              ${all.map((seq) => listed(state, seq, seats, go))}
            </ol>`
        : html`<p class="note">None yet. The key m sets a bookmark on the event that is shown.</p>`
    }
  </section>`;
}
