// Scene: what the map shows of a game after a step, as plain data in the map's units. Nothing is
// drawn or measured here.
import { MAP } from "./map-data.js";
import { changedZones, leadersIn, waysOf } from "./changed.js";
import { homeOf } from "./homes.js";
import { isShip, letterOf, slotOf, unitWords } from "./sides.js";

/** @import { Ctx, Game, Leader, Point, Schemas, Zone } from "./types.js" */

/**
 * Hundredths of a degree [east, north] to the map's units, by the projection the map was drawn with.
 * @param {Point} given
 * @returns {Point}
 */
function project([east, north]) {
  const { n, f, r0, lon0, k, dx, dy } = MAP.projection,
    turn = (n * (east / 100 - lon0) * Math.PI) / 180,
    r = f / Math.tan(Math.PI / 4 + ((north / 100) * Math.PI) / 360) ** n;
  return enlarged([dx + k * r * Math.sin(turn), dy - k * (r0 - r * Math.cos(turn))]);
}
/**
 * Through the lens, as draw.py has it.
 * @param {Point} given
 * @returns {Point}
 */
function enlarged([x, y]) {
  const { at, power, radius } = MAP.projection.lens,
    [dx, dy] = [x - at[0], y - at[1]],
    by = 1 + power * Math.exp(-((Math.hypot(dx, dy) / radius) ** 2));
  return [at[0] + dx * by, at[1] + dy * by];
}
/**
 * @param {unknown} at
 * @returns {at is Point}
 */
const isPlace = (at) => Array.isArray(at) && at.length === 2 && at.every(Number.isFinite);

/**
 * Where a zone's mark stands, or null.
 * @param {Zone | Schemas["civil-war.SeaView"] | Schemas["civil-war.CityView"]} zone
 * @returns {Point | null}
 */
const placeOf = (zone) => MAP.zones[zone.name]?.at ?? (isPlace(zone.at) ? project(zone.at) : null);
/**
 * True if every zone of the game has a place on the map.
 * @param {Game} game
 */
export const onMap = (game) => game.zones.length > 0 && game.zones.every(placeOf);

/** @param {Leader} l */
const rank = (l) => [l.faction_leader ? 0 : 1, -(l.tb ?? 0), -(l.pc ?? 0)];
/**
 * @param {Leader} a
 * @param {Leader} b
 */
const first = (a, b) => {
  const [x, y] = [rank(a), rank(b)];
  return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
};

/**
 * What stands in a zone: an army and a fleet a side. Leaders are with the army, and without one they
 * are an army of no strength.
 * @param {Game} game
 * @param {Zone} zone
 * @param {Ctx} ctx
 */
function stacksIn(game, zone, ctx) {
  const units = Map.groupBy(zone.units ?? [], (u) => u.side),
    leaders = Map.groupBy(leadersIn(game, zone.name), (l) => l.faction ?? l.people ?? ""),
    home = homeOf(zone.name, placeOf(zone));
  return [...new Set([...units.keys(), ...leaders.keys()])].flatMap((side) => {
    const list = units.get(side) ?? [],
      led = (leaders.get(side) ?? []).toSorted(first),
      afloat = home.fleet.length ? list.filter(isShip) : [],
      ashore = list.filter((u) => !afloat.includes(u)),
      slot = slotOf(side, ctx.seats);
    const stack = (/** @type {"army" | "fleet"} */ kind, here, led) => ({
      zone: zone.name,
      side,
      kind,
      at: berth(home[kind], slot),
      slot,
      letter: letterOf(side, ctx.seats),
      sp: here.reduce((s, u) => s + (u.sp ?? 0), 0),
      count: here.length,
      words: unitWords(here),
      reduced: here.filter((u) => u.reduced).length,
      leaders: led.map((l) => l.name),
      chief: led[0]?.faction_leader === true,
      ids: here.map((u) => u.id),
      name: stackName(zone.name, side, kind),
      move: stackName(zone.name, side, kind),
      now: false,
    });
    return [
      ...(ashore.length || led.length ? [stack("army", ashore, led)] : []),
      ...(afloat.length ? [stack("fleet", afloat, [])] : []),
    ];
  });
}
/**
 * A side's own place in a zone. A people abroad has none by hand: below the second seat's.
 * @param {Point[]} places
 * @param {number} slot
 * @returns {Point}
 */
const berth = (places, slot) =>
  places[slot === 2 ? 1 : slot === 1 ? 0 : 2] ?? [places[1][0], places[1][1] + 12];
/** "Roma caesarian", "Roma caesarian fleet". */
const stackName = (zone, side, kind) => `${zone} ${side}${kind === "fleet" ? " fleet" : ""}`;

/** A way as points; a sea is where its name stands. Null if a place of it is not on the map. */
function traced(way, places) {
  const points = way.route.map((p) => places.get(p));
  return points.every(Boolean)
    ? { ...way, points, from: way.route[0], to: way.route.at(-1) }
    : null;
}

/** The stacks that came this way slide from where they were; what stayed behind keeps its place. */
function nameMoves(stacks, ways) {
  for (const w of ways) {
    const came = stacks.filter(
      (s) =>
        s.zone === w.to &&
        (s.ids.some((id) => w.units?.includes(id)) ||
          s.leaders.some((l) => w.leaders?.includes(l))),
    );
    for (const s of came) {
      const stayed = stacks.find(
        (o) => o.zone === w.from && o.side === s.side && o.kind === s.kind,
      );
      Object.assign(s, { move: stackName(w.from, s.side, s.kind), now: true });
      if (stayed) stayed.move = `${s.name} stayed`;
    }
  }
}

const pairs = (borders) => new Map(borders.map((b) => [[...b.between].sort().join("|"), b]));
const drawnBorders = new Set(
  MAP.borders.filter(([, b]) => b).map(([a, b]) => [a, b].sort().join("|")),
);

/**
 * {seq, zones, stacks, regions, seas, ways, links, rivers, focus}; places in the map's units.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function sceneOf(game, ctx) {
  const changed = ctx.before ? changedZones(game, ctx) : new Set(),
    fight = ctx.step.event?.effects?.find((e) => e?.type === "civil-war.combat-resolved") ?? null;
  const peoples = new Map((game.peoples ?? []).map((p) => [p.name, p])),
    seas = (game.map?.seas ?? []).map((s) => ({ name: s.name, at: project(s.at), lit: false }));
  /** @type {Map<string, Point | null>} */
  const places = new Map([
    ...seas.map((s) => /** @type {const} */ ([s.name, s.at])),
    ...game.zones.map((z) => /** @type {const} */ ([z.name, homeOf(z.name, placeOf(z)).mark])),
  ]);
  const ways = waysOf(ctx.step)
      .map((w) => traced(w, places))
      .filter(Boolean),
    left = new Set(ways.map((w) => w.from)),
    reached = new Set(ways.map((w) => w.to));
  for (const s of seas) s.lit = ways.some((w) => w.route.includes(s.name));
  const zones = game.zones.map((z) => {
    const people = z.people ?? (z.outside_republic ? z.name : null),
      owner = z.control ?? people,
      state = peoples.get(people),
      lit =
        changed.has(z.name) &&
        changed.size <= 12 &&
        (fight?.zone === z.name || reached.has(z.name) || !left.has(z.name));
    const home = homeOf(z.name, placeOf(z));
    return {
      name: z.name,
      home,
      stands: ctx.seats.map(({ seat }) => ({
        seat,
        at: berth(home.army, slotOf(seat, ctx.seats)),
      })),
      at: places.get(z.name),
      owner,
      slot: slotOf(owner, ctx.seats),
      letter: owner ? letterOf(owner, ctx.seats) : "",
      people: people !== null,
      quiet: people !== null && !z.control && !!state && !state.at_war && !state.ally,
      contested: z.contested === true,
      lit,
      ring: lit && (fight?.zone === z.name || reached.has(z.name)),
      cities: (z.cities ?? [])
        .filter((c) => isPlace(c.at))
        .map((c) => ({
          name: c.name,
          at: project(c.at),
          port: c.port === true,
          held:
            c.control && c.control !== owner
              ? {
                  slot: slotOf(c.control, ctx.seats),
                  letter: letterOf(c.control, ctx.seats),
                  side: c.control,
                }
              : null,
        })),
    };
  });
  const stacks = game.zones.flatMap((z) => stacksIn(game, z, ctx)),
    regions = [...Map.groupBy(game.zones, (z) => z.region)].flatMap(([name, of]) =>
      // Where a zone has the name of its region, that is enough.
      name && !of.some((z) => z.name === name)
        ? [{ name, at: mean(of.map((z) => places.get(z.name))) }]
        : [],
    ),
    borders = pairs(game.map?.borders ?? []);
  for (const s of stacks) s.now = fight?.zone === s.zone;
  nameMoves(stacks, ways);
  const links = [...borders]
    .filter(([key, b]) => !drawnBorders.has(key) || b.kind === "strait")
    .map(([, b]) => ({
      kind: b.kind ?? "open",
      name: b.name ?? "",
      points: b.between.map((z) => places.get(z)),
    }))
    .filter((l) => l.points.every(Boolean));
  const rivers = new Map(
    [...borders]
      .filter(([key, b]) => b.kind === "river" && drawnBorders.has(key))
      .map(([key, b]) => [key, b.name ?? ""]),
  );
  const spots = [...ways.flatMap((w) => w.points), ...zones.filter((z) => z.lit).map((z) => z.at)];
  return {
    seq: ctx.step.seq,
    zones,
    stacks,
    regions,
    seas,
    ways,
    links,
    rivers,
    focus: spots.length ? middle(spots, ways, zones) : null,
  };
}

/** The middle of several places. @param {Point[]} of @returns {Point} */
const mean = (of) => [
  of.reduce((sum, [x]) => sum + x, 0) / of.length,
  of.reduce((sum, [, y]) => sum + y, 0) / of.length,
];

/** Where the eye belongs: the end of a way or the battle; else the middle of what changed. */
function middle(spots, ways, zones) {
  const ring = zones.filter((z) => z.ring).map((z) => z.at),
    use = ring.length
      ? [...ring, ...ways.filter((w) => w.points.length === 2).map((w) => w.points[0])]
      : spots;
  const xs = use.map((p) => p[0]),
    ys = use.map((p) => p[1]);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
