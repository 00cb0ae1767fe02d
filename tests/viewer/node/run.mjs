// Verify a capsule's file with a key and print the report: node run.mjs <capsule> <key>.
import { readFileSync } from "node:fs";
import { verify } from "../../../viewer/verify/verify.js";

const [file, key] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await verify(new Uint8Array(readFileSync(file)), { key })));
