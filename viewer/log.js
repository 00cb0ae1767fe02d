// Log: every event in words, with its dice; turns as chapters; what was rewound struck through, never hidden.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { guard } from "./vendor/lit-html/directives/guard.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { around, find, findAll, valueOf } from "./dom.js";
import { die } from "./parts/die.js";
import { seatMark } from "./parts/marks.js";
import { hasMark, outline, viewAt } from "./replay.js";
import { actingSeat, count } from "./words.js";
import { address } from "./router.js";

/** @import { Seat, Step } from "./renderer.js" */
/** @import { Template } from "./vendor/lit-html/lit-html.js" */
/** @import { Route, Showing } from "./types.js" */
/** @import { Controller } from "./controller.js" */

const KINDS = [
  ["all", "Everything"],
  ["battle", "Battles"],
  ["dice", "Dice"],
  ["death", "Deaths"],
  ["ruling", "Rulings"],
  ["rewind", "Rewinds"],
  ["entered", "Entered dice"],
];

/**
 * @param {Step} step
 * @param {string} kind
 */
const ofKind = (step, kind) =>
  kind === "all" || (kind === "dice" ? step.dice?.length > 0 : hasMark(step, kind));
/** @param {Step} step */
const words = (step) => (Array.isArray(step.text) ? step.text : []).map(String);

/**
 * The steps that a search leaves.
 * @param {Step[]} steps
 * @param {string} query
 * @param {string} kind
 */
function sift(steps, query, kind) {
  const q = query.trim().toLowerCase();
  return q || kind !== "all"
    ? steps.filter(
        (s) =>
          ofKind(s, kind) && (!q || `${s.seq} ${words(s).join(" ")}`.toLowerCase().includes(q)),
      )
    : steps;
}

/**
 * @param {Step} step
 * @param {number | undefined} undoneBy
 */
function tags(step, undoneBy) {
  const out = [];
  for (const m of Array.isArray(step.marks) ? step.marks : []) {
    if (m.kind === "rewind") out.push(html`<span class="tag">Rewind</span> to ${m.to}. `);
    if (m.kind === "ruling") out.push(html`<span class="tag">Ruling</span> by the referee. `);
    if (m.kind === "fork") out.push(html`<span class="tag">Fork</span> at ${m.at}. `);
    if (m.kind === "entered")
      out.push(html`<span class="tag">Entered</span> by hand, not proven. `);
  }
  if (undoneBy) out.push(html`<span class="tag">Undone</span> by ${undoneBy}. `);
  return out;
}

/**
 * @param {Step} step
 * @param {Seat[]} seats
 * @param {Route} route
 * @param {number | undefined} undoneBy
 */
function row(step, seats, route, undoneBy) {
  const [head = "", ...rest] = words(step),
    marks = tags(step, undoneBy),
    seat = actingSeat(step);
  return html`<li class=${undoneBy ? "ev undone" : "ev"} data-seq=${step.seq}>
    <a
      class="n"
      tabindex="-1"
      href=${address({ ...route, at: step.seq })}
      aria-label=${`Event ${step.seq}`}
      >${step.seq}</a
    >
    <p>
      ${seat ? html`${seatMark(seats, seat)} ` : nothing}<span class="t">${head}</span>
      ${(step.dice ?? []).map(die)}${
        rest.length || marks.length
          ? html`<span class="sub">${marks}${rest.join(" ")}</span>`
          : nothing
      }
    </p>
  </li>`;
}

/**
 * @param {Showing} given
 * @param {Route} route
 */
function list({ replay, query, kind }, route) {
  const o = outline(replay),
    shown = sift(replay.steps, query, kind),
    seats = viewAt(replay, 0)?.seats ?? replay.campaign.seats;
  const chapters = new Map(o.chapters.map((c) => [c.seq, c])),
    rows = [];
  let pending = null;
  const left = new Set(shown);
  for (const s of replay.steps) {
    if (chapters.has(s.seq)) pending = chapters.get(s.seq);
    if (!left.has(s)) continue;
    if (pending) {
      rows.push({ key: `c${pending.seq}`, chapter: pending });
      pending = null;
    }
    rows.push({ key: s.seq, step: s });
  }
  if (!shown.length) return html`<li class="none note">Nothing in the log matches.</li>`;
  return repeat(
    rows,
    (r) => r.key,
    (r) =>
      r.chapter
        ? html`<li class="year"><b>${r.chapter.label}</b><span>${r.chapter.note}</span></li>`
        : row(r.step, seats, route, o.undone.get(r.step.seq)),
  );
}

/** @param {Controller} controller */
export function makeLog(controller) {
  /** @param {MouseEvent} e */
  const click = (e) => {
    const li = around(e, ".ev");
    if (!li || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    controller.pause();
    controller.goTo(Number(li.dataset.seq));
  };
  /**
   * @param {Showing} state
   * @param {Route} route
   * @param {Template} tools
   */
  return (state, route, tools) => {
    const { replay, query, kind } = state,
      sifted = query.trim() || kind !== "all";
    return html`<aside class="log" aria-label="Log">
      <div class="find">
        <label class="vh" for="q">Search the log</label
        ><input
          id="q"
          type="search"
          placeholder="Search the log"
          autocomplete="off"
          .value=${query}
          @input=${(/** @type {Event} */ e) => controller.set({ query: valueOf(e) }, "log")}
        />
        <label class="vh" for="k">Show</label
        ><select
          id="k"
          @change=${(/** @type {Event} */ e) => controller.set({ kind: valueOf(e) }, "log")}
        >
          ${KINDS.map(
            ([k, name]) => html`<option value=${k} ?selected=${k === kind}>${name}</option>`,
          )}
        </select>
      </div>
      <ol tabindex="0" aria-label="Events" @click=${click}>
        ${guard([replay.steps, query, kind, route.id, route.as], () => list(state, route))}
      </ol>
      ${
        sifted
          ? html`<p class="foot lab">
              ${count(sift(replay.steps, query, kind).length, "event")} of
              ${replay.steps.length.toLocaleString("en")}
            </p>`
          : nothing
      }
      ${
        state.behind
          ? html`<p class="foot lab">
              There is more.
              <button class="txt" @click=${() => controller.go("last")}>
                Go to the last event
              </button>
            </p>`
          : nothing
      }
      ${tools}
    </aside>`;
  };
}

/**
 * Mark the current event in the log that stands on the page, and keep it in sight.
 * @param {Element} root
 * @param {number} at
 * @param {boolean} smooth
 */
export function follow(root, at, smooth) {
  const box = find(root, ".log ol");
  if (!box) return;
  for (const el of findAll(box, ".here, [aria-current]")) {
    el.classList.remove("here");
    el.removeAttribute("aria-current");
    el.querySelector(".n")?.setAttribute("tabindex", "-1");
  }
  const exact = find(box, `[data-seq="${at}"]`),
    here = exact ?? findAll(box, ".ev").findLast((e) => Number(e.dataset.seq) < at);
  if (!here) return;
  here.classList.add("here");
  if (exact) {
    exact.setAttribute("aria-current", "step");
    find(exact, ".n")?.setAttribute("tabindex", "0");
  }
  if (box.scrollHeight <= box.clientHeight) return;
  const top = here.offsetTop,
    low = top + here.offsetHeight,
    want = Math.min(top - 44, Math.max(top - box.clientHeight * 0.62, low - box.clientHeight + 8));
  if (top < box.scrollTop + 44 || low > box.scrollTop + box.clientHeight - 8)
    box.scrollTo({ top: want, behavior: smooth ? "smooth" : "instant" });
}
