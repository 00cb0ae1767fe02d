// The tray in few words, and chances as one says them.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aside,
  deed,
  givesNone,
  grouped,
  hint,
  inOrder,
  seldom,
  sifted,
  waits,
} from "../../../viewer/play/tray.js";
import { membersOf, UNREAD } from "../../../viewer/play/members.js";
import { chance, outcomeWords, under } from "../../../viewer/play/chance.js";

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

test("a name that begins another is not cut in two", () => {
  const titles = ["Pax Romana", "Pax Romana with a Peace card"],
    [{ title, rows }] = grouped(titles.map((title) => option(title, "g.pax")));
  assert.deepEqual([title, rows.map((r) => r.title)], ["Pax", titles]);
});

test("an article stays with the name that it stands before", () => {
  const titles = ["Move the Egyptian squadron", "Move the Liburnians"],
    [{ title, rows }] = grouped(titles.map((name) => option(name, "g.move")));
  assert.deepEqual(
    [title, rows.map((r) => r.title)],
    ["Move", ["The Egyptian squadron", "The Liburnians"]],
  );
});

test("one word in common stands over what it begins, whatever the command is called", () => {
  const [{ title, rows }] = grouped([
    option("Move Cato alone from Roma", "g.march"),
    option("Move Curio alone from Capua", "g.march"),
  ]);
  assert.deepEqual(
    [title, rows.map((r) => r.title)],
    ["Move", ["Cato alone from Roma", "Curio alone from Capua"]],
  );
});

test("options that differ only by how far they lead are one row, a people in its own land one name", () => {
  const titles = ["Roma", "Roma, 4 MA", "Mauri by the Mauri alone, 2 MA", "Arpi, 2 MA"],
    [march] = grouped(titles.map((title) => option(`March from ${title}`)));
  assert.deepEqual(
    march.rows.map((r) => [r.title, r.farther.map((one) => one.far)]),
    [
      ["Roma", ["4 MA"]],
      ["Mauri, 2 MA", []],
      ["Arpi, 2 MA", []],
    ],
  );
  const [alone] = grouped(titles.slice(0, 2).map((title) => option(`March from ${title}`)));
  assert.deepEqual([alone.title, alone.rows[0].title], ["", "March from Roma"]);
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
    ["3/100", "3 in 100"],
    ["31/800", "about 4 in 100"],
    ["1/2000", "about 1 in 100"],
    ["1999/2000", "all but certain"],
  ])
    assert.equal(chance(text), said);
});

test("chances that stand side by side have one denominator", () => {
  const said = (...texts) => texts.map((text) => chance(text, under(texts)));
  assert.deepEqual(said("1/6", "1/2", "1/3"), ["1 in 6", "3 in 6", "2 in 6"]);
  assert.deepEqual(said("5/36", "31/36"), ["5 in 36", "31 in 36"]);
  assert.deepEqual(said("41/100", "59/100"), ["about 4 in 10", "about 6 in 10"]);
  assert.deepEqual(said("289/700", "63/700"), ["about 41 in 100", "9 in 100"]);
  assert.deepEqual(said("1/216", "215/216"), ["about 1 in 100", "all but certain"]);
});

test("an outcome of any game is told by its members, what is not so left out", () => {
  assert.equal(
    outcomeWords({ winner: "rome", lost: { units: ["a", "b"] }, fled: false }),
    "Winner rome; lost units a, b",
  );
  assert.equal(outcomeWords({ hit: true, panic: null }), "Hit yes");
  assert.equal(outcomeWords({}), "Nothing comes of it");
});

test("what the table waits for comes first and in its order, what ends the phase last", () => {
  const titled = (type) => option(type, type),
    kinds = ["g.end-moves", "g.move", "g.march", "g.end"],
    given = ["g.other", "g.march", "g.move", "g.endure", "g.march", "g.end", "g.end-moves"];
  assert.deepEqual(
    inOrder(given.map(titled), kinds).map((item) => item.type),
    ["g.move", "g.march", "g.march", "g.other", "g.endure", "g.end", "g.end-moves"],
  );
  assert.deepEqual(
    inOrder(["g.end-moves", "g.propose"].map(titled), kinds).map((item) => item.type),
    ["g.end-moves", "g.propose"],
    "unless the game names it before all else",
  );
  assert.deepEqual(
    inOrder(["g.other", "g.end", "g.propose", "g.move"].map(titled), kinds).map(({ type }) => type),
    ["g.other", "g.end", "g.propose", "g.move"],
    "what it names after that is seldom wanted",
  );
  const ids = (given) => seldom(given.map(titled)).map(({ type }) => type);
  assert.deepEqual(ids(["g.march", "g.end", "g.travel", "campaign.annotate"]), ["g.travel"]);
  assert.deepEqual(ids(["g.march", "g.travel"]), [], "without an ending nothing is");
});

test("a place is named by what it is for, as far as the game's schemas say", () => {
  const system = {
      commands: [
        {
          type: "g.march",
          secret: ["effort"],
          schema: {
            $ref: "#/$defs/March",
            $defs: {
              March: {
                description: "March, or stay. G 1.\n\nBoth are opened.",
                properties: {
                  to: { type: "string", description: "The zone they march to." },
                  path: {
                    description: "The hexes, in order, ending with `to`; else the cheapest.",
                  },
                  effort: { $ref: "#/$defs/Effort", description: "The cards." },
                  bare: {},
                },
              },
              Effort: { properties: { ally: { description: "An Ally card (SW P27)." } } },
            },
          },
        },
        { type: "g.end", secret: [], schema: { properties: {} } },
      ],
    },
    { words, seals, about } = membersOf(system);
  assert.deepEqual(
    ["/to", "/path", "/effort/ally", "/effort", "/bare", "/no/place"].map((p) =>
      words("g.march", p),
    ),
    ["The zone they march to", "The hexes, in order", "An Ally card", "The cards", "Bare", "Place"],
  );
  assert.equal(words("g.unknown", "/to_zone"), "To zone");
  assert.equal(words("g.march", "/path/-"), "The hexes, in order");
  assert.equal(words("g.unknown", "/leaders/-"), "Leaders");
  assert.deepEqual(
    [seals("g.march"), seals("g.march", "effort"), seals("g.march", "to"), seals("g.end")],
    [true, true, false, false],
  );
  assert.deepEqual([about("g.march"), about("g.end")], ["Both are opened.", ""]);
  assert.deepEqual([UNREAD.words("g.march", "/to"), UNREAD.seals("g.march")], ["To", false]);
});

test("a button says the deed, and in short why; one that gives nothing asks nothing", () => {
  const [none, retreat, discard, march] = [
    "Commit none: a point helps only who fights, and no unit in range can now",
    "Retreat to Asia: friendly, empty",
    "Discard none",
    "March from Roma",
  ].map((title) => option(title));
  assert.deepEqual([none, retreat, discard, march].map(deed), [
    "Commit none",
    "Retreat to Asia",
    "Discard none",
    "March from Roma",
  ]);
  assert.deepEqual([none, retreat, discard].map(aside), ["", "friendly, empty", ""]);
  assert.deepEqual([none, retreat, discard, march].map(givesNone), [true, false, true, false]);
  const choice = option("Give units a point each, or none");
  assert.ok(!givesNone(choice), "to give some or none is a choice");
});
