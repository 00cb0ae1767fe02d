// Verify: the checks of a capsule, numbered, as a report. Pure: bytes in, report out; it runs in a
// page, a Worker and Node.
import { readCapsule } from "./capsule.js";
import { leavesOf, linked, numbering } from "./record.js";
import { restorations } from "./forks.js";
import { chainsHold } from "./chain.js";
import { openFaces, classes } from "./faces.js";
import { openingsHold, sealsOpened } from "./openings.js";
import { rootHolds, signatureHolds } from "./checkpoint.js";
import { NotRun, NotConfirmed, Fault } from "./fault.js";

/** @import { Capsule, Chain, Check, Progress, Report } from "./types.js" */

/** The titles of the checks, in order: those of the kernel's own report. */
export const CHECKS = [
  "Strict parsing and shapes",
  "Numbering, times, keys, campaign and forks",
  "Every hash and link",
  "Dice chains",
  "Every open face",
  "Every opening",
  "Seals opened at the end",
  "Merkle root of the checkpoint",
  "Signature of the checkpoint",
  "Every command decided again",
];
/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
const n = (count, one, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** @param {Capsule} capsule */
function parsing(capsule) {
  const [first] = capsule.faults;
  if (!first)
    return `${n(capsule.events.length + 3 + (capsule.view === null ? 0 : 1), "line")}, all canonical`;
  throw new Fault(`${first.line === null ? "" : `line ${first.line}: `}${first.text}`, first.seq);
}

/**
 * Verify a capsule's bytes. key: a verifier key from outside, or ""; older: notes that the record must contain.
 * progress(check, done, of) is called as it goes.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {{ key?: string, older?: string[] }} [given]
 * @param {(check: number, done: number, of: number) => void} [progress]
 * @returns {Promise<Report>}
 */
export async function verify(bytes, { key = "", older = [] } = {}, progress = () => {}) {
  const capsule = readCapsule(bytes),
    { events } = capsule;
  /** @type {Report["counts"]} */
  const counts = {
    events: events.length,
    hashed: 0,
    links: 0,
    faces: 0,
    sealed: 0,
    opened: 0,
    beyond: null,
  };
  /** @type {Check[]} */
  const checks = [];
  let leaves = /** @type {Uint8Array<ArrayBuffer>[] | null} */ (null),
    chains = /** @type {Chain[] | null} */ (null),
    seals = /** @type {Awaited<ReturnType<typeof openingsHold>> | null} */ (null);

  /**
   * @param {number} number
   * @param {(progress: Progress) => Promise<string>} run
   */
  async function check(number, run) {
    /** @type {Check} */
    const row = { number, title: CHECKS[number - 1], result: "pass", detail: "", event: null };
    progress(number, 0, 1);
    try {
      if (number > 1 && !capsule.usable) throw new NotRun("the record could not be read");
      row.detail = await run((done, of) => progress(number, done, of));
    } catch (e) {
      row.result =
        e instanceof NotRun ? "not-run" : e instanceof NotConfirmed ? "not-confirmed" : "fail";
      row.detail = e.message;
      row.event = e.seq ?? null;
      if (row.result === "fail" && !(e instanceof Fault))
        row.detail = `the check broke off: ${e.message}`;
    }
    checks.push(row);
  }

  await check(1, async () => parsing(capsule));
  await check(2, async () => {
    numbering(events, capsule.header?.campaign ?? { id: "" });
    return `${restorations(events)}${n(events.length, "event")} in order, one sender's key never twice`;
  });
  await check(3, async (p) => {
    leaves = await leavesOf(events, p);
    counts.hashed = leaves.length;
    linked(events, leaves);
    return `${n(leaves.length, "event")} hashed, each linked to the one before`;
  });
  await check(4, async (p) => {
    const r = await chainsHold(events, p);
    chains = r.all;
    counts.links = r.links;
    return `${n(r.links, "open link")} used without a gap, every seed bound to its anchor`;
  });
  await check(5, async (p) => {
    counts.faces = await openFaces(events, p);
    return `${n(counts.faces, "face")} ${counts.faces === 1 ? "follows" : "follow"} from seed, command and entropy`;
  });
  await check(6, async (p) => {
    seals = await openingsHold(events, capsule.openings, p);
    [counts.sealed, counts.opened] = [seals.sealed.size, seals.values.size];
    return counts.sealed
      ? `${counts.opened.toLocaleString("en")} of ${n(counts.sealed, "sealed value")} opened, no digest twice`
      : "no sealed values in this record";
  });
  await check(7, async () => {
    if (!chains || !seals) throw new NotRun("the chains or the openings do not hold");
    const faces = await sealsOpened(events, chains, seals.sealed, seals.values);
    counts.faces += faces;
    return `every sealed value is open; ${n(faces, "sealed face")} ${faces === 1 ? "follows" : "follow"} from the chains`;
  });
  await check(8, async () => {
    if (!leaves) throw new NotRun("the events could not be hashed");
    const { beyond, size } = await rootHolds(capsule, leaves, older);
    counts.beyond = beyond;
    const under = `${n(size, "event")} under the root${older.length ? `, ${n(older.length, "older checkpoint")} contained` : ""}`;
    if (beyond) throw new NotConfirmed(`${under}; ${n(beyond, "event")} beyond the checkpoint`);
    return `${under}; none beyond it`;
  });
  await check(9, async () => `signed by ${await signatureHolds(capsule, key, older)}`);
  await check(10, async () => {
    throw new NotRun("it needs the rules");
  });

  const failed = checks.some((c) => c.result === "fail");
  const confirmed = checks.every(
    (c) => c.result === "pass" || c.number === 10 || (c.number === 7 && c.result === "not-run"),
  );
  return {
    checks,
    counts,
    classes: capsule.usable ? classes(events) : null,
    verdict: failed ? "failed" : confirmed ? "verified" : "not-confirmed",
    audience: capsule.header?.audience ?? null,
    campaign: capsule.header?.campaign?.id ?? null,
  };
}
