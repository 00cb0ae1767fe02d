// Step: one event as an argument: what happened, its dice and sums, the ways, what followed, the tables that were read.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { effectsOf as ofType } from "../../parts/effects.js";
import { seatMark } from "../../parts/marks.js";
import { diceList } from "../../parts/die.js";
import { record } from "../../parts/record.js";
import { count } from "../../words.js";
import { attackPanel, combatPanel } from "./combat.js";
import { DIRECTIONS, called, effectOf, effectsOf, kindOf, known, sideTitle } from "./names.js";
import { elephantPanel, initiativePanel, leaderPanel, rerollPanel, volleyPanel } from "./rolls.js";
import { readTables } from "./tables.js";

/** @import { Army, Ctx } from "./types.js" */

const PANELS = {
  "attack-declared": attackPanel,
  "combat-rolled": attackPanel,
  "combat-resolved": combatPanel,
  "volley-rolled": volleyPanel,
  "volley-resolved": volleyPanel,
  "elephant-rolled": elephantPanel,
  "elephant-resolved": elephantPanel,
  "leader-rolled": leaderPanel,
  "leader-resolved": leaderPanel,
  "initiative-rolled": initiativePanel,
  "initiative-resolved": initiativePanel,
  rerolled: rerollPanel,
};
/** What a panel says better leaves the other out. */
const BETTER = {
  "attack-declared": ["combat-rolled", "combat-resolved"],
  "combat-rolled": ["combat-resolved"],
  "volley-rolled": ["volley-resolved"],
  "elephant-rolled": ["elephant-resolved"],
  "leader-rolled": ["leader-resolved"],
  "initiative-rolled": ["initiative-resolved"],
};

/** @param {Ctx} ctx */
function proofs(ctx) {
  const effects = effectsOf(ctx.step).filter((e) => PANELS[kindOf(e)]),
    kinds = new Set(effects.map(kindOf));
  const bettered = (e) => (BETTER[kindOf(e)] ?? []).some((k) => kinds.has(k));
  return effects.filter((e) => !bettered(e)).map((e) => PANELS[kindOf(e)](e, ctx));
}

/** So many units' ways are told one by one; of more the sentences tell, and of each a fold. */
const FEW = 4;
/** @typedef {import("./types.js").Of<"de-bello-punico.unit-moved">} Moved */
/**
 * What follows from a move.
 * @param {Moved} e
 */
const following = (e) =>
  [
    e.no_attack && "left an enemy zone, may not attack",
    e.charge && "four hexes straight ahead",
  ].filter(Boolean);

/**
 * Units that moved by command, a line each.
 * @param {Moved[]} list
 * @param {boolean} many
 * @param {Ctx} ctx
 */
function ways(list, many, ctx) {
  /** @param {Moved} e */
  const hexes = (e) => (many ? [e.path[0], e.path.at(-1)] : e.path);
  /** @param {Moved} e */
  const way = (e) =>
    e.path.length === 1
      ? html`turns on ${e.path[0]}`
      : html`${hexes(e).map(
          (h, i) => html`${i ? html`<i aria-hidden="true">→</i>` : nothing}${h}`,
        )}`;
  /** @param {Moved} e */
  const notes = (e) =>
    [`${many ? "" : "faces "}${DIRECTIONS[e.facing]}, ${e.cost} MP`, ...following(e)].join("; ");
  /** @param {Moved} e */
  const line = (e) =>
    html`<li>
      ${many ? nothing : seatMark(ctx.seats, known(ctx, e.unit)?.side)}
      <p>
        <b>${called(ctx, e.unit)}</b> <span class="way">${way(e)}</span> <small>${notes(e)}</small>
      </p>
    </li>`;
  return list.length
    ? html`<ol class=${many ? "going many" : "going"}>
        ${list.map(line)}
      </ol>`
    : nothing;
}

/**
 * The ways of few units, and of many that something follows from; each of many in a fold.
 * @param {Ctx} ctx
 */
function moves(ctx) {
  const list = ofType(ctx.step, "de-bello-punico.unit-moved"),
    many = list.length > FEW;
  return {
    told: ways(many ? list.filter((e) => following(e).length) : list, many, ctx),
    fold: many
      ? html`<details class="more">
          <summary>Unit by unit</summary>
          ${ways(list, many, ctx)}
        </details>`
      : nothing,
  };
}

/**
 * How the battle that begins is won and lost, which the table of battles says of every one.
 * @param {Ctx} ctx
 */
function terms({ step, seats, view: { game } }) {
  if (!ofType(step, "de-bello-punico.began").length) return [];
  const army = (/** @type {Army} */ { side, points, limit }) =>
    `${sideTitle(seats, side)}: ${count(points, "Command Point")} a turn, beaten at ${count(limit, "Rout Point")}.`;
  const draw = game.draw ? `won by ${sideTitle(seats, game.draw)}` : "won by neither side";
  return [...game.armies.map(army), `${count(game.turns, "turn")}; a draw is ${draw}.`];
}

const SUM = /: die \d|\bgo from \d{4} to \d{4}, facing|\bturn to face\b/;
/** What a panel shows already. */
const SAID = [
  /take (1|2) Disorder(: \d+ is at least twice .*|, now .*)?\.$/,
  /^Level totals disorder both/,
  /^Fortuna: /,
  / is at risk: \d rolled, a 1 kills\.$/,
  /^Rome rolls a \d against /,
  /^\S.* roll a \d, .* a \d\.$/,
];
/**
 * A headline that says what happened, where the command alone does not.
 * @param {Ctx} ctx
 */
function headline(ctx) {
  const { step } = ctx,
    text = (step.text ?? []).map(String),
    elephants = effectOf(ctx, "elephant-resolved");
  if (effectOf(ctx, "battle-ended")) return text.find((t) => / wins: |: a draw/.test(t)) ?? text[0];
  if (effectOf(ctx, "combat-resolved"))
    return text.find((t) => / (beat|beat off|are level)\b.*\d to .*\d/.test(t)) ?? text[0];
  if (effectOf(ctx, "volley-resolved")) return text.find((t) => / (hit|miss) /.test(t)) ?? text[0];
  if (elephants) return text.find((t) => t.startsWith(called(ctx, elephants.unit))) ?? text[0];
  if (effectOf(ctx, "initiative-resolved"))
    return text.find((t) => /has the initiative/.test(t)) ?? text[0];
  if (effectOf(ctx, "leader-resolved")) return text.find((t) => / lives| falls/.test(t)) ?? text[0];
  return text[0] ?? "";
}

/**
 * The sentences that are still to be told: the first if it is not the headline, and what no panel shows.
 * @param {Ctx} ctx
 */
function sentences(ctx, head, proven) {
  const [first = "", ...rest] = (ctx.step.text ?? []).map(String),
    shown = (t) => t === head || SUM.test(t) || (proven && SAID.some((x) => x.test(t)));
  return {
    lead: first === head || SUM.test(first) ? "" : first,
    told: rest.filter((t) => !shown(t)),
  };
}

/** @param {Ctx} ctx */
export function argument(ctx) {
  const { step } = ctx,
    head = headline(ctx),
    found = proofs(ctx),
    going = moves(ctx),
    { lead, told: after } = sentences(ctx, head, found.length > 0),
    told = [...after, ...terms(ctx)];
  return html`<section class="dbp-step">
    <p class="lab">Event ${step.seq}${lead ? html`. ${lead}` : nothing}</p>
    <h2>${head}</h2>
    ${found}${going.told}
    ${
      told.length
        ? html`<ul class="after">
            ${told.map((t) => html`<li>${t}</li>`)}
          </ul>`
        : nothing
    }${going.fold}${found.length ? nothing : diceList(step)}${readTables(ctx)}
  </section>`;
}
/** @param {Ctx} ctx */
export const recorded = (ctx) => record(ctx.step.event);
