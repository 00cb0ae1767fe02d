// Print the viewer's modules in a few files, as JSON by path: node tests/tools/bundle.mjs <entry> …
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
const { outputFiles } = await build({
  ...{ absWorkingDir: viewer, entryPoints: process.argv.slice(2), outdir: viewer, outbase: viewer },
  ...{ bundle: true, splitting: true, format: "esm", write: false, plugins: [placed] },
});
const found = outputFiles.map(({ path, text }) => [relative(viewer, path), text]);
process.stdout.write(JSON.stringify(Object.fromEntries(found)));
