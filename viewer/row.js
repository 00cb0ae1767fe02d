// Row: a row of the log: a beat or event in words, with its dice, tags and notes, or the head of a turn.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { bookmarked, notesUnder } from "./noted.js";
import { die } from "./parts/die.js";
import { seatMark } from "./parts/marks.js";
import { actorOf, outline, viewAt } from "./replay.js";
import { address } from "./router.js";
import { firstOf } from "./rows.js";
import { words } from "./sieve.js";
import { seatsIn } from "./words.js";

/** @import { Die, Seat, Step } from "./renderer.js" */
/** @import { Beat, Chapter, LogRow, Replay, Route } from "./types.js" */

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

const FEW = 6; // dice that stand there one by one
/**
 * @param {Die[]} dice
 * @param {boolean} reach whether one comes to them by Tab
 */
const thrown = (dice, reach) => {
  const all = dice.map((one) => die(one, reach));
  return dice.length > FEW
    ? html`<details class="many">
        <summary tabindex=${reach ? 0 : -1}>${dice.length} dice</summary>
        ${all}
      </details>`
    : all;
};

/**
 * What stands in a row after its number.
 * @param {object} given
 * @param {readonly Seat[]} given.seats
 * @param {string | null} given.seat
 * @param {string} given.head
 * @param {unknown} given.dice
 * @param {unknown[]} given.marks
 * @param {string[]} given.rest
 * @param {unknown[]} given.notes
 * @param {(text: string) => unknown} given.say
 */
const body = ({ seats, seat, head, dice, marks, rest, notes, say }) =>
  html`<div class="b">
    <p>${seat ? html`${seatMark(seats, seat)} ` : nothing}<span class="t">${say(head)}</span></p>
    ${dice}${
      rest.length || marks.length
        ? html`<p class="sub">${marks}${say(rest.join(" "))}</p>`
        : nothing
    }${notes}
  </div>`;

/**
 * @typedef {object} RowGiven
 * @property {Replay} replay
 * @property {number} at
 * @property {number} here  the event whose row is lit
 * @property {(text: string, current: boolean) => unknown} say
 * @property {(beat: Beat) => void} fold
 */

/**
 * @param {LogRow} row
 * @param {RowGiven} given
 * @param {Route} route
 */
export function row({ key, beat, step, open = false }, { replay, at, here, say, fold }, route) {
  const seq = step?.seq ?? beat?.at ?? 0,
    told = step ?? replay.steps[seq - 1],
    within = beat ? replay.steps.slice(beat.first - 1, beat.last) : [told],
    { undone } = outline(replay),
    current = !open && seq === at,
    own = step && !beat,
    bare = open ? [] : within,
    seats = seatsOf(replay),
    seqs = bare.map((one) => one.seq);
  const look = [
    "ev",
    undone.has(seq) && "undone",
    !open && firstOf({ key, beat, step }) === here && "here",
    firstOf({ key, beat, step }) > at && "later",
    own && "within",
    bookmarked(replay.campaign.id, seqs) && "bookmarked",
  ];
  return html`<li
    class=${look.filter(Boolean).join(" ")}
    data-seq=${open ? nothing : seq}
    data-go=${seq}
    data-row=${key}
    aria-current=${current ? "step" : nothing}
  >
    <a
      class="n"
      tabindex=${current ? 0 : -1}
      href=${address({ ...route, at: seq })}
      aria-label=${`Event ${seq}`}
      >${open ? nothing : seq}</a
    >
    ${body({
      seats,
      seat: beat ? beat.seat : actorOf(told),
      head: beat ? beat.headline : (words(told)[0] ?? ""),
      dice: thrown(
        bare.flatMap((one) => one.dice ?? []),
        current,
      ),
      marks: bare.flatMap((one) => tags(one, undone.get(one.seq))),
      rest: open ? [] : words(told).filter((line, i) => (beat ? line !== beat.headline : i > 0)),
      notes: notesUnder(replay, seqs, seats),
      say: (text) => say(text, current),
    })}
    ${
      beat && !step
        ? html`<button
            class="fold"
            aria-expanded=${String(open)}
            aria-label=${`The ${within.length} events of this`}
            title=${open ? "Fold" : `Its ${within.length} events`}
            tabindex=${current || open ? 0 : -1}
            @click=${() => fold(beat)}
          >
            ${within.length}
          </button>`
        : nothing
    }
  </li>`;
}

/**
 * The seats as the game names them; as the campaign does where its first view cannot be made.
 * @param {Replay} replay
 */
function seatsOf(replay) {
  try {
    return seatsIn(viewAt(replay, 1)) ?? replay.campaign.seats;
  } catch {
    return replay.campaign.seats;
  }
}

/**
 * @param {Chapter} chapter
 * @param {string} key
 */
export const turn = ({ label, note }, key) =>
  html`<li class="year" data-row=${key}><b>${label}</b><span>${note}</span></li>`;
