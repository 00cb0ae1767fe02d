// Attack: a ram, a volley or a boarding as one argument: who against whom, the row, each die with
// its symbol and what it did, carried over from defender to defender until the dice are used up or
// the attack stops.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { die, thrown } from "../../parts/die.js";
import { CHECKS, condition, dice, find, sideMark } from "./names.js";
import { lit, symbol } from "./table.js";
import { coded } from "../../parts/codes.js";

/** @import { Blow, Ctx, Fleet, Of, Schemas, Step, Found } from "./types.js" */

const WHAT = { ram: "a ram", volley: "missile fire", boarding: "a boarding" };
/** @param {Of<"naval-battle.attacked">} e */
export const attackWords = (e) => WHAT[e.attack] ?? "an attack";
/**
 * @param {Step} step
 * @param {number} number
 * @param {number} face
 */
const dieOf = (step, number, face) =>
  die(thrown(step, (d) => d.die === "d6" && String(d.for).endsWith(`, die ${number}`), face));

/**
 * What a counter is, and how it stands.
 * @param {Found} found
 */
function standing(found) {
  if (found.what === "leader") return `leader, ${found.one.discipline}`;
  if (found.what === "unit")
    return `${found.one.kind}, ${found.one.discipline}, ${condition(found.one)}`;
  return `${found.one.discipline} fleet, ${condition({ ...found.one, panicked: false })}`;
}

/**
 * A counter that fights, as it stood before: its mark, name, what it is.
 * @param {string} name
 * @param {Fleet | null} fallback
 * @param {string} role
 * @param {Ctx} ctx
 */
function fighter(name, fallback, role, ctx) {
  const was = find(ctx.before?.game, name) ?? find(ctx.view?.game, name),
    fleet = was?.fleet ?? fallback;
  const seat = was?.what === "fleet" ? was.one.control : was?.one.owner;
  const what = was ? standing(was) : "";
  return html`<div>
    <span class="who">${sideMark(ctx, seat)}</span>
    <p>
      <span class="lab">${role}</span><b>${name}</b
      ><small
        >${what}${
          fleet && was?.what !== "fleet" ? `; on ${fleet.name}` : ""
        }${fleet?.square ? `, ${fleet.square}` : ""}</small
      >
    </p>
  </div>`;
}

const DID = {
  nothing: "nothing happens",
  "attacker-flipped": "is flipped, and the attack stops",
  "attacker-lost": "is lost, and the attack stops",
  flipped: "is flipped",
};
/**
 * @param {Blow} blow
 * @param {Of<"naval-battle.attacked">} e
 * @param {Ctx} ctx
 */
function meaning(blow, e, ctx) {
  if (blow.did === "nothing") return blow.result === "-" ? "no effect" : `no effect on ${blow.on}`;
  const killed =
    find(ctx.before?.game, blow.on)?.what === "fleet" ? "is destroyed" : "is eliminated";
  return `${blow.did.startsWith("attacker") ? e.unit : blow.on} ${blow.did === "killed" ? killed : (DID[blow.did] ?? blow.did)}`;
}
/**
 * @param {Of<"naval-battle.attacked">} e
 * @param {Ctx} ctx
 * @param {{ blow: Blow, n: number }[]} list
 */
const rows = (e, ctx, list) =>
  list.map(
    ({ blow, n }) =>
      html`<li class=${blow.did === "nothing" ? "idle" : "did"}>
        ${dieOf(ctx.step, n, blow.face)}<b class="sym">${symbol(blow.result)}</b
        ><span
          >${
            blow.counts && blow.counts !== blow.result
              ? html`<i>counts as ${blow.counts}</i> `
              : nothing
          }${meaning(blow, e, ctx)}<small>${coded(blow.rule)}</small></span
        >
      </li>`,
  );

/**
 * The blows in order, a group for each defender that they fell on.
 * @param {Blow[]} blows
 */
function groups(blows) {
  const out = [];
  blows.forEach((blow, i) => {
    if (out.at(-1)?.on !== blow.on) out.push({ on: blow.on, list: [] });
    out.at(-1).list.push({ blow, n: i + 1 });
  });
  return out;
}

/** @param {Of<"naval-battle.attacked">} e */
function left(e) {
  const rest = e.dice - e.blows.length,
    last = e.blows.at(-1);
  if (rest <= 0) return "";
  return last?.did.startsWith("attacker")
    ? `${e.unit} ${last.did === "attacker-lost" ? "is lost" : "is flipped"}`
    : "nobody is left to strike";
}

/**
 * @param {{ on: string, list: { blow: Blow, n: number }[] }} given
 * @param {number} i
 * @param {Of<"naval-battle.attacked">} e
 * @param {Ctx} ctx
 */
function group({ on, list }, i, e, ctx) {
  const was = find(ctx.before?.game, on),
    fell = list.at(-1).blow.did === "killed",
    flips = list.some(({ blow }) => blow.did === "flipped");
  const stood = fell ? "" : `${on} held out${flips ? ", flipped" : ""}.`;
  return html`<section class="blows">
    <h4 aria-level="3">
      <span
        >${i ? "carried over to " : "on "}<b>${on}</b>${was?.what === "fleet" ? ", the hull" : ""}
        <small
          >${was ? coded(condition({ ...was.one, panicked: false, check: null })) : ""}</small
        ></span
      ><span>${dice(list.length)}</span>
    </h4>
    <ol>
      ${rows(e, ctx, list)}
    </ol>
    ${stood ? html`<p class="lab then">${stood}</p>` : nothing}
  </section>`;
}

/**
 * @param {Of<"naval-battle.attacked">} e
 * @param {Ctx} ctx
 */
export function attackPanel(e, ctx) {
  const parts = groups(e.blows ?? []),
    rest = e.dice - e.blows.length,
    why = left(e),
    key = e.attack === "volley" ? "fire" : "combat",
    target = find(ctx.before?.game, e.target)?.fleet ?? null;
  return html`<div class="versus">
      ${fighter(e.unit, null, `attacks with ${dice(e.dice)}`, ctx)}${fighter(
        e.blows[0]?.on ?? e.target,
        target,
        e.blows[0]?.on && e.blows[0].on !== e.target ? `defends ${e.target}` : "defends",
        ctx,
      )}
    </div>
    <div class="reckoning">
      <div class="throws">
        ${parts.map((g, i) => group(g, i, e, ctx))}
        <p class="adds">
          ${parts.map((g, i) => html`${i ? " + " : ""}${g.list.length} on ${g.on}`)}${
            rest ? html` + ${rest} not thrown` : nothing
          }
          =
          <b>${dice(e.dice)}</b>${why ? html`<small>Not thrown, as ${why}.</small>` : nothing}${
            e.beaten
              ? html`<small
                  >Nobody is left on ${e.target} to fight, and its hull is destroyed.</small
                >`
              : nothing
          }
        </p>
      </div>
      ${lit(
        ctx.tables,
        key,
        e.blows.map((b) => ({ row: e.row, column: b.face, result: b.result })),
      )}
    </div>`;
}

/**
 * @param {Of<"naval-battle.fleet-sunk">} e
 * @param {Ctx} ctx
 */
export function sunkPanel(e, ctx) {
  /** @param {Schemas["naval-battle.Jump"]} given */
  const jumpDie = ({ leader, face }) =>
    face === null || face === undefined
      ? html`<span class="nodie"></span>`
      : die(thrown(ctx.step, (d) => d.for === `jump of ${leader}`, face));
  /** @param {Schemas["naval-battle.Jump"]} j */
  const jump = (j) =>
    html`<li class="did">
      ${jumpDie(j)}<b class="sym">${j.result || "–"}</b
      ><span
        >${j.leader}
        ${
          j.to
            ? `reaches ${j.to}`
            : j.face === null || j.face === undefined
              ? "finds no ship to reach, and drowns"
              : "drowns"
        }<small>${j.row}${j.result ? `, ${CHECKS[j.result]}` : ""}</small></span
      >
    </li>`;
  return html`<section class="blows end">
    <h4 aria-level="3">
      <span><b>${e.fleet}</b> sinks</span>
    </h4>
    ${
      e.drowned?.length
        ? html`<p class="fell">Drowned with her: ${e.drowned.join(", ")}.</p>`
        : nothing
    }${
      e.jumps?.length
        ? html`<ol>
              ${e.jumps.map(jump)}
            </ol>
            ${
              e.jumps.some((j) => j.face)
                ? lit(
                    ctx.tables,
                    "panic_check",
                    e.jumps
                      .filter((j) => j.face)
                      .map((j) => ({ row: j.row, column: j.face, result: j.result })),
                  )
                : nothing
            }`
        : nothing
    }
  </section>`;
}
