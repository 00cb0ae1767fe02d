// Prove: the pane that follows one die from its seed to its face, in four lines, worked out in this browser.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { dieWords, drawn, isEntered } from "./parts/die.js";
import { icon } from "./parts/marks.js";
import { followed } from "./verify/throw.js";
import { count, senderName } from "./words.js";

/** @import { Die, Seat, Step } from "./renderer.js" */
/** @import { Replay, Thrown } from "./types.js" */
/** @import { Event, Followed, OpenDraw } from "./verify/types.js" */

/**
 * What is said where a die cannot be followed.
 * @param {Die} d
 * @param {Event} event
 */
function unproven(d, event) {
  const [entered] = event.draws.flatMap((draw) => (draw.chain === "entered" ? [draw.witness] : []));
  if (isEntered(d))
    return `It was thrown elsewhere and typed in${entered ? `; witness: ${entered}` : ""}. Nothing here proves it.`;
  if (d.chain === "sealed")
    return d.face === null
      ? "Its face is sealed from you. Once the seals are opened, its seed is shown, and it is checked like any other."
      : "It was thrown in secret. Its seed is shown once the seals are opened; then check 7 holds the face to it.";
  return "The event does not hold a draw that this die belongs to.";
}

/**
 * Follow a die of a step; where it cannot be followed, why.
 * @param {Replay} replay
 * @param {Step} step
 * @param {Die} die
 * @returns {Promise<Thrown>}
 */
export async function thrownBy(replay, step, die) {
  const event = /** @type {Event} */ (step.event),
    open = event.draws.filter((draw) => draw.chain === "open"),
    place = step.dice.filter((d) => d.chain === "open").indexOf(die),
    all = open.flatMap((draw) =>
      draw.dice.map((_, index) => ({ draw: /** @type {OpenDraw} */ (draw), index })),
    ),
    found = place < 0 ? undefined : all[place],
    events = replay.steps.map((s) => /** @type {Event | null} */ (s.unread ? null : s.event));
  const thrown = { die, event, told: null, fault: "" };
  if (!found) return { ...thrown, fault: unproven(die, event) };
  try {
    return { ...thrown, told: await followed(event, found.draw, found.index, events) };
  } catch (error) {
    return { ...thrown, fault: `It cannot be followed: ${error.message}.` };
  }
}

/**
 * Hex in groups, the middle left out where it is long.
 * @param {string} text
 * @param {number} [lit] the byte that is lit
 */
function hexOf(text, lit = -1) {
  if (!text) return nothing;
  const groups = text.match(/.{1,8}/g) ?? [],
    shown = groups.length > 5 ? [...groups.slice(0, 3), "…", ...groups.slice(-1)] : groups;
  if (lit < 0 || lit > 11) return html`<code title=${text}>${shown.join(" ")}</code>`;
  const [before, byte, after] = [
    text.slice(0, 2 * lit),
    text.slice(2 * lit, 2 * lit + 2),
    text.slice(2 * lit + 2, 24),
  ];
  return html`<code title=${text}>${before}<mark>${byte}</mark>${after} … ${groups.at(-1)}</code>`;
}

/** @param {Followed} told */
function seedLine({ link, laid, hashes, seed }) {
  const fixed = laid
    ? `Before the first of these dice the server bound itself to a chain of ` +
      `${laid.links.toLocaleString("en")} seeds by one number, the anchor, in event ${laid.seq}. ` +
      `This throw took link ${link}.`
    : `This throw took link ${link} of a chain of seeds that was fixed before.`;
  return html`<li>
    <h3>A seed that nobody could choose later</h3>
    <p>${fixed}</p>
    ${hexOf(seed)}
    ${
      hashes
        ? html`<p class="holds">
            ${icon("seal")} Hashed ${hashes === 1 ? "once" : `${hashes} times`}, it is the anchor
          </p>`
        : laid
          ? html`<p class="breaks">${icon("fail")} It does not lead to the anchor</p>`
          : html`<p class="note">
              The event that fixed it is not read here: Verify checks it against that.
            </p>`
    }
  </li>`;
}

/**
 * @param {Followed} told
 * @param {string} sender
 */
const chanceLine = ({ entropy }, sender) =>
  html`<li>
    <h3>What the sender added</h3>
    ${
      entropy
        ? html`<p>
              A random number of their own, sent by ${sender} with the order, before the seed was
              shown.
            </p>
            <code title=${entropy}>${entropy}</code>`
        : html`<p>Nothing. Only the anchor keeps this face from having been chosen.</p>`
    }
  </li>`;

/** @param {Followed} told */
const stirLine = ({ order, block, from }) =>
  html`<li>
    <h3>Seed, random number and order are mixed</h3>
    <p>
      HMAC-SHA256 with the seed as key, over campaign, chain, link, the order’s fingerprint and the
      random number${from ? `. Dice before this one took ${count(from, "byte")}` : ""}.
    </p>
    <code title=${order}>order ${order.slice(0, 8)} … ${order.slice(-8)}</code>
    ${hexOf(block, from)}
  </li>`;

/**
 * How bytes become a number below n.
 * @param {Followed} told
 * @param {Die} die
 */
function faceWords({ bytes, sides, face }, die) {
  if (die.die.startsWith("shuffle:"))
    return `The ${count(bytes.length, "byte")} that follow put the ${sides} in order, from the last place to the first.`;
  const wide = sides > 256,
    size = wide ? 65536 : 256,
    limit = Math.floor(size / sides) * sides,
    numbers = wide
      ? Array.from({ length: bytes.length / 2 }, (_, i) => bytes[2 * i] * 256 + bytes[2 * i + 1])
      : bytes,
    last = numbers.at(-1) ?? 0,
    passed = numbers.slice(0, -1),
    rest = last % sides,
    first = die.die === "d10_zero" ? 0 : 1;
  return `${
    passed.length
      ? `${passed.join(", ")} ${passed.length > 1 ? "are" : "is"} not below ${limit} and passed over. `
      : ""
  }${last} is below ${limit}, so it counts. ${last} = ${Math.floor(last / sides)} × ${sides} + ${rest}${
    first ? `; faces begin at 1: ${rest} + 1 = ${String(face)}` : ""
  }.`;
}

/**
 * @param {Followed} told
 * @param {Die} die
 */
const faceLine = (told, die) =>
  html`<li>
    <h3>${told.bytes.length > 1 ? "The bytes become" : "The byte becomes"} a face</h3>
    <p>${faceWords(told, die)}</p>
    ${
      told.holds
        ? html`<p class="holds">${icon("seal")} The log says the same</p>`
        : html`<p class="breaks">${icon("fail")} The log says otherwise: it was changed</p>`
    }
  </li>`;

/**
 * @param {Thrown} thrown
 * @param {{ seats: Seat[], server: boolean, close: () => void, save: (seq: number) => void, verify: () => void }} given
 *   server: whether a receipt can be asked for
 */
export function provePane({ die, event, told, fault }, { seats, server, close, save, verify }) {
  const face = Array.isArray(die.face) ? "this order" : String(die.face);
  return html`<section class="pane proof thrown" aria-label="How a die fell" tabindex="-1">
    <header>
      ${drawn(die)}
      <div>
        <p class="lab">Event ${event.seq}${die.for ? `, ${die.for}` : ""}</p>
        <h2>
          ${told ? (told.holds ? `Why it shows ${face}` : "It does not follow") : dieWords(die)}
        </h2>
      </div>
      <button class="ico" aria-label="Close" title="Close (Esc)" @click=${close}>
        ${icon("close")}
      </button>
    </header>
    ${
      told
        ? html`<ol class="lines">
            ${seedLine(told)} ${chanceLine(told, senderName(event, seats))} ${stirLine(told)}
            ${faceLine(told, die)}
          </ol>`
        : html`<p class="lead">${fault}</p>`
    }
    <div class="acts">
      ${
        server
          ? html`<button class="btn" @click=${() => save(event.seq)}>
              ${icon("save")} Receipt for event ${event.seq}
            </button>`
          : nothing
      }<button class="btn" @click=${verify}>Verify the whole log</button>
    </div>
    ${
      told
        ? html`<p class="note">
            Worked out in this browser, just now. Not proven: that whoever runs the server did not
            try many orders together with the sender.
          </p>`
        : nothing
    }
  </section>`;
}
