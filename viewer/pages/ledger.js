// Ledger: which faces each side threw, beside what as many dice would show on the average. Pure.
import { html } from "../vendor/lit-html/lit-html.js";
import { seatMark } from "../parts/marks.js";
import { outline } from "../replay.js";
import { actingSeat, count } from "../words.js";

/** @import { Seat } from "../renderer.js" */
/** @import { Replay } from "../types.js" */

/** The lowest face. @param {string} die */
const least = (die) => (die.endsWith("_zero") ? 0 : 1);

/**
 * How often each face fell, by die and by who threw it: the seat acted for, else the sender. What was
 * rewound is left out, and so are shuffles and what is still sealed.
 * @param {Replay} replay
 * @returns {{ die: string, least: number, throwers: { seat: string, faces: number[], total: number }[] }[]}
 */
function thrown(replay) {
  const { undone } = outline(replay);
  /** @type {Map<string, Map<string, number[]>>} */
  const dice = new Map();
  for (const step of replay.steps)
    for (const { die, face } of undone.has(step.seq) ? [] : (step.dice ?? [])) {
      const sides = Number(/^d(\d+)/.exec(die)?.[1] ?? 0),
        who = actingSeat(step) ?? step.by;
      if (!sides || typeof face !== "number") continue;
      const throwers = dice.get(die) ?? new Map();
      dice.set(die, throwers);
      if (!throwers.has(who)) throwers.set(who, new Array(sides).fill(0));
      throwers.get(who)[face - least(die)] += 1;
    }
  return [...dice].map(([die, throwers]) => ({
    die,
    least: least(die),
    throwers: [...throwers].map(([seat, faces]) => ({
      seat,
      faces,
      total: faces.reduce((sum, n) => sum + n, 0),
    })),
  }));
}

/**
 * @param {number[]} faces
 * @param {number} from
 */
const mean = (faces, from) =>
  faces.reduce((sum, n, i) => sum + n * (i + from), 0) / faces.reduce((sum, n) => sum + n, 0);

/**
 * @param {Replay} replay
 * @param {readonly Seat[]} seats
 */
export const ledger = (replay, seats) =>
  thrown(replay).map(({ least: from, throwers }) => {
    const sides = throwers[0].faces.length,
      name = `d${sides}`;
    return html`<table class="ledger">
      <caption>
        ${name}: how often each face fell
      </caption>
      <thead>
        <tr>
          <th scope="col"><span class="vh">Thrown by</span></th>
          ${throwers[0].faces.map((_, i) => html`<th scope="col">${i + from}</th>`)}
          <th scope="col">expected</th>
          <th scope="col">mean</th>
        </tr>
      </thead>
      <tbody>
        ${throwers.map(
          ({ seat, faces, total }) =>
            html`<tr>
              <th scope="row">
                ${seatMark(seats, seat)}<span class="vh">, ${count(total, "die", "dice")}</span>
              </th>
              ${faces.map((n) => html`<td>${n}</td>`)}
              <td class="due">${(total / sides).toFixed(1)}</td>
              <td>${mean(faces, from).toFixed(2)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <td colspan=${sides + 1}>Mean of a fair ${name}</td>
          <td></td>
          <td>${(from + (sides - 1) / 2).toFixed(2)}</td>
        </tr>
      </tfoot>
    </table>`;
  });
