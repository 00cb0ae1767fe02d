// What others have done since an order was sent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { meanwhile } from "../../../viewer/play/meanwhile.js";

const READER = {
  seat: "caesarian",
  title: "Caesarian",
  game: {
    units: [{ id: "c1", side: "caesarian" }],
    zones: [{ name: "Roma", control: "republican" }],
  },
};
const step = (seq, text, { by = "seat:republican", marks = [], effects = [] } = {}) => ({
  ...{ seq, by, text, marks, event: { effects } },
});
const goesOn = [{ kind: "beat", continues: true }];
const told = (...steps) => meanwhile([step(1, ["My order."]), ...steps], 1, READER).told;
const deed = (seq, head, { rest = [], cost = [], minor = false } = {}) => ({
  ...{ seq, head, rest, cost, minor },
});

test("a fight is told with what it cost, without its sums or what is asked next", () => {
  const fight = step(
    2,
    [
      "The Republicans beat the Caesarians in Illyricum.",
      "11 SP to 6 is read on 3/2.",
      "The attacker: no loss.",
      "The defender: one unit reduced; the Force must leave the zone.",
      "The Caesarians may retreat from Illyricum to Epirus.",
    ],
    { marks: [{ kind: "battle" }] },
  );
  assert.deepEqual(told(fight), [deed(2, fight.text[0], { cost: [fight.text[2], fight.text[3]] })]);
});

test("what else came with a fight is not folded with what it cost", () => {
  const ends = "49 BC is settled: the Caesarians lead with nine control points to eight.",
    fight = step(2, ["Pompeius beats Curio in Africa.", "The defender: no loss.", ends], {
      marks: [{ kind: "battle" }],
    });
  assert.deepEqual(told(fight), [deed(2, fight.text[0], { rest: [ends], cost: [fight.text[1]] })]);
});

test("what befell one's own is told with the deed that caused it, and nothing is left out of few", () => {
  const others = step(2, ["Pompeius marches from Roma to Capua."], {
      effects: [{ units: ["r1"] }],
    }),
    own = step(3, ["Levy 1 is surprised."], { effects: [{ units: ["c1"] }] }),
    ends = step(4, [
      "The Republicans end their marches.",
      "The Caesarians' Fleet 1 leaves Cisalpina.",
      "The Caesarians have segment 3 of 6.",
    ]);
  assert.deepEqual(told(others, own, ends), [
    deed(2, others.text[0]),
    deed(3, own.text[0]),
    deed(4, ends.text[0], { rest: [ends.text[1]] }),
  ]);
});

test("a new turn is told by whose it is", () => {
  const turn = step(2, ["Papirius discards one card.", "Turn 8: Fabius is Consul.", "Taxes: 3."], {
    marks: [{ kind: "chapter", label: "Turn 8" }],
  });
  assert.deepEqual(told(turn), [deed(2, turn.text[0], { rest: [turn.text[1]] })]);
});

test("of many the last that concern the reader stand out, and every one has its place", () => {
  const deeds = [2, 3, 4, 5, 6].map((seq) =>
    step(seq, [`Deed ${seq}.`], {
      effects: seq < 4 ? [{ units: ["c1"] }] : [],
    }),
  );
  assert.deepEqual(
    told(...deeds),
    [2, 3, 4, 5, 6].map((seq) => deed(seq, `Deed ${seq}.`, { minor: seq > 3 })),
  );
});

test("where nothing of many concerns the reader the last stand out", () => {
  const deeds = [2, 3, 4, 5, 6].map((seq) => step(seq, [`Deed ${seq}.`]));
  assert.deepEqual(
    told(...deeds),
    [2, 3, 4, 5, 6].map((seq) => deed(seq, `Deed ${seq}.`, { minor: seq < 4 })),
  );
});

test("what only goes on with another is told with it, as far as it concerns the reader", () => {
  const marks = [{ kind: "beat", label: "The Republicans march twice." }],
    first = step(2, ["Pompeius marches to Capua."]),
    hit = step(3, ["Levy 1 is surprised."], {
      marks: [{ kind: "beat", continues: true, ...marks[0] }],
      effects: [{ units: ["c1"] }],
    }),
    answer = step(4, ["The Caesarians have answered."], { by: "seat:caesarian", marks: goesOn });
  assert.deepEqual(told(first, hit, answer), [deed(3, marks[0].label, { rest: hit.text })]);
});

test("what only goes on with one's own order is told where it concerns the reader", () => {
  const note = step(2, ["On event 1: a note."], { marks: goesOn }),
    hit = step(3, ["Levy 1 is surprised."], { marks: goesOn, effects: [{ units: ["c1"] }] });
  assert.deepEqual(meanwhile([step(1, ["My order."]), note], 1, READER), { told: [], past: true });
  assert.deepEqual(told(note, hit), [deed(3, hit.text[0])]);
  assert.deepEqual(meanwhile([note], 2, READER), { told: [], past: false });
});

test("what a year comes to is told before the last battles", () => {
  const settled = step(2, ["49 BC is settled: the Republicans lead."], {
      marks: [{ kind: "conquest" }],
    }),
    fights = [3, 4, 5, 6].map((seq) =>
      step(seq, [`Fight ${seq}.`], { marks: [{ kind: "battle" }] }),
    );
  assert.deepEqual(
    told(settled, ...fights).filter(({ minor }) => !minor),
    [deed(2, settled.text[0]), deed(5, "Fight 5."), deed(6, "Fight 6.")],
  );
});
