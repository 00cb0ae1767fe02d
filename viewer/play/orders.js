// Orders: the column of what is composed and of what may be done.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { valueOf } from "../dom.js";
import { boardCard } from "../parts/card.js";
import { coded, labelled } from "../parts/codes.js";
import { icon } from "../parts/marks.js";
import { called, count, listed } from "../words.js";
import { concerning } from "./concerns.js";
import { troubleWords } from "./outcome.js";
import {
  armedWords,
  aside,
  deed,
  ends,
  grouped,
  inAdvance,
  inOrder,
  isNow,
  sifted,
  waits,
} from "./tray.js";

/** @import { Acts, Item, Order, Problem, Shown, TurnState } from "./types.js" */
/** @import { Group, Row } from "./tray.js" */
/** @import { Turn } from "./turn.js" */
/** @import { Together } from "../renderer.js" */

/** From so many on they can be searched. */
const MANY = 8;
/** From so many on a group is folded, where the tray is longer than `LONG`. */
const CROWD = 10;
const LONG = 24;

/**
 * @param {Row} row
 * @param {string} rule
 * @param {string | undefined} open
 * @param {Acts} act
 */
function rowButton({ item, farther, before, title, hint }, rule, open, act) {
  return html`<li class=${farther.length ? "ways" : ""}>
    <button
      aria-current=${String(open === item.id)}
      data-option=${item.id}
      @click=${() => act.choose(item.id)}
    >
      <span>${before ? html`<span class="vh">${before} </span>` : nothing}${labelled(title)}</span
      >${rule || !item.rule ? nothing : html`<small>${labelled(item.rule)}</small>`}${
        hint ? html`<small class="hint">${hint}</small>` : nothing
      }
    </button>
    ${farther.map(
      (one) =>
        html`<button
          class="farther"
          aria-current=${String(open === one.item.id)}
          aria-label=${one.item.title}
          title="With those who can"
          data-option=${one.item.id}
          @click=${() => act.choose(one.item.id)}
        >
          <span>or ${labelled(one.far)}</span>
        </button>`,
    )}
  </li>`;
}

/**
 * @param {Group} group
 * @param {boolean} shut
 * @param {string | undefined} open
 * @param {Acts} act
 */
function groupOf({ key, title, rule, rows }, shut, open, act) {
  const list = html`<ul>
    ${rows.map((row) => rowButton(row, title && rule, open, act))}
  </ul>`;
  // What ends the phase stays in sight, however long the list above it.
  if (!title)
    return html`<li class=${rows.every(({ item }) => ends(item)) ? "ends" : ""}>${list}</li>`;
  return html`<li>
    <h3>
      ${
        rows.length >= CROWD
          ? html`<button class="fold" aria-expanded=${String(!shut)} @click=${() => act.fold(key)}>
              ${title} <small>${rows.length}</small>
            </button>`
          : title
      }${rule ? html`<small>${coded(rule)}</small>` : nothing}
    </h3>
    ${shut ? nothing : list}
  </li>`;
}

/**
 * Why an order cannot stand, at the order itself.
 * @param {string} what
 * @param {Problem} problem
 */
const barred = (what, { detail, title, rule }) =>
  html`<small class="barred" role="alert"
    ><b>${what}</b>
    ${detail || title}${rule ? html` <span>${rule.id}: ${rule.title}</span>` : nothing}</small
  >`;

/**
 * One composed order, by its option's title and what was chosen for it.
 * @param {Order} o
 * @param {number} i
 * @param {Pick<TurnState, "sending" | "result">} state
 * @param {Acts} act
 */
function order(o, i, { sending, result }, act) {
  const throws = o.throws ? html`<small>It may throw dice.</small>` : nothing,
    why = o.lost
      ? barred("No longer possible.", o.lost)
      : result?.kind === "refused" && result.order === o.key
        ? barred("Refused.", result.problem)
        : null;
  return html`<li class=${why ? "barred" : ""}>
    <span class="no" aria-hidden="true">${why ? icon("fail") : i + 1}</span
    ><span><span class="what">${o.text?.[0] ?? o.option.title}</span>${why ?? throws}</span
    ><span class="ends"
      ><button
        class="txt"
        aria-label=${`Change order ${i + 1}`}
        ?disabled=${sending}
        @click=${() => act.change(o.key)}
      >
        Change</button
      ><button
        class="ico"
        aria-label=${`Take out order ${i + 1}`}
        ?disabled=${sending}
        @click=${() => act.remove(o.key)}
      >
        ${icon("close")}
      </button></span
    >
  </li>`;
}

/**
 * What is composed; the button that sends it stands at the foot.
 * @param {TurnState} state
 * @param {Acts} act
 */
function composed({ open, orders, sending, result }, act) {
  if (!orders.length) return nothing;
  const throws = orders.slice(0, -1).some((o) => o.throws);
  return html`<section class="sec" aria-labelledby="your-orders">
    <h2 id="your-orders" tabindex="-1">
      Your orders <small>${orders.length} composed${open ? " and the open one" : ""}</small>
    </h2>
    <ol class="olist">
      ${repeat(
        orders,
        (o) => o.key,
        (o, i) => order(o, i, { sending, result }, act),
      )}
    </ol>
    <p class="safe">
      ${
        orders.length > 1
          ? html`<b
              >${throws ? "In this order, until one is refused." : "All or none, in this order."}</b
            >`
          : nothing
      }
      Nobody sees them until you send them.
    </p>
  </section>`;
}

/** Why it is ended, and what comes then. @param {Item} ending @param {string} next */
const because = (ending, next) => [aside(ending), next].filter(Boolean).join("; ");
/** @param {string} words */
const small = (words) => (words ? html` <small>${words}</small>` : nothing);

/**
 * What ends the phase, where there is nothing else of use to do; `next`: what comes then, in words.
 * @param {Item} ending
 * @param {string} next
 * @param {boolean} barred
 * @param {Acts} act
 */
const endButton = (ending, next, barred, act) =>
  html`<button
    class="btn do end"
    data-end=${ending.id}
    ?disabled=${barred}
    @click=${(/** @type {MouseEvent} */ e) =>
      // A second tap of the same finger was meant for what stood here before.
      e.detail < 2 && act.end(ending.id)}
  >
    ${deed(ending)}${small(next)}
  </button>`;

/**
 * The act of the moment, always at one place: what is composed is sent, else what may be done is
 * brought into sight where it stands below the board.
 * @param {Turn} turn
 * @param {Item[]} due
 * @param {Given} given
 * @param {Pick<Shown, "of" | "armed">} shown
 * @param {Acts} act
 */
function foot(
  { ending, kinds, state: { orders, sending, after, met }, undoable },
  due,
  { offline, rests, call, next },
  { of, armed },
  act,
) {
  if (orders.length)
    return html`<div class="do-foot">
      <button class="btn do" data-send ?disabled=${sending || offline || rests} @click=${act.send}>
        Send ${count(orders.length, "order")}
      </button>
      <button class="btn" ?disabled=${!undoable || sending} @click=${act.undo}>
        Undo <kbd>z</kbd>
      </button>
      <button class="btn bring" @click=${act.tray}>Orders</button>
    </div>`;
  if (!due.length) return call ? html`<p class="do-foot bring note">${call}</p>` : nothing;
  const [first] = inOrder(due, kinds, met),
    narrowed = of.length > 0,
    endings = due.filter(ends),
    // Of its kind alone, the first is what the phase begins with.
    lone =
      due.findLast(({ type }) => type === first.type) === first && !ends(first) && first !== ending
        ? first
        : null,
    only = due.length - endings.length === 1 ? lone : null,
    // Of two there is no list: to play, or to pass.
    two = due.length === 2 && !endings.length,
    other = endings.length === 1 && !ending ? endings[0] : null,
    pressed = due.find(({ id }) => id === armed && id === after?.id),
    sure = other && other === pressed ? other : null;
  /** With what is laid face down dice may fall. @param {Item} item */
  const pressedWords = (item) =>
    after?.waiting ? armedWords(item) : `${next}: ${armedWords(item)}`;
  /** @param {Item} item @param {string} look @param {(id: string) => void} [press] */
  const button = (item, look, press = act.choose) => {
    const words = html`${deed(item)}${small(two ? aside(item) : "")}`;
    return html`<button class=${`btn ${look}`} @click=${() => press(item.id)}>${words}</button>`;
  };
  return html`<div class="do-foot bring">
    ${ending ? endButton(ending, because(ending, next), sending || offline, act) : nothing}${
      due.length === 1 || only || two
        ? nothing
        : html`<button class=${ending || sure ? "btn" : "btn do"} data-bring @click=${act.tray}>
            Choose an
            order${
              narrowed || (due.length > MANY && !lone)
                ? html` <small>${narrowed ? "or tap what is lit" : "or begin on the board"}</small>`
                : nothing
            }
          </button>`
    }${
      sure
        ? endButton(sure, armedWords(sure), sending || offline, act)
        : other
          ? button(other, "", act.arm)
          : nothing
    }${
      two
        ? // Neither is what it is for: to pass is as usual as to play.
          due.map((item) =>
            item === pressed
              ? endButton(item, pressedWords(item), sending || offline, act)
              : button(item, "", act.arm),
          )
        : lone
          ? button(lone, only ? "do" : "")
          : nothing
    }${narrowed ? html`<button class="btn" @click=${() => act.about([])}>Cancel</button>` : nothing}
  </div>`;
}

/**
 * `rests`: whether the server wants to be left alone; `call`: whom the table waits for, in words; `next`: the same once the phase is ended, empty where
 * it may be otherwise; `together`: what one press orders of several units.
 * @typedef {{ offline: boolean, rests: boolean, call: string, next: string, together: Together | null }} Given
 */

/**
 * What orders several units at one press, where more than one of them can go its way.
 * @param {Together | null} together
 * @param {Item[]} items
 * @param {boolean} barred
 * @param {Acts} act
 */
function layButton(together, items, barred, act) {
  const can = new Map(items.map(({ id, concerns }) => [id, concerns])),
    go = together?.orders.filter(({ option, to }) => can.get(option)?.includes(to[0])) ?? [];
  return together && go.length > 1
    ? html`<p class="lay">
        <button class="btn" data-lay ?disabled=${barred} @click=${() => act.lay(together.orders)}>
          ${together.title}
        </button>
        <small>${together.note}</small>
      </p>`
    : nothing;
}

/**
 * @param {Turn} turn
 * @param {Given} given
 * @param {Shown} shown
 * @param {Acts} act
 */
function tray(
  { state, kinds, ending },
  { offline, call, next, together },
  { filter, of, folds },
  act,
) {
  const { items, met, open, error, withheld, sending } = state;
  if (error) {
    const { title, detail, remedy } = troubleWords(error);
    return html`<p class="note" role="alert"><b>${title}</b> ${detail}</p>
      ${
        remedy === "leave"
          ? html`<button class="btn" @click=${act.leave}>Look as everyone</button>`
          : html`<button class="btn" @click=${act.read}>Try again</button>`
      }`;
  }
  if (!items)
    return html`<div class="gauge" aria-hidden="true"></div>
      <p class="note" role="status">Reading what you may do.</p>`;
  const about = of.length ? concerning(items, of) : items,
    shown = sifted(about, filter),
    now = inOrder(
      shown.filter((item) => isNow(item) && item !== ending),
      kinds,
      met,
    ),
    standing = shown.filter(inAdvance),
    rest = shown.filter(waits),
    many = items.filter(isNow).length > MANY,
    id = open?.option.id,
    narrowed = of.length > 0 || filter !== "";
  const idle = items.length ? "Nothing is asked of you now." : "There is nothing to do now.";
  /** @param {string} title @param {unknown} said @param {Item[]} of */
  const aside = (title, said, of) =>
    html`<details class="aside" ?open=${filter !== "" || of.some((item) => item.id === id)}>
      <summary>${title}</summary>
      ${said}
      <ul class="may">
        ${grouped(of).map((group) => groupOf(group, false, id, act))}
      </ul>
    </details>`;
  /** @param {Group} group */
  const shut = ({ key, rows }) =>
    !narrowed &&
    !rows.some((row) => [row, ...row.farther].some(({ item }) => item.id === id)) &&
    (now.length > LONG && rows.length >= CROWD) !== folds.has(key);
  return html`${
      many
        ? html`<div class="filter">
            <label class="vh" for="may">Search what you may do</label
            ><input
              id="may"
              type="search"
              autocomplete="off"
              placeholder="Search"
              .value=${filter}
              @input=${(/** @type {Event} */ e) => act.filter(valueOf(e))}
            />
          </div>`
        : nothing
    }
    ${
      of.length
        ? html`<p class="lab">
              Only orders for ${of.length > 3 ? "what you picked" : listed(of.map(called))}.
              <button class="txt" @click=${() => act.about([])}>Show all</button>
            </p>
            <div class="about-picked counter-words">${boardCard()?.toldOf(of)}</div>`
        : html`<p class="lab">
            ${many ? "Choose here, or on the board where something is lit." : nothing}
            <button class="txt" @click=${act.help}>How this game goes</button>
          </p>`
    }
    ${ending ? endButton(ending, because(ending, next), sending || offline, act) : nothing}
    ${narrowed || open ? nothing : layButton(together, now, sending || offline, act)}
    <ul class="may">
      ${repeat(
        grouped(now),
        (group) => group.key,
        (group) => groupOf(group, shut(group), id, act),
      )}
    </ul>
    ${
      !now.length && !ending
        ? html`<p class="note">${narrowed ? "Nothing matches." : call || idle}</p>`
        : nothing
    }
    ${
      standing.length
        ? aside(
            "Answer in advance",
            html`<p class="note">
              What you lay now answers each such question for you, so that nobody waits. Others see
              that you have laid an answer, and for how long; what it says they do not.
            </p>`,
            standing,
          )
        : nothing
    }
    ${rest.length ? aside("Notes, consents, resigning", nothing, rest) : nothing}
    ${withheld ? html`<p class="note withheld">${withheld}</p>` : nothing}`;
}

/**
 * What stands in the column's place while the board shows what was.
 * @param {number} at
 * @param {number} last
 * @param {() => void} now
 */
export const backColumn = (at, last, now) =>
  html`<div class="scroll orders" aria-busy="false">
    <section class="sec" aria-labelledby="what-may">
      <h2 id="what-may" tabindex="-1">You look back</h2>
      <p class="note">
        The board stands at event ${at.toLocaleString("en")} of ${last.toLocaleString("en")}. Orders
        are given where the log ends; what you composed is kept.
      </p>
      <button class="btn do" @click=${now}>Back to now</button>
    </section>
  </div>`;

/**
 * @param {Turn} turn
 * @param {Shown} shown
 * @param {Given} given
 * @param {Acts} act
 */
export function ordersColumn(turn, shown, given, act) {
  const { items, reading, looking, opening } = turn.state,
    now = items?.filter(isNow) ?? [],
    about = shown.of.length ? concerning(now, shown.of) : now;
  return html`<div class="scroll orders" aria-busy=${String(reading || looking || opening)}>
      ${composed(turn.state, act)}
      <section class="sec" aria-labelledby="what-may">
        <h2 id="what-may" tabindex="-1">
          What you may do
          ${about.length ? html`<small>${count(about.length, "thing")}</small>` : nothing}
        </h2>
        ${tray(turn, given, shown, act)}
      </section>
    </div>
    ${foot(turn, about, items ? given : { ...given, call: "" }, shown, act)}`;
}
