// Openings: every sealed value once, every opening true (check 6); after the seals are opened, all of them (check 7).
import { hex, fromHex, sha256 } from "./bytes.js";
import { digestsOf, openingFault } from "./seals.js";
import { facesFollow } from "./faces.js";
import { effectsOf, isDice } from "./shapes.js";
import { Fault, NotRun } from "./fault.js";

/** @import { Chain, Event, Opening, Openings, Progress } from "./types.js" */

/**
 * Every opening of the record: [{digest, opening, seq}], seq being the event that shows it, null for the capsule's own.
 * @param {Event[]} events
 * @param {Openings} given
 * @returns {{ digest: string, opening: Opening, seq: number | null }[]}
 */
function shownOpenings(events, given) {
  /** @type {ReturnType<typeof shownOpenings>} */
  const out = Object.entries(given).map(([digest, opening]) => ({ digest, opening, seq: null }));
  for (const e of events)
    for (const x of effectsOf(e, "opened"))
      for (const [digest, opening] of Object.entries(x.openings))
        out.push({ digest, opening, seq: e.seq });
  return out;
}

/**
 * Check 6; returns {sealed: Map digest → event, values: Map digest → value}.
 * @param {Event[]} events
 * @param {Openings} given
 * @param {Progress} [progress]
 */
export async function openingsHold(events, given, progress = () => {}) {
  const sealed = new Map(),
    values = new Map();
  for (const e of events)
    for (const digest of digestsOf(e)) {
      if (sealed.has(digest))
        throw new Fault(
          `the sealed value ${digest.slice(0, 8)}… stands twice in the record`,
          e.seq,
        );
      sealed.set(digest, e);
    }
  const shown = shownOpenings(events, given);
  for (const [i, { digest, opening, seq }] of shown.entries()) {
    const event = sealed.get(digest);
    if (!event)
      throw new Fault(
        `an opening is given for ${digest.slice(0, 8)}…, which is sealed nowhere in the record`,
        seq,
      );
    if (seq !== null && event.seq > seq)
      throw new Fault("it opens a value that is sealed only later", seq);
    const wrong = await openingFault(digest, opening, event);
    if (wrong)
      throw new Fault(
        `the opening of ${digest.slice(0, 8)}… does not hold: ${wrong}`,
        seq ?? event.seq,
      );
    values.set(digest, opening.value);
    if (i % 50 === 0) progress(i, shown.length);
  }
  return { sealed, values };
}

/**
 * Where the seals were opened, with the rules about concluding and rewinding; null if they were not.
 * @param {Event[]} events
 * @returns {Event | null}
 */
function unsealing(events) {
  const after = [false]; // whether it is over after event n
  let opened = null;
  for (const e of events) {
    let over = after[after.length - 1];
    if (effectsOf(e, "seals-agreed").length && (opened || !over))
      throw new Fault(
        `a seat answers whether to open the seals ${opened ? "after they were opened" : "before the campaign is concluded"}`,
        e.seq,
      );
    for (const x of e.effects) {
      if (x.type === "rewound") {
        if (opened && x.to < opened.seq)
          throw new Fault("it rewinds to before the seals were opened", e.seq);
        over = Boolean(after[x.to]); // back to an end is an end
      }
      if (x.type === "concluded") over = true;
    }
    after.push(over);
    if (effectsOf(e, "seals-opened").length) {
      if (effectsOf(e, "seals-opened").length > 1)
        throw new Fault("it opens the seals twice", e.seq);
      if (!over) throw new Fault("it opens the seals before the campaign is concluded", e.seq);
      opened ??= e;
    }
  }
  return opened;
}

/**
 * The seeds of a chain's draws in order, walked back from the last link to the anchor; null if it does not arrive.
 * @param {Chain} chain
 * @param {string} last
 */
async function walkBack(chain, last) {
  const seeds = [fromHex(last)];
  for (let k = 1; k < chain.draws.length; k++) seeds.unshift(await sha256(seeds[0]));
  return hex(await sha256(seeds[0])) === chain.anchor ? seeds : null;
}

/**
 * @param {Chain} chain
 * @param {string} last
 * @param {Map<string, any>} values
 * @param {Event[]} events
 */
async function unsealChain(chain, last, values, events) {
  const seeds = await walkBack(chain, last);
  if (!seeds)
    throw new Fault(
      `the last link given for the sealed chain ${chain.anchor.slice(0, 8)}… does not lead to its anchor`,
    );
  let faces = 0;
  for (const [i, { event, draw }] of chain.draws.entries()) {
    const dice = draw.chain === "sealed" ? values.get(draw.dice.sealed) : null;
    if (!isDice(dice)) throw new Fault("what it drew sealed does not open to dice", event.seq);
    await facesFollow(event, draw, dice, seeds[i], events);
    faces += dice.length;
  }
  return faces;
}

/**
 * Check 7; returns the number of sealed faces that follow.
 * @param {Event[]} events
 * @param {Chain[]} chains
 * @param {Map<string, Event>} sealed
 * @param {Map<string, any>} values
 */
export async function sealsOpened(events, chains, sealed, values) {
  const at = unsealing(events);
  if (!at)
    throw new NotRun(
      sealed.size
        ? `the seals are not opened yet; ${sealed.size - values.size} of ${sealed.size} sealed values have no opening here`
        : "nothing is sealed in this record",
    );
  const late = events.find((e) => e.seq > at.seq && e.draws.some((d) => d.chain === "sealed"));
  if (late) throw new Fault("it draws sealed dice after the seals were opened", late.seq);
  for (const [digest, e] of sealed)
    if (!values.has(digest))
      throw new Fault(`its sealed value ${digest.slice(0, 8)}… has no opening`, e.seq);
  const used = chains.filter((c) => c.chain === "sealed" && c.draws.length);
  const last = Object.assign({}, ...effectsOf(at, "seals-opened").map((x) => x.last));
  if (
    Object.keys(last).sort().join() !==
    used
      .map((c) => c.anchor)
      .sort()
      .join()
  )
    throw new Fault("the links it gives are not those of the sealed chains drawn from", at.seq);
  let faces = 0;
  for (const c of used) faces += await unsealChain(c, last[c.anchor], values, events);
  return faces;
}
