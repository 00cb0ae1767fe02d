// Makes correct capsules from the format's page alone, with Node's own cryptography, so that tests can break them.
// It shares no code with the modules under test.
import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";

export const sha = (...parts) => {
  const h = createHash("sha256");
  for (const p of parts) h.update(p);
  return h.digest();
};
let drawn = 0;
/** Fresh bytes, the same in every run: a test that fails fails again. */
const fresh = (n) => sha(`fresh ${drawn++}`).subarray(0, n);

export function C(x) {
  if (Array.isArray(x)) return `[${x.map(C).join(",")}]`;
  if (x && typeof x === "object")
    return `{${Object.keys(x)
      .sort()
      .map((k) => `${JSON.stringify(k)}:${C(x[k])}`)
      .join(",")}}`;
  return JSON.stringify(x);
}
const blank = (x) =>
  Array.isArray(x)
    ? x.map(blank)
    : x && typeof x === "object"
      ? "sealed" in x
        ? { sealed: "" }
        : Object.fromEntries(Object.entries(x).map(([k, v]) => [k, blank(v)]))
      : x;
export const D = (command) => sha(C(blank(command))).toString("hex");

/** A chain of N links: links[k] is link k, links[0] the anchor. */
export function chain(links, last = fresh(32)) {
  const out = [last];
  for (let i = 0; i < links; i++) out.unshift(sha(out[0]));
  return { anchor: out[0].toString("hex"), links, secret: out, used: 0 };
}

function reader({ campaign, chain, link, D, entropy, seed }) {
  let pool = Buffer.alloc(0),
    i = 0;
  const take = (n) => {
    while (pool.length < n)
      pool = Buffer.concat([
        pool,
        createHmac("sha256", seed)
          .update(`iacta/draw/1\n${campaign}\n${chain}\n${link}\n${D}\n${entropy}\n${i++}`)
          .digest(),
      ]);
    const out = pool.subarray(0, n);
    pool = pool.subarray(n);
    return out;
  };
  return (n) => {
    for (;;) {
      const v = n <= 256 ? take(1)[0] : take(2).readUInt16BE(0),
        W = n <= 256 ? 256 : 65536;
      if (v < Math.floor(W / n) * n) return v % n;
    }
  };
}
export function roll(parameters, kinds) {
  const uniform = reader(parameters);
  return kinds.map(([die, purpose]) => {
    if (die === "d10_zero") return { die, face: uniform(10), for: purpose };
    if (!die.startsWith("shuffle:")) return { die, face: 1 + uniform(+die.slice(1)), for: purpose };
    const list = [...Array(+die.slice(8)).keys()];
    for (let i = list.length - 1; i >= 1; i--) {
      const j = uniform(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return { die, face: list, for: purpose };
  });
}

export const leaf = (event) => {
  const { hash, ...rest } = event;
  return sha(Buffer.of(0), C(rest));
};
export function root(leaves) {
  if (leaves.length === 0) return sha("");
  if (leaves.length === 1) return leaves[0];
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha(Buffer.of(1), root(leaves.slice(0, k)), root(leaves.slice(k)));
}

export function signer(name = "alea.example") {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.concat([
    Buffer.of(1),
    publicKey.export({ type: "spki", format: "der" }).subarray(-32),
  ]);
  const id = sha(`${name}\n`, raw).subarray(0, 4);
  const key = `${name}+${id.toString("hex")}+${raw.toString("base64")}`;
  const note = (
    campaign,
    events,
    size = events.length,
    roots = root(events.slice(0, size).map(leaf)),
  ) => {
    const text = `${name}/campaigns/${campaign}\n${size}\n${roots.toString("base64")}\n`;
    return `${text}\n— ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString("base64")}\n`;
  };
  return { name, key, note };
}

export const id = (n) => `0193a5a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
const ZERO = "0".repeat(64);

/** A log that grows by append(); openings are kept beside it. */
export class Log {
  constructor({
    campaign = id(1),
    links = 8,
    server = "alea.example",
    events = [],
    openings = {},
  } = {}) {
    Object.assign(this, {
      campaign,
      server,
      links,
      events,
      openings,
      sealedUse: [],
      clock: Date.parse("2026-11-21T20:46:00.123Z") + events.length * 60000,
    });
    this.chains = { open: chain(links), sealed: chain(links) };
  }
  get anchors() {
    return Object.fromEntries(
      ["open", "sealed"].map((c) => [
        c,
        { anchor: this.chains[c].anchor, links: this.chains[c].links },
      ]),
    );
  }
  get next() {
    return this.events.length + 1;
  }

  seal(value, salt = fresh(16)) {
    const digest = sha(`iacta/seal/1\n${this.campaign}\n${this.next}\n`, salt, C(value)).toString(
      "hex",
    );
    this.openings[digest] = { salt: salt.toString("hex"), value };
    return { sealed: digest };
  }

  draw(name, kinds, command, entropy, extensions) {
    const c = this.chains[name],
      link = ++c.used,
      seed = c.secret[link];
    const dice = roll(
      { campaign: this.campaign, chain: name, link, D: D(command), entropy, seed },
      kinds,
    );
    if (link === c.links) {
      this.chains[name] = chain(this.links);
      extensions.push({
        type: "dice-chain-extended",
        chain: name,
        anchor: this.chains[name].anchor,
        links: this.links,
      });
    }
    if (name === "sealed")
      this.sealedUse.push({ seq: this.next, anchor: c.anchor, link: seed.toString("hex") });
    return name === "open"
      ? { chain: name, link, seed: seed.toString("hex"), dice }
      : { chain: name, link, dice: this.seal(dice) };
  }

  append({
    by = "referee",
    for: seat = "",
    key = `k-${this.next}`,
    entropy = "",
    command,
    open,
    sealed,
    entered,
    bound = command,
    effects = [],
  }) {
    const extensions = [],
      draws = [];
    if (open) draws.push(this.draw("open", open, bound, entropy, extensions));
    if (sealed) draws.push(this.draw("sealed", sealed, bound, entropy, extensions));
    if (entered) draws.push({ chain: "entered", ...entered });
    const made = typeof effects === "function" ? effects(draws) : effects;
    const event = {
      v: 1,
      campaign: this.campaign,
      seq: this.next,
      at: new Date(this.clock).toISOString(),
      by,
      for: seat,
      key,
      entropy,
      command,
      draws,
      effects: [...made, ...extensions],
      prev: this.events.at(-1)?.hash ?? ZERO,
    };
    this.clock += 61_007;
    event.hash = leaf(event).toString("hex");
    this.events.push(event);
    return event;
  }

  create() {
    return this.append({
      command: { type: "campaign.create" },
      effects: [
        {
          type: "campaign-created",
          server: this.server,
          system: "civil-war",
          edition: "1",
          scenario: "rubicon",
          options: {},
          seats: ["caesarian", "republican"].map((seat) => ({ seat, name: seat })),
          tables: {},
          data: {},
          custom: {},
          anchors: this.anchors,
        },
      ],
    });
  }

  /** A child that shares the first at events. */
  fork(at, campaign) {
    const child = new Log({
      campaign,
      links: this.links,
      server: this.server,
      events: structuredClone(this.events.slice(0, at)),
      openings: structuredClone(this.openings),
    });
    child.append({
      command: { type: "campaign.fork", at, reason: "what if" },
      effects: [
        {
          type: "forked",
          parent: this.campaign,
          at,
          parent_hash: this.events[at - 1].hash,
          anchors: child.anchors,
          seen: false,
          keep_order: false,
        },
      ],
    });
    child.sealedUse = this.sealedUse.filter((u) => u.seq <= at);
    return child;
  }
  /** The last link drawn under each sealed anchor, a shared prefix included. */
  get lastSealed() {
    return Object.fromEntries(this.sealedUse.map((u) => [u.anchor, u.link]));
  }
}

/** Hashes and links made good again from event `from` on, as a forger who can compute would. */
export function relink(events, from = 1) {
  for (let i = from - 1; i < events.length; i++) {
    events[i].prev = i ? events[i - 1].hash : ZERO;
    events[i].hash = leaf(events[i]).toString("hex");
  }
  return events;
}

export function capsuleLines({
  log,
  events = log.events,
  openings = log.openings,
  by,
  checkpoint = by.note(log.campaign, events),
  audience = "public",
  name = "Alea",
  steps = null,
  view = null,
  tables = [],
}) {
  return [
    {
      iacta: "capsule",
      version: 1,
      campaign: { id: log.campaign, name, system: "civil-war" },
      audience,
      key: by.key,
    },
    ...(view ? [{ view, tables }] : []),
    ...events.map((event, i) => ({ event, ...(steps ? steps[i] : {}) })),
    { openings },
    { checkpoint },
  ];
}
export const encode = (lines) =>
  new Uint8Array(
    Buffer.from(lines.map((l) => (typeof l === "string" ? l : C(l))).join("\n") + "\n"),
  );
export const capsule = (options) => encode(capsuleLines(options));

/** A game with everything in it: open, sealed and entered dice, an extension, a witnessed roll, a rewind, seals opened. */
export function sampleLog({ finish = true, links = 3 } = {}) {
  const log = new Log({ links });
  log.create();
  log.append({
    by: "seat:caesarian",
    entropy: "alea",
    command: { type: "civil-war.roll-year-event" },
    open: [
      ["d6", "year event"],
      ["d10_zero", "year event"],
    ],
    effects: (d) => [
      { type: "civil-war.year-event-rolled", total: d[0].dice[0].face + d[0].dice[1].face },
    ],
  });
  log.append({
    by: "seat:republican",
    entropy: "x1",
    command: { type: "civil-war.muster", zone: "Epirus" },
    open: [
      ["d6", "a"],
      ["d6", "b"],
      ["d100", "c"],
    ],
    sealed: [["shuffle:10", "deck"]],
  });
  log.append({
    by: "seat:republican",
    command: { type: "civil-war.order", order: log.seal(["Legions", "Swords"]) },
  });
  log.append({
    by: "seat:caesarian",
    command: { type: "campaign.annotate", seq: 3, text: "  noted — “twice”" },
    effects: [{ type: "annotated", seq: 3, text: "noted" }],
  });
  log.append({
    by: "seat:caesarian",
    entropy: "e6",
    command: { type: "civil-war.roll-year-event" },
    open: [
      ["d6", "year event"],
      ["d300", "wide"],
    ],
  });
  const pending = log.append({
    by: "seat:caesarian",
    entropy: "p",
    command: { type: "civil-war.resolve-combat", zone: "Epirus" },
    effects: [{ type: "roll-pending" }],
  });
  log.append({
    by: "seat:republican",
    entropy: "w",
    command: { type: "campaign.witness", seq: pending.seq },
    bound: pending.command,
    open: [["d6", "combat"]],
    effects: (d) => [{ type: "civil-war.combat-resolved", die: d[0].dice[0].face }],
  });
  log.append({
    command: { type: "civil-war.roll-year-event" },
    entered: { witness: "thrown at the table", dice: [{ die: "d6", face: 5, for: "year event" }] },
  });
  log.append({
    command: { type: "campaign.rewind", to: 8, reason: "misread" },
    effects: [
      {
        type: "rewound",
        to: 8,
        reason: "misread",
        consents: ["caesarian", "republican"],
        seen: false,
      },
    ],
  });
  const digest = log.events[3].command.order.sealed;
  log.append({
    by: "seat:republican",
    command: { type: "civil-war.show" },
    effects: [{ type: "opened", openings: { [digest]: log.openings[digest] } }],
    sealed: [["d6", "hidden"]],
  });
  if (finish) {
    log.append({
      command: { type: "campaign.conclude", reason: "agreed", winners: ["caesarian"] },
      effects: [{ type: "concluded", reason: "agreed", winners: ["caesarian"] }],
    });
    log.append({
      by: "service",
      command: { type: "campaign.open-seals" },
      effects: [{ type: "seals-opened", last: log.lastSealed }],
    });
  }
  return log;
}
