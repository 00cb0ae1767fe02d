// How a campaign is read: the board's steps first, the rest behind, and views out of whatever was read.
import test from "node:test";
import assert from "node:assert/strict";
import { fill, firstUnread, isOver, replay, unread, viewAt } from "../../../viewer/replay.js";
import { readBoard, readRest } from "../../../viewer/reading.js";

const patch = (n) => [{ op: "replace", path: "/n", value: n }];
/** A campaign whose view says which event it stands after; `asked` is what was asked for. */
function server(head, most = 200) {
  const asked = [];
  const read = async (after, limit) => {
    asked.push([after, limit]);
    const count = Math.max(0, Math.min(limit, most, head - after));
    return {
      view: { n: after, status: "open" },
      items: Array.from({ length: count }, (_, i) => ({
        ...{ seq: after + i + 1, text: [], dice: [], marks: [] },
        patch: patch(after + i + 1),
      })),
    };
  };
  return { read, asked };
}
const opened = (head, pages) =>
  pages.reduce(
    fill,
    replay({
      ...{ campaign: { id: "c", status: "open" }, audience: "public", source: "server" },
      ...{ view: pages[0].view, steps: unread(head) },
    }),
  );

test("a short campaign is read in one answer", async () => {
  const { read, asked } = server(150);
  const r = opened(150, await readBoard(read, { at: 3, head: 150 }));
  assert.deepEqual(asked, [[0, 200]]);
  assert.equal(firstUnread(r, 1, 150), 0);
});
test("a board in a long one needs the first step, its own and the last", async () => {
  const { read, asked } = server(9000);
  const r = opened(9000, await readBoard(read, { at: 4321, head: 9000 }));
  assert.deepEqual(asked, [
    [0, 1],
    [4320, 1],
    [8999, 1],
  ]);
  assert.equal(viewAt(r, 4320).n, 4320);
  assert.equal(viewAt(r, 4321).n, 4321);
  assert.equal(viewAt(r, 9000).n, 9000);
  assert.equal(isOver(r), false);
  assert.equal(viewAt(r, 5000), null);
});
/** Read everything behind a board; [replay, the pages in the order asked for]. */
async function whole(head, at, given = {}) {
  const { read, asked } = server(head, given.most);
  let r = opened(head, await readBoard(read, { at, head }));
  asked.length = 0;
  await readRest(given.read?.(read) ?? read, {
    head,
    at: () => at,
    missing: (from, to) => firstUnread(r, from, to),
    got: (page) => (r = fill(r, page)),
    signal: given.signal ?? new AbortController().signal,
    wait: given.wait ?? (async () => {}),
  });
  return [r, asked.map(([after]) => after)];
}
test("the rest is read from what is looked at outwards, each page once", async () => {
  const [r, asked] = await whole(2000, 1100);
  assert.equal(firstUnread(r, 1, 2000), 0);
  assert.deepEqual(asked.slice(0, 3), [1000, 800, 1200]);
  assert.equal(asked.length, 10);
  for (const seq of [2000, 1, 1099, 777, 778, 0]) assert.equal(viewAt(r, seq).n, seq);
});
test("what a server cuts short is asked for until it is whole", async () => {
  const [r] = await whole(430, 1, { most: 70 });
  assert.equal(firstUnread(r, 1, 430), 0);
});
test("a page that is not answered is asked for again, later each time", async () => {
  const waits = [];
  let failures = 3;
  const [r] = await whole(400, 1, {
    wait: async (ms) => waits.push(ms),
    read: (read) => (after, limit) =>
      after < 200 && failures-- > 0
        ? Promise.reject(Object.assign(new Error("down"), { status: 0, retry: null }))
        : read(after, limit),
  });
  assert.equal(firstUnread(r, 1, 400), 0);
  assert.deepEqual(waits, [1000, 2000, 4000]);
});
test("what may not be read is not asked for for ever", async () => {
  const refused = Object.assign(new Error("gone"), { status: 404 });
  await assert.rejects(whole(400, 1, { read: () => () => Promise.reject(refused) }), refused);
});
test("looking at a whole campaign keeps few views, and gives the same one again", async () => {
  const [r] = await whole(3000, 1);
  for (let seq = 1; seq <= 3000; seq++) viewAt(r, seq);
  const kept = r.views.kept.size;
  for (let i = 0; i < 3000; i++) viewAt(r, (i * 1013) % 3001);
  assert.equal(r.views.kept.size, kept);
  assert.ok(kept < 3000 / 20, String(kept));
  assert.equal(viewAt(r, 1501), viewAt(r, 1501));
});
