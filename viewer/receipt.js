// Receipt: what a tlog-proof of one event says, in words; then what was checked of it, in this browser.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { showPage } from "./app.js";
import { diceOf, witnesses } from "./capsule.js";
import { pickFile } from "./drops.js";
import { dieWords, drawn } from "./parts/die.js";
import { icon } from "./parts/marks.js";
import { capital, count, senderName, timeWords, typeWords } from "./words.js";
import { parseLine } from "./verify/canonical.js";
import { Fault } from "./verify/fault.js";
import { parseReceipt, verifyReceipt } from "./verify/receipt.js";

/** @import { Receipt } from "./types.js" */
/** @import { Event, Result } from "./verify/types.js" */

/** @param {Error} e */
const fault = (e) => (e instanceof Fault ? e.message : `the check broke off: ${e.message}`);

/**
 * {text, event, checks: [{title, result, detail}], key} of a receipt; event is null where it cannot be read.
 * @param {string} text
 * @param {string} [key]
 * @returns {Promise<Receipt>}
 */
async function readReceipt(text, key = "") {
  const receipt = parseReceipt(text);
  /** @type {Receipt["checks"]} */
  const checks = [];
  let event = null;
  try {
    event = receipt && parseLine(receipt.leaf);
  } catch {
    /* the first check says so */
  }
  /**
   * @param {string} title
   * @param {Result} result
   * @param {string} detail
   */
  const add = (title, result, detail) => checks.push({ title, result, detail });
  try {
    const { event: logged, faces, origin, size } = await verifyReceipt(text);
    add(
      "In the log",
      "pass",
      `event ${logged.seq} of ${size} under the root of the checkpoint of ${origin}`,
    );
    add(
      "Open faces",
      "pass",
      faces
        ? `${count(faces, "face")} ${faces === 1 ? "follows" : "follow"} from seed, command and entropy`
        : "no open die was rolled",
    );
  } catch (e) {
    add("In the log", "fail", fault(e));
    return { text, event, checks, key };
  }
  if (!key) add("Signature", "not-confirmed", "give a key that you have from elsewhere");
  else
    try {
      add("Signature", "pass", `signed by ${(await verifyReceipt(text, key)).signed}`);
    } catch (e) {
      add("Signature", "fail", fault(e));
    }
  return { text, event, checks, key };
}

/** @type {Record<Result, [string, string]>} */
const SIGN = {
  pass: ["seal", "passed"],
  fail: ["fail", "failed"],
  "not-confirmed": ["open", "not confirmed"],
  "not-run": ["none", "not run"],
};
/**
 * @param {Receipt["checks"][number]} c
 * @param {number} i
 */
const line = (c, i) =>
  html`<li class=${c.result} data-result=${c.result}>
    <span class="no">${i + 1}</span>${icon(SIGN[c.result][0])}<span class="name">${c.title}</span
    ><span class="res"><b>${SIGN[c.result][1]}</b>: ${c.detail}.</span>
  </li>`;

/** @param {Event} event */
function said(event) {
  const dice = diceOf(event, {}, [event]),
    seen = witnesses(event);
  return html`<dl class="receipt">
    <div>
      <dt>Campaign</dt>
      <dd class="mono">${event.campaign}</dd>
    </div>
    <div>
      <dt>Sent by</dt>
      <dd>${senderName(event, [])}</dd>
    </div>
    <div>
      <dt>At</dt>
      <dd>
        <time datetime=${event.at}>${timeWords(event.at)}</time>
        <span class="mono">${event.at}</span>
      </dd>
    </div>
    <div>
      <dt>Command</dt>
      <dd>
        ${capital(typeWords(event.command.type))} <span class="mono">${event.command.type}</span>
      </dd>
    </div>
    <div>
      <dt>Rolled</dt>
      <dd>
        ${
          dice.length
            ? dice.map(
                (d) =>
                  html`<p>
                    ${drawn(d)}
                    ${dieWords(d)}${
                      d.for && d.for !== "sealed" ? `, for ${d.for}` : ""
                    }${d.class === "entropy" ? ", with the sender’s entropy" : d.class === "none" ? ", without entropy" : ""}
                  </p>`,
              )
            : "Nothing"
        }
      </dd>
    </div>
    ${
      seen.length
        ? html`<div>
            <dt>Witness</dt>
            <dd>${seen.join("; ")}</dd>
          </div>`
        : nothing
    }
  </dl>`;
}

/**
 * What a receipt says and whether it holds. `check` checks it again with another key.
 * @param {Receipt} receipt
 * @param {{ check: (key: string) => void, pick: () => void }} acts
 */
function receiptPage({ event, checks, key }, { check, pick }) {
  /** @param {Result} result */
  const has = (result) => checks.some((c) => c.result === result);
  const lead = has("fail")
    ? "It does not hold. What it says is shown as it stands."
    : has("not-confirmed")
      ? "It is consistent; who signed it is not confirmed, and without that anybody could have made it."
      : "It holds: the holder of the key signed a log in which the event stands as it is shown here.";
  return html`<main class="page proof" aria-label="A receipt">
    <header>
      <h2>${event ? `Receipt for event ${event.seq}` : "A receipt that cannot be read"}</h2>
    </header>
    <p class="lead" role="status">${lead}</p>
    ${event ? said(event) : nothing}
    <h3>What was checked</h3>
    <ol class="checks">
      ${checks.map(line)}
    </ol>
    <h3>Key</h3>
    <form
      class="proof-form"
      @submit=${(/** @type {SubmitEvent} */ e) => {
        e.preventDefault();
        const form = /** @type {HTMLFormElement} */ (e.target);
        check(String(new FormData(form).get("key") ?? "").trim());
      }}
    >
      <label
        >Verifier key<input
          type="text"
          name="key"
          class="mono"
          spellcheck="false"
          autocomplete="off"
          .value=${key}
          placeholder="name+key id+key"
      /></label>
      <div class="acts">
        <button class="btn">Check again</button
        ><button type="button" class="btn" @click=${pick}>Open another file</button>
      </div>
    </form>
  </main>`;
}

/**
 * Show a receipt, and what was checked of it.
 * @param {string} text
 * @param {string} [key]
 */
export async function checkReceipt(text, key = "") {
  showPage({ kind: "loading", what: "Checking the receipt" });
  showPage({ kind: "receipt", ...(await readReceipt(text, key)) });
}

/** @param {Receipt} page */
export const body = (page) =>
  receiptPage(page, { check: (key) => checkReceipt(page.text, key), pick: pickFile });
