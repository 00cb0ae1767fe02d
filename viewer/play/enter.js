// Enter: dice that were thrown at a table, typed in face by face.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { valueOf } from "../dom.js";
import { die } from "../parts/die.js";
import { capital, count, listed } from "../words.js";

/** @import { Acts, Entering } from "./types.js" */

/**
 * The faces of a die by its kind, "d6" or "d10_zero"; none of what cannot be typed in, a shuffle.
 * @param {string} kind
 */
function facesOf(kind) {
  const [, most, zero] = /^d(\d+)(_zero)?$/.exec(kind) ?? [],
    n = Number(most ?? 0);
  return Array.from({ length: n }, (_, i) => (zero ? i : i + 1));
}

/** @param {Entering["entered"][number]} d */
const drawn = (d) => die({ die: d.die, face: d.face, class: "entered" });

/**
 * What is asked for next, or what stands in the way.
 * @param {Entering} entering
 * @param {Acts} act
 */
function asked({ next, barred, reading }, act) {
  if (barred)
    return html`<p class="final" role="alert">
      <b>The dice of this roll cannot be entered here:</b> ${barred}.
    </p>`;
  if (!next)
    return html`<p class="lab" role="status">
      ${reading ? "Reading what is thrown next" : "Every die is entered."}
    </p>`;
  const faces = facesOf(next.die);
  return html`<fieldset class="q open entry" data-question="/entered">
    <legend role="status">${capital(next.for)}: one ${next.die.replace("_zero", "")}</legend>
    ${
      faces.length
        ? html`<div class="picks">
            ${faces.map(
              (face) =>
                html`<button class="pick face" ?disabled=${reading} @click=${() => act.face(face)}>
                  ${drawn({ ...next, face })}
                </button>`,
            )}
          </div>`
        : html`<p class="final"><b>A shuffle cannot be entered.</b></p>`
    }
  </fieldset>`;
}

/**
 * @param {Entering} entering
 * @param {Acts} act
 */
export function enterForm(entering, act) {
  const { entered, witness, text } = entering;
  return html`<h3>Dice thrown at the table</h3>
    ${asked(entering, act)}
    ${
      entered.length
        ? html`<ol class="fallen entries">
              ${entered.map((d) => html`<li>${drawn(d)}<small>${d.for}</small></li>`)}
            </ol>
            <button class="txt" @click=${act.unface}>Take back the last</button>`
        : nothing
    }
    ${
      text.length
        ? html`<h3>With these dice it will stand in the log</h3>
            <blockquote data-with-these>${text.map((line) => html`<p>${line}</p>`)}</blockquote>`
        : nothing
    }
    ${
      entering.barred
        ? nothing
        : html`<label class="member"
              ><span>Who saw them thrown <small>stands in the log</small></span
              ><input
                type="text"
                maxlength="200"
                data-witness
                .value=${witness}
                @input=${(/** @type {Event} */ e) => act.witness(valueOf(e))}
            /></label>
            <p class="final">
              <b>Entered dice prove nothing.</b> They have a broken edge wherever they are shown.
            </p>`
    }`;
}

/**
 * "Enter 4 and 2", "Enter 12 dice".
 * @param {Entering} entering
 */
export const enterWords = ({ entered }) =>
  entered.length > 4
    ? `Enter ${count(entered.length, "die", "dice")}`
    : `Enter ${listed(entered.map((d) => String(d.face)))}`;
