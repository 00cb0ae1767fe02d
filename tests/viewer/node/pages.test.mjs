// A campaign that is made up becomes its request; one's own games stand in the order in which they ask.
import assert from "node:assert/strict";
import test from "node:test";
import { spanOf, toldOf } from "../../../viewer/pages/course.js";
import {
  begin,
  entitled,
  errorsAt,
  errorsElsewhere,
  offered,
  request,
} from "../../../viewer/pages/founding.js";
import { ago, gameOf, inOrder } from "../../../viewer/pages/games.js";

const SEATS = ["fabius", "papirius", "valerius"].map((seat) => ({ seat, title: seat }));
const SYSTEM = {
  system: "samnite-wars",
  title: "Samnite Wars",
  seats: SEATS,
  min_seats: 2,
  scenarios: [{ key: "standard", title: "The growth of the Republic", min_seats: 0 }],
  switches: [
    { key: "seal_grace", default: 7, values: [7, 0] },
    { key: "entered_dice", default: false, values: [false, true] },
  ],
  documents: [],
};
const NOW = Date.parse("2026-01-03T12:00:00Z");

/** A game as this browser holds it. */
const game = (id, { waiting = [], status = "open", at, head = 5 }, seen = 0) =>
  gameOf({ id, waiting, status, at, head: { seq: head } }, ["referee", "seat:fabius"], seen);

test("what is left as it is by default is not sent", () => {
  const draft = begin(SYSTEM);
  assert.deepEqual(request({ ...draft, seats: draft.seats.slice(0, 2) }).seats, []);
  const { name, options, data } = request(draft);
  assert.deepEqual([name, options, data], ["The growth of the Republic", {}, {}]);
});

test("a campaign begins with the scenario that its game marks for a first one, else the smallest", () => {
  const [small, whole] = ["small", "whole"].map((key) => ({ key, title: key, min_seats: 0 })),
    marked = { ...whole, for_a_first_game: true };
  assert.equal(begin({ ...SYSTEM, scenarios: [small, marked] }).scenario, "whole");
  assert.equal(begin({ ...SYSTEM, scenarios: [small, whole] }).scenario, "small");
});

test("the scenario of a first game is offered first, then those nearest to it in size", () => {
  const keys = ["desk", "small", "large", "whole"],
    order = (first) =>
      offered({ scenarios: keys.map((key) => ({ key, for_a_first_game: key === first })) })
        .map((s) => s.key)
        .join(" ");
  assert.equal(order("whole"), "whole large small desk");
  assert.equal(order("small"), "small desk large whole");
  assert.equal(order(""), keys.join(" "));
});

test("names, switches and seats are sent as they were chosen", () => {
  const draft = begin(SYSTEM),
    seats = draft.seats.map((s, i) => ({ ...s, plays: i !== 1, name: i ? "" : " Ann " }));
  const sent = request({
    ...draft,
    name: " e\u0301 ",
    seats,
    switches: { ...draft.switches, seal_grace: 0 },
  });
  assert.equal(sent.name, "\u00e9");
  assert.deepEqual(sent.options, { seal_grace: 0 });
  assert.deepEqual(sent.seats, [
    { seat: "fabius", name: "Ann" },
    { seat: "valerius", name: "valerius" },
  ]);
});

test("an error stands at its place or below it, and nowhere else", () => {
  const errors = ["/name", "/data/map/zones/3", "/data/mapped", ""].map((pointer) => ({ pointer }));
  assert.deepEqual(errorsAt(errors, "/data/map"), [errors[1]]);
  assert.deepEqual(errorsElsewhere(errors, ["/name", "/data/map"]), [errors[2], errors[3]]);
});

test("games that ask something of one come first, the longest waiting before all", () => {
  const mine = (at) => [{ seat: "fabius", for: "", kinds: [], since: { seq: 1, at } }];
  const games = [
    game("over", { status: "concluded", at: "2026-01-03T11:00:00Z" }),
    game("theirs", { waiting: [{ seat: "papirius" }], at: "2026-01-03T10:00:00Z" }),
    game("lately", { waiting: mine("2026-01-03T09:00:00Z"), at: "2026-01-01T00:00:00Z" }),
    game("long", { waiting: mine("2026-01-02T09:00:00Z"), at: "2026-01-03T00:00:00Z" }),
  ];
  const ids = inOrder(games).map((g) => g.campaign.id);
  assert.deepEqual(ids, ["long", "lately", "theirs", "over"]);
});

test("who plays a seat sits down in it, whoever is awaited; what came since is counted", () => {
  const { as, news, mine } = game("one", { waiting: [{ seat: "referee" }], head: 9 }, 6);
  assert.deepEqual([as, news, mine.length], ["seat:fabius", 3, 1]);
  assert.equal(game("two", { waiting: [{ seat: "papirius" }] }).as, "seat:fabius");
});

test("how long ago is said in the largest unit", () => {
  assert.equal(ago("2026-01-03T11:59:30Z", NOW), "just now");
  assert.equal(ago("2026-01-03T11:42:00Z", NOW), "18 minutes ago");
  assert.equal(ago("2026-01-02T11:00:00Z", NOW), "yesterday");
  assert.equal(ago(undefined, NOW), "");
});

test("a scenario may call the seats by names of its own, and letters follow where they differ", () => {
  const seats = [
      { seat: "active", title: "The active player", name: "The active player", letter: "A" },
      { seat: "reactive", title: "The reactive player", name: "Ben", letter: "R" },
    ],
    of = (...titles) => ({ seats, scenarios: [{ key: "actium", seats: titles }] });
  assert.deepEqual(entitled(seats, of("The Antonians", "The Caesarians"), "actium"), [
    { seat: "active", title: "The Antonians", name: "The Antonians", letter: "A" },
    { seat: "reactive", title: "The Caesarians", name: "Ben", letter: "C" },
  ]);
  assert.equal(entitled(seats, of("Ayes", "Also"), "actium")[1].letter, "R");
  assert.deepEqual(entitled(seats, of("a", "b"), "other"), seats);
  assert.deepEqual(entitled(seats, null, "actium"), seats);
});

test("what the referee is awaited for and a seat may do is anyone's, for who holds a seat", () => {
  const waiting = [{ seat: "referee", kinds: ["g.roll"] }],
    of = (held, open) =>
      gameOf({ id: "x", waiting, status: "open", head: { seq: 1 } }, held, 0, new Set(open)),
    told = ({ mine, anyones }) => [mine.length, anyones.length];
  assert.deepEqual(told(of(["seat:fabius"], ["g.roll"])), [0, 1]);
  assert.deepEqual(told(of(["seat:fabius"], ["g.draw"])), [0, 0]);
  assert.deepEqual(told(of(["observer"], ["g.roll"])), [0, 0]);
  assert.deepEqual(told(of(["referee", "seat:fabius"], ["g.roll"])), [1, 0]);
});

test("a moment is called by what the side did that gained, and told by what names it with what it has now", () => {
  const settled = {
    text: [
      "Labienus falls back to Asia.",
      "Adjustments. Control points: the Caesarians 14, the Republicans 6.",
      "The Republicans take the land of the Numidae.",
      "The Caesarians take Macedonia.",
    ],
    changes: [
      { title: "Republicans", before: 8, after: 6 },
      { title: "Caesarians", before: 12, after: 14 },
    ],
    measure: "Control points",
    fought: false,
  };
  assert.equal(toldOf(settled).first, "The Caesarians take Macedonia.");
  assert.ok(!toldOf(settled).rest.some((t) => t.includes("Control points")));
  const beaten = {
    text: [
      "Mercenaries beat Hastati.",
      "Hastati: die 6.",
      "They panic: Rome has 7 Rout Points now.",
    ],
    changes: [{ title: "Rome", before: 5, after: 7 }],
    measure: "Rout Points",
    fought: true,
  };
  assert.deepEqual(toldOf(beaten), { first: beaten.text[0], rest: [beaten.text[2]] });
  const plain = { ...beaten, changes: [{ title: "Carthage", before: 5, after: 7 }] };
  assert.deepEqual(toldOf(plain).rest, beaten.text.slice(1));
});

test("what both ends of a war are called is said once", () => {
  assert.equal(spanOf("48 BC", "46 BC"), "48 to 46 BC");
  assert.equal(spanOf("Turn 1", "Turn 16"), "Turns 1 to 16");
  assert.equal(spanOf("Before the battle", "Turn 7"), "Before the battle to Turn 7");
});
