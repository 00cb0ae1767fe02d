// Chains: the links that dice are drawn from, held to their anchors (check 4).
import { hex, fromHex, sha256 } from "./bytes.js";
import { effectsOf } from "./shapes.js";
import { Fault } from "./fault.js";

/** @import { Chain, Event, Progress } from "./types.js" */

/** @typedef {Pick<Chain, "anchor" | "links">} Laid */
/** The stretches that are drawn from now. @typedef {Record<Chain["chain"], Chain | null>} Now */

/**
 * @param {"open" | "sealed"} chain
 * @param {Laid} given
 * @returns {Chain}
 */
const laid = (chain, { anchor, links }) => ({ chain, anchor, links, draws: [] });

/**
 * Follow both chains through the record by their numbers alone.
 * Returns every stretch of a chain: {chain, anchor, links, draws: [{event, draw}]}; draws[k - 1] used link k.
 * @param {Event[]} events
 */
function chains(events) {
  /** @type {Chain[]} */
  const all = [],
    now = /** @type {Now} */ ({ open: null, sealed: null }),
    anchors = new Set();
  /**
   * @param {"open" | "sealed"} chain
   * @param {Laid} x
   * @param {number} seq
   */
  const lay = (chain, x, seq) => {
    if (anchors.has(x.anchor)) throw new Fault("an anchor is used a second time", seq);
    anchors.add(x.anchor);
    const stretch = laid(chain, x);
    now[chain] = stretch;
    all.push(stretch);
  };
  let before = null;
  for (const e of events) {
    const first = !before || before.campaign !== e.campaign;
    for (const x of e.effects) {
      const sets = ["campaign-created", "forked"].includes(x.type);
      if (sets && !(first && x.type === (before ? "forked" : "campaign-created")))
        throw new Fault("an anchor is set anew in mid-log", e.seq);
      if (!sets && x.anchors !== undefined)
        throw new Fault("an anchor is set by an effect that may not", e.seq);
      if (sets) {
        if (e.draws.length) throw new Fault("the event that sets the anchors also draws", e.seq);
        lay("open", x.anchors.open, e.seq);
        lay("sealed", x.anchors.sealed, e.seq);
      }
    }
    draw(e, now, lay);
    before = e;
  }
  return all;
}

/**
 * @param {Event} e
 * @param {Now} now
 * @param {(chain: Chain["chain"], x: Laid, seq: number) => void} lay
 */
function draw(e, now, lay) {
  const extensions = effectsOf(e, "dice-chain-extended"),
    due = [];
  for (const d of e.draws) {
    if (d.chain === "entered") continue;
    const c = now[d.chain];
    if (!c) throw new Fault("dice are drawn before there is an anchor", e.seq);
    if (d.link !== c.draws.length + 1)
      throw new Fault(
        `it draws link ${d.link} of the ${d.chain} chain where link ${c.draws.length + 1} is next`,
        e.seq,
      );
    if (d.link > c.links)
      throw new Fault(`it draws link ${d.link} of a chain of ${c.links}`, e.seq);
    c.draws.push({ event: e, draw: d });
    if (d.link === c.links) due.push(d.chain);
  }
  if (
    extensions
      .map((x) => x.chain)
      .sort()
      .join() !== due.sort().join()
  )
    throw new Fault(
      due.length
        ? "it draws a chain's last link but does not extend that chain"
        : "it extends a chain whose last link it did not draw",
      e.seq,
    );
  for (const { chain, anchor, links } of extensions) lay(chain, { anchor, links }, e.seq);
}

/**
 * Check 4: numbers as above, and every open seed hashes to the link before it, the first to the anchor.
 * @param {Event[]} events
 * @param {Progress} [progress]
 */
export async function chainsHold(events, progress = () => {}) {
  const all = chains(events);
  let links = 0;
  for (const c of all.filter((x) => x.chain === "open")) {
    let before = c.anchor;
    for (const { event, draw: d } of c.draws) {
      if (d.chain !== "open") continue;
      if (hex(await sha256(fromHex(d.seed))) !== before)
        throw new Fault(
          `the seed of link ${d.link} does not hash to ${d.link === 1 ? "the anchor" : `link ${d.link - 1}`}`,
          event.seq,
        );
      before = d.seed;
      links += 1;
    }
    progress(links, links);
  }
  const shown = new Set(
    all.flatMap((c) => c.draws.map(({ draw: d }) => (d.chain === "open" ? d.seed : ""))),
  );
  if (all.some((c) => shown.has(c.anchor))) throw new Fault("an anchor is a link that was used");
  return { all, links };
}
