// Messages: Server-Sent Events out of a stream of bytes, however it is cut.
/**
 * The id of each event in a stream of Server-Sent Events; comments and empty ones are passed over.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 */
export async function* messages(body) {
  const decoder = new TextDecoderStream(),
    reader = body.pipeThrough(decoder).getReader();
  let rest = "",
    id = /** @type {string | null} */ (null),
    data = /** @type {string[]} */ ([]);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const rows = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = rows.pop() ?? "";
      for (const row of rows) {
        if (row === "") {
          if (data.length) yield { id, data: data.join("\n") };
          data = [];
          continue;
        }
        const [, field, text = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(row) ?? [];
        if (field === "id") id = text;
        if (field === "data") data.push(text);
      }
    }
  } finally {
    // A reader that stops half way gives the connection back, or the server would keep it open.
    await reader.cancel().catch(() => {});
  }
}
