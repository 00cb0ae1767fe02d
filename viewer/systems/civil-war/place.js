// Place: where names and stacks stand so that none hides another. Pure: the same scene, scale and measures give the same places.
// Everything is in pixels of the map as scaled, before the window moves it. A box is [left, top, right, bottom].

/** Sides on which a zone's name is tried first, where the coast leaves more room there. */
const SIDE = {
  Roma: "W",
  Etruria: "W",
  Campania: "W",
  Sardinia: "W",
  Picenum: "E",
  Apulia: "E",
  Sicilia: "S",
  Epirus: "W",
  Achaia: "W",
  Creta: "S",
  Illyricum: "N",
  Cisalpina: "N",
  Narbonensis: "N",
  Asia: "W",
  Aegyptii: "S",
};
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
const AROUND = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0.92, 0.4],
  [0.92, -0.4],
  [-0.92, 0.4],
  [-0.92, -0.4],
  [0.7, 0.7],
  [-0.7, 0.7],
  [0.7, -0.7],
  [-0.7, -0.7],
  [0.4, 0.92],
  [-0.4, 0.92],
  [0.4, -0.92],
  [-0.4, -0.92],
];
const REACH = [11, 15, 20, 26, 32, 39, 47, 56, 66, 78, 92, 108, 128, 152, 184];
export const MARK = 8;

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

/** True if the line from p to q meets the box. */
function meets(p, q, b) {
  if (
    (p[0] < b[0] && q[0] < b[0]) ||
    (p[0] > b[2] && q[0] > b[2]) ||
    (p[1] < b[1] && q[1] < b[1]) ||
    (p[1] > b[3] && q[1] > b[3])
  )
    return false;
  let from = 0,
    to = 1;
  for (const i of [0, 1]) {
    const d = q[i] - p[i];
    if (Math.abs(d) < 1e-9) {
      if (p[i] < b[i] || p[i] > b[i + 2]) return false;
      continue;
    }
    const s = [(b[i] - p[i]) / d, (b[i + 2] - p[i]) / d].sort((x, y) => x - y);
    from = Math.max(from, s[0]);
    to = Math.min(to, s[1]);
  }
  return from <= to;
}

/** What stands already; cost(box) is 0 where there is room. */
class Room {
  constructor(bounds) {
    this.bounds = bounds;
    this.boxes = [];
    this.ties = [];
  }
  take(box, weight = 1) {
    this.boxes.push({ box, weight });
    return box;
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
    for (const [p, q] of this.ties) if (meets(p, q, box)) sum += 8;
    return sum;
  }
  crossing(p, q) {
    return (
      this.boxes.filter((o) => o.weight > 0.5 && meets(p, q, o.box)).length +
      this.ties.filter(([a, b]) => cross(p, q, a, b)).length
    );
  }
}
const turn = (a, b, c) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const cross = (a, b, c, d) =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

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

function nameOf(zone, room, { measure, em }) {
  const w = measure(zone.name, zone.people ? "people" : "zone"),
    h = 15 * em,
    sides = [...new Set([SIDE[zone.name] ?? "S", "S", "N", "E", "W", "SE", "NE", "SW", "NW"])];
  const tries = sides.map((side, i) => {
    const u = COMPASS[side],
      d = off(u, w, h, zone.half * (Math.abs(u[0]) > 0.5 ? 1.15 : 0.95));
    return {
      box: around(
        [zone.at[0] + u[0] * d + (Math.abs(u[0]) > 0.9 ? u[0] * 2 : 0), zone.at[1] + u[1] * d],
        w,
        h,
      ),
      i,
    };
  });
  const { best } = least(tries, (t) => room.cost(t.box) + t.i * 1.2);
  room.take(best.box);
  return {
    zone: zone.name,
    people: zone.people,
    text: zone.name,
    at: [(best.box[0] + best.box[2]) / 2, best.box[3] - 3.6 * em],
    box: best.box,
  };
}

/** The lines on a leader's plate: two names, and how many more. */
function plate(leaders) {
  if (leaders.length < 3) return leaders;
  return [leaders[0], `${leaders[1]} +${leaders.length - 2}`];
}

/** Sizes of a stack: its face, and the whole with the plate below, to the right, or shortened to one line. */
function sizes(stack, { measure, em }) {
  const strip = (stack.letter.length > 1 ? 20 : 17) * em,
    number = stack.count ? measure(String(stack.sp), "number") + 11 * em : 0,
    hulls = stack.ships && stack.count ? measure(String(stack.ships), "leader") + 19 * em : 0;
  const face = [strip + number + hulls, (stack.count ? 24 : 17) * em],
    deep = stack.count ? Math.min(4, 1 + Math.ceil(stack.count / 3)) : 1,
    over = (deep - 1) * 3,
    whole = plate(stack.leaders),
    short = stack.leaders.length > 1 ? [`${stack.leaders[0]} +${stack.leaders.length - 1}`] : null;
  const text = (lines) => Math.max(0, ...lines.map((l) => measure(l, "leader"))),
    tall = (lines) => lines.length * 13 * em;
  const right = (lines, cost) => ({
    lines,
    plate: "right",
    cost,
    dx: 0,
    dy: over,
    w: face[0] + over + (lines.length ? text(lines) + 5 * em : 0),
    h: Math.max(face[1] + over, tall(lines)),
  });
  const below = (lines, cost) => ({
    lines,
    plate: "below",
    cost,
    dx: Math.max(0, (text(lines) - face[0]) / 2),
    dy: over,
    w: Math.max(face[0] + over, text(lines)),
    h: face[1] + over + tall(lines) + 2,
  });
  const shapes = !whole.length
    ? [right([], 0)]
    : stack.count
      ? [below(whole, 0), right(whole, 0.6), ...(short ? [below(short, 2), right(short, 2.6)] : [])]
      : [right(whole, 0), ...(short ? [right(short, 2)] : [])];
  return { strip, number, face, deep, shapes };
}

/** How much a stack here would seem to belong to another zone: marks nearer to it than its own zone's. */
const strays = (box, zone, zones) =>
  zones.filter(
    (z) =>
      z !== zone &&
      Math.hypot(
        Math.max(box[0] - z.at[0], 0, z.at[0] - box[2]),
        Math.max(box[1] - z.at[1], 0, z.at[1] - box[3]),
      ) < 17,
  ).length;

function stackOf(stack, zone, zones, room, tools) {
  const { shapes, ...s } = sizes(stack, tools),
    tries = [];
  for (const shape of shapes)
    for (const [i, u] of AROUND.entries())
      for (const reach of REACH) {
        const d = off(u, shape.w, shape.h, reach),
          at = [zone.at[0] + u[0] * d, zone.at[1] + u[1] * d],
          box = around(at, shape.w, shape.h),
          tie =
            reach > 12
              ? [zone.at, [box[0] + shape.dx + s.face[0] / 2, box[1] + shape.dy + s.face[1] / 2]]
              : null;
        tries.push({
          shape,
          box,
          tie,
          own: (reach - 11) * 0.34 + i * 0.12 + shape.cost + (reach > 20 ? 3 : 0),
        });
      }
  const { best } = least(tries, (t, low) => {
    if (t.own >= low) return t.own;
    const cost = t.own + room.cost(wide(t.box, 1.5));
    return cost >= low
      ? cost
      : cost +
          strays(t.box, zone, zones) * 5 +
          (t.tie ? Math.max(0, room.crossing(...t.tie) - 1) * 5 : 0);
  });
  room.take(best.box);
  if (best.tie) room.ties.push(best.tie);
  return {
    ...stack,
    ...s,
    lines: best.shape.lines,
    at: [best.box[0] + best.shape.dx, best.box[1] + best.shape.dy],
    plate: best.shape.plate,
    tie: best.tie,
    box: best.box,
  };
}

function seaOf(sea, room, { measure, em, onLand }) {
  const words = sea.name.split(" "),
    lines = words.length > 1 ? [words[0], words.slice(1).join(" ")] : words,
    w = Math.max(...lines.map((l) => measure(l, "sea"))),
    h = lines.length * 15 * em;
  const tries = [],
    far = sea.lit ? 2 : 1;
  for (const dy of [0, -9, 9, -18, 18, -30, 30])
    for (const dx of [0, -10, 10, -20, 20, -32, 32, -46, 46])
      tries.push({
        box: around([sea.at[0] + dx * far, sea.at[1] + dy * far], w, h),
        far: Math.hypot(dx, dy * 1.5) * far,
      });
  const land = (b) => {
    let n = 0;
    for (const x of [0, 0.25, 0.5, 0.75, 1])
      for (const y of [0.1, 0.5, 0.9])
        if (onLand([b[0] + (b[2] - b[0]) * x, b[1] + (b[3] - b[1]) * y])) n++;
    return n;
  };
  const { best, low } = least(tries, (t) => t.far * 0.2 + room.cost(t.box) + land(t.box) * 4);
  if (low > 20 && !sea.lit) return null;
  room.take(best.box);
  return {
    ...sea,
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
    label: shown ? [(best.box[0] + best.box[2]) / 2, best.box[3] - 3.2 * em] : null,
  };
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

/** A scene laid out at scale k: {zones, names, stacks, seas, cities, ways, links}. tools: {measure(text, kind), onLand(point), em}. */
export function layout(scene, { k, bounds, keep }, tools) {
  const px = (/** @type {number[]} */ [x, y]) => [x * k, y * k],
    em = tools.em,
    room = new Room(bounds),
    t = { ...tools, onLand: (/** @type {number[]} */ [x, y]) => tools.onLand([x / k, y / k]) };
  if (keep) room.take(keep, 4);
  const zones = scene.zones.map((z) => ({
    ...z,
    at: px(z.at),
    half: (z.owner ? MARK + (z.letter.length > 1 ? 2.5 : 0) : 6) * em,
  }));
  for (const z of zones) room.take(around(z.at, 2 * z.half + 2, 2 * MARK * em + 2), 2);
  const of = new Map(zones.map((z) => [z.name, z])),
    cities = zones
      .flatMap((z) =>
        z.cities.map((c) => ({
          ...c,
          at: px(c.at),
          lit: z.lit,
          zone: z.name,
          same: Math.hypot(px(c.at)[0] - z.at[0], px(c.at)[1] - z.at[1]) < 9 * em,
        })),
      )
      .filter((c) => !c.same || c.held);
  for (const c of cities) {
    if (c.held) c.at = beside(c.at, of.get(c.zone).at, 17 * em);
    room.take(around(c.at, c.held ? 17 : 6, c.held ? 17 : 6), c.held ? 1.5 : 0.15);
  }
  const ways = scene.ways.map((w) => curved({ ...w, points: w.points.map(px) }, em));
  for (const w of ways) for (const p of along(w)) room.take(around(p, 10, 10), 0.6);
  const names = zones.map((z) => nameOf(z, room, t));
  for (const w of ways)
    room.take(
      wide(
        [
          Math.min(w.tail[0], w.tip[0]),
          Math.min(w.tail[1], w.tip[1]),
          Math.max(w.tail[0], w.tip[0]),
          Math.max(w.tail[1], w.tip[1]),
        ],
        5,
      ),
      1.5,
    );
  const stacks = scene.stacks
    .toSorted((a, b) => b.count - a.count)
    .map((s) => stackOf(s, of.get(s.zone), zones, room, t));
  const seas = scene.seas.map((s) => seaOf({ ...s, at: px(s.at) }, room, t)).filter(Boolean);
  return {
    zones,
    names,
    stacks,
    seas,
    cities: cities.map((c) => cityOf(c, room, t)),
    ways,
    links: scene.links.map((l) => ({ ...l, points: l.points.map(px) })),
  };
}
