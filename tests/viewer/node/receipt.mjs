// Check a receipt's file and print what it proves: node receipt.mjs <receipt> <key>.
import { readFileSync } from "node:fs";
import { verifyReceipt } from "../../../viewer/verify/receipt.js";

const [file, key] = process.argv.slice(2);
let said;
try {
  const { event, faces, signed } = await verifyReceipt(readFileSync(file, "utf8"), key ?? null);
  said = { seq: event.seq, faces, signed };
} catch (fault) { said = { fault: fault.message }; }
process.stdout.write(JSON.stringify(said));
