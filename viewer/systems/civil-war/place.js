// Place: where everything on the map stands at a scale. Marks, names and counters have their homes
// (homes.js); what is less, cities and seas and leaders by name, finds room between them.
// Pure: the same scene, scale and measures give the same places. Everything is in pixels of the map
// as scaled, before the window moves it. A box is [left, top, right, bottom].

const COMPASS = {
  S: [0, 1],
  N: [0, -1],
  E: [1, 0],
  W: [-1, 0],
  SE: [0.8, 0.7],
  SW: [-0.8, 0.7],
  NE: [0.8, -0.7],
  NW: [-0.8, -0.7],
};
export const MARK = 8;
/** From this scale on counters are drawn in full size; below it there is less room around homes. */
const FULL = 1.15;
/** The scale at which names have their distance from their marks. */
const NAMES_AT = 0.78;

/** What two boxes have in common; most have nothing. */
function area(a, b) {
  const w = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  if (w <= 0) return 0;
  const h = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return h <= 0 ? 0 : w * h;
}
const around = (/** @type {number[]} */ [x, y], w, h) => [
  x - w / 2,
  y - h / 2,
  x + w / 2,
  y + h / 2,
];
const wide = (b, by) => [b[0] - by, b[1] - by, b[2] + by, b[3] + by];
/** How far a box of this size has to stand off in a direction so that it touches a circle of radius r. */
const off = (/** @type {number[]} */ [ux, uy], w, h, r) => {
  const t = Math.min(
    Math.abs(ux) < 0.01 ? Infinity : w / 2 / Math.abs(ux),
    Math.abs(uy) < 0.01 ? Infinity : h / 2 / Math.abs(uy),
  );
  return r + t;
};

/** A place pushed away from another, up if they are one, so that their marks do not touch. */
function beside(p, q, by) {
  const d = Math.hypot(p[0] - q[0], p[1] - q[1]);
  return d >= by
    ? p
    : d < 1
      ? [q[0], q[1] - by]
      : [q[0] + ((p[0] - q[0]) / d) * by, q[1] + ((p[1] - q[1]) / d) * by];
}

/** What stands already; cost(box) is 0 where there is room. */
class Room {
  constructor(bounds) {
    this.bounds = bounds;
    this.boxes = [];
  }
  take(box, weight = 1) {
    this.boxes.push({ box, weight });
  }
  cost(box) {
    const b = this.bounds,
      out =
        Math.max(0, b[0] - box[0]) +
        Math.max(0, b[1] - box[1]) +
        Math.max(0, box[2] - b[2]) +
        Math.max(0, box[3] - b[3]);
    let sum = out > 0 ? 40 + out * 4 : 0;
    for (const o of this.boxes) {
      const a = area(box, o.box);
      if (a > 0) sum += o.weight * (22 + a / 6);
    }
    return sum;
  }
}

const least = (list, cost) => {
  let best = null,
    low = Infinity;
  for (const x of list) {
    const c = cost(x, low);
    if (c < low) {
      low = c;
      best = x;
    }
  }
  return { best, low };
};

/** Sizes of a counter: its face, the strip at its left, the room for its number. */
function sizes(stack, { measure, em, k }) {
  const full = k >= FULL,
    strip = (full ? 17 : 13) * em + (stack.letter.length > 1 ? 5 * em : 0),
    number = stack.count
      ? measure(String(stack.sp), full ? "number" : "small") + (full ? 10 : 4) * em
      : 0;
  return {
    strip,
    number,
    full,
    face: [strip + number, (full ? 24 : 18) * em],
    deep: stack.count ? Math.min(3, 1 + Math.ceil(stack.count / 4)) : 1,
  };
}

/** A stack on its home. */
function stackOf(stack, tools) {
  const s = sizes(stack, tools),
    [x, y] = tools.px(stack.at),
    box = around([x, y], s.face[0], s.face[1]);
  return { ...stack, ...s, at: [box[0], box[1]], box, line: null };
}

/** A city's name gives way to a leader's that finds room nowhere else. */
const YIELDS = 0.002;
/** How far a leader's name stands from the counters that are not his: else it could be theirs. */
const APART = 9;

/** Along a side of a counter a name stands in its middle, else as far as it still touches it there. */
const ALONG = [0, -0.5, 0.5, -1, 1];

/** What that costs a name above or below: more than to be told shorter. */
const ASTRAY_COST = 0.6;

/**
 * Where a name of this size may stand at a counter: under it, at its sides or over it.
 * @param {number[]} counter
 * @param {number} w
 * @param {number} h
 */
function spotsAt([left, top, right, bottom], w, h) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2],
    [half, high] = [(right - left) / 2, (bottom - top) / 2];
  return ["S", "E", "W", "N"].flatMap((side, i) => {
    const [ux, uy] = COMPASS[side];
    return ALONG.map((along, j) => {
      // At the sides it shifts up and down; above and below along its own length or the counter's:
      // far along it stands in a neighbour's land, where it could be another's.
      const [dx, dy] = ux ? [0, along * high] : [along * Math.max(half, w / 2), 0],
        astray = !ux && Math.abs(along) === 1 ? ASTRAY_COST : 0;
      return {
        cost: i * 0.1 + j * 0.01 + astray,
        box: around([x + ux * (half + w / 2 + 3) + dx, y + uy * (high + h / 2 + 2) + dy], w, h),
      };
    });
  });
}

/** Who leads a stack, in the words that there may be room for. @param {string[]} leaders */
const ledWords = ([chief, ...others]) =>
  others.length ? [`${chief} and ${others.length}`, chief] : [chief];

/** Leaders by name beside their counter, where there is room for them; who acts comes first, then the chiefs. */
function nameLeaders(stacks, room, { measure, em }) {
  const urgent = (s) => 2 * Number(s.now) + Number(s.chief);
  for (const s of stacks.toSorted((a, b) => urgent(b) - urgent(a))) {
    if (!s.leaders.length) continue;
    const others = stacks.filter((o) => o !== s),
      tries = ledWords(s.leaders)
        .flatMap((text, i) =>
          spotsAt(s.box, measure(text, "leader") + 2, 12 * em).map(({ box, cost }) => ({
            text,
            box,
            cost: cost + i * 0.5,
          })),
        )
        .filter(({ box }) => !others.some((o) => area(wide(box, APART * em), o.box) > 0)),
      { best, low } = least(tries, (t) => room.cost(t.box) + t.cost);
    if (low > (s.now ? 40 : 1)) continue;
    room.take(best.box, 2);
    s.line = {
      text: best.text,
      box: best.box,
      at: [(best.box[0] + best.box[2]) / 2, best.box[3] - 2.4 * em],
    };
  }
  return stacks;
}

function seaOf(sea, room, { measure, em, onLand }) {
  const words = sea.name.split(" "),
    lines = words.length > 1 ? [words[0], words.slice(1).join(" ")] : words,
    w = Math.max(...lines.map((l) => measure(l, "sea"))),
    h = lines.length * 15 * em;
  const tries = [];
  for (const dy of [0, -9, 9, -18, 18, -30, 30])
    for (const dx of [0, -10, 10, -20, 20, -32, 32, -46, 46])
      tries.push({
        box: around([sea.at[0] + dx, sea.at[1] + dy], w, h),
        far: Math.hypot(dx, dy * 1.5),
      });
  const land = (b) => {
    let n = 0;
    for (const x of [0, 0.25, 0.5, 0.75, 1])
      for (const y of [0.1, 0.5, 0.9])
        if (onLand([b[0] + (b[2] - b[0]) * x, b[1] + (b[3] - b[1]) * y])) n++;
    return n;
  };
  const { best, low } = least(tries, (t) => t.far * 0.2 + room.cost(t.box) + land(t.box) * 4);
  const crowded = low > 30;
  if (!crowded) room.take(best.box);
  return {
    ...sea,
    crowded,
    lines,
    at: [(best.box[0] + best.box[2]) / 2, best.box[1] + 11.5 * em],
    box: best.box,
  };
}

function cityOf(city, room, { measure, em }) {
  const w = measure(city.name, "city"),
    h = 13 * em;
  const { best, low } = least(
    ["E", "W", "N", "S", "NE", "SE", "NW", "SW"].map((side, i) => {
      const u = COMPASS[side],
        d = off(u, w, h, city.held ? 10 : 4.5);
      return { box: around([city.at[0] + u[0] * d, city.at[1] + u[1] * d], w, h), i };
    }),
    (t) => room.cost(wide(t.box, 1)) + t.i * 0.1,
  );
  const shown = low < 1 || (city.held && low < 12);
  if (shown) room.take(best.box);
  return {
    ...city,
    box: shown ? best.box : null,
    label: shown ? [(best.box[0] + best.box[2]) / 2, best.box[3] - 3.2 * em] : null,
  };
}

/** How far a region's name may stand from the middle of its zones, in pixels of its own size. */
const ASTRAY = [0, -16, 16, -32, 32, -48, 48, -64, 64];
/** Where armies may come to stand a region's name is only less well placed: it gives way to them. */
const HOMES_WEIGH = 0.02;
/**
 * A region's name on its land, near the middle of its zones; none where there is no room for it.
 * `said`: what marks and names take; `room`: the same and where armies may come to stand.
 */
function regionOf({ name, at }, said, room, { measure, em, px, onLand }) {
  const w = measure(name, "region"),
    [x, y] = px(at),
    tries = ASTRAY.flatMap((dy) =>
      ASTRAY.map((dx) => ({
        box: around([x + dx * em, y + dy * em], w, 15 * em),
        far: Math.hypot(dx, dy * 1.5),
      })),
    ).filter(({ box: [left, top, right, bottom] }) =>
      [left, (left + right) / 2, right].every((at) => onLand([at, (top + bottom) / 2])),
    ),
    { best } = least(
      tries.filter(({ box }) => said.cost(wide(box, 2)) < 1),
      ({ box, far }) => room.cost(box) * HOMES_WEIGH + far * 0.01,
    );
  if (!best) return [];
  room.take(best.box, 0.3);
  return [{ name, box: best.box, at: [(best.box[0] + best.box[2]) / 2, best.box[3] - 4 * em] }];
}

const clear = (a, b, by) => {
  const d = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [a[0] + ((b[0] - a[0]) / d) * by, a[1] + ((b[1] - a[1]) / d) * by];
};
/** A way as a smooth line: its curves [from, c1, c2, to], and the arrow's tail and tip. The ends stop at the marks. */
function curved(way, em) {
  const p = way.points.map((q) => [...q]),
    end = p.at(-1);
  if (p.length === 2) {
    const [a, b] = p,
      bend = 0.14;
    p.splice(1, 0, [
      (a[0] + b[0]) / 2 + (b[1] - a[1]) * bend,
      (a[1] + b[1]) / 2 - (b[0] - a[0]) * bend,
    ]);
  }
  p[0] = clear(p[0], p[1], 10 * em);
  const before = p.at(-2),
    tail = clear(end, before, 19 * em),
    tip = clear(end, before, 8 * em),
    curves = [];
  p[p.length - 1] = tail;
  for (let i = 0; i < p.length - 1; i++) {
    const a = p[Math.max(0, i - 1)],
      b = p[i],
      c = p[i + 1],
      e = p[Math.min(p.length - 1, i + 2)];
    curves.push([
      b,
      [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6],
      [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6],
      c,
    ]);
  }
  return { ...way, curves, tail, tip };
}
/** Points along a way, for what should not lie under it. */
const along = (way) =>
  way.curves.flatMap(([a, b, c, d]) =>
    [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875].map((t) => {
      const u = 1 - t,
        at = (i) =>
          u * u * u * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t * t * t * d[i];
      return [at(0), at(1)];
    }),
  );

/** What is laid out last for the same zones at the same scale: nothing of it depends on who is where. */
let kept = { key: "", still: null };

/** Marks, names, seas and cities: they stand still. */
function stillOf(scene, bounds, tools) {
  const { px, em, k, measure } = tools,
    key = JSON.stringify([
      k,
      em,
      bounds,
      scene.seas.map((s) => s.name),
      scene.regions.map((r) => r.name),
      scene.zones.map((z) => [z.name, z.letter.length, z.cities.map((c) => !!c.held)]),
    ]);
  if (kept.key === key) return kept.still;
  const room = new Room(bounds),
    full = k >= FULL,
    broad = (full ? 44 : 34) * em,
    high = (full ? 26 : 20) * em;
  const zones = scene.zones.map((z) => ({
    name: z.name,
    at: px(z.home.mark),
    half: (z.owner ? MARK + (z.letter.length > 1 ? 2.5 : 0) : 6) * em,
  }));
  for (const z of zones) room.take(around(z.at, 2 * z.half + 2, 2 * MARK * em + 2), 2);
  const names = scene.zones.map((z) => {
    // A name keeps its distance from its mark when the map is enlarged.
    const [x, y] = px(z.home.mark),
      by = Math.min(k, NAMES_AT),
      box = around(
        [x + (z.home.name[0] - z.home.mark[0]) * by, y + (z.home.name[1] - z.home.mark[1]) * by],
        measure(z.name, z.people ? "people" : "zone"),
        14 * em,
      );
    room.take(box);
    return {
      zone: z.name,
      people: z.people,
      at: [(box[0] + box[2]) / 2, box[3] - 3.4 * em],
      box,
    };
  });
  const said = new Room(bounds);
  said.boxes.push(...room.boxes);
  for (const { home } of scene.zones) {
    for (const at of home.army) room.take(around(px(at), broad, high), 0.8);
    for (const at of home.fleet) room.take(around(px(at), broad, high), 0.3);
  }
  const cities = scene.zones.flatMap((z, i) =>
    z.cities.map((c) => {
      const at = px(c.at),
        same = Math.hypot(at[0] - zones[i].at[0], at[1] - zones[i].at[1]) < 9 * em;
      return {
        zone: z.name,
        name: c.name,
        port: c.port,
        held: c.held,
        at: c.held ? beside(at, zones[i].at, 17 * em) : at,
        same,
      };
    }),
  );
  for (const c of cities) room.take(around(c.at, c.held ? 17 : 6, c.held ? 17 : 6), 0.3);
  const still = {
    zones,
    names,
    seas: scene.seas.map((s) => seaOf({ ...s, at: px(s.at) }, room, tools)),
    regions: scene.regions.flatMap((region) => regionOf(region, said, room, tools)),
    cities: cities.filter((c) => !c.same || c.held).map((c) => cityOf(c, room, tools)),
    room,
  };
  kept = { key, still };
  return still;
}

/**
 * A scene laid out at scale k: {zones, names, regions, stacks, seas, cities, ways, links}. tools:
 * {measure(text, kind), onLand(point), em}.
 */
export function layout(scene, { k, bounds }, given) {
  const px = (/** @type {number[]} */ [x, y]) => [x * k, y * k],
    tools = {
      ...given,
      k,
      px,
      onLand: (/** @type {number[]} */ [x, y]) => given.onLand([x / k, y / k]),
    },
    still = stillOf(scene, bounds, tools),
    room = new Room(bounds),
    of = new Map(scene.zones.map((z) => [z.name, z])),
    litSeas = new Set(scene.seas.filter((s) => s.lit).map((s) => s.name)),
    stacks = scene.stacks.map((s) => stackOf(s, tools));
  for (const { at, half } of still.zones)
    room.take(around(at, 2 * half + 2, 2 * MARK * tools.em + 2), 2);
  for (const n of [...still.names, ...still.seas.filter((s) => !s.crowded)]) room.take(n.box);
  for (const s of stacks) room.take(wide(s.box, 1), 2);
  for (const c of still.cities) {
    if (c.box) room.take(c.box, YIELDS);
    if (c.held) room.take(around(c.at, 2 * MARK * tools.em, 2 * MARK * tools.em), 2);
  }
  const ways = scene.ways.map((w) => curved({ ...w, points: w.points.map(px) }, tools.em));
  for (const w of ways) for (const p of along(w)) room.take(around(p, 10, 10), 0.6);
  const named = nameLeaders(stacks, room, tools),
    /** @param {number[] | null} box */
    free = (box) => box && !named.some(({ line }) => line && area(line.box, box) > 0);
  return {
    zones: still.zones.map((z) => ({ ...of.get(z.name), ...z })),
    names: still.names,
    stacks: named,
    seas: still.seas
      .map((s) => ({ ...s, lit: litSeas.has(s.name) }))
      .filter((s) => s.lit || !s.crowded),
    regions: still.regions.filter(
      (r) => free(r.box) && !stacks.some((s) => area(s.box, r.box) > 0),
    ),
    cities: still.cities.map((c) => ({
      ...c,
      label: free(c.box) ? c.label : null,
      held: of.get(c.zone).cities.find((o) => o.name === c.name)?.held ?? null,
    })),
    ways,
    links: scene.links.map((l) => ({ ...l, points: l.points.map(px) })),
  };
}
