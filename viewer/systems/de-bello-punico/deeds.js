// Deeds: what a step did on the field, from its effects, as plain data. Nothing is drawn here.
//   way      {kind: "move" | "turn" | "withdraw" | "advance" | "flee" | "pursue" | "stampede" | "enter" | "leave" | "lead" | "due",
//             hexes, from: facing before or null, to: facing after or null, off: direction over the edge or null, unit}
//   strike   {kind: "strike", hexes: [attacker, target], support: [[from, to]], rear: facing of the target or null, charge}
//   volley   {kind: "volley", hexes: [shooter, target], hit: true | false | null}
//   at       {kind: "at", hexes: [hex]}    where something happened without a way
// Each may carry a plate: {hex, faces: [die faces], text}.
import { rear } from "./hexes.js";
import { effectOf, effectsOf, kindOf, pendingOf, unitOf } from "./names.js";

/** @import { Ctx, Deed, Of } from "./types.js" */

const OUT = { north: 0, south: 3 };
/**
 * @param {Ctx} ctx
 * @param {string} id
 */
const before = (ctx, id) => unitOf(ctx.before?.game, id);
/**
 * Where a unit stood when the step began, else where it stands.
 * @param {Ctx} ctx
 * @param {string} id
 */
const hexOf = (ctx, id) => before(ctx, id)?.hex ?? unitOf(ctx.view?.game, id)?.hex ?? null;
/**
 * @param {Ctx} ctx
 * @param {string} id
 */
const facingOf = (ctx, id) => before(ctx, id)?.facing ?? null;
/**
 * The direction in which a unit's own edge lies.
 * @param {Ctx} ctx
 * @param {string} id
 */
function home(ctx, id) {
  const side = (before(ctx, id) ?? unitOf(ctx.view?.game, id))?.side;
  return OUT[ctx.view.game.field.edges[side]] ?? null;
}
/**
 * @param {Ctx} ctx
 * @param {string} id
 */
const abroad = (ctx, id) => (home(ctx, id) + 3) % 6;

/** @param {Ctx} ctx */
const way = (kind, e, hexes, ctx, off = null) => ({
  kind: hexes.length < 2 && off === null ? "turn" : kind,
  hexes,
  unit: e.unit,
  from: facingOf(ctx, e.unit),
  to: e.facing ?? null,
  off,
});
const at = (hexes, plate = null) => ({ kind: "at", hexes: hexes.filter(Boolean), plate });
const due = (hexes, unit) => ({ kind: "due", hexes, unit, from: null, to: null, off: null });
/**
 * A die that was thrown for whoever stands on a hex, and what came of it.
 * @param {string} hex
 */
const rolled = (hex, face, text = "") => at([hex], { hex, faces: [face], text });

/**
 * The rear of the target, if the blow comes from there.
 * @param {Ctx} ctx
 */
function behind(attackerHex, target, ctx) {
  const field = ctx.view.game.field;
  return target && rear(target.hex, target.facing, field).includes(attackerHex)
    ? target.facing
    : null;
}
/** @param {Ctx} ctx */
function strike(ctx, ids, hexes, support, charge, plate = null) {
  const target = before(ctx, ids[1]) ?? unitOf(ctx.view?.game, ids[1]),
    found = target && { ...target, hex: hexes[1] };
  const pairs = support.map(([from, to]) => [hexOf(ctx, from), to]).filter(([hex]) => hex),
    back = behind(hexes[0], found, ctx);
  const words =
    plate?.text ||
    [charge ? "charge" : "", back === null ? "" : "from behind"].filter(Boolean).join(", ");
  const shown = words || plate ? { hex: hexes[1], faces: [], ...plate, text: words } : null;
  return { kind: "strike", hexes, support: pairs, rear: back, charge, plate: shown };
}
/** @param {string} hex */
const helpers = (list, hex) => (list ?? []).map((id) => [id, hex]);

/** @param {Ctx} ctx */
function declared(e, ctx, plate = null) {
  const hexes = [hexOf(ctx, e.attacker), hexOf(ctx, e.target)];
  return strike(
    ctx,
    [e.attacker, e.target],
    hexes,
    [...helpers(e.support, hexes[0]), ...helpers(e.defence, hexes[1])],
    e.charge,
    plate,
  );
}
/**
 * @param {Of<"de-bello-punico.combat-resolved">} e
 * @param {Ctx} ctx
 */
function resolved(e, ctx) {
  const fought = effectOf(ctx, "combat-rolled") ?? pendingOf(ctx.before?.game, "combat");
  const hexes = [e.attacker.hex, e.defender.hex],
    support = [...helpers(fought?.support, hexes[0]), ...helpers(fought?.defence, hexes[1])];
  const plate = {
    hex: hexes[1],
    faces: [],
    text: `${e.attacker.total} to ${e.defender.total}`.replace(/-/g, "−"),
  };
  return strike(ctx, [e.attacker.unit, e.defender.unit], hexes, support, fought?.charge, plate);
}

/**
 * @param {Of<"de-bello-punico.volley-rolled"> | Of<"de-bello-punico.volley-resolved">} e
 * @param {Ctx} ctx
 */
function volley(e, ctx) {
  const rolled = effectOf(ctx, "volley-rolled") ?? pendingOf(ctx.before?.game, "volley"),
    range = rolled?.range ?? 0;
  const hexes = [hexOf(ctx, e.shooter), hexOf(ctx, e.target)],
    hit = "hit" in e ? e.hit : null,
    word = hit === null ? "" : hit ? ", hit" : ", miss";
  const text = `${range} ${range === 1 ? "hex" : "hexes"}, ≤ ${e.number}${word}`;
  return {
    kind: "volley",
    hexes,
    hit,
    range,
    number: e.number,
    plate: { hex: hexes[1], faces: [e.face], text },
  };
}

/**
 * A leader's way, hex by hex.
 * @param {Of<"de-bello-punico.leader-moved">} e
 */
function led(e) {
  return {
    kind: "lead",
    hexes: e.path,
    unit: null,
    from: null,
    to: null,
    off: null,
  };
}
/**
 * @param {Ctx} ctx
 * @param {string} side
 */
const leaderHex = (ctx, side) =>
  (ctx.before?.game ?? ctx.view.game).leaders.find((l) => l.side === side)?.hex ?? null;
/** What is settled in the same event is told by what settles it. */
const unless = (kind, tell) => (e, ctx) =>
  kind.some((k) => effectOf(ctx, k)) ? null : tell(e, ctx);

/** What one effect did; null if nothing on the field. */
const DONE = {
  "unit-moved": (e, ctx) => way("move", e, e.path, ctx),
  "unit-shifted": (e, ctx) => way("move", e, [e.start, e.hex], ctx),
  stampeded: (e, ctx) => way("stampede", e, e.path, ctx, e.gone ? home(ctx, e.unit) : null),
  "unit-fled": (e, ctx) =>
    way("flee", e, e.path, ctx, e.ends === "edge" ? home(ctx, e.unit) : null),
  pursued: (e, ctx) => way("pursue", e, e.path, ctx, e.off ? abroad(ctx, e.unit) : null),
  withdrew: (e, ctx) => way("withdraw", e, [e.start, e.hex], ctx),
  advanced: (e, ctx) => way("advance", e, [e.start, e.hex], ctx),
  "unit-entered": (e, ctx) => ({
    ...way("enter", e, [e.hex], ctx, e.rule === "BP 14.1" ? abroad(ctx, e.unit) : 3),
    from: null,
  }),
  "unit-left": (e, ctx) => way("leave", e, [e.hex], ctx, abroad(ctx, e.unit)),
  "leader-moved": led,
  "leader-seated": (e, ctx) => at([hexOf(ctx, e.unit)]),
  "advance-due": (e, ctx) => due([hexOf(ctx, e.unit), e.hex], e.unit),
  "pursuit-due": (e) => due(e.route, e.unit),
  "volley-rolled": unless(["volley-resolved"], volley),
  "volley-resolved": volley,
  "attack-declared": unless(["combat-rolled", "combat-resolved"], (e, ctx) => declared(e, ctx)),
  "attack-dropped": (e, ctx) => declared(e, ctx),
  "combat-rolled": unless(["combat-resolved"], (e, ctx) =>
    declared(e, ctx, { hex: hexOf(ctx, e.target), faces: e.faces, text: "" }),
  ),
  "combat-resolved": resolved,
  "elephant-rolled": unless(["elephant-resolved"], (e, ctx) => rolled(hexOf(ctx, e.unit), e.face)),
  "elephant-resolved": (e, ctx) => rolled(hexOf(ctx, e.unit), e.face, e.result),
  "leader-at-risk": (e, ctx) => at([leaderHex(ctx, e.side)]),
  "leader-rolled": unless(["leader-resolved"], (e, ctx) => rolled(leaderHex(ctx, e.side), e.face)),
  "leader-resolved": (e, ctx) => rolled(leaderHex(ctx, e.side), e.face, e.dead ? "falls" : "lives"),
  "units-hastened": (e, ctx) => at(e.units.map((id) => hexOf(ctx, id))),
  "points-committed": (e, ctx) => at(e.units.map((id) => hexOf(ctx, id))),
};
const HAPPENED = [
  "disordered",
  "panicked",
  "unit-eliminated",
  "recovered",
  "stayed",
  "pursuit-held",
  "unit-held-out",
];
for (const kind of HAPPENED) DONE[kind] = (e, ctx) => at([hexOf(ctx, e.unit)]);

/** @param {Deed} deed */
const whole = (deed) => deed && deed.hexes.length && deed.hexes.every((h) => typeof h === "string");

/**
 * Everything that this step did on the field, in order. What a way or a blow tells already is not
 * told again as a place.
 * @param {Ctx} ctx
 * @returns {Deed[]}
 */
export function deedsOf(ctx) {
  if (!ctx.view?.game?.field) return [];
  const found = effectsOf(ctx.step)
    .map((e) => ({ e, deed: DONE[kindOf(e)]?.(e, ctx) }))
    .filter(({ deed }) => whole(deed));
  const told = new Set(
    found
      .filter(({ deed }) => deed.kind !== "at" && deed.kind !== "due")
      .flatMap(({ deed }) => deed.hexes),
  );
  return found
    .map(({ deed }) => deed)
    .filter((d) => d.kind !== "at" || d.plate || d.hexes.some((h) => !told.has(h)));
}

/**
 * The hexes that a step is about: where its deeds begin and end, and what they pass.
 * @param {Deed[]} deeds
 */
export function litHexes(deeds) {
  const ends = new Set(),
    passed = new Set();
  for (const d of deeds) {
    const last = d.hexes.length - 1,
      all = d.kind === "at";
    d.hexes.forEach((hex, i) => (all || i === 0 || i === last ? ends : passed).add(hex));
  }
  for (const hex of ends) passed.delete(hex);
  return { ends, passed };
}
/** @param {Deed[]} deeds */
export const supporters = (deeds) =>
  new Set(deeds.flatMap((d) => (d.support ?? []).map(([from]) => from)));
