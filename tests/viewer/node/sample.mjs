// A civil war of some forty events, invented, with true dice: what the fixture server answers with. Prints one JSON document.
import { C, Log, capsuleLines, encode, signer, id } from "./forge.mjs";

const TABLE = `die | 1/3  | 1/2  | 2/3  | 4/5  | 1/1  | 5/4  | 3/2  | 2/1  | 3/1  | 4/1
≤-2 | E/R  | E/R  | E/R  | A/R  | A/R  | A/R  | A/¼  | A/¼  | A/¼  | R/R*
-1  | E/R  | E/R  | A/R  | A/¼  | A/¼  | A/¼  | A/½  | A/¼  | R/R* | R*/R
0   | E/R  | A/R  | A/¼  | A/¼  | A/¼  | A/½  | A/½  | R/R* | R*/R | ¾/A
1   | A/R  | A/R  | A/¼  | A/½  | A/½  | A/¾  | R/R* | R*/R | ¾/A  | ½/A
2   | A/R  | A/¼  | A/¼  | A/½  | A/¾  | R/R* | R*/R | ¾/A  | ½/A  | R/A
3   | A/R  | A/¼  | A/½  | A/¾  | R/R* | R*/R | ¾/A  | ½/A  | ½/A  | R/A
4   | A/¼  | A/½  | A/½  | R/R* | R*/R | ¾/A  | ½/A  | ½/A  | ¼/A  | R/A
5   | A/½  | A/½  | R/R* | R*/R | ¾/A  | ½/A  | ½/A  | ¼/A  | ¼/A  | R/A
6   | A/½  | R/R* | R*/R | ¾/A  | ½/A  | ½/A  | ¼/A  | ¼/A  | R/A  | R/A
7   | R/R* | R*/R | ½/A  | ½/A  | ½/A  | ½/A  | ¼/A  | R/A  | R/A  | R/E
8   | R*/R | ¼/A  | ½/A  | ¼/A  | ¼/A  | ¼/A  | R/A  | R/A  | R/E  | R/E
≥9  | ¼/A  | ¼/A  | ¼/A  | R/A  | R/A  | R/A  | R/A  | R/E  | R/E  | R/E`
  .split("\n")
  .map((l) => l.split("|").map((c) => c.trim()));
const EVENTS = [
  "Fever at Roma|units in Roma are reduced",
  "Foul weather|every movement allowance is 1 lower this year",
  "Low spirits in the legions|1 against Romans who fight non-Romans",
  "The master of Roma falls ill|he stays in his zone",
  "Fury of the north|2 in favour of a side with German or Celtic units",
  "Unrest in the cities|Faction Leaders go to their nearest controlled city",
  "A hard winter|one SMC fewer",
  "Omens for peace|two SMCs fewer",
  "Storms at sea|no naval movement",
  "Roma tires of its master|his opponent has one more SMC",
  "Legions desert|two regions by 2d6",
  "Gifts to the legions|1 in favour of Romans with Legio who fight non-Romans",
  "Plague in the East|units in Asia, Pontici and Aegyptii are reduced",
  "The Parthi turn about|at peace they declare war, at war they are pacified",
  "Hunger in the north|German and Celtic units are reduced",
];
const TABLES = [
  {
    key: "combat",
    title: "Combat: one d6, its modifiers, the odds",
    rule: "CW 8.4",
    provenance: "printed",
    corner: "die",
    columns: TABLE[0].slice(1),
    rows: TABLE.slice(1).map(([label, ...cells]) => ({ label, cells })),
    notes: [],
  },
  {
    key: "events",
    title: "Events of the year",
    rule: "CW E0",
    provenance: "printed",
    corner: "total",
    columns: ["event", "effect"],
    rows: EVENTS.map((e, i) => ({ label: String(i + 1), cells: e.split("|") })),
    notes: [],
  },
];
const SEATS = [
  { seat: "caesarian", name: "Livia", title: "Caesarian", letter: "C", slot: 1, claimed: true },
  { seat: "republican", name: "Marcus", title: "Republican", letter: "R", slot: 2, claimed: false },
];
const C_ = "caesarian",
  R_ = "republican";
const ZONES = [
  ["Roma", "Roma", C_],
  ["Etruria", "Italia", C_],
  ["Picenum", "Italia", C_],
  ["Campania", "Italia", C_],
  ["Apulia", "Italia", C_],
  ["Narbonensis", "Gallia", C_],
  ["Aquitania", "Gallia", null],
  ["Celtica", "Gallia", C_],
  ["Armorica", "Gallia", C_],
  ["Belgica", "Gallia", C_],
  ["Citerior", "Hispania", R_],
  ["Ulterior", "Hispania", R_],
  ["Lusitania", "Hispania", R_],
  ["Macedonia", "Graecia", R_],
  ["Achaia", "Graecia", R_],
  ["Epirus", "Graecia", R_],
  ["Creta", "Graecia", R_],
  ["Asia", "Asia", R_],
  ["Bithynia", "Asia", R_],
  ["Cilicia", "Asia", R_],
  ["Syria", "Asia", R_],
  ["Africa", "Africa", R_],
  ["Cyrenaica", "Africa", R_],
  ["Sicilia", "Sicilia", C_],
  ["Sardinia", "Sicilia", C_],
  ["Aegyptii", null, null],
  ["Numidae", null, null],
  ["Pontici", null, null],
  ["Parthi", null, null],
  ["Germani", null, null],
];
const ARMIES = [
  ["Apulia", C_, "legio", 7, 3, 3],
  ["Apulia", C_, "equites", 1, 3, 2],
  ["Narbonensis", C_, "legio", 3, 3, 2],
  ["Roma", C_, "legio", 1, 3, 2],
  ["Sicilia", C_, "naves", 2, 2, 2],
  ["Epirus", R_, "legio", 9, 3, 2],
  ["Epirus", R_, "equites", 2, 3, 2],
  ["Citerior", R_, "legio", 5, 3, 2],
  ["Ulterior", R_, "legio", 2, 3, 2],
  ["Asia", R_, "legio", 3, 3, 2],
  ["Africa", R_, "legio", 2, 3, 2],
  ["Achaia", R_, "naves", 4, 2, 2],
  ["Numidae", "Numidae", "people", 3, 3, 1],
  ["Aegyptii", "Aegyptii", "people", 2, 3, 1],
  ["Parthi", "Parthi", "people", 6, 3, 2],
  ["Pontici", "Pontici", "people", 3, 3, 1],
];
const LEADERS = [
  ["Caesar", C_, "Apulia", 4, 5, "D", true],
  ["M. Antonius", C_, "Apulia", 2, 3, "D"],
  ["D. Brutus", C_, "Narbonensis", 1, 1, "D"],
  ["Trebonius", C_, "Narbonensis", 1, 1, "D"],
  ["Curio", C_, "Sicilia", 1, 1, "D"],
  ["Lepidus", C_, "Roma", 0, 2, "D"],
  ["Plancus", C_, null, 1, 1, "-48"],
  ["Octavianus", C_, null, 1, 4, "A"],
  ["Pompeius", R_, "Epirus", 3, 5, "D", true],
  ["Labienus", R_, "Epirus", 2, 1, "D"],
  ["Scipio", R_, "Asia", 1, 2, "D"],
  ["Cato", R_, "Achaia", 0, 3, "D"],
  ["Afranius", R_, "Citerior", 1, 1, "D"],
  ["Petreius", R_, "Citerior", 1, 1, "D"],
  ["M. Brutus", R_, null, 1, 2, "-48"],
  ["Cassius", R_, null, 1, 2, "-48"],
  ["Juba I", null, "Numidae", 1, 0, "-49", false, "Numidae"],
  ["Cleopatra VII", null, "Aegyptii", 1, 0, "-49", false, "Aegyptii"],
  ["Orodes II", null, "Parthi", 2, 0, "-49", false, "Parthi"],
  ["Pharnaces II", null, "Pontici", 1, 0, "-49", false, "Pontici"],
];

function start() {
  const units = [];
  for (const [zone, side, kind, n, sp, quality] of ARMIES)
    for (let i = 0; i < n; i++)
      units.push({
        id: `${zone.toLowerCase()}-${kind}-${i + 1}`,
        zone,
        side,
        kind,
        sp,
        quality,
        reduced_sp: 1,
        reduced: false,
        status: "map",
      });
  return {
    system: "civil-war",
    scenario: "rubicon",
    edition: "1",
    status: "open",
    turn: { number: 1, label: "49 BC" },
    phase: { key: "event", title: "Event of the year" },
    waiting: [{ seat: C_, for: "", kinds: ["civil-war.roll-year-event"] }],
    seats: SEATS,
    winners: [],
    game: {
      year: -49,
      event: null,
      in_force: [],
      zones: ZONES.map(([name, region, control]) => ({
        name,
        region,
        control,
        outside_republic: region === null,
      })),
      regions: [
        ["Italia", 5, C_],
        ["Asia", 3, R_],
        ["Gallia", 2, C_],
        ["Africa", 3, R_],
        ["Graecia", 2, R_],
        ["Sicilia", 1, C_],
        ["Hispania", 2, R_],
        ["Roma", 2, C_],
      ].map(([name, points, control]) => ({ name, points, control })),
      leaders: LEADERS.map(([name, faction, zone, tb, pc, entry, fl = false, people = null]) => ({
        name,
        full_name: name,
        entry,
        faction,
        people,
        status: zone ? "in-play" : "to-come",
        zone,
        tb,
        pc,
        faction_leader: fl,
        ill: false,
      })),
      units,
    },
  };
}

const clone = structuredClone;
function diff(a, b, path = "", out = []) {
  if (C(a) === C(b)) return out;
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    a.forEach((x, i) => diff(x, b[i], `${path}/${i}`, out));
    return out;
  }
  if (
    a &&
    b &&
    typeof a === "object" &&
    typeof b === "object" &&
    !Array.isArray(a) &&
    !Array.isArray(b) &&
    Object.keys(a).sort().join() === Object.keys(b).sort().join()
  ) {
    for (const k of Object.keys(a)) diff(a[k], b[k], `${path}/${k}`, out);
    return out;
  }
  out.push({ op: "replace", path, value: b });
  return out;
}

const by = signer("alea.example"),
  log = new Log({ links: 12 });
let view = start();
const steps = [];
const dice = (e) =>
  e.draws.flatMap((d) =>
    Array.isArray(d.dice)
      ? d.dice.map((x) => ({
          chain: d.chain,
          die: x.die,
          face: x.face,
          for: x.for,
          class:
            d.chain === "entered"
              ? "entered"
              : e.command.type === "campaign.witness"
                ? "witnessed"
                : e.entropy
                  ? "entropy"
                  : "none",
        }))
      : [{ chain: d.chain, die: "d6", face: null, for: "hidden", class: "sealed" }],
  );
/** The view as the game gives it: units stand in their zones, events are told in words. */
function shown({ game: { units, event, in_force, ...game }, ...rest }) {
  const told = (n) => ({
    number: n,
    rule: `CW E${n}`,
    title: EVENTS[n - 1].split("|")[0],
    text: EVENTS[n - 1].split("|")[1],
  });
  return {
    ...rest,
    game: {
      ...game,
      year_label: rest.turn.label,
      event: event ? told(event) : null,
      in_force: in_force.map(told),
      deaths_due: [],
      pending: [],
      peoples: [{ name: "Parthi", nationality: "other", at_war: true, ally: null }],
      zones: game.zones.map((z) => ({
        ...z,
        units: units
          .filter((u) => u.status === "map" && u.zone === z.name)
          .map(({ id, side, kind, sp, quality, reduced }) => ({
            id,
            side,
            kind,
            people: null,
            sp: reduced ? 1 : sp,
            quality,
            reduced,
            crossed: false,
            must_leave: false,
          })),
      })),
      off_map: units
        .filter((u) => u.status !== "map")
        .map((u) => ({ id: u.id, side: u.side, title: u.kind, kept: u.status })),
    },
  };
}
const first = shown(clone(view));
function step(event, text, change = () => {}, marks = []) {
  const next = clone(view);
  change(next);
  steps.push({ text, patch: diff(shown(view), shown(next)), marks });
  view = next;
  return event;
}
const entropy = (n) => `e${String(n).padStart(3, "0")}`;
const title = (seat) => (seat === C_ ? "Caesarian" : "Republican");
const waits = (v, seat, kind) => {
  v.waiting = [{ seat, for: "", kinds: [`civil-war.${kind}`] }];
};
const move = (leader, to, n, side, from) => (v) => {
  const l = v.game.leaders.find((x) => x.name === leader);
  if (l) l.zone = to;
  v.game.units
    .filter((u) => u.zone === from && u.side === side)
    .slice(0, n)
    .forEach((u) => {
      u.zone = to;
    });
  waits(v, side === C_ ? R_ : C_, "move");
};

step(
  log.create(),
  [
    "The war begins in January of 49.",
    "Scenario: Rubicon. Anchors for open and sealed dice are laid.",
  ],
  () => {},
  [{ kind: "chapter", label: "49 BC", note: "The Rubicon is crossed" }],
);

function yearEvent(year, note, chapter) {
  const e = log.append({
    by: `seat:${C_}`,
    entropy: entropy(log.next),
    command: { type: "civil-war.roll-year-event" },
    open: [
      ["d6", "year event"],
      ["d10_zero", "year event"],
    ],
    effects: ([d]) => {
      const [a, b] = d.dice.map((x) => x.face);
      return [
        {
          type: "civil-war.year-event-rolled",
          year,
          d6: a,
          d10: b,
          total: a + b,
          in_force: [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15].includes(a + b) ? [a + b] : [],
        },
      ];
    },
  });
  const r = e.effects[0];
  step(
    e,
    [
      `The year's event is ${r.total}: ${EVENTS[r.total - 1].split("|")[0].toLowerCase()}.`,
      `${r.d6} + ${r.d10} = ${r.total}.`,
    ],
    (v) => {
      v.game.event = r.total;
      v.game.in_force = r.in_force;
      v.game.year = year;
      v.turn = { number: year + 50, label: `${-year} BC` };
      v.phase = { key: "entry", title: "Entry of leaders" };
      waits(v, C_, "enter-leaders");
    },
    chapter ? [{ kind: "chapter", label: `${-year} BC`, note }] : [],
  );
}
function march(seat, text, change) {
  step(
    log.append({
      by: `seat:${seat}`,
      entropy: entropy(log.next),
      command: { type: "civil-war.move" },
      effects: [{ type: "civil-war.moved" }],
    }),
    [text],
    (v) => {
      v.phase = { key: "combats", title: `${title(seat)} segment` };
      change(v);
    },
  );
}

const COLUMNS = TABLE[0].slice(1),
  RATIO = COLUMNS.map((c) => {
    const [a, b] = c.split("/");
    return a / b;
  });
function combat({ seat, zone, att, def, who, text, crossing = false, entered = null, mods }) {
  const force = (side, leaders) => {
    const ids = view.game.units
        .filter((u) => u.zone === zone && u.side === side && !u.gone)
        .map((u) => u.id),
      list = view.game.units.filter((u) => ids.includes(u.id));
    return {
      side,
      sp: String(list.reduce((s, u) => s + (u.reduced ? 1 : u.sp), 0)),
      units: list.length,
      quality: `${list.reduce((s, u) => s + u.quality, 0)}/${list.length}`,
      tb: 0,
      pc: null,
      leaders,
      ids,
      list,
    };
  };
  const A = force(att, who[0]),
    B = force(def, who[1]),
    q = (f) => f.list.reduce((s, u) => s + u.quality, 0) / f.list.length;
  const ratio = A.sp / B.sp,
    at = Math.max(
      0,
      RATIO.findLastIndex((r) => r <= ratio + 1e-9),
    ),
    shift = q(A) > q(B) ? 1 : q(A) < q(B) ? -1 : 0,
    col = Math.max(0, Math.min(9, at + shift));
  const command = { type: "civil-war.resolve-combat", zone, attacker: A.ids, defender: B.ids };
  const made = (die) => {
    const modified = die + mods.reduce((s, m) => s + m.value, 0),
      row = TABLE[Math.max(-2, Math.min(9, modified)) + 3],
      [a, b] = row[col + 1].split("/"),
      name = (t) =>
        ({ "¼": "1/4", "½": "1/2", "¾": "3/4" })[t.replace("*", "")] ?? t.replace("*", "");
    const winner = a.includes("*")
      ? "attacker"
      : b.includes("*")
        ? "defender"
        : /[AE]/.test(a)
          ? "defender"
          : "attacker";
    const loss = (own, result, other) =>
      result === "A"
        ? {
            eliminated: own.list.filter((u) => u.reduced).map((u) => u.id),
            reduced: own.list.filter((u) => !u.reduced).map((u) => u.id),
            owner_chooses: 0,
          }
        : result === "E"
          ? { eliminated: own.ids, reduced: [], owner_chooses: 0 }
          : result === "R"
            ? { eliminated: [], reduced: [], owner_chooses: 0 }
            : {
                eliminated: [],
                reduced: [],
                owner_chooses: Math.min(
                  own.units,
                  Math.floor({ "1/4": 0.25, "1/2": 0.5, "3/4": 0.75 }[result] * other.units),
                ),
              };
    const strip = ({ list, ...f }) => f;
    return {
      type: "civil-war.combat-resolved",
      zone,
      attacker: strip(A),
      defender: strip(B),
      crossing,
      outside_republic: false,
      odds: `${A.sp}/${B.sp}`,
      column_before_shift: COLUMNS[at],
      shift: col - at,
      shift_rule: "CW 8.4.1",
      column: COLUMNS[col],
      die,
      modifiers: mods,
      modified_die: modified,
      row: row[0],
      result: { attacker: name(a), defender: name(b) },
      winner,
      losses: { attacker: loss(A, name(a), B), defender: loss(B, name(b), A) },
      eliminated_leaders: [],
    };
  };
  const e = entered
    ? log.append({
        command,
        for: `seat:${seat}`,
        entered: {
          witness: "thrown at the table in Bath",
          dice: [{ die: "d6", face: entered, for: "combat" }],
        },
        effects: [made(entered)],
      })
    : log.append({
        by: `seat:${seat}`,
        entropy: entropy(log.next),
        command,
        open: [["d6", "combat"]],
        effects: ([d]) => [made(d.dice[0].face)],
      });
  const r = e.effects[0],
    cell = [r.result.attacker, r.result.defender]
      .map((x) => ({ "1/4": "¼", "1/2": "½", "3/4": "¾" })[x] ?? x)
      .join("/");
  step(
    e,
    [
      text(r.winner),
      `${r.die} ${r.modified_die - r.die < 0 ? "−" : "+"} ${Math.abs(r.modified_die - r.die)} = ${r.modified_die} on ${r.column}: ${cell}. ${r.winner === "attacker" ? who[0][0] : who[1][0]} wins.`,
    ],
    (v) => {
      for (const l of [r.losses.attacker, r.losses.defender])
        for (const u of v.game.units) {
          if (l.reduced.includes(u.id)) u.reduced = true;
          if (l.eliminated.includes(u.id)) {
            u.status = "reserve";
            u.gone = true;
          }
        }
      const loser = r.winner === "attacker" ? def : att,
        away = loser === def ? "Macedonia" : "Apulia";
      if (zone === "Epirus") {
        for (const u of v.game.units)
          if (u.zone === zone && u.side === loser && u.status === "map") u.zone = away;
        for (const l of v.game.leaders) if (l.zone === zone && l.faction === loser) l.zone = away;
      }
      v.waiting = [
        { seat: r.winner === "attacker" ? att : def, for: "", kinds: ["civil-war.choose-losses"] },
      ];
    },
    [{ kind: "battle" }, ...(entered ? [{ kind: "entered" }] : [])],
  );
}
function death(leader, number) {
  const e = log.append({
    entropy: entropy(log.next),
    command: { type: "civil-war.check-leader-death", leader },
    open: [["d10_zero", `death of ${leader}`]],
    effects: ([d]) => [
      {
        type: "civil-war.leader-checked",
        year: -43,
        leader,
        number,
        face: d.dice[0].face,
        died: d.dice[0].face < number,
      },
    ],
  });
  const r = e.effects[0];
  step(
    e,
    [
      r.died ? `${leader} dies.` : `${leader} lives on.`,
      `${r.face} against ${number}: below it is death.`,
    ],
    (v) => {
      v.phase = { key: "deaths", title: "Natural deaths" };
      if (r.died) {
        const l = v.game.leaders.find((x) => x.name === leader);
        l.status = "dead";
        l.zone = null;
      }
    },
    r.died ? [{ kind: "death" }] : [],
  );
}

yearEvent(-49, "", false);
march(
  C_,
  "Trebonius brings three legions to Citerior.",
  move("Trebonius", "Citerior", 3, C_, "Narbonensis"),
);
combat({
  seat: C_,
  zone: "Citerior",
  att: C_,
  def: R_,
  who: [["Trebonius"], ["Afranius", "Petreius"]],
  mods: [
    { reason: "TB of Trebonius, attacking", rule: "CW 8.4", value: 1 },
    { reason: "TB of Afranius", rule: "CW 8.4", value: -1 },
  ],
  text: (w) =>
    w === "attacker"
      ? "Trebonius beats Afranius and Petreius on the Ebro."
      : "Afranius and Petreius hold the Ebro.",
});
march(R_, "Scipio leaves Syria for Bithynia.", move("Scipio", "Bithynia", 2, R_, "Asia"));
march(C_, "Curio sails from Sicilia to Africa.", move("Curio", "Africa", 2, C_, "Sicilia"));
march(
  R_,
  "Labienus marches from Epirus to Macedonia.",
  move("Labienus", "Macedonia", 2, R_, "Epirus"),
);
step(
  log.append({
    command: { type: "civil-war.close-year" },
    effects: [{ type: "civil-war.year-closed", year: -49, next: -48 }],
  }),
  ["The year is closed.", "Control points: Caesarian 10, Republican 10."],
  (v) => {
    v.phase = { key: "event", title: "Event of the year" };
  },
);
yearEvent(-48, "Donation to the legions", true);
step(
  log.append({
    by: `seat:${C_}`,
    command: { type: "civil-war.enter-leaders" },
    effects: [
      {
        type: "civil-war.leaders-entered",
        year: -48,
        leaders: [{ name: "Plancus" }, { name: "M. Brutus" }, { name: "Cassius" }],
      },
    ],
  }),
  ["Three leaders enter, M. Brutus and Cassius among them."],
  (v) => {
    for (const [n, z] of [
      ["Plancus", "Roma"],
      ["M. Brutus", "Macedonia"],
      ["Cassius", "Syria"],
    ])
      Object.assign(
        v.game.leaders.find((l) => l.name === n),
        { status: "in-play", zone: z },
      );
  },
);
march(C_, "M. Antonius marches to Campania.", move("M. Antonius", "Campania", 0, C_, "Apulia"));
const undo = clone(view);
march(R_, "Cato fortifies Achaia.", (v) => waits(v, C_, "move"));
march(C_, "M. Antonius marches on to Picenum.", move("M. Antonius", "Picenum", 0, C_, "Apulia"));
step(
  log.append({
    command: {
      type: "campaign.rewind",
      to: log.next - 3,
      reason: "An order was misread; both seats agreed.",
    },
    effects: [
      {
        type: "rewound",
        to: log.next - 3,
        reason: "An order was misread; both seats agreed.",
        consents: [C_, R_],
        seen: false,
      },
    ],
  }),
  [
    `Rewound to ${log.next - 3 - 1}.`,
    "An order was misread; both seats agreed. Dice after it are new.",
  ],
  (v) => {
    Object.assign(v, clone(undo));
  },
  [{ kind: "rewind", to: log.next - 1 - 3 }],
);
march(C_, "Caesar crosses from Apulia to Epirus.", move("Caesar", "Epirus", 8, C_, "Apulia"));
combat({
  seat: C_,
  zone: "Epirus",
  att: C_,
  def: R_,
  who: [["Caesar"], ["Pompeius"]],
  crossing: true,
  mods: [
    { reason: "TB of Caesar, attacking", rule: "CW 8.4", value: 4 },
    { reason: "TB of Pompeius", rule: "CW 8.4", value: -3 },
    { reason: "Caesar's PC is higher", rule: "CW 8.4", value: 1 },
    { reason: "Strait crossed", rule: "CW-10", value: -1 },
  ],
  text: (w) =>
    w === "attacker"
      ? "Caesar crosses the strait and beats Pompeius."
      : "Pompeius throws Caesar back into the sea.",
});
step(
  log.append({
    by: `seat:${C_}`,
    command: { type: "civil-war.choose-losses", zone: "Epirus" },
    effects: [
      {
        type: "civil-war.losses-chosen",
        zone: "Epirus",
        seat: C_,
        reduced: ["apulia-legio-1"],
        eliminated: [],
      },
    ],
  }),
  ["Caesarian chooses which legions bear the losses."],
  (v) => {
    v.game.units.find((u) => u.id === "apulia-legio-1").reduced = true;
    waits(v, R_, "move");
  },
);
combat({
  seat: C_,
  zone: "Africa",
  att: C_,
  def: R_,
  who: [["Curio"], ["the garrison"]],
  entered: 3,
  mods: [{ reason: "TB of Curio, attacking", rule: "CW 8.4", value: 1 }],
  text: () => "Curio fights for Utica with dice thrown at the table.",
});
step(
  log.append({
    command: {
      type: "campaign.rule",
      text: "The fleet in Achaia counts as in port.",
      reason: "The page is silent.",
    },
    effects: [
      {
        type: "ruled",
        text: "The fleet in Achaia counts as in port.",
        reason: "The page is silent.",
        changes: [],
      },
    ],
  }),
  ["The fleet in Achaia counts as in port.", "The page is silent on it."],
  () => {},
  [{ kind: "ruling" }],
);
const names = ["Ahenobarbus", "Cato", "Pompeius", "Labienus"];
for (let y = -47; y <= -43; y++) {
  step(
    log.append({
      command: { type: "civil-war.close-year" },
      effects: [{ type: "civil-war.year-closed", year: y - 1, next: y }],
    }),
    ["The year is closed."],
    (v) => {
      v.phase = { key: "event", title: "Event of the year" };
    },
  );
  yearEvent(y, ["Alexandria", "Thapsus", "Munda", "The Ides of March", "Mutina"][y + 47], true);
  march(R_, `${names[(y + 50) % 4]} gathers what is left of the army.`, (v) =>
    waits(v, C_, "move"),
  );
  if (y === -43) {
    death("Cato", 4);
    death("Pompeius", 3);
    death("Labienus", 2);
  }
  march(C_, "D. Brutus holds Narbonensis.", (v) => waits(v, R_, "move"));
}

const name = "Alea, a civil war by post",
  head = { seq: log.events.length, hash: log.events.at(-1).hash };
const campaign = {
  id: log.campaign,
  name,
  system: "civil-war",
  scenario: "rubicon",
  status: "open",
  turn: view.turn,
  phase: view.phase,
  waiting: view.waiting,
  head,
  at: log.events.at(-1).at,
  seats: SEATS,
  lineage: [],
  forks: [{ id: id(2), name: "If Curio had lived", at: 20 }],
};
const items = steps.map((s, i) => ({
  seq: i + 1,
  at: log.events[i].at,
  by: log.events[i].by,
  for: log.events[i].for,
  dice: dice(log.events[i]),
  event: log.events[i],
  ...s,
}));
const withSteps = capsuleLines({ log, by, name, steps, view: first, tables: TABLES }),
  bare = capsuleLines({ log, by, name });
const text = (lines) => Buffer.from(encode(lines)).toString("utf8");
const re = new Log({ links: 12 });
re.create();
process.stdout.write(
  JSON.stringify({
    campaign,
    view: first,
    items,
    tables: TABLES,
    seats: SEATS,
    key: by.key,
    older: by.note(log.campaign, log.events, 9),
    capsule: text(withSteps),
    bare: text(bare),
    seat: text(capsuleLines({ log, by, audience: "seat:caesarian" })),
  }),
);
