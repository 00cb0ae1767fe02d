// May list: what may be done, in groups that can be searched and narrowed.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { valueOf } from "../dom.js";
import { boardCard } from "../parts/card.js";
import { coded, labelled } from "../parts/codes.js";
import { called, count, listed } from "../words.js";
import { concerning } from "./concerns.js";
import { because, endButton } from "./ending.js";
import { troubleWords } from "./outcome.js";
import {
  ends,
  grouped,
  inAdvance,
  inOrder,
  isForMany,
  isNow,
  MANY,
  seldom,
  sifted,
  waits,
} from "./tray.js";
import { usualPart } from "./usual.js";

/** @import { Together } from "../renderer.js" */
/** @import { Group, Row } from "./tray.js" */
/** @import { Turn } from "./turn.js" */
/** @import { Acts, Given, Item, Shown } from "./types.js" */

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
 * What orders several units at one press, where more than one of them can go its way.
 * @param {Together | null} together
 * @param {Item[]} items
 * @param {boolean} barred
 * @param {Acts} act
 */
function layButton(together, items, barred, act) {
  return together && isForMany(together, items)
    ? html`<div class="lay">
        <button class="btn" data-lay ?disabled=${barred} @click=${() => act.lay(together.orders)}>
          ${together.title}
        </button>
        ${together.less ? layLess(together, together.less, barred, act) : nothing}
        <small>${together.note}</small>
      </div>`
    : nothing;
}

/**
 * The same for a smaller number than the largest.
 * @param {Together} together
 * @param {{ title: string, most: number }} less
 * @param {boolean} barred
 * @param {Acts} act
 */
const layLess = ({ orders }, { title, most }, barred, act) =>
  html`<div class="picks" role="group" aria-label=${title}>
    <span>${title}</span>
    ${Array.from({ length: most }, (_, i) => String(i + 1)).map(
      (far) =>
        html`<button
          class="pick"
          data-lay-less=${far}
          ?disabled=${barred}
          @click=${() => act.lay(orders.map((order) => ({ ...order, to: [far] })))}
        >
          ${far}
        </button>`,
    )}
  </div>`;

/**
 * @param {Turn} turn
 * @param {Given} given
 * @param {Shown} shown
 * @param {Acts} act
 */
export function mayList(
  { state, kinds, ending, usual, seals },
  { offline, next, together },
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
    narrowed = of.length > 0 || filter !== "",
    few = narrowed ? [] : seldom(items),
    now = inOrder(shown.filter(isNow), kinds, met).filter(
      (item) => item !== ending && !few.includes(item),
    ),
    standing = shown.filter(inAdvance),
    rest = shown.filter(waits),
    many = items.filter(isNow).length > MANY,
    id = open?.option.id;
  const idle = items.length ? "Nothing is asked of you now." : "There is nothing to do now.";
  /** @param {string} title @param {unknown} said @param {Item[]} of */
  const aside = (title, said, of) =>
    html`<details
      class=${of === few ? "aside seldom" : "aside"}
      ?open=${filter !== "" || of.some((item) => item.id === id)}
    >
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
  ${narrowed || open || !usual ? nothing : usualPart(usual, seals(usual.type), sending || offline, act)}
  ${narrowed || open ? nothing : layButton(together, now, sending || offline, act)}
  ${
    now.length
      ? html`<ul class="may">
          ${repeat(
            grouped(now),
            (group) => group.key,
            (group) => groupOf(group, shut(group), id, act),
          )}
        </ul>`
      : nothing
  }
  ${
    !now.length && !ending
      ? html`<p class="note">${narrowed ? "Nothing matches." : idle}</p>`
      : nothing
  }
  ${few.length ? aside(count(few.length, "more order"), nothing, few) : nothing}
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
