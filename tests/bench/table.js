// In the page that is measured: when what was clicked for is shown, and how long the server took.
(() => {
  performance.setResourceTimingBufferSize(10_000);
  const calls = () =>
    performance.getEntriesByType("resource").filter((e) => e.name.includes("/v1/"));

  /** The end of the frame that is being made: the page is drawn in no other place. */
  const painted = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now());
      port2.postMessage(null);
    });

  const reached = (test) =>
    new Promise((done) => {
      const look = () => {
        if (!test()) return false;
        watch.disconnect();
        done();
        return true;
      };
      const watch = new MutationObserver(look);
      watch.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      look();
    });

  /** ms in which at least one call was under way. */
  const served = (from, to) => {
    let [all, until] = [0, from];
    for (const { startTime, responseEnd } of calls().sort((a, b) => a.startTime - b.startTime)) {
      if (responseEnd <= until || startTime >= to) continue;
      all += responseEnd - Math.max(startTime, until);
      until = responseEnd;
    }
    return all;
  };

  const position = () => Number(document.querySelector(".pos b")?.textContent ?? 0);
  let clicked = 0,
    stood = 0;
  addEventListener(
    "click",
    (e) => {
      clicked = e.timeStamp;
      stood = position();
    },
    true,
  );
  const shows = {
    list: () => document.querySelector(".orders .lab button, .act h2") !== null,
    form: () => document.querySelector(".act h2") !== null,
    step: () => position() > stood && document.querySelector(".flash.ok") !== null,
  };

  window.bench = {
    /** From the click, or for a step the command's answer, to the frame that shows what it was for. */
    async shown(kind) {
      await reached(shows[kind]);
      const now = await painted(),
        sent = calls().findLast(
          (e) => /\/(commands|command-batches)$/.test(e.name) && e.startTime >= clicked,
        ),
        from = kind === "step" && sent ? sent.responseEnd : clicked;
      return { kind, ms: now - from, server: served(from, now) };
    },
  };
})();
