// Field: ground, counters, leaders, and the step drawn over them.
import { html, svg, nothing } from "../../vendor/lit-html/lit-html.js";
import { findSeat, seatTitle } from "../../words.js";
import { at, extent, named, outline, DY } from "./hexes.js";

const GROUND = { hill: "M-13 6l8-13 8 13M0 6l6-9 7 9", rocky: "M-12 6l5-7 5 2 2 5zM2-3l5-6 6 4-2 5z", bushes: "M-11 5q3-10 6 0q3-10 6 0q3-10 6 0", river: "M-16-5q8-7 16 0t16 0M-16 6q8-7 16 0t16 0" };
const ARM = { foot: "M0 0h20v14H0z", light: "M7 0h6a7 7 0 0 1 0 14H7A7 7 0 0 1 7 0z", horse: "M3.5 0H21l-3.5 14H0z", elephants: "M0 0h20v14H0z" };
const STAR = "M0-7l1.9 4.4 4.8.4-3.6 3.2 1.1 4.6L0 3.1l-4.2 2.5 1.1-4.6-3.6-3.2 4.8-.4z";
const POINTS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
const move = (hex) => `translate(${at(hex).map((n) => n.toFixed(1)).join(" ")})`;

function ground(field) {
  const kinds = new Map(field.terrain.map((t) => [t.letter, t.key]));
  return field.rows.flatMap((row, r) => [...row].map((letter, c) => {
    const key = kinds.get(letter) ?? "open";
    return svg`<g transform=${move(named(c, r))}><path class=${`hx ${key}`} d=${outline()}/>${GROUND[key] ? svg`<path class="tm" d=${GROUND[key]}/>` : nothing}</g>`;
  }));
}

function counter(unit, seats, focus) {
  const seat = findSeat(seats, unit.side), slot = seat?.slot ?? 3, pips = Array.from({ length: unit.morale }, (_, i) => i);
  const says = `${unit.title} ${unit.id}, ${seatTitle(seats, unit.side)}, hex ${unit.hex}, facing ${POINTS[unit.facing]}, strength ${unit.strength}, Disorder ${unit.disorder} of ${unit.morale}${unit.panicked ? ", in panic" : ""}`;
  return svg`<g class=${`unit${unit.panicked ? " panic" : ""}`} data-unit=${unit.id} data-hex=${unit.hex} data-facing=${unit.facing} ?data-focus=${focus} role="img" aria-label=${says} transform=${move(unit.hex)}><g data-move=${unit.id}><title>${says}</title>
    <rect class="face" x="-21" y="-21" width="42" height="42" rx=${slot === 1 ? 0 : 7}/><rect class=${`m${slot}`} x="-20.3" y="-20.3" width="12.5" height="40.6"/><rect x="-20.3" y="-20.3" width="12.5" height="40.6" fill=${`url(#pat-${slot})`}/><rect class=${`m${slot}`} x="-19.5" y="-7" width="11" height="14"/><text class="ml" x="-14" y="4.5">${seat?.letter ?? "?"}</text>
    <path class=${`sym ${unit.arm}`} transform="translate(-7 -18)" d=${ARM[unit.arm] ?? ARM.foot}/><text class=${`ab ${unit.arm}`} x="3.4" y="-6.8">${unit.letters}</text><text class="cp" x="1.5" y="15">${unit.strength}</text>
    ${pips.map((i) => svg`<path class=${i < unit.disorder ? "pip on" : "pip"} transform=${`translate(16 ${17 - i * 6})`} d="M0-2.5l2.5 2.5L0 2.5-2.5 0z"/>`)}
    <path class="front" transform=${`rotate(${unit.facing * 60})`} d="M-7-22.5L0-28 7-22.5z"/>${unit.panicked ? svg`<path class="cross" d="M-21-21L21 21M21-21L-21 21"/>` : nothing}</g></g>`;
}

const leader = (l, seats) => svg`<g transform=${move(l.hex)} role="img" aria-label=${`${l.name}, leader`}><circle class="lead" cx="20" cy="-20" r="10"/><path class=${`m${findSeat(seats, l.side)?.slot ?? 3}`} transform="translate(20 -20)" d=${STAR}/><text class="ldr" y="38">${l.name}</text></g>`;

const line = (hexes, cls) => svg`<polyline class=${`${cls} case`} points=${hexes.map((h) => at(h).join(",")).join(" ")}/><polyline class=${cls} marker-end="url(#dbp-tip)" points=${hexes.map((h) => at(h).join(",")).join(" ")}/>`;

/** Where units go in this step, and who strikes whom. */
function deeds(game, ctx) {
  const place = (id) => [game, ctx.before?.game].map((g) => g?.units.find((u) => u.id === id)?.hex).find(Boolean);
  return (ctx.step.event?.effects ?? []).flatMap((e) => {
    const kind = String(e.type ?? "").split(".").pop(), path = e.path ?? (e.start && e.hex ? [e.start, e.hex] : null);
    if (["unit-moved", "stampeded", "unit-fled", "pursued", "withdrew", "advanced"].includes(kind) && path?.length > 1) return [{ hexes: path, cls: kind }];
    const pair = kind === "volley-rolled" ? [e.shooter, e.target] : kind === "attack-declared" || kind === "combat-rolled" ? [e.attacker, e.target] : null;
    const hexes = kind === "combat-resolved" ? [e.attacker.hex, e.defender.hex] : pair?.map(place);
    if (!hexes?.every(Boolean)) return [];
    return [{ hexes, cls: kind === "volley-rolled" ? "volley" : "strike" }, ...(kind === "combat-resolved" ? [] : (e.support ?? []).map(place).filter(Boolean).map((h) => ({ hexes: [h, hexes[1]], cls: "support" })))];
  });
}

export function fieldOf(game, ctx) {
  const [w, h] = extent(game.field), done = deeds(game, ctx), lit = new Set(done.flatMap((d) => d.hexes)), units = game.units.filter((u) => u.hex && u.fate === "");
  const edge = (side) => { const north = game.field.edges[side] === "north"; return svg`<text class="edge" x=${w / 2} y=${north ? 12 : h - 4}>${seatTitle(ctx.seats, side)}'s edge, ${game.field.edges[side]}</text>`; };
  return html`<div class="pan dbp-field" tabindex="0" aria-label="The field"><svg width=${w} height=${h} viewBox=${`0 0 ${w} ${h}`} role="group" aria-label=${game.field.title}><defs><marker id="dbp-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" orient="auto-start-reverse"><path class="tip" d="M0 0L8 4 0 8z"/></marker></defs>
    ${ground(game.field)}${Object.keys(game.field.edges).map(edge)}${[...lit].map((x) => svg`<path class="hitx lit" data-focus transform=${move(x)} d=${outline(31.5)}/>`)}${units.map((u) => counter(u, ctx.seats, false))}${game.leaders.filter((l) => l.hex && l.fate === "").map((l) => leader(l, ctx.seats))}${done.map((d) => line(d.hexes, `deed ${d.cls}`))}</svg></div>`;
}
