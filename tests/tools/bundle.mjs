// Print the viewer's modules, but for workers in one file, as JSON by path:
// node tests/tools/bundle.mjs <entry> …
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const viewer = fileURLToPath(new URL("../../viewer", import.meta.url));
const page = 'document.querySelector("script[type=module]").src';
/** A module keeps its address: what it names relative to itself is not where the bundle lies. */
const placed = {
  name: "placed",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const address = `new URL(${JSON.stringify(relative(viewer, path))}, ${page}).href`;
      const text = await readFile(path, "utf8");
      return { contents: text.replaceAll("import.meta.url", address) };
    });
  },
};
const how = {
  ...{ absWorkingDir: viewer, outdir: viewer, outbase: viewer },
  ...{ bundle: true, format: "esm", write: false, metafile: true, plugins: [placed] },
};
const entries = process.argv.slice(2);
const isWorker = (path) => path.endsWith("worker.js");
const modules = entries.filter((path) => !isWorker(path));
/** Each module runs when it is first asked for, as it does apart. */
const all = `const known = {
  ${modules.map((path) => `${JSON.stringify(path)}: () => import("./${path}")`).join(",\n  ")}
};
export const load = (path) => known[path]();`;
const stdin = { contents: all, resolveDir: viewer, sourcefile: "all.js" };
const [whole, workers, apart] = await Promise.all([
  build({ ...how, stdin, entryNames: "all" }),
  build({ ...how, entryPoints: entries.filter(isWorker) }),
  build({ ...how, entryPoints: modules, splitting: true }), // what each exports
]);
/** A module under its own address, out of the one file. @param {string} path */
const found = (path) => {
  const up = "../".repeat(path.split("/").length - 1) || "./";
  const names = apart.metafile.outputs[path].exports.join(", ");
  return `import { load } from "${up}all.js";
export const { ${names} } = await load("${path}");
`;
};
const texts = Object.fromEntries([
  ...[...whole.outputFiles, ...workers.outputFiles].map((f) => [relative(viewer, f.path), f.text]),
  ...modules.map((path) => [path, found(path)]),
]);
process.stdout.write(JSON.stringify(texts));
