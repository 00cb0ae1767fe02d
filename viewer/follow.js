// Follow: news of a campaign by Server-Sent Events. They are read by fetch, since EventSource cannot send a token.
import { stream } from "./api.js";
import { messages } from "./messages.js";

/**
 * What to follow, and whom to tell.
 * @typedef {object} Following
 * @property {string} id
 * @property {string} audience
 * @property {() => number} after
 * @property {(seq: number) => Promise<void>} news
 * @property {(open: boolean) => void} [state]
 * @property {AbortSignal} signal
 * @property {(ms: number) => Promise<unknown>} [wait]
 */

/**
 * Call news(seq) whenever the campaign grows, until the signal stops it. after() says what is held already.
 * state(open) tells whether the line stands. A lost line is taken up again, waiting longer each time.
 * @param {Following} given
 */
export async function follow({
  id,
  audience,
  after,
  news,
  state = () => {},
  signal,
  wait = (ms) => new Promise((go) => setTimeout(go, ms)),
}) {
  for (let pause = 1000; !signal.aborted;) {
    try {
      const response = await stream(id, audience, after(), signal);
      state(true);
      pause = 1000;
      if (response.body)
        for await (const { id: seq } of messages(response.body))
          if (seq !== null && /^\d+$/.test(seq)) await news(+seq);
    } catch (e) {
      if (signal.aborted) return;
      if (e.status >= 400 && e.status < 500 && e.status !== 429) {
        state(false);
        return;
      }
    }
    if (signal.aborted) return;
    state(false);
    await wait(pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, 30_000);
  }
}
