// Orders: the Command boxes as this audience may see them, and where the turn stands.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { dataIds } from "../../parts/ids.js";
import { seatMark } from "../../parts/marks.js";
import { capital, count } from "../../words.js";
import { OTHER, sideTitle } from "./names.js";

/** @import { Army, Ctx, Game, Marker } from "./types.js" */

const WHAT = {
  point: "Command Point",
  vacuus: "the Vacuus, a blank",
  null: "hidden marker",
};
const CLS = { point: "on", vacuus: "vac", null: "hid" };
/** The rules that say what a Command Point in a box does. */
const RULES = {
  initiative: "BP 4.2",
  combat: "BP 4.3",
  recovery: "BP 4.4",
  cavalry: "BP 4.5",
  movement: "BP 4.6",
  furor: "BP 4.7",
  elephants: "BP 4.8",
  fortuna: "BP 4.9",
};
/**
 * @param {Marker} m
 * @param {boolean} lit
 */
function marker(m, lit) {
  const says = `${WHAT[m.is]}${m.used ? ", spent" : ""}${lit ? ", in this step" : ""}`;
  return html`<span
    class=${`ck ${CLS[m.is]}${m.used ? " used" : ""}${lit ? " fresh" : ""}`}
    role="img"
    title=${says}
    aria-label=${says}
    >${m.is === null ? "" : m.is === "vacuus" ? "V" : "1"}</span
  >`;
}

const LEFT = "one is the Vacuus";
/**
 * What a side still has to lay; where the Vacuus is, for those alone who see every marker laid.
 * @param {Army} army
 */
function inHand(army) {
  const laid = army.boxes.flatMap((b) => b.markers),
    seen = laid.every((m) => m.is !== null),
    vacuus = laid.some((m) => m.is === "vacuus") ? "the Vacuus is laid" : LEFT;
  if (army.to_place === 1 && seen && vacuus === LEFT) return "1 marker to place: the Vacuus";
  if (army.to_place)
    return `${count(army.to_place, "marker")} to place${seen ? `, ${vacuus}` : ""}`;
  return army.placed
    ? "laid, face down"
    : laid.length
      ? `${count(army.points, "point")}, 1 Vacuus`
      : "no markers";
}

/**
 * Both sides' boxes; a box that a side does not have is dotted.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function ordersOf(game, ctx) {
  const columns = [...new Map(game.armies.flatMap((a) => a.boxes.map((b) => [b.box, b.title])))];
  const cell = (army, i, key) => {
    const j = army.boxes.findIndex((b) => b.box === key),
      box = army.boxes[j],
      path = `/game/armies/${i}/boxes/${j}/markers`;
    if (!box) return html`<td class="none"><span class="vh">not theirs</span></td>`;
    return html`<td
      data-box=${`${army.side} ${key}`}
      class=${ctx.lit(path) || ctx.inside(path) ? "now" : ""}
    >
      <span class="cks" data-ids=${dataIds(key)} data-seat=${army.side}
        >${box.markers.map((m, k) =>
          marker(m, ctx.lit(`${path}/${k}`) || ctx.inside(`${path}/${k}`)),
        )}</span
      >
    </td>`;
  };
  const row = (army) =>
    html`<tr>
      <th scope="row">
        <span
          >${seatMark(ctx.seats, army.side, false)}
          <span class="name">${sideTitle(ctx.seats, army.side)}</span></span
        ><small>${inHand(army)}</small>
      </th>
      ${columns.map(([key]) => cell(army, game.armies.indexOf(army), key))}
    </tr>`;
  return html`<section class="boxes" data-targets>
    <h3 class="h">Command boxes</h3>
    <div class="scroll" tabindex="0" role="group" aria-label="Command boxes">
      <table class="cmd">
        <caption class="vh">
          Command boxes
        </caption>
        <thead>
          <tr>
            <th scope="col"><span class="vh">Side</span></th>
            ${columns.map(
              ([key, title]) =>
                html`<th scope="col">
                  <span
                    ><button type="button" class="code" data-code=${RULES[key]}>
                      ${title}
                    </button></span
                  >
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${game.armies.map(row)}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** The impulses of a turn, with the phases of each. @type {[string, string[]][]} */
const OPENING = [
  ["command", ["command"]],
  ["initiative", ["initiative", "order"]],
];
/** @type {[string, string[]][]} */
const STEPS = [
  ["move", ["elephants", "stampede", "move"]],
  ["enemy’s volley", ["volley"]],
  ["combat", ["attack-points", "defence-points", "combat"]],
  ["recovery", ["recover"]],
];
const PRECISE = {
  elephants: "elephants",
  stampede: "furious elephants",
  "attack-points": "attacker's points",
  "defence-points": "defender's points",
};

/**
 * The impulses of the turn in their order, this one marked, and the turns as a ruler.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function courseOf(game, ctx) {
  const { phase, first, side } = game,
    order = first ? [first, OTHER[first]] : [];
  const step = (/** @type {string} */ label, /** @type {boolean} */ on) =>
    html`<li class=${on ? "on" : ""} aria-current=${on ? "step" : nothing}>
      ${on ? (PRECISE[phase] ?? label) : label}
    </li>`;
  return html`<section class="course">
    <div class="impulses">
      ${
        phase === "set-up" || phase === "over"
          ? html`<ol>
              <li class="on" aria-current="step">
                ${phase === "over" ? "the battle is over" : capital("set-up")}
              </li>
            </ol>`
          : html`<ol>
                ${OPENING.map(([label, phases]) => step(label, phases.includes(phase)))}
              </ol>
              ${order.map(
                (who) =>
                  html`<ol class=${side === who ? "acts" : ""}>
                    <li class="whose">${seatMark(ctx.seats, who)}</li>
                    ${STEPS.map(([label, phases]) => step(label, who === side && phases.includes(phase)))}
                  </ol>`,
              )}`
      }
    </div>
    <ol
      class="turns"
      aria-label=${game.turn ? `Turn ${game.turn} of ${game.turns}` : `Set-up; ${game.turns} turns`}
    >
      ${Array.from(
        { length: game.turns },
        (_, i) =>
          html`<li class=${i + 1 === game.turn ? "on" : i + 1 < game.turn ? "past" : ""}>
            ${i + 1}
          </li>`,
      )}
    </ol>
  </section>`;
}
