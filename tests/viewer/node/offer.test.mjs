// What on a board stands for what may be chosen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { concerning, concerns, itemOf, places } from "../../../viewer/play/concerns.js";
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
});

test("an id stands for the item that is it alone, the first of them", () => {
  assert.deepEqual([...places(march.choices["/to"])], [["Capua", 0]]);
  assert.deepEqual([...places({ integer: { min: 1, max: 2 } })], []);
});

test("ids are told apart by blanks, which none of them holds", () => {
  assert.equal(dataIds("Publicola's wing", "f2"), "Publicola's%20wing f2");
});
