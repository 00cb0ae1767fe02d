// From a whole order to the next of a series.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alongside, followers, goesOn } from "../../../viewer/play/onward.js";

const SERIES = ["g.move"];
const option = (id, type) => ({ id, title: id, rule: "", command: { type, fleet: id } });
const item = (id, type) => ({ id, title: id, rule: "", type, concerns: [id], named: 1 });
const items = [
  item("Alpha", "g.move"),
  item("Beta", "g.move"),
  item("Beta rallies", "g.rally"),
  item("end", "g.end-movement"),
];
const certain = { answer: { kind: "certain", text: [], patches: [], hides: false } };
const state = {
  open: { option: option("Alpha", "g.move"), answers: {} },
  forecast: certain,
  items,
  sending: false,
};
const ids = (found) => found.map(({ id }) => id);

test("the next of the series and the phase's end follow what throws and hides nothing", () => {
  assert.deepEqual(ids(followers(state, SERIES)), ["Alpha", "Beta", "end"]);
  const hiding = { answer: { ...certain.answer, hides: true } };
  for (const change of [
    { open: null },
    { open: { option: option("Beta rallies", "g.rally"), answers: {} } },
    { forecast: null },
    { forecast: { answer: null } },
    { forecast: { answer: { kind: "odds" } } },
    { forecast: hiding },
    { sending: true },
    { items: null },
  ])
    assert.deepEqual(followers({ ...state, ...change }, SERIES), []);
  assert.deepEqual(followers(state, []), []);
});

test("on the board the answers go before, and the unit of the order itself begins nothing", () => {
  const done = [],
    titled = (...of) => new Map(of.map((id) => [id, { title: id, picked: false }])),
    [offered, choose] = alongside(
      state.open,
      [titled("a1", "shared"), (ids) => done.push(["answer", ...ids])],
      [titled("Alpha", "Beta", "shared"), (ids) => done.push(["begin", ...ids])],
    );
  assert.deepEqual([...offered.keys()].sort(), ["Beta", "a1", "shared"]);
  choose(["a1"]);
  choose(["Beta"]);
  choose(["shared", "Beta"]);
  assert.deepEqual(done, [
    ["answer", "a1"],
    ["begin", "Beta"],
    ["answer", "shared"],
  ]);
});

test("after an order for all that are left there is no next but the end", () => {
  const line = { id: "line", title: "line", rule: "", command: { type: "g.line" } },
    all = { ...state, open: { option: line, answers: {} } },
    series = [...SERIES, "g.line"];
  assert.deepEqual(ids(followers(all, series)), ["end"]);
  assert.equal(goesOn(all, series), false);
});

test("nobody is told of a next where none is left but the end", () => {
  assert.equal(goesOn(state, SERIES), true);
  assert.equal(goesOn({ ...state, items: items.filter(({ id }) => id !== "Beta") }, SERIES), false);
  assert.equal(goesOn({ ...state, open: null }, SERIES), false);
});
