// Verify: the checks of a capsule, numbered, as a report. Pure: bytes in, report out; it runs in a page, a Worker and Node.
import { readCapsule } from "./capsule.js";
import { leavesOf, linked, numbering } from "./record.js";
import { restorations } from "./forks.js";
import { chainsHold } from "./chain.js";
import { openFaces, classes } from "./faces.js";
import { openingsHold, sealsOpened } from "./openings.js";
import { rootHolds, signatureHolds } from "./checkpoint.js";
import { NotRun, NotConfirmed, Fault } from "./fault.js";

export const CHECKS = [
  "Strict parsing and shapes", "Numbering, times, keys and forks", "Every hash and link", "Chains of the dice", "Every open face",
  "Every opening", "Seals opened at the end", "Merkle root of the checkpoint", "Signature", "Decided again by the rules",
];
const n = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

function parsing(capsule) {
  const [first] = capsule.faults;
  if (!first) return `${n(capsule.events.length + 3 + (capsule.view === null ? 0 : 1), "line")}, all canonical`;
  throw new Fault(`${first.line === null ? "" : `line ${first.line}: `}${first.text}`, first.seq);
}

/**
 * Verify a capsule's bytes.
 * given: {key: verifier key from outside or "", older: [notes]}; progress(check, done, of) is called as it goes.
 * Returns {checks: [{number, name, status, text, seq}], counts, classes, verdict, audience, campaign}, where status is
 * "pass", "fail", "not run" or "not confirmed", and verdict is "verified", "failed" or "not confirmed".
 */
export async function verify(bytes, { key = "", older = [] } = {}, progress = () => {}) {
  const capsule = readCapsule(bytes), { events } = capsule;
  const counts = { events: events.length, hashed: 0, links: 0, faces: 0, sealed: 0, opened: 0, beyond: null };
  const checks = [];
  let leaves = null, chains = null, seals = null;

  async function check(number, run) {
    const row = { number, name: CHECKS[number - 1], status: "pass", text: "", seq: null };
    progress(number, 0, 1);
    try {
      if (number > 1 && !capsule.usable) throw new NotRun("the record could not be read");
      row.text = await run((done, of) => progress(number, done, of));
    } catch (e) {
      row.status = e instanceof NotRun ? "not run" : e instanceof NotConfirmed ? "not confirmed" : "fail";
      row.text = e.message;
      row.seq = e.seq ?? null;
      if (row.status === "fail" && !(e instanceof Fault)) row.text = `the check broke off: ${e.message}`;
    }
    checks.push(row);
  }

  await check(1, async () => parsing(capsule));
  await check(2, async () => { numbering(events, capsule.header.campaign); return `${restorations(events)}${n(events.length, "event")} in order, one sender's key never twice`; });
  await check(3, async (p) => { leaves = await leavesOf(events, p); counts.hashed = leaves.length; linked(events, leaves); return `${n(leaves.length, "event")} hashed, each linked to the one before`; });
  await check(4, async (p) => { const r = await chainsHold(events, p); chains = r.all; counts.links = r.links; return `${n(r.links, "open link")} used without a gap, every seed bound to its anchor`; });
  await check(5, async (p) => { counts.faces = await openFaces(events, p); return `${n(counts.faces, "face")} ${counts.faces === 1 ? "follows" : "follow"} from seed, command and entropy`; });
  await check(6, async (p) => {
    seals = await openingsHold(events, capsule.openings, p);
    [counts.sealed, counts.opened] = [seals.sealed.size, seals.values.size];
    return counts.sealed ? `${counts.opened.toLocaleString("en")} of ${n(counts.sealed, "sealed value")} opened, no digest twice` : "no sealed values in this record";
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
  await check(10, async () => { throw new NotRun("it needs the rules"); });

  const failed = checks.some((c) => c.status === "fail");
  const confirmed = checks.every((c) => c.status === "pass" || c.number === 10 || (c.number === 7 && c.status === "not run"));
  return {
    checks, counts, classes: capsule.usable ? classes(events) : null,
    verdict: failed ? "failed" : confirmed ? "verified" : "not confirmed",
    audience: capsule.header?.audience ?? null, campaign: capsule.header?.campaign?.id ?? null,
  };
}
