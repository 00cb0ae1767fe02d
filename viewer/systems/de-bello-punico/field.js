// Field: ground, what is shown on demand, the step's ways, the counters, its blows, leaders and
// plates, one over the other.
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { guard } from "../../vendor/lit-html/directives/guard.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { blows, ways } from "./arrows.js";
import { effectsOf as ofType } from "../../parts/effects.js";
import { dataIds, idsOf } from "../../parts/ids.js";
import { STAR } from "../../parts/marks.js";
import { idOf, onField } from "./counter.js";
import { deedsOf, litHexes, supporters } from "./deeds.js";
import { focusOf } from "./focus.js";
import { ground, groundOf, rim } from "./ground.js";
import { all, at, extent, move, neighbour, outline } from "./hexes.js";
import { ALONE, HERE, SIDES, slotOf, unitOf } from "./names.js";
import { placed, plate } from "./plates.js";
import { leads, range, zones } from "./reach.js";
import "../../parts/zoom.js";

/** @import { Seat } from "../../renderer.js" */
/** @import { Ctx, Deed, Field, Game, Unit } from "./types.js" */

const SOUTH = 3;

const defs = svg`<defs><marker id="dbp-tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.4"
    markerHeight="4.4" orient="auto"><path class="tip" d="M0 0L10 5 0 10 2.6 5z"/></marker>
  <pattern id="dbp-z1" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="zp1" d="M0 0V7"/></pattern>
  <pattern id="dbp-z4" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="zp4" d="M0 0H8M0 0V8"/></pattern>
  <pattern id="dbp-panic" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path class="pp" d="M0 0V6"/></pattern></defs>`;

/** @param {Seat[]} seats */
const star = (
  l,
  seats,
) => svg`<g class="leader" data-ids=${dataIds(l.name, ALONE[l.side])} data-card=${l.name}
    transform=${move(l.hex)} role="img"
    aria-label=${`${l.name}, leader, value ${l.value}, range ${l.range} hexes`}>
  <circle class="lead" cx="19" cy="-20" r="10.5"/><path class=${`m${slotOf(seats, l.side)}`} transform="translate(19 -20)" d=${STAR}/></g>`;

/**
 * Every hex, to be pointed at.
 * @param {Game["field"]} field
 */
const targets = (field) =>
  svg`<g class="targets" @pointerover=${(/** @type {Event} */ e) => say(field, e)}>${all(field).map(
    (hex) => svg`<path
      class="target" data-place="to" data-ids=${dataIds(hex)} d=${outline(at(hex), 28.6)}/>`,
  )}</g>`;

/**
 * Give the hex that is pointed at its title; one apiece would double the nodes of the field.
 * @param {Field} field
 * @param {Event} e
 */
function say(field, { target }) {
  if (!(target instanceof SVGElement) || !target.dataset.ids || target.firstChild) return;
  const [hex] = idsOf(target),
    title = document.createElementNS(target.namespaceURI, "title");
  title.textContent = `${hex}, ${groundOf(field, hex)}`;
  target.append(title);
}

const between = (/** @type {string[]} */ [a, b]) => [0, 1].map((i) => (at(a)[i] + at(b)[i]) / 2);
/**
 * Who is gone from the field in this step: a cross where he stood.
 * @param {Ctx} ctx
 */
function crosses(ctx) {
  const gone = ofType(ctx.step, "de-bello-punico.unit-eliminated"),
    hexes = gone.map((e) => unitOf(ctx.before?.game, e.unit)?.hex);
  return hexes
    .filter(Boolean)
    .map((hex) => svg`<path class="gone" transform=${move(hex)} d="M-14-14L14 14M14-14L-14 14"/>`);
}

/**
 * Plates of the step and leaders' names, where they cover least.
 * @param {Deed[]} deeds
 */
function labelsOf(deeds, units, leaders, { rings, passed }, size) {
  const taken = new Map([
    ...[...passed, ...rings].map((hex) => [hex, 0.5]),
    ...units.map((u) => [u.hex, rings.includes(u.hex) ? 6 : 2.5]),
  ]);
  const kept = deeds
    .filter((d) => d.kind === "volley" || d.kind === "strike")
    .map((d) => between(d.hexes));
  const names = leaders.map((l) => ({ hex: l.hex, text: l.name, name: true }));
  return placed([...deeds.map((d) => d.plate).filter((p) => p?.hex), ...names], taken, kept, size);
}

/**
 * What may be shown of both sides: washes under borders under zones.
 * @param {Game} game
 * @param {Seat[]} seats
 */
function onDemand(game, seats) {
  const each = (part) =>
    SIDES.map((s) => guard([leads(game, s), game.field], () => range(game, s, seats, part)));
  return [...each("wash"), ...each("rim"), ...SIDES.map((s) => zones(game, s, seats))];
}

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function fieldOf(game, ctx) {
  const { field } = game,
    { seats } = ctx,
    size = extent(field),
    [w, h] = size.map(Math.ceil);
  const deeds = deedsOf(ctx),
    { ends, passed } = litHexes(deeds),
    still = ends.size ? null : focusOf(game),
    rings = still ? still.hexes : [...ends];
  const fought = new Set(
      deeds.filter((d) => d.kind === "strike" || d.kind === "volley").flatMap((d) => d.hexes),
    ),
    sought = (/** @type {string} */ hex) => !fought.size || fought.has(hex);
  const units = game.units.filter(HERE),
    leaders = game.leaders.filter((l) => l.hex && l.fate === ""),
    named = namedIn(ctx),
    past = (/** @type {string} */ id) => unitOf(ctx.before?.game, id);
  return html`<board-zoom
    class="dbp-pan"
    tabindex="0"
    role="group"
    aria-label="The field; arrows go from counter to counter"
    .begin=${(/** @type {number[]} */ ...pane) => legible([w, h], pane)}
    .step=${ctx.step.seq}
    .small=${smallField(units, seats, [w, h])}
  >
    <svg class="zoomed dbp-field" viewBox=${`0 0 ${w} ${h}`} role="group" aria-label=${field.title}>
      ${defs}
      ${guard([field], () => [ground(field), rim(field), targets(field)])}${guard([game.units, game.leaders, field], () => onDemand(game, seats))}
      ${[...passed].map(
        (hex) => svg`<path class="passed" data-passed=${hex} d=${outline(at(hex), 29)}/>`,
      )}
      ${rings.map(
        (hex) =>
          svg`<path class="hitx lit" data-lit=${hex} ?data-focus=${sought(hex)} d=${outline(at(hex), 28.6)}/>`,
      )}
      ${[...supporters(deeds)].map(
        (hex) => svg`<path class="helps" data-help=${hex} d=${outline(at(hex), 28.6)}/>`,
      )}
      ${
        still?.middle && !rings.length
          ? svg`<circle class="eye" data-focus cx=${still.middle[0].toFixed(1)} cy=${still.middle[1].toFixed(1)} r="1"/>`
          : nothing
      }
      ${ways(deeds)}${repeat(
        units,
        (u) => u.id,
        (u) => onField(u, seats, past(u.id), ends.has(u.hex)),
      )}${crosses(ctx)}
      ${repeat(
        leaders,
        (l) => l.side,
        (l) => star(l, seats),
      )}${unitIds(units, named, field)}${blows(deeds)}${labelsOf(deeds, units, leaders, { rings, passed }, size).map(plate)}
    </svg>
  </board-zoom>`;
}

/**
 * How far its columns of hexes stand apart in the drawing, and at least on a screen, to be read: on a
 * phone so far that a counter's smallest letters are 11 px high.
 */
const DRAWN = 45,
  LEAST = 28,
  LEAST_ON_PHONE = 38,
  PHONE = 500;
/**
 * At which scale a field of this size is read in a pane of that one: whole if that is large enough.
 * @param {number[]} field
 * @param {number[]} pane
 */
const legible = ([w, h], [width, height]) =>
  width < PHONE
    ? Math.max(1, LEAST_ON_PHONE / (DRAWN * Math.min(width / w, height / h)))
    : Math.max(1, (LEAST * w) / (DRAWN * width));

/** So many named units are found by their ids alone; of more, the panel tells their ways. */
const FEW = 4;
/**
 * The units' ids; where many are named, none that would lie on the counter below it.
 * @param {Unit[]} units
 * @param {Set<string>} named
 * @param {Field} field
 */
function unitIds(units, named, field) {
  const taken = new Set(units.map((u) => u.hex));
  return units.map((u) => {
    const close = taken.has(neighbour(u.hex, SOUTH, field));
    return idOf(u, named.has(u.id) && !(close && named.size > FEW), close);
  });
}

/** Every unit id that this step's text names: "Equites r21". */
const namedIn = (/** @type {Ctx} */ ctx) =>
  new Set((ctx.step.text ?? []).flatMap((line) => line.match(/\b[kr]\d+\b/g) ?? []));

/** The whole field without a word. */
const smallField = (units, seats, /** @type {number[]} */ [w, h]) =>
  html`<svg viewBox=${`0 0 ${w} ${h}`} aria-hidden="true">
    ${units.map((u) => {
      const [x, y] = at(u.hex);
      return svg`<rect class=${`s${slotOf(seats, u.side)}`} x=${x - 20} y=${y - 20} width="40" height="40"></rect>`;
    })}
  </svg>`;
