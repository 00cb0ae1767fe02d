// Worker: runs the verification beside the page. In: {bytes, key, older}; out: {progress} and,
// last, {report} or {error}.
import { verify } from "./verify.js";

self.addEventListener("message", async ({ data: { bytes, key, older } }) => {
  try {
    const report = await verify(new Uint8Array(bytes), { key, older }, (check, done, of) =>
      self.postMessage({ progress: { check, done, of } }),
    );
    self.postMessage({ report });
  } catch (e) {
    self.postMessage({ error: String(e?.message ?? e) });
  }
});
