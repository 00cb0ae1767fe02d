// The tray in few words, and chances as one says them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped, hint, sifted, waits } from "../../../viewer/play/tray.js";
import { chance, outcomeWords } from "../../../viewer/play/chance.js";

const option = (title, type = "g.march", rule = "G 1", concerns = []) => ({
  id: title,
  title,
  rule,
  type,
  concerns,
});
const roma = option("March from Roma", "g.march", "G 1", [
    "Roma",
    "Capua",
    "Tibur",
    "Ostia",
    "Veii",
  ]),
  again = option("March from Roma", "g.march", "G 1", ["Roma", "Arpi"]),
  alone = option("Let Cato travel alone from Roma"),
  end = option("End the marches", "g.end-marches", "G 2"),
  note = option("Annotate an event", "campaign.annotate", ""),
  all = [roma, again, alone, end, note];

test("what titles have in common stands once, and what is alike is told apart by where it leads", () => {
  const [march, let_, ending] = grouped(all);
  assert.deepEqual([march.title, march.rule], ["March from", "G 1"]);
  assert.deepEqual(
    march.rows.map((r) => [r.before, r.title, r.hint]),
    [
      ["March from", "Roma", "Capua, Tibur and 2 more"],
      ["March from", "Roma", "Arpi"],
    ],
  );
  assert.deepEqual(
    [let_, ending].map((g) => [g.title, g.rows[0].title, g.rows[0].hint]),
    [
      ["", "Let Cato travel alone from Roma", ""],
      ["", "End the marches", ""],
    ],
  );
});

test("a title that is the beginning of another is not cut to nothing", () => {
  const [{ title, rows }] = grouped([option("March"), option("March on")]);
  assert.deepEqual([title, rows.map((r) => r.title)], ["March", ["March", "March on"]]);
});

test("every word that is searched for is found in title, rule, type or what may be chosen", () => {
  const found = (words) => sifted(all, words).map((item) => item.title);
  assert.deepEqual(found("ostia march"), ["March from Roma"]);
  assert.deepEqual(found("g 2"), ["Let Cato travel alone from Roma", "End the marches"].slice(1));
  assert.deepEqual(
    found("  "),
    all.map((item) => item.title),
  );
  assert.deepEqual(all.filter(waits), [note]);
  assert.equal(hint(alone, [alone]), "");
});

test("a chance is said as one says it", () => {
  for (const [text, said] of [
    ["1/1", "certain"],
    ["5/6", "5 in 6"],
    ["41/100", "about 4 in 10"],
    ["3/100", "about 3 in 100"],
    ["1/2000", "about 1 in 100"],
    ["1999/2000", "all but certain"],
  ])
    assert.equal(chance(text), said);
});

test("an outcome of any game is told by its members, what is not so left out", () => {
  assert.equal(
    outcomeWords({ winner: "rome", lost: { units: ["a", "b"] }, fled: false }),
    "Winner rome; lost units a, b",
  );
  assert.equal(outcomeWords({ hit: true, panic: null }), "Hit yes");
  assert.equal(outcomeWords({}), "Nothing comes of it");
});
