// The record: numbering, times, keys, stretches of campaigns (check 2), hashes and links (check 3).
import { hex } from "./bytes.js";
import { C } from "./canonical.js";
import { leafHash } from "./merkle.js";
import { effectsOf } from "./shapes.js";
import { Fault } from "./fault.js";
import { forksHold } from "./forks.js";
import { standingHolds } from "./standing.js";

/** @import { Event, Header, Progress } from "./types.js" */

const ZERO = "0".repeat(64);

/**
 * The events of one campaign id after another: [{campaign, from, to}], from and to being seqs.
 * @param {Event[]} events
 */
export function stretches(events) {
  /** @type {{ campaign: string, from: number, to: number }[]} */
  const out = [];
  for (const e of events) {
    const last = out.at(-1);
    if (last?.campaign === e.campaign) last.to = e.seq;
    else out.push({ campaign: e.campaign, from: e.seq, to: e.seq });
  }
  return out;
}

/** @type {Record<string, string>} */
const BEGUN_BY = { "campaign-created": "campaign.create", forked: "campaign.fork" };

/**
 * @param {Event} e
 * @param {Event | null} before
 */
function joint(e, before) {
  const forked = effectsOf(e, "forked"),
    created = effectsOf(e, "campaign-created");
  if (!before) {
    if (created.length !== 1 || forked.length)
      throw new Fault("the first event does not create the campaign", e.seq);
    begins(e);
    return;
  }
  if (created.length) throw new Fault("a campaign is created again in mid-log", e.seq);
  if (e.campaign === before.campaign) {
    if (forked.length) throw new Fault("a fork is recorded but the campaign's id stays", e.seq);
    return;
  }
  if (forked.length !== 1) throw new Fault("the campaign's id changes without a fork", e.seq);
  begins(e);
  const [f] = forked;
  if (f.parent !== before.campaign) throw new Fault("the fork names another parent", e.seq);
  if (f.at !== before.seq) throw new Fault("the fork names another event as its beginning", e.seq);
  if (f.parent_hash !== before.hash)
    throw new Fault("the fork names another hash of its parent", e.seq);
}

/**
 * A campaign's first event is of the command that begins one, and says so first.
 * @param {Event} e
 */
function begins(e) {
  if (BEGUN_BY[e.effects[0].type] !== e.command.type)
    throw new Fault(
      "a campaign begins with another command or effect than creation or fork",
      e.seq,
    );
}

/**
 * Check 2; named is what the header says of the campaign.
 * @param {Event[]} events
 * @param {Header["campaign"]} named
 */
export function numbering(events, named) {
  const keys = new Set(),
    ids = new Set();
  let before = null;
  for (const [i, e] of events.entries()) {
    if (e.seq !== i + 1) throw new Fault(`event ${e.seq} stands where ${i + 1} belongs`, e.seq);
    if (before && e.at < before.at)
      throw new Fault("its time is before that of the event before", e.seq);
    joint(e, before);
    if (e.campaign !== before?.campaign && ids.has(e.campaign))
      throw new Fault("a campaign's id comes back after a fork", e.seq);
    ids.add(e.campaign);
    const key = `${e.campaign} ${e.by} ${e.key}`;
    if (keys.has(key)) throw new Fault("its key was used before by the same sender", e.seq);
    keys.add(key);
    if (e.for && e.by !== "referee" && e.by !== "service")
      throw new Fault("only a referee acts for a seat", e.seq);
    for (const r of effectsOf(e, "rewound"))
      if (r.to >= e.seq) throw new Fault("it rewinds to itself or later", e.seq);
    before = e;
  }
  forksHold(events);
  standingHolds(events);
  if (before && before.campaign !== named.id)
    throw new Fault("the last event belongs to another campaign than the header names", before.seq);
  const [created] = effectsOf(events[0], "campaign-created");
  for (const name of /** @type {const} */ (["system", "scenario"]))
    if (Object.hasOwn(named, name) && named[name] !== created[name])
      throw new Fault(`the header names another ${name} than the record`, 1);
}

/**
 * The leaf hash of every event, from its content.
 * @param {Event[]} events
 * @param {Progress} [progress]
 */
export async function leavesOf(events, progress = () => {}) {
  const leaves = [];
  for (const { hash: _, ...content } of events) {
    leaves.push(await leafHash(C(content)));
    if (leaves.length % 50 === 0) progress(leaves.length, events.length);
  }
  return leaves;
}

/**
 * Check 3.
 * @param {Event[]} events
 * @param {Uint8Array<ArrayBuffer>[]} leaves
 */
export function linked(events, leaves) {
  let prev = ZERO;
  for (const [i, e] of events.entries()) {
    if (hex(leaves[i]) !== e.hash) throw new Fault("its content does not give its hash", e.seq);
    if (e.prev !== prev) throw new Fault("it is not linked to the event before", e.seq);
    prev = e.hash;
  }
}
