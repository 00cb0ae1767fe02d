// Changed: which zones a step touched, by what stands in them, not by what is left of an allowance;
// and the ways that were gone.

/** @import { Ctx, Game, Step, Way, Zone } from "./types.js" */

/**
 * @param {unknown} x
 * @returns {string[]}
 */
const strings = (x) => (Array.isArray(x) ? x.filter((y) => typeof y === "string") : []);
/** @param {Game | undefined} game */
export const unitsOf = (game) =>
  (game?.zones ?? []).flatMap((z) => (z.units ?? []).map((u) => ({ ...u, zone: z.name })));
/**
 * @param {Game | undefined} game
 * @param {string} zone
 */
export const leadersIn = (game, zone) =>
  (game?.leaders ?? []).filter((l) => l.status === "in-play" && l.zone === zone);

/**
 * A zone as it looks on the board: its holder, cities, units and leaders.
 * @param {Game} game
 * @param {Zone} z
 */
const look = (game, z) =>
  JSON.stringify([
    z.control,
    z.contested ?? false,
    (z.cities ?? []).map((c) => c.control),
    (z.units ?? []).map((u) => [u.id, u.side, u.reduced]),
    leadersIn(game, z.name).map((l) => [l.name, l.ill, l.faction_leader]),
  ]);

/**
 * The names of the zones that look otherwise than before this step, and those its effects name as the place.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function changedZones(game, ctx) {
  const out = new Set(),
    past = new Map(
      (ctx.before?.game?.zones ?? []).map((z) => [
        z.name,
        look(/** @type {Game} */ (ctx.before?.game), z),
      ]),
    );
  for (const z of game.zones)
    if (past.has(z.name) && past.get(z.name) !== look(game, z)) out.add(z.name);
  for (const e of ctx.step.event?.effects ?? [])
    if ("zone" in e && typeof e.zone === "string") out.add(e.zone);
  return out;
}

/** The first way a leader goes who fled, or is called back. */
const flights = (e) =>
  (Array.isArray(e.leaders) ? e.leaders : [])
    .filter((f) => f?.to)
    .map((f) => ({ kind: "back", route: [f.zone, f.to], side: null, leaders: [f.leader] }));
const WAYS = {
  "civil-war.marched": (e) => [
    {
      kind: "march",
      route: strings(e.route),
      side: e.side,
      units: strings(e.units),
      leaders: strings(e.leaders),
    },
  ],
  "civil-war.sailed": (e) => [
    {
      kind: "sail",
      route: strings(e.route),
      side: e.side ?? e.seat,
      units: [...strings(e.ships), ...strings(e.units)],
      leaders: strings(e.leaders),
    },
  ],
  "civil-war.leader-returned": (e) => [
    { kind: "march", route: strings(e.route), side: null, leaders: [e.leader] },
  ],
  "civil-war.retreated": (e) => [
    ...(e.to
      ? [
          {
            kind: "back",
            route: [e.zone, e.to],
            side: e.side ?? e.seat,
            units: strings(e.units),
            leaders: strings(e.leaders),
          },
        ]
      : []),
    ...(e.harbour
      ? [
          {
            kind: "back",
            route: [e.zone, e.harbour],
            side: e.side ?? e.seat,
            units: strings(e.fleet),
          },
        ]
      : []),
  ],
  "civil-war.leaders-fled": flights,
};

/**
 * The ways of this step: [{kind: "march" | "sail" | "back", route: [place, …], side, units, leaders}].
 * @param {Step} step
 * @returns {Way[]}
 */
export const waysOf = (step) =>
  (step.event?.effects ?? [])
    .flatMap((e) => WAYS[e?.type]?.(e) ?? [])
    .filter((w) => w.route.length > 1);
