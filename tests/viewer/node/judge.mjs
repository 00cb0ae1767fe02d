// Verify what comes in, a line each: node judge.mjs <key> reads "capsule <base64>" or "receipt <base64>" and answers
// with a line of JSON, a capsule's report or what a receipt proves.
import { createInterface } from "node:readline";
import { verify } from "../../../viewer/verify/verify.js";
import { verifyReceipt } from "../../../viewer/verify/receipt.js";

const key = process.argv[2];
async function receipt(bytes) {
  try {
    const { event, faces, signed } = await verifyReceipt(bytes.toString("utf8"), key ?? null);
    return { seq: event.seq, faces, signed };
  } catch (fault) {
    return { fault: fault.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [what, base64] = line.split(" "),
    bytes = Buffer.from(base64, "base64");
  const said =
    what === "receipt" ? await receipt(bytes) : await verify(new Uint8Array(bytes), { key });
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
