// Board: what a map will show, as a register: events in force, the regions' zones with their forces, the leaders.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { count, findSeat } from "../../words.js";
import { sideMark, sideName, slotOf, unitWords } from "./sides.js";

const by = (items, key) => { const out = new Map(); for (const x of items) { const k = key(x); out.set(k, [...(out.get(k) ?? []), x]); } return out; };
/** Every unit on the map with its zone. */
export const unitsOf = (game) => (game?.zones ?? []).flatMap((z) => (z.units ?? []).map((u) => ({ ...u, zone: z.name })));

/** Zones that this step changed: their own entry, what stands there, or a leader who is or was there. */
export function changedZones(game, ctx) {
  const out = new Set(), hit = (list, i) => ctx.lit(`/game/${list}/${i}`) || ctx.inside(`/game/${list}/${i}`), past = new Map((ctx.before?.game?.leaders ?? []).map((l) => [l.name, l.zone]));
  game.zones.forEach((z, i) => { if (hit("zones", i)) out.add(z.name); });
  game.leaders.forEach((l, i) => { if (hit("leaders", i)) { out.add(l.zone); out.add(past.get(l.name)); } });
  for (const e of ctx.step.event?.effects ?? []) if (typeof e.zone === "string") out.add(e.zone);
  return out;
}

function stack(side, list, zone, ctx) {
  const n = list.reduce((s, u) => s + (u.sp ?? 0), 0), reduced = list.filter((u) => u.reduced).length;
  return html`<span class=${`stk k${slotOf(side, ctx.seats)} deep${Math.min(4, Math.ceil(list.length / 3))}`} data-move=${`${zone} ${side}`}>${sideMark(side, ctx.seats)}<b>${n}</b></span><small>${unitWords(list)}${reduced ? `, ${reduced} reduced` : ""}</small>`;
}

const holder = (zone, ctx) => html`${zone.control ? sideMark(zone.control, ctx.seats) : html`<span class="nobody" title="Nobody controls it"></span>`}`;
const zoneName = (zone, ctx) => html`<span class=${zone.outside_republic ? "zn people" : "zn"}>${zone.name}${zone.control ? html`<span class="vh">, ${sideName(zone.control, ctx.seats, "")}</span>` : nothing}</span>`;

/** Zones where nobody stands take one line together. */
const empties = (zones, ctx, changed) => zones.length ? html`<ul class="empties">${zones.map((z) => html`<li class=${changed.has(z.name) ? "lit" : ""}>${holder(z, ctx)}${zoneName(z, ctx)}</li>`)}</ul>` : nothing;

function zoneRow(zone, ctx, at, lit) {
  const forces = by(at.units, (u) => u.side), sides = [...new Set([...forces.keys(), ...at.leaders.map((l) => l.faction ?? l.people)])];
  return html`<li class=${lit ? "zone lit" : "zone"}><span class="who">${holder(zone, ctx)}</span>${zoneName(zone, ctx)}
    <span class="forces">${sides.map((s) => html`<span class="force">${forces.has(s) ? stack(s, forces.get(s), zone.name, ctx) : nothing}${at.leaders.filter((l) => (l.faction ?? l.people) === s).map((l) => html`<span class="ldr" data-move=${`leader ${l.name}`}>${forces.has(s) ? nothing : sideMark(s, ctx.seats)}${l.name}${l.ill ? html` <i>ill</i>` : nothing}</span>`)}</span>`)}</span></li>`;
}

function regions(game, ctx) {
  const changed = changedZones(game, ctx), units = by(unitsOf(game), (u) => u.zone), leaders = by(game.leaders.filter((l) => l.status === "in-play" && l.zone), (l) => l.zone);
  const groups = by(game.zones, (z) => z.region ?? (z.outside_republic ? "Outside the Republic" : "Elsewhere")), of = new Map((game.regions ?? []).map((r) => [r.name, r]));
  const held = (z) => units.has(z.name) || leaders.has(z.name);
  return [...groups].map(([name, zones]) => html`<section class="region"><h3>${of.get(name)?.control ? html`${sideMark(of.get(name).control, ctx.seats)} ` : nothing}${name}${of.get(name) ? html`<span>${count(of.get(name).points, "point")}${of.get(name).control ? "" : ", held by nobody"}</span>` : nothing}</h3>${zones.some(held) ? html`<ul>${zones.filter(held).map((z) => zoneRow(z, ctx, { units: units.get(z.name) ?? [], leaders: leaders.get(z.name) ?? [] }, changed.has(z.name)))}</ul>` : nothing}${empties(zones.filter((z) => !held(z)), ctx, changed)}</section>`);
}

function inForce(game, ctx) {
  const list = [...new Map([game.event, ...(game.in_force ?? [])].filter(Boolean).map((e) => [e.number, e])).values()], holds = new Set((game.in_force ?? []).map((e) => e.number));
  const one = (e) => html`<li><b>${e.number}</b><span>${e.title}<small>${e.text}${holds.has(e.number) ? "" : "; done at once"}</small></span></li>`;
  return html`<section class=${ctx.lit("/game/event") || ctx.inside("/game/in_force") || ctx.lit("/game/in_force") ? "side lit" : "side"}><h3>The year's event<span>${list.length && holds.size ? "in force" : ""}</span></h3>${list.length ? html`<ul class="events">${list.map(one)}</ul>` : html`<p class="note">Not rolled yet.</p>`}</section>`;
}

function points(game, ctx) {
  if (!game.regions?.length) return nothing;
  const held = by(game.regions.filter((r) => r.control), (r) => r.control);
  return html`<section class="side"><h3>Control points</h3><p class="points">${ctx.seats.filter((s) => findSeat(ctx.seats, s.seat)).map((s) => html`<span>${sideMark(s.seat, ctx.seats)} <b>${(held.get(s.seat) ?? []).reduce((n, r) => n + (r.points ?? 0), 0)}</b></span>`)}</p></section>`;
}

/** What is off the map: in the Reserve, in a people's box, away for the year. */
function offMap(game, ctx) {
  const list = game.off_map ?? [], groups = by(list, (u) => `${u.side} ${u.kept}`), words = { reserve: "in the Reserve", box: "in its people's box", away: "away this year" };
  return list.length ? html`<section class=${ctx.lit("/game/off_map") || ctx.inside("/game/off_map") ? "side lit" : "side"}><h3>Off the map</h3><ul class="off">${[...groups.values()].map((g) => html`<li>${sideMark(g[0].side, ctx.seats)} ${count(g.length, "unit")} ${words[g[0].kept] ?? g[0].kept}</li>`)}</ul></section>` : nothing;
}

/** Peoples at war or allied; one at peace is not named. */
function peoples(game, ctx) {
  const list = (game.peoples ?? []).filter((p) => p.at_war || p.ally);
  return list.length ? html`<section class="side"><h3>Peoples</h3><ul class="off">${list.map((p) => html`<li>${sideMark(p.name, ctx.seats)} ${p.name} ${p.at_war ? "at war" : html`allied to ${sideMark(p.ally, ctx.seats)} ${sideName(p.ally, ctx.seats, "")}`}</li>`)}</ul></section>` : nothing;
}

/** When a leader enters, as printed: a year, or A for the turn after Caesar's death. */
const entry = (l) => l.entry === "A" ? "after Caesar" : String(l.entry ?? "").replace(/^-(\d+)$/, "$1 BC");
const STATUS = [["in-play", "in play"], ["to-come", "to come"], ["dead", "dead"], ["left", "left"]];
function leaderList(game, ctx) {
  const sides = by(game.leaders, (l) => l.faction ?? l.people ?? "undecided"), name = (l) => html`<span class=${changedLeader(game, ctx, l) ? "lit ln" : "ln"}>${l.name}${l.faction_leader ? html`<small> faction leader</small>` : nothing}${game.deaths_due?.includes(l.name) ? html`<small> dies below ${l.check}</small>` : nothing}${l.status === "to-come" && l.entry && findSeat(ctx.seats, l.faction) ? html`<small> ${entry(l)}</small>` : nothing}</span>`;
  const row = (side) => html`<div class="faction">${sideMark(side === "undecided" ? null : side, ctx.seats)}<div>${STATUS.map(([key, word]) => { const list = sides.get(side).filter((l) => l.status === key); return list.length ? html`<p><span class="lab">${word}</span> ${list.map((l, i) => html`${i ? ", " : ""}${name(l)}`)}</p>` : nothing; })}</div></div>`;
  const own = [...sides.keys()].filter((s) => findSeat(ctx.seats, s)), rest = [...sides.keys()].filter((s) => !findSeat(ctx.seats, s));
  return html`<section class="side leaders"><h3>Leaders</h3>${own.map(row)}${rest.length ? html`<div class="faction peoples"><span></span><div>${rest.flatMap((s) => sides.get(s)).map((l) => html`<p>${sideMark(l.people, ctx.seats)} ${name(l)} <span class="lab">${STATUS.find(([k]) => k === l.status)?.[1] ?? ""}${l.zone ? html`, ${l.zone}` : l.status === "to-come" ? html`, ${entry(l)}` : nothing}</span></p>`)}</div></div>` : nothing}</section>`;
}
function changedLeader(game, ctx, l) { const i = game.leaders.indexOf(l), p = `/game/leaders/${i}`; return ctx.lit(p) || ctx.inside(p); }

export const boardOf = (game, ctx) => html`<div class="cw"><div class="cw-side">${inForce(game, ctx)}${points(game, ctx)}${offMap(game, ctx)}${peoples(game, ctx)}${leaderList(game, ctx)}</div><div class="cw-zones">${game.zones.length ? regions(game, ctx) : html`<p class="note">This scenario has no map: the referee adjudicates combats from a table elsewhere.</p>`}</div></div>`;
