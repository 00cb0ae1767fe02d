// Things of several kinds, at most one of each: what is taken, and what answers it makes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, openQuestions, questions } from "../../../viewer/play/fill.js";
import {
  isOfAnother,
  isOfKinds,
  placeOf,
  soFar,
  taken,
  toggled,
} from "../../../viewer/play/kinds.js";
import { offerAnswers } from "../../../viewer/play/pick.js";

const none = { ally: null, weapon: null, battle: null },
  one = (value) => ({ value, title: value ?? "none" }),
  fit = { weapon: ["Swords", "Spears"], battle: ["Surprise"] },
  effort = Object.keys(fit).flatMap((kind) =>
    fit[kind].map((name) => ({
      value: { ...none, [kind]: name },
      title: `${name} (force 2)`,
      choices: Object.fromEntries(
        Object.keys(fit)
          .filter((other) => other !== kind)
          .map((other) => [`/effort/${other}`, { one_of: [null, ...fit[other]].map(one) }]),
      ),
    })),
  ),
  lay = {
    id: "lay",
    title: "",
    rule: "",
    command: { type: "g.lay" },
    choices: { "/effort": { one_of: effort } },
  };

/** The answers after these were pressed, one after the other. */
const pressed = (...places) =>
  places.reduce((answers, i) => {
    const all = questions(lay, answers);
    return toggled(all[0], all, i);
  }, {});
const laid = (...places) => commandOf(lay, pressed(...places))?.effort;

test("another of the same kind takes its place, one of another kind goes with it", () => {
  assert.deepEqual(laid(0), { ...none, weapon: "Swords" });
  assert.deepEqual(laid(0, 1), { ...none, weapon: "Spears" });
  const both = { ...none, weapon: "Swords", battle: "Surprise" };
  assert.deepEqual(laid(0, 2), both);
  assert.deepEqual(laid(2, 0), both, "whichever was first");
  assert.deepEqual(laid(2, 0, 1), { ...both, weapon: "Spears" });
});

test("what is pressed again is given back; with none the question is open", () => {
  assert.deepEqual(laid(0, 2, 0), { ...none, battle: "Surprise" });
  assert.deepEqual(
    openQuestions(lay, pressed(0, 0)).map((q) => q.pointer),
    ["/effort"],
  );
  assert.equal(laid(0, 0), undefined);
});

test("it is one question, told by the kind that is taken first", () => {
  const all = questions(lay, pressed(2));
  assert.deepEqual(
    all.map((q) => isOfAnother(q, all)),
    [false, true],
  );
  assert.equal(placeOf(all[0]), "/effort/battle");
  assert.equal(placeOf(questions(lay, {})[0]), "/effort");
  assert.deepEqual(taken(all[0], all), [2]);
});

test("a choice with nothing of the kind is asked as any other", () => {
  const asked = (one_of) => questions({ ...lay, choices: { "/a": { one_of } } }, {})[0];
  assert.equal(isOfKinds(asked([one("a"), one("b")])), false);
  const ruling = (type) => ({
    value: { type },
    title: type,
    choices: { "/a/seat": { one_of: [one("a"), one("b")] } },
  });
  assert.equal(isOfKinds(asked([ruling("x"), ruling("y")])), false);
});

test("on the board all are offered, whatever is taken", () => {
  const filled = [],
    [offered, press] = offerAnswers(
      { option: lay, answers: pressed(0) },
      { fill: (a) => filled.push(a) },
    );
  assert.deepEqual(
    [...offered].map(([id, { picked }]) => [id, picked]),
    [
      ["Swords", true],
      ["Spears", false],
      ["Surprise", false],
    ],
  );
  press(["Surprise"]);
  assert.deepEqual(filled, [pressed(0, 2)]);
});

test("what adds up is added up, where every title says by how much", () => {
  assert.equal(soFar(["a (force 1)", "b (force 3)"], ["b (force 3)"]), "Force so far: 3");
  assert.equal(soFar(["a (force 1)", "b"], []), "");
  assert.equal(soFar(["a (force 1)", "b (cost 1)"], []), "");
});
