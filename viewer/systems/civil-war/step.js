// Step: the panel of every step that is no combat: the headline, the way, the dice and their sum,
// the event's meaning, the regions.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { coded } from "../../parts/codes.js";
import { die, diceList, thrown } from "../../parts/die.js";
import { count, signed } from "../../words.js";
import { effectsOf } from "../../parts/effects.js";
import { sum, thrownRow } from "../../parts/sum.js";
import { record } from "../../parts/record.js";
import { unitsOf, waysOf } from "./changed.js";
import { eventWords } from "./facts.js";
import { regionTable } from "./regions.js";
import { sideMark, sideName, unitWords } from "./sides.js";

/** @import { Ctx, Of, Schemas, Step, Way } from "./types.js" */
/** @import { Template } from "../../vendor/lit-html/lit-html.js" */

/**
 * The die a number was thrown with: the first of this step that shows it.
 * @param {Step} step
 * @param {string} kind
 * @param {number} face
 */
const dieOf = (step, kind, face) =>
  die(thrown(step, (d) => d.die === kind && d.face === face, face, kind));
/**
 * @param {unknown} title
 * @param {Parameters<typeof sum>[0]} rows
 * @param {Parameters<typeof sum>[1]} total
 */
const argued = (title, rows, total) =>
  html`<div class="w-die">
    <p class="h">${title}</p>
    ${sum(rows, total)}
  </div>`;

/** What is noted of the segments where one is added for the opponent of Roma's master. */
const TIRED = "CW E10";
/**
 * What the event does; whom it favours by name, once the order of the segments is known.
 * @param {number} number
 * @param {string} text
 * @param {Ctx} ctx
 */
function effectWords(number, text, ctx) {
  const [order] = effectsOf(ctx.step, "civil-war.initiative-taken");
  return order?.notes?.some((note) => note.startsWith(TIRED))
    ? `the ${sideName(order.segments.at(-1), ctx.seats, "")} has one more segment, the last of the year`
    : coded(eventWords(number, text, ctx.view.game, ctx));
}

/**
 * @param {Of<"civil-war.year-event-rolled">} rolled
 * @param {Ctx} ctx
 */
function yearSum(rolled, ctx) {
  const { step, tables } = ctx;
  const row = tables
    .find((t) => t.key === "events")
    ?.rows.find((r) => r.label === String(rolled.total));
  const rows = [
    thrownRow(html`${dieOf(step, "d6", rolled.d6)}one d6`, rolled.d6),
    thrownRow(html`${dieOf(step, "d10_zero", rolled.d10)}one d10, 0 to 9`, rolled.d10),
  ];
  return html`${argued("The dice", rows, { what: "Event", value: rolled.total })}
  ${
    row
      ? html`<div class="w-res">
          <p class="h">${rolled.total} in the table of events</p>
          <p class="event-name">${row.cells[0]}</p>
          <p class="odds">${effectWords(rolled.total, row.cells[1], ctx)}</p>
        </div>`
      : nothing
  }`;
}
/**
 * @param {Of<"civil-war.leader-checked">} check
 * @param {Step} step
 */
const deathSum = (check, step) =>
  argued(
    "The die",
    [
      thrownRow(html`${dieOf(step, "d10_zero", check.face)}one d10, 0 to 9`, check.face),
      { what: html`${check.leader} dies below`, value: check.number },
    ],
    { what: check.leader, value: check.died ? "dies" : "lives" },
  );
/**
 * @param {Of<"civil-war.courted">} c
 * @param {Step} step
 */
const courtSum = (c, step) =>
  argued(
    "The embassy",
    [
      thrownRow(html`${dieOf(step, "d6", c.face)}one d6`, c.face),
      { what: html`PC of ${c.leader}`, value: signed(c.pc) },
      { what: html`${c.people} are won with`, value: c.needed },
    ],
    { what: c.won ? "Won over" : "In vain", value: c.total },
  );
/**
 * @param {Schemas["civil-war.Interception"]} i
 * @param {Step} step
 */
const caughtSum = (i, step) =>
  argued(
    html`A fleet in ${i.sea}`,
    [
      thrownRow(html`${dieOf(step, "d6", i.face)}one d6`, i.face),
      { what: "Naves that lie in wait", value: i.enemy },
      { what: "Naves under sail", value: i.own },
    ],
    { what: "The fleet", value: i.caught ? "is caught" : "gets through" },
  );

/**
 * Who went which way, at what cost.
 * @param {Way} way
 * @param {Of<"civil-war.marched"> | Of<"civil-war.sailed"> | undefined} effect
 * @param {Ctx} ctx
 */
function wayWords(way, effect, ctx) {
  const moved = unitsOf(ctx.view?.game).filter((u) => way.units?.includes(u.id)),
    who = [...(way.leaders ?? []), ...(moved.length ? [unitWords(moved)] : [])];
  return html`<div class="way-line">
    <p class="route">
      ${way.route.map(
        (p, i) =>
          html`${
              i
                ? html`<span class="to" aria-hidden="true"></span><span class="vh"> to </span>`
                : nothing
            }<span class=${i === way.route.length - 1 ? "end" : ""}>${p}</span>`,
      )}
    </p>
    <p class="lab">
      ${way.side ? sideMark(way.side, ctx.seats) : nothing}
      ${who.join(", ")}${effect?.cost !== undefined ? html`; ${count(effect.cost, "movement point")}` : nothing}${
        effect && "over" in effect && effect.over ? html`; over ${effect.over}` : nothing
      }
    </p>
  </div>`;
}

/**
 * Control points a side, as the year's account gives them.
 * @param {Of<"civil-war.control-settled">} settled
 * @param {Ctx} ctx
 */
const account = (settled, ctx) =>
  html`<p class="lab">
    ${Object.entries(settled.points ?? {}).map(
      ([seat, n], i) =>
        html`${i ? ", " : ""}${sideMark(seat, ctx.seats)} ${sideName(seat, ctx.seats, seat)} ${n}`,
    )}
  </p>`;

/**
 * @param {Ctx} ctx
 * @returns {Template}
 */
export function stepPanel(ctx) {
  const { step } = ctx;
  const [rolled] = effectsOf(step, "civil-war.year-event-rolled"),
    [check] = effectsOf(step, "civil-war.leader-checked"),
    [court] = effectsOf(step, "civil-war.courted"),
    sailings = effectsOf(step, "civil-war.sailed"),
    intercepted = sailings[0]?.intercepted,
    [settled] = effectsOf(step, "civil-war.control-settled"),
    text = step.text ?? [],
    // Its beat's headline, where that is not told first: a war's end comes after its last year.
    told = step.marks?.find(({ kind }) => kind === "beat")?.label,
    head = text.find((line) => line === told) ?? text[0],
    rest = text.filter((line) => line !== head);
  const proof = rolled
    ? yearSum(rolled, ctx)
    : check
      ? deathSum(check, step)
      : court
        ? courtSum(court, step)
        : intercepted
          ? caughtSum(intercepted, step)
          : nothing;
  const moves = [...effectsOf(step, "civil-war.marched"), ...sailings],
    ways = waysOf(step),
    table = rolled ? nothing : regionTable(ctx);
  const form = [proof === nothing ? "plain" : "brief", table === nothing ? "" : "with-table"].join(
    " ",
  );
  return html`<div class=${`argument ${form}`}>
    <div class="w-head">
      <p class="lab">Event ${step.seq}</p>
      <h2>${head}</h2>
      ${ways.map((w) =>
        wayWords(
          w,
          moves.find((e) => e.to === w.route.at(-1)),
          ctx,
        ),
      )}
      ${
        rest.length ? html`<p class="odds">${rest.join(" ")}</p>` : nothing
      }${settled ? account(settled, ctx) : nothing}${proof === nothing ? diceList(step) : nothing}${record(step.event)}
    </div>
    ${proof}${table === nothing ? nothing : html`<div class="w-regions">${table}</div>`}
  </div>`;
}
