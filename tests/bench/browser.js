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

  /** Do it, and wait for the frame that shows it. */
  const shown = (act) =>
    new Promise((done) => {
      act();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(null);
      });
    });
  globalThis.jump = (seq) =>
    shown(() =>
      dispatchEvent(
        new HashChangeEvent("hashchange", {
          newURL: location.href.replace(/[?&]at=\d+|$/, `?at=${seq}`),
        }),
      ),
    );
  globalThis.step = () =>
    shown(() =>
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }),
      ),
    );
  globalThis.last = () => Number(document.getElementById("ruler").getAttribute("aria-valuemax"));
  globalThis.elements = () => document.querySelectorAll("*").length;
})();
