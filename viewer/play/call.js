// Call: whose turn it is, for one who plays, and in whose name they act. Pure.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { valueOf } from "../dom.js";
import { coded } from "../parts/codes.js";
import { seatMark } from "../parts/marks.js";
import {
  capital,
  listed,
  roleName,
  seatTitle,
  waitingGroups,
  waitingWords,
  within,
} from "../words.js";
import { awaitedWords } from "./waiting.js";

/** @import { Seat, Waiting } from "../renderer.js" */

/**
 * In whose name one acts: a role whose token this browser holds, or a seat that the referee acts for.
 * @typedef {{ role: string, actsFor: string | null }} Chair
 */
/**
 * @typedef {object} Call
 * @property {Chair} chair
 * @property {Chair[]} chairs  all that can be taken here
 * @property {Waiting | null} mine  what this chair is awaited for
 * @property {Waiting | null} anyones  what anyone may do
 * @property {Waiting[]} waiting
 * @property {readonly string[]} answers  the commands that only answer what another does
 */

/** @param {Chair} chair */
const seatIn = ({ role, actsFor }) => actsFor ?? role.replace(/^seat:/, "");

/**
 * The chairs that can be taken: every role held that can act, and for the referee every seat that is not held.
 * @param {string[]} held
 * @param {string} role
 * @param {readonly Pick<Seat, "seat">[]} seats
 * @returns {Chair[]}
 */
export function chairsOf(held, role, seats) {
  const own = held
    .filter((one) => one === "referee" || one.startsWith("seat:"))
    .map((one) => ({ role: one, actsFor: null }));
  if (role !== "referee") return own;
  return [
    ...own,
    ...seats
      .filter(({ seat }) => !held.includes(`seat:${seat}`))
      .map(({ seat }) => ({ role, actsFor: seat })),
  ];
}

/**
 * @param {Chair} chair
 * @param {readonly Seat[]} seats
 */
const chairWords = ({ role, actsFor }, seats) =>
  actsFor
    ? `Enter orders for ${seatTitle(seats, actsFor)}`
    : role === "referee"
      ? "Act as referee"
      : `Play as ${within(roleName(role, seats))}`;

/**
 * The chairs, where there are several, and the next one that is awaited if this one is not.
 * @param {Call} call
 * @param {Seat[]} seats
 * @param {(chair: Chair) => void} sit
 */
export function chairSwitch({ chair, chairs, mine, waiting }, seats, sit) {
  if (chairs.length < 2) return nothing;
  const at = chairs.findIndex((c) => c.role === chair.role && c.actsFor === chair.actsFor),
    // Who plays a seat here enters nobody else's orders, unless they say so.
    plays = chairs.some((c) => c.role.startsWith("seat:")),
    next = mine
      ? undefined
      : chairs.find((c) => !(plays && c.actsFor) && waiting.some((w) => w.seat === seatIn(c)));
  return html`<span class="chairs"
    >${
      next
        ? html`<button
            class="btn small do"
            data-chair
            aria-label=${chairWords(next, seats)}
            @click=${() => sit(next)}
          >
            ${next.actsFor ? "Enter orders" : chairWords(next, seats)}
          </button>`
        : nothing
    }<select
      aria-label="In whose name you act"
      @change=${(/** @type {Event} */ e) => sit(chairs[Number(valueOf(e))])}
    >
      ${chairs.map((c, i) => html`<option value=${i} .selected=${i === at}>${chairWords(c, seats)}</option>`)}
    </select></span
  >`;
}

/** @param {(() => void) | null} save */
const unkept = (save) =>
  save
    ? html`<span class="unkept"
        ><b class="warn">This browser keeps nothing:</b> with this page your seat is lost.
        <button class="txt" @click=${save}>Save your tokens</button></span
      >`
    : nothing;

/**
 * To one who plays and looks back: what they look at, of how much, and the way to what is now.
 * @param {Call} call
 * @param {number} at
 * @param {number} last
 * @param {() => void} now
 */
export const backLine = ({ mine, anyones, answers }, at, last, now) =>
  html`<p class="call">
    <span class="lab"
      >You look back to event ${at.toLocaleString("en")} of ${last.toLocaleString("en")}.</span
    >
    <button class="yours" @click=${now}>
      Back to
      now${mine ? `: ${awaitedWords(mine, answers).toLowerCase()}` : anyones ? ": your turn" : ""}
    </button>
  </p>`;

/**
 * Whose turn it is: their own, everyone's, or whom the table waits for. `tray` brings what one may
 * do into sight; `save` saves the tokens of a browser that forgets them with the page, else null.
 * @param {Call} call
 * @param {Seat[]} seats
 * @param {{ tray: () => void, save: (() => void) | null }} acts
 */
export function callLine({ chair, mine, anyones, waiting, answers }, seats, { tray, save }) {
  const yours = mine ?? anyones;
  if (!yours)
    return html`<p class="call">
      ${waiting.length ? html`<span class="lab words">Waiting for</span>` : nothing}
      ${waitingGroups(waiting).map(
        ([words, who]) =>
          html`<span class="theirs"
              >${who.map((seat) => seatMark(seats, seat, false))}
              ${who.map((seat) => seatTitle(seats, seat)).join(", ")}</span
            >
            <b>${capital(words)}</b>`,
      )}
      ${unkept(save)}
    </p>`;
  const words = capital(waitingWords(yours)),
    others = waiting.filter((w) => w !== yours),
    tag = !mine
      ? "Anyone may act"
      : chair.actsFor
        ? `For ${seatTitle(seats, chair.actsFor)}`
        : awaitedWords(mine, answers);
  return html`<p class="call">
    <button class="yours" title="Go to what you may do" @click=${tray}>
      ${seatMark(seats, seatIn(chair), false)} ${tag}
    </button>
    <b>${coded(words)}</b>
    ${
      others.length
        ? html`<span class="lab"
            >also awaited:
            <span class="words">${listed(others.map((w) => seatTitle(seats, w.seat)))}</span
            ><span class="marks" aria-hidden="true"
              >${others.map((w) => seatMark(seats, w.seat, false))}</span
            ></span
          >`
        : nothing
    }
    ${unkept(save)}
  </p>`;
}
