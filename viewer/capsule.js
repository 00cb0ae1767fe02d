// Capsule: a saved campaign from a file, made into a replay. Its sentences, views and marks come from the file and are
// covered by no hash; its dice are taken from its events and openings.
import { readCapsule } from "./verify/capsule.js";
import { classOf } from "./verify/faces.js";
import { Problem } from "./api.js";
import { replay, viewAt } from "./replay.js";
import { roleName, typeWords, capital } from "./words.js";

/** @import { CapsuleLine, Event, Openings, FallenDie } from "./verify/types.js" */
/** @import { Die, Mark, Step } from "./renderer.js" */
/** @import { Campaign } from "./types.js" */

/** @param {Blob} blob */
export async function unpack(blob) {
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const stream =
    head[0] === 0x1f && head[1] === 0x8b
      ? blob.stream().pipeThrough(new DecompressionStream("gzip"))
      : blob.stream();
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Problem({
      title: "This file cannot be unpacked",
      detail: "It begins like a gzip file but is damaged.",
    });
  }
}

/**
 * @param {Event} event
 * @param {Openings} openings
 */
const opened = (event, openings) => {
  const all = { ...openings };
  for (const e of event.effects) if (e.type === "opened") Object.assign(all, e.openings);
  return all;
};

/**
 * The dice of an event as a viewer shows them; a face still sealed from the reader is null.
 * @param {Event} event
 * @param {Openings} openings
 * @param {Event[]} events
 * @returns {Die[]}
 */
export function diceOf(event, openings, events) {
  const known = opened(event, openings),
    open = (/** @type {any} */ x) =>
      x && typeof x === "object" && typeof x.sealed === "string"
        ? (known[x.sealed]?.value ?? null)
        : x;
  return event.draws.flatMap((d) => {
    const list = open(d.dice),
      kind = classOf(event, d, events);
    /** @type {Die} */
    const hidden = { chain: d.chain, die: "die", face: null, for: "sealed", class: "sealed" };
    if (!Array.isArray(list)) return [hidden];
    return list.map((/** @type {FallenDie} */ x) => ({
      chain: d.chain,
      die: x.die,
      face: open(x.face),
      for: x.for,
      class: kind,
    }));
  });
}

/**
 * Marks that the bare record gives away by itself.
 * @param {Event} event
 */
function bareMarks(event) {
  /** @type {Mark[]} */
  const out = event.draws.some((d) => d.chain === "entered") ? [{ kind: "entered" }] : [];
  for (const e of event.effects) {
    if (e.type === "rewound") out.push({ kind: "rewind", to: e.to });
    if (e.type === "forked") out.push({ kind: "fork", at: e.at });
    if (e.type === "ruled") out.push({ kind: "ruling" });
    if (e.type === "concluded") out.push({ kind: "end" });
    if (/combat-resolved$/.test(e.type)) out.push({ kind: "battle" });
  }
  return out;
}

/**
 * Who saw the dice that were entered.
 * @param {Event} event
 */
export const witnesses = (event) =>
  event.draws.flatMap((d) => (d.chain === "entered" ? [d.witness] : []));

/** @param {Event} event */
const bareText = (event) => [
  `${roleName(event.for || event.by)}: ${typeWords(event.command.type)}.`,
  ...(event.effects.length
    ? [`${capital(event.effects.map((e) => (e.type ? typeWords(e.type) : "sealed")).join(", "))}.`]
    : []),
  ...witnesses(event).map((who) => `Dice entered by the referee; witness: ${who}`),
];

/**
 * @param {CapsuleLine} line
 * @param {Openings} openings
 * @param {Event[]} events
 * @returns {Step}
 */
function step(line, openings, events) {
  const { event } = line;
  return {
    seq: event.seq,
    at: event.at,
    by: event.by,
    for: event.for,
    event,
    dice: diceOf(event, openings, events),
    text: Array.isArray(line.text) && line.text.length ? line.text.map(String) : bareText(event),
    marks: Array.isArray(line.marks) ? line.marks : bareMarks(event),
    patch: Array.isArray(line.patch) ? line.patch : null,
  };
}

/**
 * {replay, faults} of a capsule's bytes; throws a Problem if there is nothing to show.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function openCapsule(bytes) {
  const c = readCapsule(bytes);
  if (!c.header)
    throw new Problem({
      title: "This file cannot be opened",
      detail:
        "It is not a saved campaign (a capsule), a receipt, a checkpoint or a file of tokens.",
    });
  if (!c.usable)
    throw new Problem({
      title: "This capsule cannot be replayed",
      detail: c.faults.map((f) => `${f.line ? `Line ${f.line}: ` : ""}${f.text}.`)[0],
    });
  c.events.forEach((e, i) => {
    if (e.seq !== i + 1)
      throw new Problem({
        title: "This capsule cannot be replayed",
        detail: `Event ${e.seq} stands where ${i + 1} belongs; events are missing or in another order.`,
      });
  });
  const { id, name, system } = c.header.campaign,
    first = c.events[0].effects.find((e) => e.type === "campaign-created");
  /** @type {Campaign} */
  const campaign = {
    id,
    name: String(name ?? id),
    system: String(system ?? c.view?.system ?? first?.system ?? ""),
    scenario: first?.scenario,
    status: c.view?.status,
    forks: [],
    lineage: [],
    seats: [],
  };
  const steps = c.steps.map((line) => step(line, c.openings, c.events));
  const made = replay({
    campaign,
    audience: c.header.audience,
    view: c.view,
    tables: c.tables,
    steps,
    source: "capsule",
    bytes,
  });
  try {
    campaign.seats = viewAt(made, 1)?.seats ?? [];
  } catch {
    /* the board says that this view cannot be made */
  }
  return { replay: made, faults: c.faults };
}
