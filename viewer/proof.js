// Proof: the pane that shows what was checked, what was not, and what nothing here can prove.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { CHECKS, verify } from "./verify/verify.js";
import { unquote } from "./verify/note.js";
import { isCarried } from "./carried.js";
import { icon } from "./parts/marks.js";
import { count } from "./words.js";

/** @import { Proof } from "./types.js" */
/** @import { Check, Classes, Report } from "./verify/types.js" */

/**
 * A proof, and what its controls do.
 * @typedef {object} ProofGiven
 * @property {Proof} proof
 * @property {string} source
 * @property {(given: { key: string, older: string[] }) => void} run
 * @property {(seq: number) => void} go
 * @property {() => void} close
 * @property {() => void} save
 */

const SIGN = {
  pass: ["seal", "passed"],
  fail: ["fail", "failed"],
  "not-run": ["none", "not run"],
  "not-confirmed": ["open", "not confirmed"],
};
/** @type {[keyof Classes, string, string][]} */
const CLASSES = [
  ["witnessed", "Witnessed", "Proven against everyone who is not in league with the witness."],
  [
    "entropy",
    "Sender's entropy",
    "If the sender was honest and sent fresh random entropy, nobody could choose the faces.",
  ],
  ["none", "No entropy", "Protected by the anchor alone, which was fixed before play."],
  ["entered", "Entered", "Thrown elsewhere and typed in. Unproven."],
];

/**
 * Verify beside the page; progress is called as it goes. A page from a file may start no Worker of
 * its own, and verifies by itself.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {{ key: string, older: string[] }} given
 * @param {(progress: NonNullable<Proof["running"]>) => void} progress
 * @param {AbortSignal} signal
 * @returns {Promise<Report>}
 */
export function verified(bytes, given, progress, signal) {
  if (isCarried) return verify(bytes, given, (check, done, of) => progress({ check, done, of }));
  return new Promise((done, fail) => {
    const worker = new Worker(new URL("verify/worker.js", import.meta.url), { type: "module" });
    /**
     * @param {(x: any) => void} act
     * @param {unknown} x
     */
    const stop = (act, x) => {
      worker.terminate();
      act(x);
    };
    worker.addEventListener("message", ({ data }) =>
      data.progress
        ? progress(data.progress)
        : data.report
          ? stop(done, data.report)
          : stop(fail, new Error(data.error)),
    );
    worker.addEventListener("error", (e) =>
      stop(fail, new Error(e.message || "The verification could not be started")),
    );
    signal?.addEventListener("abort", () => stop(fail, new DOMException("stopped", "AbortError")));
    worker.postMessage({ bytes, ...given });
  });
}

/**
 * @param {Check} c
 * @param {(seq: number) => void} go
 */
function line(c, go) {
  const [sign, said] = SIGN[c.result],
    seq = c.event,
    word = c.number === 10 ? "not run here" : said;
  return html`<li class=${c.result} data-check=${c.number} data-result=${c.result}>
    <span class="no">${c.number}</span>${icon(sign)}<span class="name">${c.title}</span
    ><span class="res"
      ><b>${word}</b>${
        seq ? html`, at <button class="txt" @click=${() => go(seq)}>event ${seq}</button>` : nothing
      }:
      ${c.detail}.</span
    >
  </li>`;
}

/** @param {Report} r */
function verdict(r) {
  if (r.verdict === "verified")
    return ["What was checked holds", "Every check that could run here passed."];
  const f = r.checks.find((c) => c.result === "fail");
  if (f)
    return [
      `Check ${f.number} does not hold`,
      `${f.event ? `At event ${f.event}: ` : ""}${f.detail}. This is not the record as it was signed, or it was never sound.`,
    ];
  const { beyond } = r.counts;
  if (beyond) {
    const [are, them] = beyond === 1 ? ["is", "it"] : ["are", "them"];
    return [
      "The record is consistent; its end is not signed",
      `${count(beyond, "event")} beyond the checkpoint ${are} linked, and nobody answers for ${them}.`,
    ];
  }
  return [
    "The record is consistent; who signed it is not confirmed",
    "Enter the server's key from a source of your own, such as an earlier mail, and check again.",
  ];
}

/** @param {Check[]} checks */
function tally(checks) {
  const said = (/** @type {Check["result"]} */ result) =>
    checks.filter((c) => c.result === result).length;
  const parts = [
    `${said("pass")} of ${checks.length} checks passed`,
    ...(said("fail") ? [`${said("fail")} failed`] : []),
    ...(said("not-confirmed") ? [`${said("not-confirmed")} not confirmed`] : []),
    ...(said("not-run") ? [`${said("not-run")} not run`] : []),
  ];
  return parts.join(", ");
}

/**
 * What became of older checkpoints that the reader gave: checks 8 and 9 hold the record to them.
 * @param {Report} report
 * @param {number} older
 */
function olderWords({ checks }, older) {
  const bad = checks.find((c) => [8, 9].includes(c.number) && c.result === "fail"),
    one = older === 1;
  return bad
    ? `The record does not agree with the older checkpoint${one ? "" : "s"} that you gave.`
    : `The older checkpoint${one ? "" : "s"} that you gave ${one ? "is" : "are"} of this record: what was signed then stands in it unchanged.`;
}

/** @param {Report["counts"]} k */
const counts = (k) =>
  html`<dl class="counts">
    ${[
      ["events hashed", k.hashed],
      ["links opened", k.links],
      ["faces recomputed", k.faces],
      [`of ${k.sealed} sealed values opened`, k.sealed ? k.opened : null],
      ["beyond the checkpoint", k.beyond || null],
    ]
      .filter(([, n]) => n !== null)
      .map(
        ([name, n]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${Number(n).toLocaleString("en")}</dd>
          </div>`,
      )}
  </dl>`;

/** @param {Classes} classes */
const classTable = (classes) =>
  html`<h3>How the dice were made</h3>
    <table class="classes">
      <tbody>
        ${CLASSES.map(
          ([key, name, text]) =>
            html`<tr>
              <td class="num">${classes[key]}</td>
              <th scope="row">${name}</th>
              <td>${text}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;

const LIMITS = [
  "Whoever runs the server knows the coming links. Together with the sender of a command they can " +
    "try wordings and entropies until the faces please. A referee who hosts their own game is both.",
  "The operator can delay or refuse a command, and nothing proves that a seat, and not the server in its name, sent it.",
  "Sentences, names, views, patches, printed tables and the audience are covered by no hash. Events, dice, hashes and openings are.",
  "Check 10, deciding every command again by the rules, needs the rules and is not run in this viewer.",
];

/** @param {HTMLFormElement} form */
function given(form) {
  const data = new FormData(form),
    pasted = String(data.get("older") ?? "").trim(),
    older = pasted ? [unquote(pasted) ?? pasted] : [];
  return { key: String(data.get("key") ?? "").trim(), older };
}

/**
 * The pane itself. proof: {running, report, error, key, keyFrom}; run({key, older}) starts the checks.
 * @param {ProofGiven} given
 */
export function proofPane({ proof, source, run, go, close, save }) {
  const { running, report, error } = proof,
    [head, lead] = report
      ? verdict(report)
      : error
        ? ["The checks could not be run", `${error.title ?? error.message}. ${error.detail ?? ""}`]
        : running
          ? [
              `Checking: ${CHECKS[running.check - 1].toLowerCase()}`,
              running.of > 1 ? `${running.done} of ${running.of}` : "One moment.",
            ]
          : [
              "What can be checked",
              "Hashes, dice, seals and the signature are computed anew in this browser.",
            ];
  const from =
    proof.keyFrom === "server"
      ? "Key given by the server this page came from. It shows that this server signed; it does not show that the server is honest."
      : proof.keyFrom === "reader"
        ? "Key given by you."
        : "No key from outside: the signature cannot be confirmed.";
  return html`<section
    class="pane proof"
    aria-label="What was checked"
    tabindex="-1"
    aria-busy=${String(!!running)}
  >
    <header>
      <h2>${head}</h2>
      <button class="ico" aria-label="Close" title="Close (Esc)" @click=${close}>
        ${icon("close")}
      </button>
    </header>
    <p class="lead" role="status">${lead}</p>
    ${
      running
        ? html`<div
            class="gauge"
            role="progressbar"
            aria-label="Checks"
            aria-valuemin="0"
            aria-valuemax="10"
            aria-valuenow=${running.check}
          >
            <svg width="100%" height="14">
              <line x1="0" x2=${`${running.check * 10}%`} y1="13" y2="13"></line>
            </svg>
          </div>`
        : nothing
    }
    ${
      report && proof.older ? html`<p class="lead">${olderWords(report, proof.older)}</p>` : nothing
    }
    ${
      report
        ? html`${counts(report.counts)}
            <details ?open=${report.verdict === "failed"}>
              <summary>${tally(report.checks)}</summary>
              <ol class="checks">
                ${report.checks.map((c) => line(c, go))}
              </ol>
            </details>
            ${report.classes ? classTable(report.classes) : nothing}`
        : nothing
    }
    <h3>Key and older checkpoints</h3>
    <form
      class="proof-form"
      @submit=${(/** @type {SubmitEvent} */ e) => {
        e.preventDefault();
        run(given(/** @type {HTMLFormElement} */ (e.target)));
      }}
    >
      <label
        >Verifier key<input
          type="text"
          name="key"
          class="mono"
          spellcheck="false"
          autocomplete="off"
          .value=${proof.key ?? ""}
          placeholder="name+key id+key"
      /></label>
      <p class="note">${from}</p>
      <label
        >An older checkpoint, from a mail or a turn report: the record must contain it<textarea
          name="older"
          rows="4"
          spellcheck="false"
          placeholder="server/campaigns/…"
        ></textarea>
      </label>
      <div class="acts">
        <button class="btn" ?disabled=${!!running}>Check again</button
        ><button type="button" class="btn" @click=${save}>Save the capsule</button>
      </div>
    </form>
    <h3>What is not proven</h3>
    <ul class="plain">
      ${LIMITS.map((t) => html`<li>${t}</li>`)}
    </ul>
    ${
      source === "capsule"
        ? html`<p class="note">
            This replay comes from a file. What it says in words and shows on the board was written
            by whoever made the file.
          </p>`
        : nothing
    }
  </section>`;
}
