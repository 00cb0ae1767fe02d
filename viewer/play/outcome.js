// Outcome: what became of what was sent, in one line, with what can be done about it.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { drawn as die } from "../parts/die.js";
import { icon } from "../parts/marks.js";
import { count, listed } from "../words.js";

/** @import { Acts, Order, Problem, Result, TurnState } from "./types.js" */
/** @import { Event } from "../verify/types.js" */
/** @import { News } from "./meanwhile.js" */

/**
 * A problem that is none of the order's own, for a player: what is the matter, and what helps.
 * @param {Problem} problem
 * @returns {{ title: string, detail: string, remedy: "leave" | "wait" | "clear" | "again" }}
 */
export function troubleWords({ status, kind, title, detail, retry }) {
  if (status === 401)
    return {
      title: "Your token is no longer good.",
      detail: "The seat was handed over, or the token was revoked.",
      remedy: "leave",
    };
  if (status === 429)
    return {
      title: retry ? `Wait ${count(retry, "second")}.` : "Wait a little.",
      detail: "The server takes so many commands a minute from one seat, and no more.",
      remedy: "wait",
    };
  if (kind === "campaign-concluded")
    return { title: "It is over.", detail: "Nothing more may be ordered.", remedy: "clear" };
  if (kind === "read-only")
    return { title: "This copy is to be read only.", detail, remedy: "clear" };
  if (status === 0)
    return {
      title: "No line to the server.",
      detail: "What you compose is kept in this browser.",
      remedy: "again",
    };
  return { title: `${title}.`, detail, remedy: "again" };
}

/** Refusals that are none of the order's own. */
const TROUBLES = ["campaign-concluded", "read-only", "edition-changed", "unauthorized"];
/** @param {Problem} problem */
const troubled = (problem) => problem.status === 429 || TROUBLES.includes(problem.kind);

/**
 * Whether what was composed can still be sent.
 * @param {number} lost  how many orders cannot
 * @param {number} all
 */
function holding(lost, all) {
  if (lost) return `${count(lost, "order")} of ${all} no longer holds.`;
  return all > 1 ? "Your orders still hold." : "Your order still holds.";
}

/**
 * @param {string} look
 * @param {string} sign
 * @param {unknown} text
 * @param {unknown} [acts]
 * @param {unknown} [since]  what came after it
 */
const line = (look, sign, text, acts = nothing, since = nothing) =>
  html`<div class=${`flash ${look}`} role=${look === "bad" ? "alert" : "status"}>
    ${icon(sign)}
    <p>${text}</p>
    ${acts === nothing ? nothing : html`<span class="acts">${acts}</span>`}${since}
  </div>`;

/** From so many characters on what came of it is folded after its first sentence. */
const LONG = 200;
/**
 * `past`: others have acted since, which is to be read as well.
 * @param {string[]} lines
 * @param {boolean} past
 */
function besides(lines, past) {
  const parts = past && lines.length ? [lines.join(" ")] : lines,
    small = parts.map((words) => html`<small>${words}</small>`);
  return lines.join("").length < LONG
    ? small
    : html`<details>
        <summary><small>All that came of it</small></summary>
        ${small}
      </details>`;
}

/** @param {Event[]} events */
const faces = (events) =>
  events.flatMap((e) => e.draws).flatMap((draw) => (Array.isArray(draw.dice) ? draw.dice : []));

/**
 * What came since, a line for each deed, which leads to its event. Of many those that concern the
 * reader least stand in their places once they are asked for.
 * @param {News} news
 * @param {number} shown  the event that the panel beside the board tells, which need not be told twice
 * @param {Acts} act
 */
const newsLines = ({ told }, shown, act) =>
  told.length
    ? html`<div class="gone-on">
        ${
          told.some(({ minor }) => minor)
            ? html`<details>
                <summary>
                  <small>${count(told.length, "event")} since your order</small>
                  <span class="opens">Show all</span>
                </summary>
              </details>`
            : html`<small>Since your order</small>`
        }
        <ol>
          ${told.map(
            ({ seq, head, rest, cost, minor }) =>
              html`<li
                class=${[minor && "minor", seq === shown && "shown"].filter(Boolean).join(" ")}
              >
                <button class="txt" @click=${() => act.look(seq)}>${head}</button>
                ${rest.map((words) => html`<small>${words}</small>`)}${
                  cost.length
                    ? html`<details>
                        <summary><small>What it cost</small></summary>
                        <small>${cost.join(" ")}</small>
                      </details>`
                    : nothing
                }
              </li>`,
          )}
        </ol>
      </div>`
    : nothing;

/**
 * Who vouches for dice.
 * @param {Event | undefined} thrown
 * @param {boolean} shown
 * @param {string | null | undefined} doubt
 */
function vouched(thrown, shown, doubt) {
  if (!thrown || doubt) return nothing;
  if (!shown) return html`<small>What was thrown is sealed.</small>`;
  if (thrown.draws.some((draw) => draw.chain === "entered"))
    return html`<small>Its dice were entered by hand: they prove nothing.</small>`;
  return doubt === null
    ? html`<small>The dice came from your browser’s entropy and the server’s: checked.</small>`
    : nothing;
}

/** That orders stand. @param {readonly Event[]} events */
const recorded = (events) =>
  html`<b>Sent and recorded</b>: no. ${listed(events.map((e) => String(e.seq)))} in the log.`;

/**
 * `told`: what came of it, in words, what matters most first, its reasons in `why`; `hides`: whether
 * only who sent it is told.
 * @param {Result & { kind: "sent" }} result
 * @param {Told} given
 * @param {Acts} act
 */
function sent({ events, doubt }, { told, later, why, hides, news, shown }, act) {
  const dice = faces(events),
    thrown = events.findLast((e) => e.draws.length),
    past = news.past ? " gone-by" : "",
    fallen = dice.length ? html`<span class="fallen">${dice.map((d) => die(d))}</span>` : nothing,
    only = hides ? html`<small>Only you are told this.</small>` : nothing,
    changes = later ? html`<small>${later}</small>` : nothing,
    stands = recorded(events),
    [head, ...rest] = told;
  return line(
    doubt ? "bad" : "ok",
    doubt ? "fail" : "seal",
    html`${
      head
        ? html`<span class=${`came${past}`}
            >${head}${news.past ? fallen : nothing}${only}${changes}${besides(rest, news.past)}</span
          >`
        : nothing
    }${doubt ? html`<b class="warn">Its dice do not follow: ${doubt}.</b>` : nothing}${
      why.length || thrown
        ? html`<details>
            <summary>
              ${stands}
              <span class="opens"
                >${why.length ? "The whole calculation" : "Where its dice come from"}</span
              >
            </summary>
            ${
              why.length
                ? html`<span class=${`reasons${past}`}
                    >${why.map((words) => html`<small>${words}</small>`)}</span
                  >`
                : nothing
            }${vouched(thrown, dice.length > 0, doubt)}
          </details>`
        : html`<span>${stands}</span>`
    }`,
    html`${news.past ? nothing : fallen}
    ${thrown ? html`<button class="btn" @click=${() => act.receipt(thrown.seq)}>Receipt</button>` : nothing}`,
    newsLines(news, shown, act),
  );
}

/**
 * @param {Problem} problem
 * @param {Acts} act
 * @param {number} wait
 */
function trouble(problem, act, wait) {
  const { title, detail, remedy } = troubleWords(problem);
  const help = {
    leave: html`<button class="btn" @click=${act.leave}>Look as everyone</button>`,
    wait: html`<button class="btn do" ?disabled=${wait > 0} @click=${act.send}>
      ${wait > 0 ? `Send again in ${wait}` : "Send again"}
    </button>`,
    clear: html`<button class="btn" @click=${act.clear}>Drop what is composed</button>`,
    again: html`<button class="btn do" @click=${act.send}>Send again</button>`,
  }[remedy];
  return line(
    "bad",
    "open",
    html`<b>${title}</b> ${detail} <small>Nothing was sent.</small>`,
    help,
  );
}

/**
 * @param {Result & { kind: "refused" }} result
 * @param {readonly Order[]} orders
 * @param {Acts} act
 * @param {number} wait
 */
function refused({ problem, order, events, doubt }, orders, act, wait) {
  if (troubled(problem)) return trouble(problem, act, wait);
  const at = orders.findIndex((o) => o.key === order),
    { rule } = problem;
  return line(
    "bad",
    "fail",
    html`<b>${orders.length > 1 ? `Order ${at + 1} is refused` : "It is refused"}:</b>
      ${problem.detail || problem.title}
      ${doubt ? html`<b class="warn">The dice before it do not follow: ${doubt}.</b>` : nothing}
      ${rule ? html`<span class="lab">${rule.id}: ${rule.title}</span>` : nothing}
      <small
        >${events.length ? `Before it, ${count(events.length, "order")} stood. It` : "It"} threw no
        die: sent again, it brings the same entropy.</small
      >`,
    at < 0
      ? nothing
      : html`<button class="btn" @click=${() => act.change(order)}>Change it</button
          ><button class="btn" @click=${() => act.remove(order)}>Take it back</button>`,
  );
}

/**
 * `told`: what happened since the options were read, or what came of what was sent, in words, its
 * reasons in `why`; `later`: what it changes only later; `hides`: whether others are not told the same;
 * `shown`: the event that the panel tells.
 * @typedef {{ told: string[], later: string, why: string[], hides: boolean, news: News, shown: number }} Told
 */
/**
 * `wait`: for how many seconds the server wants to be left alone.
 * @param {Pick<TurnState, "result" | "sending" | "orders">} state
 * @param {Told & { wait: number, offline: boolean }} given
 * @param {Acts} act
 */
export function outcomeLine({ result, sending, orders }, given, act) {
  const { told, wait, offline } = given;
  if (sending) return line("", "ring", "Sent. Waiting for the answer.");
  if (!result)
    return offline
      ? line(
          "bad",
          "open",
          html`<b>No line to the server.</b> What you compose is kept in this browser; it can be
            sent once the line is back.`,
        )
      : nothing;
  switch (result.kind) {
    case "sent":
      return sent(result, given, act);
    case "refused":
      return refused(result, orders, act, wait);
    case "stale":
      return line(
        "bad",
        "open",
        html`<b>Something happened while you composed.</b>
          ${told.slice(0, 3).join(" ")}${told.length > 3 ? ` And ${count(told.length - 3, "event")} more.` : nothing}
          <small>${holding(result.lost, orders.length)} Nothing was sent.</small>`,
        html`<button class="btn" @click=${() => act.look(result.from + 1)}>Look</button>${
            result.lost
              ? nothing
              : html`<button class="btn do" @click=${act.send}>Send again</button>`
          }`,
      );
    default:
      return line(
        "bad",
        "ring",
        html`<b>No answer came.</b> ${
            orders.some((o) => o.throws)
              ? "Nothing is thrown twice: “Ask again” sends the same command with the same entropy."
              : "Nothing is done twice: “Ask again” sends the same command."
          } <small>${result.problem.title}.</small>`,
        html`<button class="btn do" @click=${act.send}>Ask again</button>`,
      );
  }
}
