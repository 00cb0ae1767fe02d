// Founding: a campaign that is being made up, and the request that founds it. Pure.
import { bare } from "../words.js";

/** @import { components } from "iacta/api" */
/** @import { FieldError, Founding, SystemDetail } from "../types.js" */

/** The fewest seats that the draft's scenario is played with. @param {Founding} draft */
export const fewest = ({ system, scenario }) =>
  system.scenarios.find((s) => s.key === scenario)?.min_seats || system.min_seats;

/** @param {string} title */
const initial = (title) => bare(title).charAt(0);
/**
 * A game's seats as a scenario calls them: a naval battle its two sides, most games as ever.
 * @template {{ seat: string, title: string, letter: string, name?: string }} S
 * @param {readonly S[]} seats  of the game, or of a campaign
 * @param {Pick<SystemDetail, "seats" | "scenarios"> | null | undefined} system
 * @param {string | null | undefined} scenario
 * @returns {S[]}
 */
export function entitled(seats, system, scenario) {
  const titles = system?.scenarios?.find((s) => s.key === scenario)?.seats ?? [],
    letters = new Set(titles.map(initial));
  if (!titles.length) return [...seats];
  return seats.map((s) => {
    const title = titles[system?.seats.findIndex((one) => one.seat === s.seat) ?? -1];
    if (!title) return s;
    return {
      ...s,
      title,
      ...(s.name === s.title && { name: title }),
      ...(letters.size === titles.length && { letter: initial(title) }),
    };
  });
}
/** The seats of a draft as its scenario calls them. @param {Founding} draft */
export const seatsOf = ({ system, scenario }) => entitled(system.seats, system, scenario);

/**
 * A game's scenarios as they are offered: that of a first game, then those nearest to it in size, as
 * which the game has them in order.
 * @param {SystemDetail} system
 */
export function offered({ scenarios }) {
  const first = Math.max(
    0,
    scenarios.findIndex((s) => s.for_a_first_game),
  );
  return scenarios
    .map((scenario, i) => ({ scenario, away: Math.abs(i - first) }))
    .toSorted((a, b) => a.away - b.away)
    .map(({ scenario }) => scenario);
}

/**
 * A draft of a campaign of this system: the scenario of a first game, every switch as it is by default.
 * @param {SystemDetail} system
 * @returns {Founding}
 */
export function begin(system) {
  const [first] = offered(system);
  const draft = {
    system,
    scenario: first?.key ?? "",
    name: "",
    visibility: /** @type {const} */ ("private"),
    switches: Object.fromEntries(system.switches.map((s) => [s.key, s.default])),
    documents: {},
    seats: system.seats.map(({ seat }) => ({ seat, name: "", plays: false, mine: false })),
  };
  return { ...draft, seats: draft.seats.map((s, i) => ({ ...s, plays: i < fewest(draft) })) };
}

/** What it is called if nothing is written: as its scenario. @param {Founding} draft */
export const nameOf = ({ system, scenario, name }) =>
  tidy(name) || (system.scenarios.find((s) => s.key === scenario)?.title ?? system.title);

/** @param {string} text */
const tidy = (text) => text.normalize("NFC").trim();

/**
 * The request that founds it. Seats are left to the server where all take part and none is named, by
 * the founder or the scenario.
 * @param {Founding} draft
 * @returns {components["schemas"]["CreateCampaign"]}
 */
export function request(draft) {
  const { system, scenario, visibility, switches, documents } = draft,
    playing = draft.seats.filter((s) => s.plays);
  const titles = new Map(seatsOf(draft).map((s) => [s.seat, s.title]));
  // The server calls a seat as the game does, whatever the scenario calls it.
  const named =
    playing.length < draft.seats.length ||
    playing.some((s) => tidy(s.name)) ||
    system.seats.some((s) => s.title !== titles.get(s.seat));
  return {
    system: system.system,
    scenario,
    name: nameOf(draft),
    visibility,
    dry_run: false,
    options: Object.fromEntries(
      system.switches
        .filter((s) => switches[s.key] !== s.default)
        .map((s) => [s.key, switches[s.key]]),
    ),
    data: Object.fromEntries(
      Object.entries(documents).map(([key, { content }]) => [key, { ...content }]),
    ),
    seats: named
      ? playing.map((s) => ({ seat: s.seat, name: tidy(s.name) || (titles.get(s.seat) ?? s.seat) }))
      : [],
  };
}

/**
 * The errors at a place of the request, or below it.
 * @param {readonly FieldError[]} errors
 * @param {string} pointer
 */
export const errorsAt = (errors, pointer) =>
  errors.filter((e) => e.pointer === pointer || e.pointer.startsWith(`${pointer}/`));

/**
 * The errors that stand at none of the places.
 * @param {readonly FieldError[]} errors
 * @param {readonly string[]} pointers
 */
export const errorsElsewhere = (errors, pointers) =>
  errors.filter((e) => !pointers.some((p) => errorsAt([e], p).length));
