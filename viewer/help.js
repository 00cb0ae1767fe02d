// Help: the pane that tells how the game goes, and lists every key.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { icon } from "./parts/marks.js";
import { primerText } from "./parts/primer.js";

/** @type {[string, string[][]][]} */
const KEYS = [
  [
    "Your turn",
    [
      ["n", "to what is asked next"],
      ["Enter", "choose what has the focus, on the board too"],
      ["Ctrl Enter", "send"],
      ["t", "to the throw that is prepared; Enter throws"],
      ["z", "take back the last thing done"],
      ["Esc", "drop the order, show the whole list"],
    ],
  ],
  [
    "The replay",
    [
      ["← →", "one back, one on, of what the log shows: a battle, a march; hold to go on"],
      ["Shift ← →", "event before, event after"],
      ["Home End", "first and last event"],
      ["Page Up Page Down", "turn before, turn after"],
      ["b B", "next battle, battle before"],
      ["d D", "next throw, throw before"],
      ["m", "bookmark this event, or take the bookmark away"],
      ["j J", "next bookmark or note of yours, the one before"],
      ["w", "the notes: write one, see them all"],
      ["Space", "play, pause"],
      ["< >", "play slower, faster"],
      ["/", "search the log"],
      ["+ - 0", "the board larger, smaller, whole"],
      ["f", "the board from the other side, where it can be turned"],
      ["Tab, arrows", "on a board: from counter to counter; with Shift they move it"],
      ["Tab, Esc", "from a counter into its card where something can be pressed, and back"],
      ["?", "how the game goes, and this list"],
    ],
  ],
];

/**
 * `primer`: how the game goes, nothing where it is not told; `plays`: whether one plays here.
 * @param {{ primer: readonly string[], plays: boolean, close: () => void }} given
 */
export const helpPane = ({ primer, plays, close }) =>
  html`<section class="pane proof guide" aria-label="Help" tabindex="-1">
    <header>
      <h2>${primer.length ? "How this game goes" : "Keys"}</h2>
      <button class="ico" aria-label="Close" title="Close (Esc)" @click=${close}>
        ${icon("close")}
      </button>
    </header>
    ${primerText(primer, plays)}
    <div class=${primer.length ? "keys" : ""}>
      ${primer.length ? html`<h2>Keys</h2>` : nothing}
      ${KEYS.map(
        ([title, rows]) =>
          html`<h3>${title}</h3>
            <table class="classes">
              <tbody>
                ${rows.map(
                  ([key, what]) =>
                    html`<tr>
                      <th scope="row"><kbd>${key}</kbd></th>
                      <td>${what}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`,
      )}
      <p class="note">Keys do nothing while you write.</p>
    </div>
  </section>`;
