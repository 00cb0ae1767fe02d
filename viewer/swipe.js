// Swipe: a finger drawn sideways over the page is a step; where something itself moves sideways it is left alone.

const FAR = 56, // px
  SLANT = 0.6, // of the way down to the way across
  LONG = 700; // ms
const OWN = "input, select, textarea, .ruler, .near, [role=tablist], .pane, .act, .side";

/**
 * Whether something around a touched element scrolls sideways.
 * @param {Element | null} el
 */
function movesAside(el) {
  for (let at = el; at && at !== document.body; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX))
      return true;
  return false;
}

/**
 * @param {HTMLElement} root
 * @param {(where: "prev" | "next") => void} step
 */
export function swiping(root, step) {
  /** @type {{ x: number, y: number, time: number } | null} */
  let from = null;
  root.addEventListener(
    "touchstart",
    (e) => {
      const [touch] = e.touches,
        el = e.target instanceof Element ? e.target : null;
      from =
        e.touches.length === 1 && el && !el.closest(OWN) && !movesAside(el)
          ? { x: touch.clientX, y: touch.clientY, time: e.timeStamp }
          : null;
    },
    { passive: true },
  );
  root.addEventListener(
    "touchend",
    (e) => {
      const [touch] = e.changedTouches;
      if (!from || e.timeStamp - from.time > LONG) return;
      const across = touch.clientX - from.x,
        down = touch.clientY - from.y;
      from = null;
      if (Math.abs(across) > FAR && Math.abs(down) < Math.abs(across) * SLANT)
        step(across < 0 ? "next" : "prev");
    },
    { passive: true },
  );
}
