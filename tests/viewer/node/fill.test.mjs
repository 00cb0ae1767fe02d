import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answered,
  along,
  asks,
  begun,
  carried,
  commandOf,
  fits,
  narrowed,
  openQuestions,
  picked,
  proposed,
  questions,
} from "../../../viewer/play/fill.js";

const item = (value, title = String(value), choices) => ({
  value,
  title,
  ...(choices && { choices }),
});
const march = {
  id: "march:Cisalpina",
  command: { type: "g.march", from: "Cisalpina" },
  choices: {
    "/units": { some_of: ["a", "b", "c"].map((v) => item(v)), min: 1, max: 2 },
    "/to": {
      one_of: [
        item("Picenum"),
        item("Roma", "Roma", { "/way/0": { one_of: [item("land"), item("sea")] } }),
      ],
    },
  },
};

test("questions come in order, those of an answer after it, a level deeper", () => {
  const asked = (answers) => questions(march, answers).map((q) => [q.pointer, q.depth]);
  assert.deepEqual(asked({}), [
    ["/units", 0],
    ["/to", 0],
  ]);
  assert.deepEqual(asked({ "/to": 0 }), [
    ["/units", 0],
    ["/to", 0],
  ]);
  assert.deepEqual(asked({ "/to": 1 }), [
    ["/units", 0],
    ["/to", 0],
    ["/way/0", 1],
  ]);
});

test("a command is made once every question is answered, and the option is left as it was", () => {
  const before = structuredClone(march);
  let answers = answered(march, {}, "/units", [0, 2]);
  assert.equal(commandOf(march, answers), null);
  answers = answered(march, answers, "/to", 1);
  assert.equal(openQuestions(march, answers)[0].pointer, "/way/0");
  answers = answered(march, answers, "/way/0", 1);
  assert.deepEqual(commandOf(march, answers), {
    type: "g.march",
    from: "Cisalpina",
    units: ["a", "c"],
    to: "Roma",
    way: { 0: "sea" },
  });
  assert.deepEqual(march, before);
});

test("another answer drops what followed from the first", () => {
  const answers = answered(march, { "/units": [0], "/to": 1, "/way/0": 0 }, "/to", 0);
  assert.deepEqual(answers, { "/units": [0], "/to": 0 });
});

test("what leaves no choice is answered by itself", () => {
  const option = {
    command: { type: "g.x" },
    choices: {
      "/one": { one_of: [item("only", "only", { "/n": { integer: { min: 3, max: 3 } } })] },
      "/all": { some_of: [item("a"), item("a")], min: 2, max: 2 },
      "/none": { some_of: [], min: 0, max: 0 },
    },
  };
  assert.deepEqual(commandOf(option, {}), {
    type: "g.x",
    one: "only",
    n: 3,
    all: ["a", "a"],
    none: [],
  });
});

test("a sum, a size, a range and a length are kept", () => {
  const pay = { some_of: [item(3), item(2), item(2)], min: 1, max: 2, sum: 5 };
  assert.deepEqual(
    [[0], [0, 1], [1, 2], [0, 1, 2]].map((a) => fits(pay, a)),
    [false, true, false, false],
  );
  const bid = { integer: { min: 0, max: 2 } };
  assert.deepEqual(
    [0, 2, 3, -1, 1.5, undefined].map((a) => fits(bid, a)),
    [true, true, false, false, false, false],
  );
  const note = { text: { max: 3 } };
  assert.deepEqual(
    ["abc", "𝔸𝔹ℂ", "abcd", ""].map((a) => fits(note, a)),
    [true, true, false, false],
  );
});

test("a whole command, a place in a list and an escaped name are filled", () => {
  assert.deepEqual(
    commandOf(
      { command: { type: "g.a" }, choices: { "": { schema: "A" } } },
      { "": { type: "g.a", n: 1 } },
    ),
    { type: "g.a", n: 1 },
  );
  const option = {
    command: { type: "g.b", list: ["x"] },
    choices: { "/list/-": { one_of: [item("y")] }, "/a~1b/~0": { one_of: [item(1)] } },
  };
  assert.deepEqual(commandOf(option, {}), { type: "g.b", list: ["x", "y"], "a/b": { "~": 1 } });
});

test("answers are carried over by value to an option that changed, as far as they hold", () => {
  const after = structuredClone(march);
  after.choices["/units"].some_of = ["c", "d", "a"].map((v) => item(v));
  after.choices["/to"].one_of.reverse();
  const answers = { "/units": [0, 1], "/to": 1, "/way/0": 1 };
  assert.deepEqual(carried(march, after, answers), { "/units": [2], "/to": 0, "/way/0": 1 });
  after.choices["/to"].one_of.shift();
  assert.deepEqual(carried(march, after, answers), { "/units": [2] });
});

test("an option is narrowed to what was chosen, which makes the same command and is carried back", () => {
  const answers = { "/units": [0, 2], "/to": 1, "/way/0": 1 },
    whole = structuredClone(march),
    small = narrowed(march, answers);
  assert.deepEqual(march, whole);
  assert.deepEqual(commandOf(small.option, small.answers), commandOf(march, answers));
  assert.deepEqual(
    small.option.choices["/to"].one_of.map((one) => one.value),
    ["Roma"],
  );
  assert.deepEqual(carried(small.option, march, small.answers), answers);
  const bare = { id: "end", command: { type: "g.end" } };
  assert.deepEqual(narrowed(bare, {}), { option: bare, answers: {} });
});

test("a list is put together item by item, each with questions of its own", () => {
  const rule = {
    command: { type: "g.rule" },
    choices: {
      "/changes": {
        list_of: [
          item({ type: "g.flip" }, "Flip", { "/unit": { one_of: [item("a"), item("b")] } }),
          item({ type: "g.end" }, "End"),
        ],
        min: 0,
        max: 2,
        once: false,
      },
    },
  };
  assert.deepEqual(commandOf(rule, {}), { type: "g.rule", changes: [] });
  const flip = { item: 0, answers: {} };
  assert.equal(commandOf(rule, { "/changes": [flip] }), null);
  const list = [
    { item: 0, answers: { "/unit": 1 } },
    { item: 1, answers: {} },
  ];
  assert.deepEqual(commandOf(rule, { "/changes": list }).changes, [
    { type: "g.flip", unit: "b" },
    { type: "g.end" },
  ]);
  assert.equal(fits(rule.choices["/changes"], [...list, list[1]]), false);
});

test("a selection that may stay empty is empty until something is taken, and is not asked for", () => {
  const option = {
    command: { type: "g.x" },
    choices: {
      "/leaders": { some_of: [item("a"), item("b")], min: 0, max: 2 },
      "/units": { some_of: [item("c"), item("d")], min: 1, max: 2 },
      "/paid": { some_of: [item(2), item(3)], min: 0, max: 2, sum: 5 },
    },
  };
  assert.deepEqual(
    openQuestions(option, {}).map((q) => q.pointer),
    ["/units", "/paid"],
  );
  const answers = { "/units": [0], "/paid": [0, 1] };
  assert.deepEqual(commandOf(option, answers).leaders, []);
  assert.deepEqual(commandOf(option, { ...answers, "/leaders": [1] }).leaders, ["b"]);
});

test("what is picked on the board answers what it fits, each once; of several for one none", () => {
  assert.deepEqual(picked(march, ["c", "Roma"]), { "/units": [2], "/to": 1 });
  assert.deepEqual(picked(march, ["c", "a", "Roma"]), { "/to": 1 }, "which of a stack is asked");
  assert.deepEqual(picked(march, ["Roma", "Picenum"]), {});
  assert.deepEqual(picked(march, ["nowhere"]), {});
  const duel = {
    command: { type: "g.duel" },
    choices: {
      "/one": { one_of: [item("a"), item("b")] },
      "/other": { one_of: [item("a"), item("b")] },
    },
  };
  assert.deepEqual(picked(duel, ["b"]), { "/one": 1 });
});

test("what follows from an answer may be nothing, which is taken until something else is", () => {
  const nothing = item(null, "none"),
    second = { "/effort/weapon": { one_of: [nothing, item("Spears")] } },
    effort = {
      command: { type: "g.lay", effort: {} },
      choices: { "/effort": { one_of: [item({ ally: "Latins" }, "Latins", second)] } },
    },
    ally = {
      command: { type: "g.ally" },
      choices: { "/seat": { one_of: [nothing, item("rome")] } },
    };
  assert.deepEqual(commandOf(effort, { "/effort": 0 }), {
    type: "g.lay",
    effort: { ally: "Latins", weapon: null },
  });
  assert.equal(commandOf(ally, {}), null, "what is asked first is chosen");
});

test("what mostly stays is as in the order before, while it may be chosen", () => {
  const lay = (...left) => ({
      command: { type: "g.place", box: "combat" },
      choices: { "/marker": { one_of: left.map(item) } },
    }),
    before = { type: "g.place", box: "furor", marker: "point" };
  assert.deepEqual(begun(lay("point", "blank"), [], undefined, ["marker"]), {});
  assert.deepEqual(begun(lay("blank", "point"), [], before, ["marker"]), { "/marker": 1 });
  assert.deepEqual(begun(lay("blank"), [], before, ["marker"]), {});
  assert.deepEqual(begun(lay("point"), [], before), {}, "its game does not say so");
});

test("an order to go begins with all that may go, and as far as the one before", () => {
  const line = {
      command: { type: "g.advance" },
      choices: {
        "/units": { some_of: [item("a"), item("b")], min: 1, max: 60 },
        "/leaders": { some_of: [item("L")], min: 0, max: 20 },
        "/hexes": { integer: { min: 1, max: 4 } },
      },
    },
    all = { "/units": [0, 1], "/leaders": [0] },
    before = { type: "g.advance", units: ["x"], hexes: 2 };
  assert.deepEqual(begun(line, [], undefined), all);
  assert.deepEqual(begun(line, [], before), { ...all, "/hexes": 2 });
  assert.deepEqual(begun(line, [], { ...before, hexes: 9 }), all, "so far they cannot go");
  assert.deepEqual(begun(line, ["b"], before), { ...all, "/hexes": 2 }, "one of a line is picked");
  const { "/hexes": _, ...who } = line.choices,
    march = { ...line, choices: { ...who, "/to": { one_of: [item("Roma"), item("Capua")] } } };
  assert.deepEqual(begun(march, ["b"], before), { "/units": [1] }, "one of an army is picked");
  const choices = (units, more) => ({ ...line, choices: { "/units": units, ...more } }),
    hexes = { "/hexes": line.choices["/hexes"] },
    some = { some_of: [item("a"), item("b")], min: 1, max: 1 },
    one = { some_of: [item("a")], min: 1, max: 1 };
  assert.deepEqual(begun(choices(some, hexes), [], before), {}, "not all of them may go");
  assert.deepEqual(
    begun(choices(one, hexes), [], before),
    { "/hexes": 2 },
    "who alone may go goes",
  );
  assert.deepEqual(begun(choices(line.choices["/units"], {}), [], undefined), {}, "nobody goes");
});

test("an order goes as far along a way as it is offered without a gap", () => {
  const move = (...to) => ({
      command: { type: "g.move" },
      choices: { "/to": { one_of: to.map(item) } },
    }),
    far = (option, ...to) => along(option, { option: "", pointer: "/to", to });
  assert.deepEqual(far(move("c5", "b3", "c4", "c3"), "c3", "c4", "c5", "c6"), { "/to": 0 });
  assert.deepEqual(
    far(move("c3", "c5"), "c3", "c4", "c5"),
    { "/to": 0 },
    "not around who is there",
  );
  assert.deepEqual(far(move("c4", "b3"), "c3", "c4"), null, "the way is barred at once");
  assert.deepEqual(far(move("c3")), null, "there is no way");
});

test("of nothing nothing is asked, and of what cannot be neither", () => {
  const asked = (choice) =>
    questions({ command: { type: "g.attack" }, choices: { "/x": choice } }, {}).map(asks);
  assert.deepEqual(asked({ some_of: [], min: 0 }), [false]);
  assert.deepEqual(asked({ some_of: [item("a")], min: 0 }), [true]);
  assert.deepEqual(asked({ one_of: [item(false, "without a charge")] }), [false]);
  assert.deepEqual(asked({ one_of: [item(false, "without"), item(true, "in a charge")] }), [true]);
  assert.deepEqual(asked({ one_of: [item("a", "the only one")] }), [true]);
});

test("what is proposed first is taken of every list, and of nothing that is not one", () => {
  const order = (choices) => ({ command: { type: "g.order" }, choices });
  const lists = {
    "/a": { one_of: [item("x", "x", { "/b": { one_of: [item("y"), item("z")] } }), item("w")] },
  };
  assert.deepEqual(proposed(order(lists)), { "/a": 0, "/b": 0 });
  assert.deepEqual(proposed(order({ "/n": { integer: { min: 1, max: 2 } }, ...lists })), null);
  assert.deepEqual(proposed(order(undefined)), {});
  const some = { "/u": { some_of: [item("x"), item("y"), item("z")], min: 0, max: 2 } };
  assert.deepEqual(proposed(order({ ...some, ...lists })), { "/u": [0, 1], "/a": 0, "/b": 0 });
  assert.deepEqual(proposed(order({ "/u": { ...some["/u"], sum: 3 } })), null);
});

test("an order of a number goes as far as it may, with all who may go", () => {
  const line = {
    command: { type: "g.march" },
    choices: {
      "/units": { some_of: ["a", "b"].map((v) => item(v)), min: 1, max: 2 },
      "/hexes": { integer: { min: 1, max: 4 } },
    },
  };
  const far = (...to) => along(line, { option: "", pointer: "/hexes", to });
  assert.deepEqual(far(), { "/units": [0, 1], "/hexes": 4 });
  assert.deepEqual(far("2"), { "/units": [0, 1], "/hexes": 2 });
  assert.deepEqual(far("6"), { "/units": [0, 1], "/hexes": 4 });
});
