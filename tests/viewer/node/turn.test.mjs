// A player's turn: composing, taking back, sending, and every way in which a server may answer.
import assert from "node:assert/strict";
import test from "node:test";
import { Turn } from "../../../viewer/play/turn.js";
import { onlyAnswers } from "../../../viewer/play/waiting.js";
import { itemOf } from "../../../viewer/play/concerns.js";
import { readDraft } from "../../../viewer/play/draft.js";
import { grouped, inOrder } from "../../../viewer/play/tray.js";

const march = {
  id: "march",
  title: "March",
  rule: "G 1",
  command: { type: "g.march" },
  choices: {
    "/to": {
      one_of: [
        { value: "Roma", title: "Roma" },
        { value: "Capua", title: "Capua" },
      ],
    },
  },
};
const roll = { id: "roll", title: "Roll", rule: "G 2", command: { type: "g.roll" } };
const waiting = [
  { seat: "rome", for: "an answer", kinds: ["g.roll", "g.march"] },
  { seat: "samnites", for: "an answer", kinds: ["g.roll", "g.march"] },
];
const problem = (status, more = {}) => Object.assign(new Error("no"), { status, ...more });

/** A server with a script of answers to what is sent; an error is thrown, a number accepts so many. */
function server(...script) {
  const log = { sent: [], asked: 0, at: 7, items: [march, roll], between: [] };
  log.service = {
    options: async (orders) => ({
      at: log.at,
      waiting: log.waiting ?? waiting,
      items: log.items.map(itemOf),
      refused:
        log.impossible === undefined || !orders.length
          ? null
          : { index: log.impossible, problem: problem(422) },
    }),
    forecast: async (commands) => ({ asked: (log.asked += 1), of: commands }),
    events: async () => log.between,
    post: async (orders, at) => {
      log.sent.push({
        at,
        orders: orders.map(({ key, entropy, command }) => ({ key, entropy, command })),
      });
      const next = script.shift() ?? orders.length;
      if (next instanceof Error) {
        log.at = next.head ?? log.at;
        throw next;
      }
      const taken = typeof next === "number" ? next : next.taken;
      log.at += taken;
      return {
        events: orders.slice(0, taken).map((o) => ({ entropy: o.entropy })),
        refused: next.refused,
      };
    },
  };
  return log;
}

let campaigns = 0;
async function turnAt(log, campaign = `c${(campaigns += 1)}`, role = "seat:rome") {
  const turn = new Turn({ campaign, role, service: log.service, delay: (run) => run() });
  await turn.read();
  return turn;
}
const orders = (turn) => turn.state.orders.map((o) => o.command);

test("orders are composed, changed, taken back and sent together on the head that was seen", async () => {
  const log = server(),
    turn = await turnAt(log);
  turn.choose("march");
  turn.answer("/to", 0);
  await turn.add();
  turn.choose("march");
  turn.answer("/to", 1);
  await turn.undo();
  assert.deepEqual(turn.state.open.answers, {});
  turn.answer("/to", 1);
  await turn.add();
  await turn.change(turn.state.orders[0].key);
  assert.deepEqual(turn.state.open.answers, { "/to": 0 });
  await turn.undo();
  assert.deepEqual(orders(turn), [
    { type: "g.march", to: "Roma" },
    { type: "g.march", to: "Capua" },
  ]);
  assert.deepEqual(log.sent, []);
  await turn.send();
  assert.equal(log.sent[0].at, 7);
  assert.deepEqual(
    log.sent[0].orders.map((o) => o.command.to),
    ["Roma", "Capua"],
  );
  assert.equal(turn.state.result.kind, "sent");
  assert.deepEqual([turn.state.orders, turn.state.at, turn.undoable], [[], 9, false]);
});

test("an order that is filled anew is tried after those before it, and comes back to its place", async () => {
  const log = server(),
    after = [],
    { options, forecast } = log.service;
  log.service.options = (orders) => (after.push(orders.length), options(orders));
  log.service.forecast = (commands) => (after.push(commands.length), forecast(commands));
  const turn = await turnAt(log, "anew");
  for (const to of [0, 1]) {
    turn.choose("march");
    turn.answer("/to", to);
    await turn.add();
  }
  after.length = 0;
  await turn.change(turn.state.orders[0].key);
  assert.deepEqual(after, [0, 1], "what may be done, and the order that is filled");
  const again = await turnAt(log, "anew");
  await again.add();
  assert.deepEqual(orders(again), [
    { type: "g.march", to: "Roma" },
    { type: "g.march", to: "Capua" },
  ]);
  turn.choose("roll");
  await turn.add();
  assert.deepEqual(orders(turn).at(-1), { type: "g.roll" }, "another comes last");
});

test("the only thing to do takes one press where nothing of it is to be chosen or thrown", async () => {
  const then = [{ seat: "samnites", for: "an answer", kinds: [] }];
  /** What takes one press, who is awaited after it, and what alone there is that takes more. */
  const only = async (items, after, seals = () => false) => {
    const log = server();
    log.items = items;
    log.service.whole = async (item) => items.find(({ id }) => id === item.id);
    log.service.after = async () => after;
    const turn = new Turn({
      campaign: `c${(campaigns += 1)}`,
      role: "seat:rome",
      service: log.service,
      seals,
    });
    await turn.read();
    const opened = await turn.only();
    return [turn.ending?.id, turn.state.after?.waiting, opened?.id];
  };
  assert.deepEqual(await only([roll], then), ["roll", then, undefined]);
  assert.deepEqual(await only([roll, march], then), [undefined, undefined, undefined]);
  assert.deepEqual(
    await only([march], then),
    [undefined, undefined, "march"],
    "there is something to choose",
  );
  assert.deepEqual(await only([roll], null), [undefined, undefined, "roll"], "dice fall with it");
  assert.deepEqual(
    await only([roll], null, (type) => type === "g.roll"),
    ["roll", null, undefined],
    "nobody can know what comes of what is laid face down",
  );
});

test("what may be done keeps its order while orders are composed, sent and taken back", async () => {
  const option = (id, title) => ({ id, title, rule: "G 1", command: { type: "g.march" } }),
    [army, alone, other, end] = [
      option("army", "March from Apulia"),
      option("alone", "Move Antonius alone"),
      option("other", "March from Gallia"),
      { ...roll, id: "end", title: "End it", command: { type: "g.end" } },
    ],
    log = server();
  log.items = [army, alone, other, end];
  const turn = await turnAt(log),
    order = () =>
      grouped(inOrder(turn.state.items, ["g.march", "g.end"], turn.state.met)).map(
        (g) => g.title || g.rows[0].title,
      );
  assert.deepEqual(order(), ["March from", "Move Antonius alone", "End it"]);
  turn.choose("army");
  log.items = [alone, other, end];
  await turn.add();
  assert.deepEqual(order(), ["March from Gallia", "Move Antonius alone", "End it"]);
  await turn.send();
  assert.deepEqual(order(), ["March from Gallia", "Move Antonius alone", "End it"]);
});

test("who owes two answers is awaited once, for both", async () => {
  const log = server();
  log.waiting = [
    { seat: "rome", for: "deserters in Asia", kinds: ["g.march"] },
    { seat: "rome", for: "deserters in Gallia", kinds: ["g.march", "g.roll"] },
  ];
  const turn = await turnAt(log);
  assert.deepEqual(turn.state.waiting, [
    { seat: "rome", for: "deserters in Asia and Gallia", kinds: ["g.march", "g.roll"] },
  ]);
  assert.deepEqual([turn.awaited, turn.others], [turn.state.waiting[0], []]);
});

test("a draft outlives its page, and belongs to one role of one campaign", async () => {
  const log = server(),
    turn = await turnAt(log, "kept");
  turn.choose("roll");
  await turn.add();
  turn.choose("march");
  turn.answer("/to", 1);
  const again = await turnAt(server(), "kept");
  assert.deepEqual(orders(again), [{ type: "g.roll" }]);
  assert.equal(again.state.orders[0].key, turn.state.orders[0].key);
  assert.deepEqual([again.state.open.option.id, again.state.open.answers], ["march", { "/to": 1 }]);
  assert.deepEqual(orders(await turnAt(server(), "kept", "seat:samnites")), []);
  again.clear();
  assert.deepEqual(readDraft("kept", "seat:rome").orders, []);
});

test("what is foreseen is of the order that stands now, after those composed", async () => {
  const log = server(),
    waitingFor = [],
    turn = new Turn({
      campaign: "forecast",
      role: "seat:rome",
      service: log.service,
      delay: (run) => waitingFor.push(run),
    });
  await turn.read();
  turn.choose("roll");
  await turn.add();
  turn.choose("march");
  turn.answer("/to", 0);
  turn.answer("/to", 1);
  for (const run of waitingFor) await run();
  assert.equal(log.asked, 1);
  assert.deepEqual(turn.state.forecast.answer.of, [
    { type: "g.roll" },
    { type: "g.march", to: "Capua" },
  ]);
});

for (const [name, answer, kind] of [
  ["an error of the server", problem(503), "unanswered"],
  ["no answer", problem(0), "unanswered"],
  ["a refusal", problem(422), "refused"],
  ["a stale head", problem(412, { head: 9 }), "stale"],
])
  test(`after ${name} a throw is sent again with its key and entropy`, async () => {
    const log = server(answer, answer),
      turn = await turnAt(log);
    log.between = [{ by: "referee", for: "", command: { type: "campaign.rule" } }];
    turn.choose("roll");
    await turn.send();
    assert.equal(turn.state.result.kind, kind);
    await turn.send();
    await turn.send();
    assert.equal(turn.state.result.kind, "sent");
    const [first, second, third] = log.sent.map((s) => s.orders);
    assert.deepEqual(second, first);
    assert.deepEqual(third, first);
  });

test("a server that refuses wins no second throw, not even of an order that is made anew", async () => {
  const log = server(problem(422), problem(422)),
    turn = await turnAt(log);
  turn.choose("roll");
  await turn.send();
  await turn.remove(turn.state.orders[0].key);
  turn.choose("roll");
  await turn.send();
  await turn.change(turn.state.orders[0].key);
  await turn.send();
  assert.equal(new Set(log.sent.map((s) => s.orders[0].entropy)).size, 1);
  turn.choose("roll");
  await turn.send();
  assert.notEqual(log.sent[3].orders[0].entropy, log.sent[0].orders[0].entropy);
});

test("where only others answered the same window it is sent again by itself, with the same key", async () => {
  const log = server(problem(412, { head: 8 }), problem(412, { head: 9 })),
    turn = await turnAt(log);
  log.between = [{ by: "seat:samnites", for: "", command: { type: "g.roll" } }];
  turn.choose("roll");
  await turn.send();
  assert.equal(turn.state.result.kind, "sent");
  assert.deepEqual(
    log.sent.map((s) => s.at),
    [7, 8, 9],
  );
  assert.deepEqual(log.sent[2].orders, log.sent[0].orders);
});

test("what came between is another's answer only if it is of the window's kinds and not one's own", () => {
  const event = (by, type, of = "") => ({ by, for: of, command: { type } }),
    only = (events, after = waiting) => onlyAnswers(events, "seat:rome", waiting, after);
  assert.equal(
    only([event("seat:samnites", "g.roll"), event("referee", "g.march", "seat:samnites")]),
    true,
  );
  assert.equal(only([event("seat:samnites", "campaign.resign")]), false);
  assert.equal(only([event("referee", "g.roll", "seat:rome")]), false);
  assert.equal(only([event("seat:rome", "g.roll")]), false);
  assert.equal(only([event("seat:samnites", "g.roll")], waiting.slice(1)), false);
});

test("after a stale head what still holds is kept, and what does not is marked", async () => {
  const log = server(problem(412, { head: 9 })),
    turn = await turnAt(log);
  turn.choose("march");
  turn.answer("/to", 0);
  await turn.add();
  turn.choose("march");
  turn.answer("/to", 1);
  await turn.add();
  log.impossible = 0;
  await turn.send();
  assert.deepEqual(turn.state.result, { kind: "stale", from: 7, to: 9, lost: 1 });
  assert.deepEqual(
    turn.state.orders.map((o) => o.lost?.status),
    [422, undefined],
  );
  assert.equal(log.sent.length, 1);
});

test("of several orders the one that was refused is named, and those accepted leave the draft", async () => {
  const log = server({ taken: 1, refused: problem(422) }),
    turn = await turnAt(log);
  for (const to of [0, 1]) {
    turn.choose("march");
    turn.answer("/to", to);
    await turn.add();
  }
  const [, second] = turn.state.orders;
  await turn.send();
  assert.equal(turn.state.result.order, second.key);
  assert.deepEqual(orders(turn), [{ type: "g.march", to: "Capua" }]);
});

test("what was half filled is opened again only where the lists are the same", async () => {
  const turn = await turnAt(server(), "half");
  turn.choose("march");
  turn.answer("/to", 1);
  const later = server();
  later.at = 8;
  assert.deepEqual((await turnAt(later, "half")).state.open.answers, {});
});

test("an order that was sent without an answer is settled by its event in the log, and by no other's", async () => {
  const turn = await turnAt(server(problem(0)));
  turn.choose("roll");
  await turn.send();
  const [{ key, entropy }] = turn.state.orders;
  turn.stands([{ by: "seat:samnites", key, entropy, seq: 8 }]);
  assert.equal(turn.state.orders.length, 1);
  turn.stands([{ by: "seat:rome", key, entropy, seq: 8 }]);
  assert.deepEqual([turn.state.orders, turn.state.result.kind], [[], "sent"]);
  assert.equal(turn.state.result.orders[0].entropy, entropy);
});

test("of a batch that is refused whole the order is named that the server names", async () => {
  const turn = await turnAt(server(Object.assign(problem(422), { command: 0 })));
  for (const to of [0, 1]) {
    turn.choose("march");
    turn.answer("/to", to);
    await turn.add();
  }
  await turn.send();
  assert.equal(turn.state.result.order, turn.state.orders[0].key);
});

/** A server that tells the outline, and an option once it is asked for. */
function outlining() {
  const log = server(),
    { options } = log.service,
    asked = [];
  return {
    ...log,
    asked,
    service: {
      ...log.service,
      options: async (orders) => {
        const found = await options(orders);
        return { ...found, items: found.items.map(({ option: _, ...item }) => item) };
      },
      whole: async ({ id }) => {
        asked.push(id);
        return log.items.find((one) => one.id === id) ?? null;
      },
    },
  };
}

test("an option is read when it is opened, once, and again only with another outline", async () => {
  const log = outlining(),
    turn = await turnAt(log);
  assert.deepEqual(log.asked, []);
  await turn.choose("march");
  assert.deepEqual(turn.state.open.option, march);
  turn.drop();
  await turn.choose("march");
  turn.answer("/to", 1);
  assert.deepEqual(log.asked, ["march"]);
  await turn.read();
  assert.deepEqual(log.asked, ["march", "march"]);
  assert.deepEqual(turn.state.open.answers, { "/to": 1 });
});

test("of two that are opened the last is filled", async () => {
  const turn = await turnAt(outlining());
  await Promise.all([turn.choose("march"), turn.choose("roll")]);
  assert.equal(turn.state.open.option.id, "roll");
});

test("a referee who acts for a seat is awaited as the seat is, with a draft of its own", async () => {
  const log = server(),
    campaign = "mailed",
    of = async (actsFor) => {
      const turn = new Turn({
        campaign,
        role: "referee",
        actsFor,
        service: log.service,
        delay: (run) => run(),
      });
      await turn.read();
      return turn;
    },
    desk = await of(null),
    rome = await of("rome");
  assert.equal(desk.awaited, null);
  assert.equal(rome.awaited.seat, "rome");
  rome.choose("march");
  rome.answer("/to", 0);
  await rome.add();
  assert.deepEqual(readDraft(campaign, "referee").orders, []);
  assert.equal((await of("rome")).state.orders.length, 1);
});

test("what is asked of the referee and may be done by others too is anyone's", async () => {
  const log = server();
  log.waiting = [{ seat: "referee", for: "the deal", kinds: ["g.roll"] }];
  const turn = await turnAt(log);
  assert.equal(turn.anyones.for, "the deal");
  log.items = [march];
  await turn.read();
  assert.equal(turn.anyones, null);
});

test("what was picked on the board is chosen in the order that is begun, read first or not", async () => {
  for (const log of [server(), outlining()]) {
    const turn = await turnAt(log);
    await turn.choose("march", ["Capua"]);
    assert.deepEqual(turn.state.open.answers, { "/to": 1 });
  }
});

test("what fails once the answer was read is no refusal", async () => {
  const log = server(),
    turn = await turnAt(log);
  turn.choose("roll");
  turn.changed = () => {
    if (turn.state.result) throw new Error("our own drawing");
  };
  await assert.rejects(turn.send(), /our own drawing/);
  assert.equal(turn.state.result.kind, "sent");
  assert.deepEqual(turn.state.orders, []);
});

test("what stands is shown before what may be done next is read, and that is read once", async () => {
  const log = server(),
    { options } = log.service,
    told = [];
  log.service.options = (orders) => {
    told.push("read");
    return options(orders);
  };
  const turn = await turnAt(log);
  turn.stood = async () => told.push("shown");
  turn.choose("roll");
  await turn.send();
  assert.deepEqual(told, ["read", "shown", "read"]);
});

test("a referee sees the orders of a seat only once they act for it", async () => {
  const log = server(),
    rule = { id: "rule", title: "Rule", rule: "", command: { type: "campaign.rule" } },
    types = async (role, seats) => {
      log.items = [march, roll, rule];
      log.waiting = seats.map(([seat, ...kinds]) => ({ seat, for: "an act", kinds }));
      return (await turnAt(log, undefined, role)).state.items.map((item) => item.id);
    },
    rome = ["rome", "g.march", "g.roll"];
  assert.deepEqual(await types("referee", [rome]), ["rule"]);
  assert.deepEqual(await types("referee", [rome, ["referee", "g.roll"]]), ["roll", "rule"]);
  assert.deepEqual(await types("seat:rome", [rome]), ["march", "roll", "rule"]);
});

test("news under the finger kill no button: what was seen is sent on the head it was seen on", async () => {
  const log = server(),
    later = [],
    turn = await turnAt(log);
  turn.choose("march");
  turn.answer("/to", 0);
  await new Promise((go) => setImmediate(go));
  const { answer } = turn.state.forecast;
  turn.delay = (run) => later.push(run);
  log.at = 8;
  await turn.read();
  assert.deepEqual(turn.state.forecast.answer, answer);
  await turn.send();
  assert.deepEqual([log.sent[0].at, turn.state.at], [7, 9]);
});

test("of another order, or after other ones, nothing is seen yet", async () => {
  const log = server(),
    turn = await turnAt(log);
  turn.choose("roll");
  await turn.add();
  turn.choose("march");
  turn.answer("/to", 0);
  await new Promise((go) => setImmediate(go));
  turn.delay = () => {};
  await turn.remove(turn.state.orders[0].key);
  assert.equal(turn.state.forecast.answer, null);
  turn.delay = (run) => run();
  turn.answer("/to", 1);
  assert.equal(turn.state.forecast.answer, null);
});

test("what may be done is read after what was sent stands, whatever was being read before", async () => {
  const log = outlining(),
    turn = await turnAt(log),
    { whole } = log.service;
  await turn.choose("roll");
  let answer;
  log.service.whole = (item) => new Promise((go) => (answer = () => go(whole(item))));
  const reading = turn.read();
  await new Promise((go) => setImmediate(go));
  turn.delay = () => {};
  turn.stood = async () => {
    answer();
    await new Promise((go) => setImmediate(go));
    log.items.pop();
  };
  await turn.send();
  await reading;
  assert.deepEqual(
    turn.state.items.map((item) => item.id),
    ["march"],
  );
});
