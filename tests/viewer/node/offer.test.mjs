// What on a board stands for what may be chosen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { concerning, concerns, itemOf, places } from "../../../viewer/play/concerns.js";
import { isLit } from "../../../viewer/play/offer.js";
import { offerAnswers, offerItems } from "../../../viewer/play/pick.js";
import { NOWHERE, reachOf } from "../../../viewer/play/reach.js";
import { sent } from "../../../viewer/play/fill.js";
import { dataIds } from "../../../viewer/parts/ids.js";

const item = (value) => ({ value, title: String(value) });
const march = {
    id: "march",
    title: "March",
    rule: "",
    command: { type: "g.march", from: "Roma", leaders: ["Cato"] },
    choices: { "/to": { one_of: [item("Capua"), item(["Veii", "Ostia"]), item("Capua")] } },
  },
  end = { id: "end", title: "End", rule: "", command: { type: "g.end" } };

test("an option concerns what its frame names and what may be chosen first, its type apart", () => {
  assert.deepEqual(concerns(march).sort(), ["Capua", "Cato", "Ostia", "Roma", "Veii"]);
  assert.deepEqual(concerns(end), []);
  assert.deepEqual(
    concerning([march, end].map(itemOf), ["Veii"]).map((one) => one.option),
    [march],
  );
  const back = { ...march, id: "back", command: { type: "g.march", from: "Veii" } };
  const of = (...ids) => concerning([march, back, end].map(itemOf), ids).map(({ id }) => id);
  assert.deepEqual(of("Veii"), ["back"], "what begins there hides what only leads there");
  assert.deepEqual(of("Ostia"), ["march", "back"]);
  assert.deepEqual(of("Veii", "Ostia"), ["march", "back"], "of a stack all that concerns it");
});

test("an id stands for the item that is it alone, the first of them", () => {
  assert.deepEqual([...places(march.choices["/to"])], [["Capua", 0]]);
  assert.deepEqual([...places({ integer: { min: 1, max: 2 } })], []);
});

test("ids are told apart by blanks, which none of them holds", () => {
  assert.equal(dataIds("Publicola's wing", "f2"), "Publicola's%20wing f2");
});

const titled = (...values) => values.map(item),
  walk = {
    id: "walk",
    title: "March from Roma",
    rule: "",
    command: { type: "g.march", from: "Roma" },
    choices: {
      "/to": { one_of: titled("Capua", "Veii") },
      "/units": { some_of: titled("i", "ii", "x"), min: 1, max: 2 },
      "/leaders": { some_of: titled("Cato"), min: 0, max: 1 },
    },
  },
  ride = {
    id: "ride",
    title: "Move Cato alone",
    rule: "",
    command: { type: "g.march", from: "Roma", leaders: ["Cato"] },
    choices: { "/to": { one_of: titled("Veii", "Ostia") } },
  },
  move = {
    id: "move",
    title: "Move a unit",
    rule: "",
    command: { type: "g.move" },
    choices: {
      "/unit": {
        one_of: [
          { ...item("i"), choices: { "/to": { one_of: titled("0101") } } },
          { ...item("ii"), choices: { "/to": { one_of: titled("0202") } } },
        ],
      },
    },
  };

test("a stack reaches what its options lead to, by the one that takes the most of it along", () => {
  const stack = ["i", "ii", "Cato"],
    ways = (reach) => [...reach].map(([id, { by, takes }]) => [id, by, takes]);
  assert.deepEqual(ways(reachOf([ride, walk, march], stack)), [
    ["Veii", "walk", 3],
    ["Ostia", "ride", 1],
    ["Capua", "walk", 3],
  ]);
  assert.deepEqual(ways(reachOf([move], ["ii"])), [["0202", "move", 1]]);
  assert.deepEqual(ways(reachOf([move], stack)), [], "which of them is asked first");
  assert.deepEqual(ways(reachOf([walk], ["Capua"])), [], "a goal leads nowhere");
});

test("what is sent somewhere goes whole, unless it is more than may go", () => {
  assert.deepEqual(sent(walk, ["i", "ii", "Cato", "Veii"]), {
    "/to": 1,
    "/units": [0, 1],
    "/leaders": [0],
  });
  assert.deepEqual(sent(walk, ["i", "ii", "x", "Capua"]), { "/to": 0 });
});

test("where an order names nothing, it begins with what is chosen for it first", () => {
  const [offered] = offerItems([itemOf(move)], [], NOWHERE, () => {});
  assert.equal(isLit(offered.get("ii"), ""), true);
});

test("while something is picked, its goals are lit and no others; a counter may be picked instead", () => {
  const items = [walk, ride].map(itemOf),
    lit = (of, reach, id, place) => isLit(offerItems(items, of, reach, () => {})[0].get(id), place),
    reach = reachOf([walk], ["i", "ii"]);
  assert.deepEqual(
    ["Roma", "Ostia"].map((id) => [undefined, "", "to"].map((p) => lit([], NOWHERE, id, p))),
    [
      [true, true, false],
      [true, false, false],
    ],
    "before anything is picked only where orders begin",
  );
  assert.deepEqual(
    [undefined, "", "to"].map((place) => lit(["i", "ii"], reach, "Capua", place)),
    [true, true, true],
  );
  assert.deepEqual(
    [undefined, "", "to"].map((place) => lit(["i", "ii"], reach, "Ostia", place)),
    [true, false, false],
  );
  assert.equal(lit([], NOWHERE, "Arpi", undefined), false);
});

test("while a number is asked for, those who go are lit, and one may be left out", () => {
  const line = {
      id: "line",
      title: "Advance",
      rule: "",
      command: { type: "g.march" },
      choices: {
        "/units": { some_of: titled("i", "ii"), min: 1, max: 2 },
        "/hexes": { integer: { min: 1, max: 4 } },
      },
    },
    toggled = [],
    open = { option: line, answers: { "/units": [0, 1] } },
    [offered, press] = offerAnswers(open, { toggle: (q, ids) => toggled.push(q.pointer, ids) });
  assert.deepEqual(
    [...offered].map(([id, { picked }]) => [id, picked]),
    [
      ["i", true],
      ["ii", true],
    ],
  );
  press(["ii"]);
  assert.deepEqual(toggled, ["/units", ["ii"]]);
});

test("once as many are taken as may be, no other is lit", () => {
  const give = {
      id: "give",
      title: "Give points",
      rule: "",
      command: { type: "g.give" },
      choices: { "/units": { some_of: titled("i", "ii", "x"), min: 0, max: 2 } },
    },
    lit = (...taken) => [
      ...offerAnswers({ option: give, answers: { "/units": taken } }, {})[0].keys(),
    ];
  assert.deepEqual(lit(), ["i", "ii", "x"]);
  assert.deepEqual(lit(0), ["i", "ii", "x"]);
  assert.deepEqual(lit(0, 2), ["i", "x"]);
});
