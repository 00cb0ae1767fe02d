// The shell's pure parts: patches, the replay model, addresses, words, the stream of news.
import test from "node:test";
import assert from "node:assert/strict";
import { apply, touched, PatchError } from "../../../viewer/patch.js";
import { extend, outline, replay, viewAt, chapterAt } from "../../../viewer/replay.js";
import { parse, address } from "../../../viewer/router.js";
import { litPaths } from "../../../viewer/lit-paths.js";
import {
  eachOnce,
  signed,
  waitingGroups,
  waitingWords,
  fraction,
  typeWords,
} from "../../../viewer/words.js";
import { scale } from "../../../viewer/scale.js";
import { Controller } from "../../../viewer/controller.js";
import { messages } from "../../../viewer/messages.js";

test("each operation of RFC 6902 changes a copy and shares the rest", () => {
  const x = { a: [1, 2, 3], b: { c: 1, "d/e~f": 2 }, z: { deep: true } },
    frozen = JSON.stringify(x);
  const cases = [
    [[{ op: "add", path: "/a/1", value: 9 }], { ...x, a: [1, 9, 2, 3] }],
    [[{ op: "add", path: "/a/-", value: 9 }], { ...x, a: [1, 2, 3, 9] }],
    [[{ op: "remove", path: "/a/0" }], { ...x, a: [2, 3] }],
    [[{ op: "replace", path: "/b/d~1e~0f", value: null }], { ...x, b: { c: 1, "d/e~f": null } }],
    [[{ op: "move", from: "/b/c", path: "/a/0" }], { ...x, a: [1, 1, 2, 3], b: { "d/e~f": 2 } }],
    [[{ op: "copy", from: "/a", path: "/n" }], { ...x, n: [1, 2, 3] }],
    [[{ op: "test", path: "/b/c", value: 1 }], x],
    [[{ op: "replace", path: "", value: 7 }], 7],
  ];
  for (const [patch, want] of cases) assert.deepEqual(apply(x, patch), want);
  assert.equal(JSON.stringify(x), frozen);
  assert.equal(apply(x, [{ op: "remove", path: "/a/0" }]).z, x.z);
});
test("a patch that does not fit is refused", () => {
  for (const op of [
    { op: "remove", path: "/q" },
    { op: "replace", path: "/a/3", value: 1 },
    { op: "add", path: "/a/01", value: 1 },
    { op: "add", path: "/s/x", value: 1 },
    { op: "test", path: "/s", value: 2 },
    { op: "spoil", path: "/s" },
    { op: "remove", path: "s" },
  ])
    assert.throws(() => apply({ a: [1, 2, 3], s: 1 }, [op]), PatchError, JSON.stringify(op));
});
test("a patch cannot reach a prototype", () => {
  const made = apply({}, [{ op: "add", path: "/__proto__", value: { bad: 1 } }]);
  assert.equal({}.bad, undefined);
  assert.equal(Object.getPrototypeOf(made), Object.prototype);
  assert.throws(
    () => apply({}, [{ op: "add", path: "/constructor/prototype/bad", value: 1 }]),
    PatchError,
  );
});
test("what a step changed is lit, with what holds it marked", () => {
  const after = { game: { units: [1, 2, {}] } };
  const { lit, inside } = litPaths(
    [
      { op: "replace", path: "/game/zones/3/control", value: "x" },
      { op: "add", path: "/game/units/-", value: {} },
      { op: "remove", path: "/game/leaders/2" },
    ],
    after,
  );
  assert.deepEqual(
    [
      lit("/game/zones/3/control"),
      lit("/game/zones/3"),
      inside("/game/zones/3"),
      inside("/game/zones"),
      lit("/game/zones/33"),
    ],
    [true, false, true, true, false],
  );
  assert.deepEqual(
    [
      lit("/game/units"),
      lit("/game/units/1"),
      lit("/game/units/2"),
      lit("/game/leaders/2"),
      inside("/game/leaders"),
    ],
    [false, false, true, false, true],
  );
  assert.deepEqual(touched([{ op: "move", from: "/a/1", path: "/b/0" }], {}), {
    set: ["/b/0"],
    gone: ["/a/1"],
  });
});

const steps = (n) =>
  Array.from({ length: n }, (_, i) => ({
    seq: i + 1,
    text: [`event ${i + 1}`],
    patch: [{ op: "replace", path: "/n", value: i + 1 }],
    marks: i % 4 === 0 ? [{ kind: "chapter", label: `T${i / 4 + 1}` }] : [],
    dice: [],
  }));
const model = (n) =>
  replay({
    campaign: { id: "c", name: "c" },
    audience: "public",
    view: { n: 0 },
    steps: steps(n),
    source: "server",
  });

test("the view after each event, in any order of asking", () => {
  const r = model(9);
  for (const k of [9, 3, 0, 5, 9]) assert.equal(viewAt(r, k).n, k);
  const longer = extend(r, steps(12).slice(7));
  assert.equal(longer.steps.length, 12);
  assert.equal(viewAt(longer, 12).n, 12);
  assert.equal(r.steps.length, 9);
});
test("the outline gathers marks; a rewind undoes what lies between", () => {
  const r = extend(model(9), [
      {
        seq: 10,
        text: [],
        patch: [],
        dice: [{}],
        marks: [{ kind: "rewind", to: 6 }, { kind: "battle" }],
      },
    ]),
    o = outline(r);
  assert.deepEqual(
    [...o.undone],
    [
      [7, 10],
      [8, 10],
      [9, 10],
    ],
  );
  assert.deepEqual(
    o.chapters.map((c) => c.seq),
    [1, 5, 9],
  );
  assert.equal(chapterAt(r, 8).label, "T2");
  assert.deepEqual([o.battles, [...o.dice]], [[10], [10]]);
});
test("the controller goes to ends, events and turns, and stays within them", () => {
  const c = new Controller(() => {});
  c.show(model(9), null);
  assert.equal(c.state.at, 9);
  const path = [
    ["prev", 8],
    ["back", 5],
    ["back", 1],
    ["back", 1],
    ["prev", 1],
    ["fore", 5],
    ["fore", 9],
    ["next", 9],
    ["first", 1],
    ["next", 2],
    ["last", 9],
  ];
  for (const [where, at] of path) {
    c.go(where);
    assert.equal(c.state.at, at, where);
  }
  c.goTo(-5);
  assert.equal(c.state.at, 1);
  c.goTo(2);
  assert.equal(c.state.moves, true);
  c.goTo(3, { held: true });
  assert.equal(c.state.moves, false);
  c.goTo(8);
  assert.equal(c.state.moves, false);
});
test("news moves who stands at the tail, and only tells who does not", () => {
  const c = new Controller(() => {});
  c.show(model(9), null);
  c.grow(steps(10).slice(9));
  assert.deepEqual([c.state.at, c.state.behind], [10, false]);
  c.goTo(4);
  c.grow(steps(11).slice(10));
  assert.deepEqual([c.state.at, c.state.behind], [4, true]);
  c.go("last");
  assert.deepEqual([c.state.at, c.state.behind], [11, false]);
});
test("addresses are read and made, and none made holds a token", () => {
  const id = "0193a5a0-0000-7000-8000-000000000001";
  assert.deepEqual(parse(`#/campaigns/${id}?at=148&as=seat:caesarian`), {
    page: "campaign",
    id,
    at: 148,
    as: "seat:caesarian",
    invite: null,
    seat: null,
    token: null,
    transfer: null,
    told: { name: "", game: "", by: "", scenario: "", seats: [], closed: false },
  });
  assert.equal(
    address({
      page: "campaign",
      id,
      at: 148,
      as: "seat:caesarian",
      token: "secret",
      invite: "secret",
    }),
    `#/campaigns/${id}?at=148&as=seat:caesarian`,
  );
  assert.equal(address({ page: "campaign", id, as: "public" }), `#/campaigns/${id}`);
  assert.deepEqual(
    [
      parse("").page,
      parse("#/").page,
      parse("#/capsule?at=3"),
      parse("#/else").page,
      parse("#/campaigns/../x").page,
    ],
    ["list", "list", { page: "capsule", at: 3 }, "unknown", "unknown"],
  );
  assert.equal(parse(`#/campaigns/${id}?as=javascript:x&at=x`).as, null);
});
test("words are plain", () => {
  assert.deepEqual(
    [signed(4), signed(-3), signed(0), fraction("1/2"), typeWords("civil-war.choose-losses")],
    ["+4", "−3", "0", "½", "choose losses"],
  );
  assert.equal(
    waitingWords({ seat: "x", for: "", kinds: ["a.lay-effort", "a.pass"] }),
    "lay effort or pass",
  );
});
test("who waits for the same is named together", () => {
  const waiting = [
    ["a", "a card"],
    ["b", "the event"],
    ["c", "a card"],
  ].map(([seat, words]) => ({ seat, for: words }));
  assert.deepEqual(waitingGroups(waiting), [
    ["a card", ["a", "c"]],
    ["the event", ["b"]],
  ]);
});
test("the ruler's scale goes there and back", () => {
  const s = scale(386, 900);
  for (const seq of [1, 2, 200, 386]) assert.equal(s.seq(s.x(seq)), seq);
});
test("a reader of news that fails gives the connection back", async () => {
  let given = false;
  const body = new ReadableStream({
    pull: (c) => c.enqueue(new TextEncoder().encode("id: 1\ndata: x\n\n")),
    cancel: () => void (given = true),
  });
  await assert.rejects(async () => {
    for await (const m of messages(body)) throw new Error(m.data);
  });
  assert.ok(given);
});
test("the stream of news is read however it is cut", async () => {
  const text =
    ': hello\r\n\r\nid: 7\nevent: news\ndata: {"a":\ndata: 1}\n\nid:8\r\ndata:x\r\n\r\n\ndata: last\n\n';
  for (const size of [1, 3, 1000]) {
    const bytes = new TextEncoder().encode(text),
      got = [];
    const body = new ReadableStream({
      start(c) {
        for (let i = 0; i < bytes.length; i += size) c.enqueue(bytes.slice(i, i + size));
        c.close();
      },
    });
    for await (const m of messages(body)) got.push([m.id, m.data]);
    assert.deepEqual(
      got,
      [
        ["7", '{"a":\n1}'],
        ["8", "x"],
        ["8", "last"],
      ],
      `pieces of ${size}`,
    );
  }
});

test("a seat that owes two answers is named once, with both", () => {
  const owes = (...phrases) =>
      eachOnce(phrases.map((what, i) => ({ seat: "r", for: what, kinds: [`g.k${i % 2}`] }))),
    [both] = owes("deserters in Hispania", "deserters in Asia");
  assert.deepEqual(both, {
    seat: "r",
    for: "deserters in Hispania and Asia",
    kinds: ["g.k0", "g.k1"],
  });
  const words = (...phrases) => owes(...phrases).map((w) => w.for);
  assert.deepEqual(
    words("the retreat from Roma", "the retreat from Etruria", "the retreat from Asia"),
    ["the retreat from Roma, Etruria and Asia"],
  );
  assert.deepEqual(words("the event", "the deal"), ["the event and the deal"]);
  assert.deepEqual(words("a choice of losses", "a choice of losses"), ["a choice of losses"]);
  assert.deepEqual(words("a choice of losses", "a choice"), ["a choice of losses and a choice"]);
  assert.deepEqual(
    waitingGroups([both, { seat: "c", for: "a roll", kinds: [] }, { ...both, seat: "x" }]),
    [
      ["deserters in Hispania and Asia", ["r", "x"]],
      ["a roll", ["c"]],
    ],
  );
});
