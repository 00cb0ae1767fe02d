// Register: the zones by region with their forces, as a table of words; the whole board where the
// map cannot show a scenario, and for those who read it.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { count, findSeat } from "../../words.js";
import { changedZones, leadersIn, unitsOf } from "./changed.js";
import { isShip, sideMark, sideName, slotOf, unitWords } from "./sides.js";

/** @import { Ctx, Game, Leader, Unit, Zone } from "./types.js" */

/**
 * The strength of an army is that of its land units, as on the map: ships do not fight beside it. CW-46
 * @param {string} side
 * @param {Unit[]} list
 * @param {string} zone
 * @param {Ctx} ctx
 * @param {boolean} slides
 */
function stack(side, list, zone, ctx, slides) {
  const army = list.filter((u) => !isShip(u)),
    n = (army.length ? army : list).reduce((s, u) => s + (u.sp ?? 0), 0),
    reduced = list.filter((u) => u.reduced).length;
  return html`<span
      class=${`stk k${slotOf(side, ctx.seats)} deep${Math.min(4, Math.ceil(list.length / 3))}`}
      data-move=${slides ? `${zone} ${side}` : nothing}
      >${sideMark(side, ctx.seats)}<b>${n}</b></span
    ><small>${unitWords(list)}${reduced ? `, ${reduced} reduced` : ""}</small>`;
}

/**
 * @param {Zone} zone
 * @param {Ctx} ctx
 */
const holder = (zone, ctx) =>
  html`${
    zone.control
      ? sideMark(zone.control, ctx.seats)
      : html`<span class="nobody" title="Nobody controls it"></span>`
  }`;
/**
 * @param {Zone} zone
 * @param {Ctx} ctx
 */
const zoneName = (zone, ctx) =>
  html`<span class=${zone.outside_republic ? "zn people" : "zn"}
    >${zone.name}${
      zone.control
        ? html`<span class="vh">, ${sideName(zone.control, ctx.seats, "")}</span>`
        : nothing
    }</span
  >`;
/**
 * Cities that somebody else holds than the zone.
 * @param {Zone} zone
 * @param {Ctx} ctx
 */
const besieged = (zone, ctx) =>
  (zone.cities ?? [])
    .filter((c) => c.control && c.control !== zone.control)
    .map(
      (c) =>
        html`<span class="force"
          ><small>${c.name}</small> ${sideMark(c.control, ctx.seats)}<span class="vh"
            >${sideName(c.control, ctx.seats, "")}</span
          ></span
        >`,
    );

/**
 * Zones where nobody stands take one line together.
 * @param {Zone[]} zones
 * @param {Ctx} ctx
 * @param {Set<string>} changed
 */
const empties = (zones, ctx, changed) =>
  zones.length
    ? html`<ul class="empties">
        ${zones.map(
          (z) =>
            html`<li class=${changed.has(z.name) ? "lit" : ""}>
              ${holder(z, ctx)}${zoneName(z, ctx)}
            </li>`,
        )}
      </ul>`
    : nothing;

/**
 * @param {Zone} zone
 * @param {Ctx} ctx
 * @param {{ units: Unit[], leaders: Leader[] }} at
 * @param {boolean} lit
 * @param {boolean} slides
 */
function zoneRow(zone, ctx, at, lit, slides) {
  const forces = Map.groupBy(at.units, (u) => u.side),
    sides = [...new Set([...forces.keys(), ...at.leaders.map((l) => l.faction ?? l.people)])];
  return html`<li class=${lit ? "zone lit" : "zone"}>
    <span class="who">${holder(zone, ctx)}</span>${zoneName(zone, ctx)}
    <span class="forces"
      >${sides.map(
        (s) =>
          html`<span class="force"
            >${forces.has(s) ? stack(s, forces.get(s), zone.name, ctx, slides) : nothing}${at.leaders
              .filter((l) => (l.faction ?? l.people) === s)
              .map(
                (l) =>
                  html`<span class="ldr" data-move=${slides ? `leader ${l.name}` : nothing}
                    >${forces.has(s) ? nothing : sideMark(s, ctx.seats)}${l.name}${l.ill ? html` <i>ill</i>` : nothing}</span
                  >`,
              )}</span
          >`,
      )}${besieged(zone, ctx)}</span
    >
  </li>`;
}

/**
 * slides: whether what stands here moves from step to step (it does not where a map shows it).
 * @param {Game} game
 * @param {Ctx} ctx
 * @param {boolean} [slides]
 */
export function register(game, ctx, slides = true) {
  const changed = changedZones(game, ctx),
    units = Map.groupBy(unitsOf(game), (u) => u.zone),
    leaders = new Map(game.zones.map((z) => [z.name, leadersIn(game, z.name)]));
  const groups = Map.groupBy(
      game.zones,
      (z) => z.region ?? (z.outside_republic ? "Outside the Republic" : "Elsewhere"),
    ),
    of = new Map((game.regions ?? []).map((r) => [r.name, r]));
  /** @param {Zone} z */
  const held = (z) => units.has(z.name) || leaders.get(z.name).length > 0;
  return [...groups].map(
    ([name, zones]) =>
      html`<section class="region">
        <h3>
          ${
            of.get(name)?.control ? html`${sideMark(of.get(name).control, ctx.seats)} ` : nothing
          }${name}${
            of.get(name)
              ? html`<span
                  >${count(of.get(name).points, "point")}${of.get(name).control ? "" : ", held by nobody"}</span
                >`
              : nothing
          }
        </h3>
        ${
          zones.some(held)
            ? html`<ul>
                ${zones.filter(held).map((z) => zoneRow(z, ctx, { units: units.get(z.name) ?? [], leaders: leaders.get(z.name) }, changed.has(z.name), slides))}
              </ul>`
            : nothing
        }${empties(
          zones.filter((z) => !held(z)),
          ctx,
          changed,
        )}
      </section>`,
  );
}

/**
 * When a leader enters, as printed: a year, or A for the turn after Caesar's death.
 * @param {Leader} l
 */
const entry = (l) =>
  l.entry === "A" ? "after Caesar" : String(l.entry ?? "").replace(/^-(\d+)$/, "$1 BC");
const STATUS = [
  ["in-play", "in play"],
  ["to-come", "to come"],
  ["dead", "dead"],
  ["left", "left"],
];
/**
 * @param {Game} game
 * @param {Ctx} ctx
 * @param {Leader} l
 */
function changedLeader(game, ctx, l) {
  const i = game.leaders.indexOf(l),
    p = `/game/leaders/${i}`;
  return ["zone", "status", "faction", "ill", "faction_leader"].some((k) => ctx.lit(`${p}/${k}`));
}

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function leaderList(game, ctx) {
  const sides = Map.groupBy(game.leaders, (l) => l.faction ?? l.people ?? "undecided"),
    name = (l) =>
      html`<span class=${changedLeader(game, ctx, l) ? "lit ln" : "ln"}
        >${l.name}${l.faction_leader ? html`<small> faction leader</small>` : nothing}${
          game.deaths_due?.includes(l.name) ? html`<small> dies below ${l.check}</small>` : nothing
        }${
          l.status === "to-come" && l.entry && findSeat(ctx.seats, l.faction)
            ? html`<small> ${entry(l)}</small>`
            : nothing
        }</span
      >`;
  /** @param {string} side */
  const row = (side) =>
    html`<div class="faction">
      ${sideMark(side === "undecided" ? null : side, ctx.seats)}
      <div>
        ${STATUS.map(([key, word]) => {
          const list = sides.get(side).filter((l) => l.status === key);
          return list.length
            ? html`<p>
                <span class="lab">${word}</span>
                ${list.map((l, i) => html`${i ? ", " : ""}${name(l)}`)}
              </p>`
            : nothing;
        })}
      </div>
    </div>`;
  const own = [...sides.keys()].filter((s) => findSeat(ctx.seats, s)),
    rest = [...sides.keys()].filter((s) => !findSeat(ctx.seats, s));
  return html`<section class="side leaders">
    <h3>Leaders</h3>
    ${own.map(row)}${
      rest.length
        ? html`<div class="faction peoples">
            <span></span>
            <div>
              ${rest
                .flatMap((s) => sides.get(s))
                .map(
                  (l) =>
                    html`<p>
                      ${sideMark(l.people, ctx.seats)} ${name(l)}
                      <span class="lab"
                        >${STATUS.find(([k]) => k === l.status)?.[1] ?? ""}${
                          l.zone
                            ? html`, ${l.zone}`
                            : l.status === "to-come"
                              ? html`, ${entry(l)}`
                              : nothing
                        }</span
                      >
                    </p>`,
                )}
            </div>
          </div>`
        : nothing
    }
  </section>`;
}
