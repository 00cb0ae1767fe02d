// Proof button: what was checked of the record, in the bar.
import { html } from "./vendor/lit-html/lit-html.js";
import { icon } from "./parts/marks.js";
import { count } from "./words.js";

/** @import { Proof } from "./types.js" */

/**
 * The word and count in the bar; quiet, and never a tick before something was checked.
 * @param {{ proof: Proof, total: number, open: () => void }} given
 */
export function proofButton({ proof, total, open }) {
  const r = proof.report,
    beyond = r ? total - r.counts.events : 0,
    shut = r ? r.counts.sealed - r.counts.opened : 0,
    first = r?.checks.find((c) => c.result === "fail");
  const [sign, word, tail] = proof.running
    ? ["ring", "Checking", `${proof.running.check} of 10`]
    : !r
      ? ["ring", "Verify", count(total, "event")]
      : r.verdict === "verified"
        ? [
            "seal",
            "Verified",
            `${r.counts.events} of ${r.counts.events + beyond}${shut > 0 ? `, ${shut} sealed` : ""}`,
          ]
        : first
          ? ["fail", first.event ? `Fails at ${first.event}` : "Failed", `check ${first.number}`]
          : ["open", "Not confirmed", `${r.counts.events} of ${r.counts.events + beyond}`];
  return html`<button
    class=${`proof-button${r?.verdict === "failed" ? " bad" : ""}`}
    aria-expanded=${String(proof.shown)}
    aria-label=${`${word}, ${tail}: show what was checked`}
    @click=${open}
  >
    ${icon(sign)}${word} <span>${tail}</span>
  </button>`;
}
