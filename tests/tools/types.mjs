// Make build/types/*.d.ts of the contracts beside them: node tests/tools/types.mjs
import { readdir, readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const build = new URL("../../build/types/", import.meta.url);
for (const name of await readdir(build)) {
  if (!name.endsWith(".json")) continue;
  const types = await openapiTS(await readFile(new URL(name, build), "utf8"));
  await writeFile(new URL(name.replace(".json", ".d.ts"), build), astToString(types));
}
