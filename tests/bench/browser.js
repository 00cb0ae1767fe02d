// What the bench of the viewer runs in its page.
(() => {
  /** After how many ms the first board stood. */
  globalThis.firstBoard = new Promise((stands) => {
    const drawn = new MutationObserver(() => {
      if (!document.querySelector("#app[data-page=replay] main.board > :not([aria-busy])")) return;
      stands(performance.now());
      drawn.disconnect();
    });
    drawn.observe(document, { childList: true, subtree: true, attributes: true });
  });
  /** After how many ms every event was read. */
  globalThis.wholeLog = async () => {
    const main = document.querySelector("script[src$='main.js']").src,
      { controller } = await import(new URL("app.js", main));
    while (controller.showing.replay.steps.some((step) => step.unread))
      await new Promise(requestAnimationFrame);
    return performance.now();
  };

  /** The ms for which one change keeps the page's thread: its own work, and the frame that shows it. */
  const timed = (act) =>
    new Promise((done) => {
      const began = performance.now();
      act();
      const acted = performance.now() - began;
      requestAnimationFrame((frame) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(acted + performance.now() - frame);
        port2.postMessage(null);
      });
    });
  const to = (seq) => () =>
    dispatchEvent(
      new HashChangeEvent("hashchange", {
        newURL: location.href.replace(/[?&]at=\d+|$/, `?at=${seq}`),
      }),
    );
  const key = (name) => () =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  const last = () => Number(document.getElementById("ruler").getAttribute("aria-valuemax"));
  const nodes = () => document.querySelectorAll("*").length;

  /** Go to so many events, each far from the one before: the ms of each, the most elements seen. */
  globalThis.jumps = async (count) => {
    const ms = [];
    let most = 0;
    for (let i = 0; i < count; i++) {
      ms.push(await timed(to(1 + ((i * 6_180_339) % last()))));
      most = Math.max(most, nodes());
    }
    return { ms, most };
  };
  /** Step on from an event. */
  globalThis.steps = async (from, count) => {
    const ms = [];
    let most = 0;
    await timed(to(from));
    for (let i = 0; i < count; i++) {
      ms.push(await timed(key("ArrowRight")));
      most = Math.max(most, nodes());
    }
    return { ms, most };
  };
})();
