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
const step = (seq, text, { marks = [], effects = [] } = {}) => ({
  seq,
  text,
  marks,
  event: { effects },
});
const told = (...steps) => meanwhile([step(1, ["My order."]), ...steps], 1, READER);

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
  assert.deepEqual(told(fight), {
    since: 1,
    told: [{ lines: [fight.text[0]], cost: [fight.text[2], fight.text[3]] }],
    more: 0,
  });
});

test("what else came with a fight is not folded with what it cost", () => {
  const ends = "49 BC is settled: the Caesarians lead with nine control points to eight.",
    fight = step(2, ["Pompeius beats Curio in Africa.", "The defender: no loss.", ends], {
      marks: [{ kind: "battle" }],
    });
  assert.deepEqual(told(fight).told, [{ lines: [fight.text[0], ends], cost: [fight.text[1]] }]);
});

test("what befell one's own is told with the deed that caused it, in order, and the rest is counted", () => {
  const others = step(2, ["Pompeius marches from Roma to Capua."], {
      effects: [{ units: ["r1"] }],
    }),
    own = step(3, ["Levy 1 is surprised."], { effects: [{ units: ["c1"] }] }),
    ends = step(4, [
      "The Republicans end their marches.",
      "The Caesarians' Fleet 1 leaves Cisalpina.",
      "The Caesarians have segment 3 of 6.",
    ]);
  assert.deepEqual(told(others, own, ends), {
    since: 1,
    told: [
      { lines: own.text, cost: [] },
      { lines: ends.text.slice(0, 2), cost: [] },
    ],
    more: 1,
  });
});

test("a new turn is told by whose it is", () => {
  const turn = step(2, ["Papirius discards one card.", "Turn 8: Fabius is Consul.", "Taxes: 3."], {
    marks: [{ kind: "chapter", label: "Turn 8" }],
  });
  assert.deepEqual(told(turn).told, [{ lines: turn.text.slice(0, 2), cost: [] }]);
});

test("where nothing concerns the reader the last deeds are told", () => {
  const deeds = [2, 3, 4, 5].map((seq) => step(seq, [`Deed ${seq}.`]));
  assert.deepEqual(told(...deeds), {
    since: 1,
    told: [3, 4, 5].map((seq) => ({ lines: [`Deed ${seq}.`], cost: [] })),
    more: 1,
  });
  const note = step(6, ["On event 2: a note."], { marks: [{ kind: "beat", continues: true }] });
  assert.deepEqual(told(note), { since: 1, told: [], more: 1 });
  assert.deepEqual(meanwhile(deeds, 4, READER), { since: 4, told: [], more: 0 });
});
