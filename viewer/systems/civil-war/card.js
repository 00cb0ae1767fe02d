// Card: a stack on the map in full: its leaders, each unit with its values, what it may still do.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { coded } from "../../parts/codes.js";
import { facts, fanned } from "../../parts/card.js";
import { capital, count } from "../../words.js";
import { sideMark, sideName, slotOf } from "./sides.js";

/** @import { Ctx, Game, Leader, Unit } from "./types.js" */

/** What it is: its kind, or its people. @param {Unit} u */
const kindOf = (u) => (u.kind === "people" ? (u.people ?? "tribal") : capital(u.kind));
/** Its own name, as orders have it: "Legio XIII", and for c-cohorts-1 "Cohorts 1". @param {Unit} u */
function unitName({ id, side }) {
  const own = side[0] + "-",
    [first, ...rest] = (id.startsWith(own) ? id.slice(own.length) : id).split("-");
  // A legion's number is in capitals, its name is not: Legio XIII, Legio Martia.
  const named = rest.map((one) => (/^[ivxlcdm]+$/.test(one) ? one.toUpperCase() : capital(one)));
  return [capital(first), ...(first === "legio" ? named : rest)].join(" ");
}

/** How far a leader may still go. @param {Leader} l */
const reach = (l) => (l.kept ? `kept in place, ${l.kept}` : `${l.left} of ${l.ma} MA left`);
/** A card is no stop for Tab, nor is what is in it. @param {string} text */
const codes = (text) => coded(text, { reach: false });

/** @param {Leader} l */
const leader = (l) =>
  html`<p>
    <b>${l.name}</b>${l.faction_leader ? ", Faction Leader" : nothing}:
    ${codes(`TB ${l.tb ?? "none"}, PC ${l.pc ?? "none"}${l.ill ? ", ill" : ""}; ${reach(l)}`)}
  </p>`;

/**
 * @param {{ zone: string, side: string, kind: string, ids: string[], leaders: string[], sp: number }} stack
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function stackCard(stack, game, ctx) {
  const zone = game.zones.find((z) => z.name === stack.zone),
    units = (zone?.units ?? []).filter((u) => stack.ids.includes(u.id)),
    region = zone?.region && zone.region !== zone.name ? `in ${zone.region}: ` : "",
    leaders = game.leaders.filter((l) => stack.leaders.includes(l.name)),
    least = Math.min(...units.map((u) => u.left));
  return html`<h3>
      ${sideMark(stack.side, ctx.seats)}${stack.zone}<small
        >${region}${sideName(stack.side, ctx.seats, "")}${stack.kind === "fleet" ? ", fleet" : ""}${
          units.length ? `, ${stack.sp} SP, ${count(units.length, "unit")}` : ", no units"
        }</small
      >
    </h3>
    ${leaders.map(leader)}${fanned(
      units.map((u) => ({
        slot: slotOf(stack.side, ctx.seats),
        value: u.sp,
        words: html`<span>${unitName(u)}</span><span>${kindOf(u)}, quality ${u.quality}</span>`,
        reduced: u.reduced,
      })),
    )}${
      units.length
        ? facts([
            ["Reduced", units.filter((u) => u.reduced).length || null],
            ["MA left", least === Infinity ? null : least],
            ["Has to leave", units.some((u) => u.must_leave) ? "yes" : null],
          ])
        : nothing
    }`;
}
