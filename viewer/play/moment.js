// Moment: the acts of the moment, in the buttons that are pinned at the foot.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { count } from "../words.js";
import { because, endButton, small } from "./ending.js";
import { armedWords, aside, deed, ends, inOrder, isForMany, MANY } from "./tray.js";
import { usualButton } from "./usual.js";

/** @import { Acts, Given, Item, Shown } from "./types.js" */
/** @import { Turn } from "./turn.js" */

/**
 * The act of the moment, always at one place: what is composed is sent, else what may be done is
 * brought into sight where it stands below the board.
 * @param {Turn} turn
 * @param {Item[]} due
 * @param {Given} given
 * @param {Pick<Shown, "of" | "armed">} shown
 * @param {Acts} act
 */
export function foot(
  { ending, usual, seals, kinds, state: { orders, sending, after, met }, undoable },
  due,
  { offline, rests, next, together },
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
  if (!due.length) return nothing;
  if (usual && !of.length)
    return html`<div class="do-foot bring">
      <button class="btn" @click=${act.tray}>Choose yourself</button>
      ${usualButton(usual, seals(usual.type), sending || offline || rests, act)}
    </div>`;
  const [first] = inOrder(due, kinds, met),
    narrowed = of.length > 0,
    // What orders all of them comes before the first of its kind, which orders one.
    whole = together && !narrowed && isForMany(together, due) ? together : null,
    endings = due.filter(ends),
    // Of its kind alone, the first is what the phase begins with.
    lone =
      !whole &&
      due.findLast(({ type }) => type === first.type) === first &&
      !ends(first) &&
      first !== ending
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
      whole
        ? html`<button
            class=${ending || sure ? "btn" : "btn do"}
            data-lay
            ?disabled=${sending || offline}
            @click=${() => act.lay(whole.orders)}
          >
            ${whole.title}
          </button>`
        : nothing
    }${
      due.length === 1 || only || two
        ? nothing
        : html`<button
            class=${ending || sure || whole ? "btn" : "btn do"}
            data-bring
            @click=${act.tray}
          >
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
