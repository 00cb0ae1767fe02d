// What a player sees of the page, for one who plays by clicks and keys (clicker.py).
(() => {
  const shown = (el) => el.checkVisibility();
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);

  const count = (within, selector) => [...within.querySelectorAll(selector)].filter(shown).length;

  /** The middle of an element, if a click there would meet it; else null. */
  const middle = (el) => {
    const { left, top, width, height } = el.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return el.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
  };
  /** The same, scrolled into sight where it is not: what is at hand stays under the hand. */
  const spot = (el) => {
    const at = middle(el);
    if (at) return at;
    el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return middle(el);
  };

  const quiet = () =>
    document.querySelector("body:not([data-sending]) .orders[aria-busy=false]") !== null &&
    !/Working out the odds|Waiting for the answer|Reading what/.test(
      document.querySelector("#app").textContent,
    );
  const drawn = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  /** The next change of the page: to look at each frame costs the browser more than the page does. */
  const changed = () =>
    new Promise((done) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        done();
      });
      watch.observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });

  window.clicker = {
    /** What is seen once nothing is read, sent or counted any more, and the log is so long at least. */
    async settled(seq) {
      for (;;) {
        await drawn();
        const log = Number(document.querySelectorAll(".tabs sup")[1]?.textContent ?? 0);
        if (log >= seq && quiet()) return clicker.see();
        await changed();
      }
    },
    /** What is seen once the page is drawn. */
    async drawn() {
      await drawn();
      return clicker.see();
    },
    see() {
      for (const el of document.querySelectorAll("[data-asked]")) delete el.dataset.asked;
      const open = document.querySelector(".act .q.open"),
        panel = document.querySelector(".act");
      if (open) open.dataset.asked = "";
      return {
        rows: all(".may [data-option]")
          .filter((el) => !el.closest(".aside:not(.seldom)"))
          .map((el) => el.dataset.option)
          .filter((id) => !id.startsWith("campaign.")),
        ends: all("[data-end]:not([disabled])").length > 0,
        narrowed: all(".orders .lab button").length > 0,
        folded: all(".aside.seldom:not([open]) > summary").length,
        filling: panel !== null,
        long:
          innerWidth > 1240 &&
          innerHeight > 800 &&
          document.querySelector(".ordering") !== null &&
          document.documentElement.scrollHeight > innerHeight,
        open: open && {
          select: open.querySelector("select")?.options.length ?? 0,
          picks: count(open, ".pick:not([disabled])"),
          fresh: count(open, ".pick:not([disabled], [aria-pressed=true])"),
          folded: count(open, ".picks details:not([open]) > summary"),
          none: [...open.querySelectorAll("button.txt:not([disabled])")].some(
            (b) => b.textContent.trim() === "Clear",
          ),
          steps: open.querySelectorAll(".stepper .btn:not([disabled])").length,
          text: open.querySelector("textarea") !== null,
          schema: open.querySelector(".schema") !== null,
        },
        lit: all(":is(.board, [data-targets]) .offered").length,
        send: all("[data-send]:not([disabled]), [data-throw]:not([disabled])").length > 0,
        later: all(".act .lasts .btn:not([data-send], [data-throw], [disabled])").length > 1,
        told: document.querySelector(".flash.ok")?.textContent ?? null,
        refused: document.querySelector(".flash.bad")?.textContent ?? null,
        call: document.querySelector(".call")?.textContent ?? "",
        focus: document.activeElement.dataset?.option ?? document.activeElement.tagName,
      };
    },
    /** Whether the n-th of what a selector finds has the focus. */
    focused: (selector, n) => all(selector)[n] === document.activeElement,
    /** Where to click the n-th of what a selector finds; null where something lies over it. */
    spot: (selector, n) => spot(all(selector)[n]),
    /** The n-th, its place, and what is met there. */
    over(selector, n) {
      const el = all(selector)[n];
      if (!el) return `nothing is found by ${selector}`;
      const { left, top, width, height } = el.getBoundingClientRect(),
        met = document.elementFromPoint(left + width / 2, top + height / 2);
      const place = [left, top, width, height].map(Math.round).join(" ");
      return `${el.outerHTML.slice(0, 200)} at ${place} is under ${met?.outerHTML.slice(0, 200)}`;
    },
  };
})();
