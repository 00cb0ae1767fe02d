// Legend: how a counter is read, the signs of the turn, the ground and the arrows.
import { html, svg } from "../../vendor/lit-html/lit-html.js";
import { BLOW, CHARGE, HELP } from "./arrows.js";
import { counter, wedge } from "./counter.js";
import { GROUND } from "./ground.js";
import { outline } from "./hexes.js";
import { SIGNS, sign } from "./signs.js";

/** @import { Seat } from "../../renderer.js" */
/** @import { Ctx, Game } from "./types.js" */

/** @param {Seat[]} seats */
const sample = (seats, more) =>
  html`<svg class="key counter" viewBox="-30 -30 60 60" aria-hidden="true">
    ${counter(more, seats, null)}${more.panicked ? "" : wedge(more.facing)}
  </svg>`;
/** @type {import("./counter.js").Face & { facing: number }} */
const FOOT = {
  side: "rome",
  arm: "foot",
  letters: "Ha",
  strength: 5,
  morale: 4,
  disorder: 1,
  facing: 0,
  panicked: false,
  marks: [],
};
const BLOWS = [
  [BLOW, "blow", "attacks"],
  [CHARGE, "blow", "charges"],
  [HELP, "help", "supports"],
];
const WAYS = [
  ["move", "goes, hex by hex"],
  ["withdraw", "withdraws"],
  ["flee", "flees"],
  ["pursue", "pursues"],
  ["stampede", "elephants run"],
  ["due", "may or must advance"],
];

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export const legendOf = (game, ctx) =>
  html`<details class="more legend">
    <summary>Legend</summary>
    <div class="keys">
      <p>
        ${sample(ctx.seats, FOOT)}<span
          >Letters in the frame of its arm; Combat Points; a pip for each point of morale, Disorder
          filled from below; the wedge is its front.</span
        >
      </p>
      <p>
        ${sample(ctx.seats, { ...FOOT, side: "carthage", arm: "light", letters: "Sk", strength: 2, morale: 2, facing: 3, marks: ["moved", "fired"] })}<span
          >Light foot in a round frame, horse slanted, elephants filled. Below stand the signs of
          the turn.</span
        >
      </p>
      <p>
        <svg class="key counter" viewBox="-30 -30 60 60" aria-hidden="true">
          <g class="panic">
            ${counter({ ...FOOT, disorder: 4, panicked: true }, ctx.seats, null)}
          </g></svg
        ><span>In panic: hatched, a white flag, no front and no zone of control.</span>
      </p>
    </div>
    <ul class="keys signs">
      ${Object.entries(SIGNS).map(
        ([mark, [, words]]) =>
          html`<li>
            <svg class="key" viewBox="-1 -1 12 12" aria-hidden="true">${sign(mark)}</svg>${words}
          </li>`,
      )}
    </ul>
    <ul class="keys">
      ${WAYS.map(
        ([kind, words]) =>
          html`<li>
            <svg class="key long" viewBox="0 0 46 12" aria-hidden="true">
              ${svg`<g class=${`way ${kind}`}><path class="case" d="M2 6H38"/><path class="ink" marker-end="url(#dbp-tip)" d="M2 6H38"/></g>`}</svg
            >${words}
          </li>`,
      )}
      <li>
        <svg class="key long" viewBox="0 0 46 12" aria-hidden="true">
          <g class="deed volley">
            <path class="case" d="M2 6H38" />
            <path class="ink" marker-end="url(#dbp-tip)" d="M2 6H38" />
          </g></svg
        >shoots
      </li>
      ${BLOWS.map(
        ([d, cls, words]) =>
          html`<li>
            <svg class="key" viewBox="-18 -18 36 36" aria-hidden="true">
              <g class="deed">
                <g class=${cls}>
                  <path class="case" d=${d} />
                  <path class="ink" d=${d} />
                </g>
              </g></svg
            >${words}
          </li>`,
      )}
      <li>
        <svg class="key long" viewBox="0 0 46 12" aria-hidden="true">
          <g class="deed rear"><path class="back" d="M2 6H44" /></g></svg
        >attacked from behind
      </li>
    </ul>
    <ul class="keys">
      ${game.field.terrain.map(
        (t) =>
          html`<li>
            <svg class="key ground" viewBox="-31 -27 62 54" aria-hidden="true">
              <path class=${`hx ${t.key}`} d=${outline()} />
              <path class="tm" d=${GROUND[t.key] ?? ""} /></svg
            >${t.title}: ${t.cost === null ? "nobody enters" : `${t.cost} MP`}
          </li>`,
      )}
    </ul>
    <p class="note">${game.field.note}</p>
  </details>`;
