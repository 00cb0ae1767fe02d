// A sound capsule passes every check; every forgery is caught and named by its check's number.
import test from "node:test";
import assert from "node:assert/strict";
import { verify } from "../../../viewer/verify/verify.js";
import {
  C,
  Log,
  capsule,
  capsuleLines,
  encode,
  chain,
  id,
  leaf,
  relink,
  root,
  roll,
  sampleLog,
  signer,
  D,
} from "./forge.mjs";

const by = signer();
const copy = structuredClone;
const results = (report) => Object.fromEntries(report.checks.map((c) => [c.number, c.result]));
const failing = (report) => report.checks.filter((c) => c.result === "fail").map((c) => c.number);

/** Break a capsule of the sample game; mend says from which event on the forger re-hashes and signs again. */
async function broken(
  change,
  {
    mend = 0,
    finish = true,
    links = 3,
    older = [],
    key = by.key,
    signWith = by,
    text = (s) => s,
  } = {},
) {
  const log = sampleLog({ finish, links }),
    events = copy(log.events),
    openings = copy(log.openings);
  const genuine = by.note(log.campaign, log.events),
    parts = { log, events, openings, checkpoint: genuine, genuine };
  const out = change(parts) ?? {};
  if (mend) {
    relink(parts.events, mend);
    parts.checkpoint = out.checkpoint ?? signWith.note(log.campaign, parts.events);
  }
  const bytes = encode(
    capsuleLines({
      log,
      events: parts.events,
      openings: parts.openings,
      by: signWith,
      checkpoint: parts.checkpoint,
    })
      .map(C)
      .map(text),
  );
  return verify(bytes, { key, older: older.map((f) => f(log)) });
}
const caught = (name, number, change, options, pattern = /./, seq = undefined) =>
  test(name, async () => {
    const report = await broken(change, options),
      row = report.checks[number - 1];
    assert.ok(
      failing(report).includes(number),
      `check ${number} should fail: ${JSON.stringify(report.checks, null, 1)}`,
    );
    assert.match(row.detail, pattern);
    if (seq !== undefined) assert.equal(row.event, seq);
    assert.equal(report.verdict, "failed");
  });

test("a sound capsule passes, and says what it could not run", async () => {
  const report = await broken(() => {});
  assert.deepEqual(results(report), {
    1: "pass",
    2: "pass",
    3: "pass",
    4: "pass",
    5: "pass",
    6: "pass",
    7: "pass",
    8: "pass",
    9: "pass",
    10: "not-run",
  });
  assert.equal(report.verdict, "verified");
  assert.deepEqual(report.classes, { witnessed: 1, entropy: 4, none: 1, entered: 1 });
  assert.deepEqual(report.counts, {
    events: 13,
    hashed: 13,
    links: 4,
    faces: 10,
    sealed: 3,
    opened: 3,
    beyond: 0,
  });
});
test("before the end the seals are not opened, and it says how many", async () => {
  const log = sampleLog({ finish: false }),
    report = await verify(capsule({ log, by, openings: {} }), { key: by.key });
  assert.equal(report.checks[6].result, "not-run");
  assert.match(report.checks[6].detail, /2 of 3 sealed values have no opening/);
  assert.equal(report.verdict, "verified");
});
test("with the capsule's own key only, the signature is not confirmed", async () => {
  const report = await broken(() => {}, { key: "" });
  assert.equal(report.checks[8].result, "not-confirmed");
  assert.equal(report.verdict, "not-confirmed");
});
test("the key of another server confirms nothing", async () => {
  const report = await broken(() => {}, { key: signer("other.example").key });
  assert.equal(report.checks[8].result, "not-confirmed");
});
test("a fork is verified with its shared beginning, an older checkpoint of the parent included", async () => {
  const parent = sampleLog({ finish: false }),
    child = parent.fork(8, id(2));
  child.append({
    by: "seat:caesarian",
    entropy: "z",
    command: { type: "civil-war.roll-year-event" },
    open: [["d6", "year event"]],
    sealed: [["d6", "hidden"]],
  });
  child.append({
    command: { type: "campaign.conclude" },
    effects: [{ type: "concluded", reason: "agreed", winners: [] }],
  });
  child.append({
    by: "service",
    command: { type: "campaign.open-seals" },
    effects: [{ type: "seals-opened", last: child.lastSealed }],
  });
  const own = new Set(JSON.stringify(child.events).match(/[0-9a-f]{64}/g)),
    openings = Object.fromEntries(Object.entries(child.openings).filter(([d]) => own.has(d)));
  const good = await verify(capsule({ log: child, by, openings }), {
    key: by.key,
    older: [by.note(id(1), parent.events, 7)],
  });
  assert.deepEqual(failing(good), [], JSON.stringify(good.checks));
  assert.equal(good.checks[6].result, "pass");
  const far = await verify(capsule({ log: child, by, openings }), {
    key: by.key,
    older: [by.note(id(1), parent.events, 10)],
  });
  assert.deepEqual(failing(far), [8]);
});
test("a chain used up and extended twice holds", async () => {
  const log = new Log({ links: 2 });
  log.create();
  for (let i = 0; i < 5; i++)
    log.append({ entropy: "e", command: { type: "x.y" }, open: [["d6", "a"]] });
  const report = await verify(capsule({ log, by }), { key: by.key });
  assert.equal(report.verdict, "verified", JSON.stringify(report.checks));
  assert.match(report.checks[6].detail, /nothing is sealed/);
});
test("events beyond the checkpoint are counted, and not confirmed", async () => {
  const report = await broken((p) => {
    p.checkpoint = by.note(p.log.campaign, p.events, 10);
  });
  assert.equal(report.counts.beyond, 3);
  assert.equal(report.checks[7].result, "not-confirmed");
  assert.equal(report.verdict, "not-confirmed");
});
caught("a link used without a die", 1, (p) => {
  const e = p.events.find((x) => x.draws.length);
  e.draws[0].dice = [];
  relink(p.events, e.seq);
});
caught("both chains on one anchor", 4, (p) => {
  const a = p.events[0].effects[0].anchors;
  a.sealed = { ...a.open };
  relink(p.events, 1);
});

caught(
  "an edited effect",
  3,
  (p) => {
    p.events[1].effects[0].total = 12;
  },
  {},
  /content does not give its hash/,
  2,
);
caught("an edited effect, re-hashed", 8, (p) => {
  p.events[1].effects[0].total = 12;
  relink(p.events, 2);
});
caught(
  "a dropped last event, against its checkpoint",
  8,
  (p) => {
    p.events.pop();
  },
  {},
  /covers 13 events; the record has 12/,
);
caught(
  "a dropped last event, against an older checkpoint",
  8,
  (p) => {
    p.events.pop();
  },
  { mend: 12, older: [(log) => by.note(log.campaign, log.events)] },
  /older checkpoint/,
);
caught(
  "two dice swapped",
  5,
  (p) => {
    const d = p.events[2].draws[0].dice;
    [d[0], d[2]] = [d[2], d[0]];
  },
  { mend: 3 },
  /./,
  3,
);
caught(
  "two dice swapped, not re-hashed",
  3,
  (p) => {
    const d = p.events[2].draws[0].dice;
    [d[0], d[2]] = [d[2], d[0]];
  },
  {},
);
caught(
  "a face changed",
  5,
  (p) => {
    const d = p.events[1].draws[0].dice[0];
    d.face = (d.face % 6) + 1;
  },
  { mend: 2 },
  /die 1 \(d6\) shows/,
  2,
);
caught(
  "a link skipped",
  4,
  (p) => {
    p.events[2].draws[0].link = 3;
  },
  { mend: 3 },
  /link 3 of the open chain where link 2 is next/,
  3,
);
caught(
  "a seed of another chain",
  4,
  (p) => {
    p.events[1].draws[0].seed = "a".repeat(64);
  },
  { mend: 2 },
  /does not hash to the anchor/,
  2,
);
caught(
  "an event from another campaign",
  2,
  (p) => {
    p.events[4].campaign = id(9);
  },
  { mend: 5 },
  /without a fork/,
  5,
);
caught(
  "a draw re-rolled with other entropy",
  5,
  (p) => {
    p.events[1].entropy = "other";
  },
  { mend: 2 },
  /./,
  2,
);
caught(
  "a draw re-rolled on the link after",
  4,
  (p) => {
    const e = p.events[1],
      c = p.log.chains.open;
    void c;
    const next = p.events[2].draws[0].seed;
    e.draws[0] = {
      ...e.draws[0],
      link: 2,
      seed: next,
      dice: roll(
        {
          campaign: e.campaign,
          chain: "open",
          link: 2,
          D: D(e.command),
          entropy: e.entropy,
          seed: Buffer.from(next, "hex"),
        },
        [
          ["d6", "year event"],
          ["d10_zero", "year event"],
        ],
      ),
    };
  },
  { mend: 2 },
  /./,
  2,
);
caught(
  "a changed opening",
  6,
  (p) => {
    Object.values(p.openings).find((o) => o.value[0] === "Legions").value[0] = "Ships";
  },
  {},
  /do not give the digest/,
  4,
);
caught(
  "an opening with another salt length",
  6,
  (p) => {
    const o = Object.values(p.openings)[0];
    o.salt += "00";
  },
  {},
  /16 bytes/,
);
caught(
  "an opening of nothing",
  6,
  (p) => {
    p.openings["c".repeat(64)] = { salt: "0".repeat(32), value: 1 };
  },
  {},
  /sealed nowhere/,
);
caught(
  "an inconsistent checkpoint",
  8,
  (p) => {
    p.checkpoint = by.note(
      p.log.campaign,
      p.events,
      13,
      root(p.events.map((e, i) => (i === 3 ? Buffer.alloc(32) : leaf(e)))),
    );
  },
  {},
  /do not give the root/,
);
caught(
  "a checkpoint of another campaign",
  8,
  (p) => {
    p.checkpoint = by.note(id(7), p.events);
  },
  {},
  /another campaign/,
);
caught(
  "a rewind hidden by taking its event out",
  2,
  (p) => {
    p.events.splice(9, 1);
  },
  {},
  /./,
);
caught(
  "a rewind hidden, renumbered and re-hashed, against an older checkpoint",
  8,
  (p) => {
    p.events.splice(9, 1);
    p.events.forEach((e, i) => {
      e.seq = i + 1;
    });
  },
  { mend: 10, older: [(log) => by.note(log.campaign, log.events, 10)] },
  /older checkpoint of 10 events/,
);
caught(
  "a rewind hidden as a note",
  8,
  (p) => {
    p.events[9].effects = [{ type: "annotated", seq: 1, text: "" }];
    relink(p.events, 10);
  },
  {},
);
caught(
  "an anchor set anew in mid-log",
  4,
  (p) => {
    p.events[4].effects.push({
      type: "forked",
      parent: id(1),
      at: 4,
      parent_hash: p.events[3].hash,
      anchors: new Log({ links: 3 }).anchors,
      seen: false,
      keep_order: false,
    });
  },
  { mend: 5 },
  /anew in mid-log/,
  5,
);
caught(
  "an anchor set by a game's effect",
  4,
  (p) => {
    p.events[4].effects.push({ type: "civil-war.year", anchors: new Log({ links: 3 }).anchors });
  },
  { mend: 5 },
  /may not/,
  5,
);
caught(
  "a draw in the event that creates the campaign",
  4,
  (p) => {
    p.events[0].draws = [p.events[1].draws[0]];
  },
  { mend: 1 },
  /also draws/,
  1,
);
test("a draw in the event that forks", async () => {
  const child = sampleLog({ finish: false }).fork(8, id(2)),
    c = chain(3),
    e = child.events[8];
  e.effects[0].anchors.open = { anchor: c.anchor, links: 3 };
  const seed = c.secret[1];
  e.draws = [
    {
      chain: "open",
      link: 1,
      seed: seed.toString("hex"),
      dice: roll(
        { campaign: child.campaign, chain: "open", link: 1, D: D(e.command), entropy: "", seed },
        [["d6", "set-up"]],
      ),
    },
  ];
  relink(child.events, 9);
  const own = new Set(JSON.stringify(child.events).match(/[0-9a-f]{64}/g)),
    openings = Object.fromEntries(Object.entries(child.openings).filter(([d]) => own.has(d)));
  const report = await verify(capsule({ log: child, by, openings }), { key: by.key });
  assert.deepEqual(failing(report), [4]);
  assert.equal(report.checks[3].event, 9);
});
caught(
  "an extension in an event that did not draw link N",
  4,
  (p) => {
    const c = chain(3);
    p.events[4].effects.push({
      type: "dice-chain-extended",
      chain: "open",
      anchor: c.anchor,
      links: 3,
    });
  },
  { mend: 5 },
  /did not draw/,
  5,
);
caught(
  "a last link drawn without an extension",
  4,
  (p) => {
    const e = p.events.find((x) => x.effects.some((f) => f.type === "dice-chain-extended"));
    e.effects = e.effects.filter((f) => f.type !== "dice-chain-extended");
  },
  { mend: 2 },
  /does not extend/,
);
caught(
  "a copied digest",
  6,
  (p) => {
    p.events[4].effects.push({ type: "x.y", card: { sealed: p.events[3].command.order.sealed } });
  },
  { mend: 5 },
  /twice/,
  5,
);
caught(
  "duplicate members",
  1,
  () => {},
  { text: (s) => s.replace('"seq":2,', '"seq":2,"seq":2,') },
  /canonical/,
  2,
);
caught(
  "seq: 2.0",
  1,
  () => {},
  { text: (s) => s.replace('"seq":2,', '"seq":2.0,') },
  /canonical/,
  2,
);
caught(
  "an unknown member of an event",
  1,
  (p) => {
    p.events[1].extra = 1;
  },
  { mend: 2 },
  /members of an event/,
  2,
);
caught(
  "a float in an effect",
  1,
  (p) => {
    p.events[1].effects[0].total = 1.5;
  },
  { mend: 2 },
  /not an integer/,
  2,
);
caught(
  "an open draw with sealed dice",
  1,
  (p) => {
    p.events[1].draws[0].dice = { sealed: "d".repeat(64) };
  },
  { mend: 2 },
  /./,
  2,
);
caught(
  "a face out of range",
  1,
  (p) => {
    p.events[8].draws[0].dice[0].face = 7;
  },
  { mend: 9 },
  /in range/,
  9,
);
caught(
  "the whole log re-rolled and signed with another key",
  9,
  (p) => {
    const other = sampleLog();
    p.events.splice(0, Infinity, ...other.events);
    p.openings = other.openings;
  },
  { mend: 1, signWith: signer() },
  /not signed by the key given/,
);
caught(
  "a signature that fits no key",
  9,
  (p) => {
    p.checkpoint = p.checkpoint.replace(
      /^(— \S+ \S{12})(.)/m,
      (_, a, b) => a + (b === "A" ? "B" : "A"),
    );
  },
  { key: "" },
  /not signed even/,
);
caught(
  "a time that goes back",
  2,
  (p) => {
    p.events[4].at = "2026-11-21T20:00:00.000Z";
  },
  { mend: 5 },
  /time/,
  5,
);
caught(
  "a key used twice",
  2,
  (p) => {
    p.events[5].key = p.events[1].key;
  },
  { mend: 6 },
  /key was used before/,
  6,
);
caught(
  "a last sealed link that leads nowhere",
  7,
  (p) => {
    const x = p.events.at(-1).effects[0];
    x.last = Object.fromEntries(Object.keys(x.last).map((k) => [k, "e".repeat(64)]));
  },
  { mend: 13 },
  /does not lead to its anchor/,
);
caught(
  "an opening left out after the seals are opened",
  7,
  (p) => {
    delete p.openings[p.events[2].draws[1].dice.sealed];
  },
  {},
  /has no opening/,
  3,
);
caught(
  "a sealed shuffle that does not follow",
  7,
  (p) => {
    const e = p.events[2],
      old = e.draws[1].dice.sealed,
      value = copy(p.openings[old].value);
    [value[0].face[0], value[0].face[1]] = [value[0].face[1], value[0].face[0]];
    const fake = new Log({ campaign: e.campaign, events: p.events.slice(0, 2) });
    e.draws[1].dice = fake.seal(value);
    delete p.openings[old];
    Object.assign(p.openings, fake.openings);
  },
  { mend: 3 },
  /another order/,
  3,
);
caught(
  "seals opened before the end",
  7,
  (p) => {
    p.events[11].effects = [];
  },
  { mend: 12 },
  /before the campaign is concluded/,
  13,
);
caught(
  "a witness to a roll that is not pending",
  5,
  (p) => {
    p.events[7].command.seq = 5;
  },
  { mend: 8 },
  /no roll is pending/,
  8,
);
test("what is no capsule at all fails without an accident", async () => {
  for (const text of ["", "\n", "hello", "{}\n", '{"iacta":"capsule"}\n', "[1]\n[2]\n"]) {
    const report = await verify(new TextEncoder().encode(text), { key: by.key });
    assert.equal(report.verdict, "failed");
    assert.deepEqual(failing(report), [1], text);
    assert.deepEqual(
      report.checks.slice(1).map((c) => c.result),
      Array(9).fill("not-run"),
    );
  }
});
