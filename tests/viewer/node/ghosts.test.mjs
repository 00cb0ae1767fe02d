// What an order does on the board: from where, to where.
import assert from "node:assert/strict";
import { test } from "node:test";
import { routeOf } from "../../../viewer/play/ghosts.js";

const item = (value) => ({ value, title: String(value) });
const drawn = (...ids) => ids.includes.bind(ids);
const march = {
  id: "march",
  title: "March",
  rule: "",
  command: { type: "g.march", zone: "Roma", leaders: [] },
  choices: {
    "/to": { one_of: [item("Capua"), item("Veii")] },
    "/units": { some_of: [item("legio"), item("equites")] },
    "/pace": { one_of: [item("quick"), item("slow")] },
  },
};
const answers = { "/to": 1, "/units": [1], "/pace": 0 };

test("units go from where they stand to the place that was chosen", () => {
  const all = drawn("Roma", "Capua", "Veii", "legio", "equites");
  assert.deepEqual(routeOf({ option: march, answers }, all), { from: "equites", to: "Veii" });
});

test("where the units are not drawn they go from the place that the order names", () => {
  assert.deepEqual(routeOf({ option: march, answers }, drawn("Roma", "Veii")), {
    from: "Roma",
    to: "Veii",
  });
});

test("what is done on the spot leads nowhere", () => {
  const rally = { id: "rally", title: "", rule: "", command: { type: "g.rally", unit: "legio" } };
  assert.deepEqual(routeOf({ option: rally, answers: {} }, drawn("legio")), {
    from: "legio",
    to: null,
  });
  assert.deepEqual(routeOf({ option: rally, answers: {} }, drawn()), { from: null, to: null });
});
