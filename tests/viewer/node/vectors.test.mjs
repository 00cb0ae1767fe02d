// The format's test vectors, as literals.
import test from "node:test";
import assert from "node:assert/strict";
import { hex, unhex, utf8, sha256, base64, unbase64 } from "../../../viewer/verify/bytes.js";
import { canonical, parseLine, C } from "../../../viewer/verify/canonical.js";
import { commandDigest, Stream } from "../../../viewer/verify/dice.js";
import { sealDigest, openingFault } from "../../../viewer/verify/seals.js";
import { leafHash, root } from "../../../viewer/verify/merkle.js";
import { unquote, parseCheckpoint, parseKey, signedBy } from "../../../viewer/verify/note.js";
import { signer, sampleLog } from "./forge.mjs";

const LINK2 = "93002c07f2c9cb74533e1185df3c5b08b6297b74b456a17a0ecb1faad8ead9da";
const LINK1 = "53c8a666b588e7be6342d9afcde700be1a4a59fa63eb4d4801bdfec30e94f7c9";
const ANCHOR = "9dcb2f53d22c16f9758fc6326aff3d1d506e8debdad335b28dcdff1de1948b0f";
const CAMPAIGN = "0193a5a0-0000-7000-8000-000000000001";
const COMMAND_D = "e3caed0f6b0a1ce7d1f79d62f70b7a39db97dee188e267330d05a97700f0b37d";

test("each link hashes to the one before, the first to the anchor", async () => {
  assert.equal(hex(await sha256(unhex(LINK2))), LINK1);
  assert.equal(hex(await sha256(unhex(LINK1))), ANCHOR);
});
test("D is the hash of the command with its sealed values blanked", async () => {
  assert.equal(await commandDigest({ type: "civil-war.roll-year-event" }), COMMAND_D);
  assert.equal(
    await commandDigest({ orders: { sealed: "f".repeat(64) }, type: "x" }),
    "dae6205fbcba83bb2ac5d7b3328e7ad98264ef11b5a635d51a4ce195372da1ce",
  );
});
test("block 0 and the dice read from the stream", async () => {
  const draw = {
    campaign: CAMPAIGN,
    chain: "open",
    link: 1,
    D: COMMAND_D,
    entropy: "alea",
    seed: unhex(LINK1),
  };
  const blocks = await Stream.of(draw),
    first = new Uint8Array(32);
  for (let i = 0; i < 32; i++) first[i] = await blocks.byte();
  assert.equal(hex(first), "fbc81738beefcae55bcdfcd72293427fe8b682364c68190cd65fe70bf5f7b4fe");
  const stream = await Stream.of(draw),
    faces = [];
  for (const die of ["d6", "d10_zero", "d10", "d100", "d6", "d6"])
    faces.push(await stream.face(die));
  assert.deepEqual(faces, [6, 0, 4, 57, 5, 6]);
});
test("shuffles on the sealed chain", async () => {
  const draw = {
    campaign: CAMPAIGN,
    chain: "sealed",
    link: 2,
    D: await commandDigest({ type: "x" }),
    entropy: "",
    seed: unhex(LINK2),
  };
  assert.deepEqual(
    await (await Stream.of(draw)).face("shuffle:10"),
    [6, 1, 5, 9, 7, 0, 8, 4, 3, 2],
  );
  assert.deepEqual(
    (await (await Stream.of(draw)).face("shuffle:300")).slice(0, 8),
    [279, 157, 172, 42, 116, 4, 53, 152],
  );
});
test("the leaf's bytes and hash", async () => {
  const leaf = `{"at":"2026-11-21T20:46:00.123Z","by":"seat:caesarian","campaign":"0193a5a0-0000-7000-8000-000000000001","command":{"type":"civil-war.roll-year-event"},"draws":[{"chain":"open","dice":[{"die":"d6","face":6,"for":"year event"},{"die":"d10_zero","face":0,"for":"year event"},{"die":"d10","face":4,"for":"x"},{"die":"d100","face":57,"for":"x"},{"die":"d6","face":5,"for":"x"},{"die":"d6","face":6,"for":"x"}],"link":1,"seed":"53c8a666b588e7be6342d9afcde700be1a4a59fa63eb4d4801bdfec30e94f7c9"}],"effects":[],"entropy":"alea","for":"","key":"k-1","prev":"abababababababababababababababababababababababababababababababab","seq":2,"v":1}`;
  assert.equal(canonical(parseLine(utf8(leaf))), leaf);
  assert.equal(
    hex(await leafHash(C(JSON.parse(leaf)))),
    "bb0539da6974add6b9e716a4e3efb6cb8271efe3cbc9cf2b66c3a877532145a5",
  );
});
test("a sealed value and its opening", async () => {
  const salt = "00112233445566778899aabbccddeeff",
    value = ["Legions", "Swords"],
    digest = "2a1e56d85fdb09736d94b22d1e5743a9c42fd6d99ee8a14a8edc9ba11cfd311d";
  assert.equal(await sealDigest(CAMPAIGN, 3, unhex(salt), value), digest);
  assert.equal(await openingFault(digest, { salt, value }, { campaign: CAMPAIGN, seq: 3 }), "");
  assert.match(
    await openingFault(digest, { salt: salt.slice(2), value }, { campaign: CAMPAIGN, seq: 3 }),
    /16 bytes/,
  );
});
test("the Merkle root over five leaves", async () => {
  const leaves = await Promise.all([0, 1, 2, 3, 4].map((i) => leafHash(Uint8Array.of(i))));
  assert.equal(
    hex(await root(leaves)),
    "b855b42d6c30f5b087e05266783fbd6e394f7b926013ccaa67700a8b0c5a596f",
  );
});
test("a line is refused unless its bytes are canonical", () => {
  for (const bad of [
    '{"a":1,"a":1}',
    '{"a":2.0}',
    '{"a":1e2}',
    '{"b":1,"a":2}',
    '{"a": 1}',
    '{"a":-0}',
    '{"a":9007199254740993}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0041"}',
    "{",
    '{"a":1}\r',
  ])
    assert.throws(() => parseLine(utf8(bad)), undefined, bad);
  assert.throws(() => parseLine(Uint8Array.of(0x22, 0xff, 0x22)));
  assert.throws(() => canonical({ a: 1.5 }));
  assert.throws(() => canonical({ é: 1 }));
  assert.throws(() => canonical(2 ** 53));
  assert.equal(
    canonical({ z: "\u2028é", a: [null, true, -3] }),
    '{"a":[null,true,-3],"z":"\u2028é"}',
  );
  assert.deepEqual(parseLine(utf8('{"__proto__":1}')), JSON.parse('{"__proto__":1}'));
});
test("base64 and hexadecimal are canonical or refused", () => {
  assert.equal(unhex("AB"), null);
  assert.equal(unhex("abc"), null);
  assert.equal(unbase64("QUI"), null);
  assert.equal(unbase64("QUJ="), null);
  assert.equal(base64(unbase64("QUI=")), "QUI=");
});
test("a checkpoint survives quoting by a mail program", async () => {
  const by = signer(),
    log = sampleLog(),
    note = by.note(log.campaign, log.events);
  const mailed = note
    .split("\n")
    .map((l) => `> ${l.replace("— ", "-- ")}  `)
    .join("\r\n");
  assert.equal(unquote(`On Friday you wrote:\r\n${mailed}\r\n> Regards`), note);
  assert.equal(await signedBy(parseCheckpoint(note), await parseKey(by.key)), true);
  assert.equal(await signedBy(parseCheckpoint(note), await parseKey(signer().key)), false);
  assert.equal(unquote("nothing"), null);
  assert.equal(await parseKey(by.key.replace("alea", "area")), null);
});
