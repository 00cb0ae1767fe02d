// Facts: what the map does not show: control points, the order of the segments, events in force,
// peoples, what is off the map.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { coded } from "../../parts/codes.js";
import { count, findSeat, listed } from "../../words.js";
import { sideMark, sideName } from "./sides.js";

/** @import { Ctx, Game, Schemas } from "./types.js" */

/**
 * @param {Ctx} ctx
 * @param {...string} paths
 */
const lit = (ctx, ...paths) => paths.some((p) => ctx.lit(p) || ctx.inside(p));

/**
 * The year's event and what is in force, each once.
 * @param {Game} game
 */
function events(game) {
  return {
    list: [
      ...new Map(
        [game.event, ...(game.in_force ?? [])].filter(Boolean).map((e) => [e.number, e]),
      ).values(),
    ],
    holds: new Set((game.in_force ?? []).map((e) => e.number)),
  };
}
/** What the printed table abbreviates, as the page says it elsewhere. @param {string} text */
export const spelled = (text) => text.replace(/\bSMC(s?)\b/, "segment$1");
/** The illness, of a master of Roma or by the fever there. */
const ILLNESS = 4;
/**
 * What an event does; whom the illness has struck by name and side, while one lies ill.
 * @param {number} number
 * @param {string} text
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function eventWords(number, text, game, ctx) {
  const [ill, ...more] = number === ILLNESS ? game.leaders.filter((l) => l.ill) : [],
    whose = ill && sideName(ill.faction, ctx.seats, "");
  return spelled(
    ill && !more.length ? text.replace(/^the leader/, `${ill.name} (${whose})`) : text,
  );
}

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function inForce(game, ctx) {
  const { list, holds } = events(game),
    one = (/** @type {Schemas["civil-war.EventView"]} */ e) =>
      html`<li>
        <b>${e.number}</b
        ><span
          >${e.title}<small
            >${coded(eventWords(e.number, e.text, game, ctx))}${holds.has(e.number) ? "" : "; done at once"}</small
          ></span
        >
      </li>`;
  return html`<section class=${lit(ctx, "/game/event", "/game/in_force") ? "side lit" : "side"}>
    <h3>The year's event<span>${list.length && holds.size ? "in force" : ""}</span></h3>
    ${
      list.length
        ? html`<ul class="events">
            ${list.map(one)}
          </ul>`
        : html`<p class="note">Not rolled yet.</p>`
    }
  </section>`;
}

/**
 * Each seat's control points: as the rules count them, else the points of the regions it controls.
 * @param {Game} game
 * @param {string} seat
 */
export function pointsOf(game, seat) {
  return (
    game.points?.[seat] ??
    (game.regions ?? []).filter((r) => r.control === seat).reduce((n, r) => n + (r.points ?? 0), 0)
  );
}
/**
 * What wins the war, and who does if nobody has so much when the years are over.
 * @param {Game} game
 * @param {Ctx} ctx
 */
const goal = (game, ctx) =>
  game.victory
    ? html`${game.victory} points win the
      war${
        game.outlasts
          ? html`<span class="else"
              >; otherwise the ${sideName(game.outlasts, ctx.seats, "")}s win after the last
              year</span
            >`
          : nothing
      }`
    : nothing;
/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
const pointsRow = (game, ctx) =>
  html`<p class=${lit(ctx, "/game/points") ? "points lit" : "points"}>
    ${ctx.seats.map(
      (s) =>
        html`<span
          >${sideMark(s.seat, ctx.seats)}<span class="vh">${sideName(s.seat, ctx.seats, "")}</span>
          <b>${pointsOf(game, s.seat)}</b></span
        >`,
    )}<span class="lab">control points</span><span class="lab goal">${goal(game, ctx)}</span>
  </p>`;
/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export const points = (game, ctx) =>
  game.regions?.length
    ? html`<section class="side">
        <h3>The score</h3>
        ${pointsRow(game, ctx)}
      </section>`
    : nothing;

/** What is off the map: in the Reserve, in a people's box, away for the year. */
const KEPT = { reserve: "in the Reserve", box: "in its people's box", away: "away this year" };
/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
const offList = (game, ctx) =>
  [...Map.groupBy(game.off_map ?? [], (u) => `${u.side} ${u.kept}`).values()].map(
    (g) =>
      html`<li>
        ${sideMark(g[0].side, ctx.seats)} ${count(g.length, "unit")} ${KEPT[g[0].kept] ?? g[0].kept}
      </li>`,
  );
/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export const offMap = (game, ctx) =>
  (game.off_map ?? []).length
    ? html`<section class=${lit(ctx, "/game/off_map") ? "side lit" : "side"}>
        <h3>Off the map</h3>
        <ul class="off">
          ${offList(game, ctx)}
        </ul>
      </section>`
    : nothing;

/**
 * Peoples at war or allied; one at peace is not named.
 * @param {Schemas["civil-war.PeopleView"]} p
 * @param {Ctx} ctx
 */
const peopleWords = (p, ctx) =>
  html`${sideMark(p.name, ctx.seats)} ${p.name}
  ${
    p.at_war
      ? html`at
        war${
          p.led_by
            ? html`, led by ${sideMark(p.led_by, ctx.seats)}<span class="vh"
                  >${sideName(p.led_by, ctx.seats, "")}</span
                >`
            : nothing
        }`
      : html`allied to ${sideMark(p.ally, ctx.seats)} ${sideName(p.ally, ctx.seats, "")}`
  }`;
/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function peoples(game, ctx) {
  const list = (game.peoples ?? []).filter((p) => p.at_war || p.ally);
  return list.length
    ? html`<section class=${lit(ctx, "/game/peoples") ? "side lit" : "side"}>
        <h3>Peoples</h3>
        <ul class="off">
          ${list.map((p) => html`<li>${peopleWords(p, ctx)}</li>`)}
        </ul>
      </section>`
    : nothing;
}

/**
 * The year's segments in their order; the one that is on is lit, those over are struck.
 * @param {Game} game
 * @param {Ctx} ctx
 */
function segments(game, ctx) {
  const s = game.segment;
  if (!s?.order?.length) return nothing;
  return html`<div class="segments">
    <ol aria-label=${`Segment ${s.number} of ${s.of}`}>
      ${s.order.map(
        (seat, i) =>
          html`<li class=${i + 1 === s.number ? "on" : i + 1 < s.number ? "over" : ""}>
            ${sideMark(seat, ctx.seats)}<span class="vh"
              >${sideName(seat, ctx.seats, "")}${i + 1 === s.number ? ", now" : ""}</span
            >
          </li>`,
      )}
    </ol>
    <span class="lab"
      >segment ${s.number} of ${s.of}<span class="else"
        >, ${s.step === "fight" ? "fighting" : "marching"}</span
      ></span
    >
  </div>`;
}

/**
 * What somebody has still to choose or to raise.
 * @param {Game} game
 * @param {Ctx} ctx
 */
function due(game, ctx) {
  const first = game.recruiting?.[0],
    choice = game.pending?.[0],
    words = {
      losses: "losses to choose",
      desertion: "deserters to name",
      retreat: "a retreat to choose",
    };
  if (choice)
    return html`<p>
      ${sideMark(choice.seat, ctx.seats)}
      ${words[choice.choice] ?? choice.choice}${choice.place ? html` in ${choice.place}` : nothing}
    </p>`;
  return first
    ? html`<p>
        ${sideMark(first.seat, ctx.seats)} recruits in
        ${first.region}${
          game.recruiting.length > 1
            ? html`, ${game.recruiting.length - 1} more to follow`
            : nothing
        }
      </p>`
    : nothing;
}

/**
 * The cartouche in the map's corner.
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function cartouche(game, ctx) {
  const { list } = events(game),
    war = (game.peoples ?? []).filter((p) => (p.at_war || p.ally) && p.home !== null),
    off = game.off_map ?? [],
    reserve = [
      ...Map.groupBy(
        off.filter((u) => u.kept === "reserve" && findSeat(ctx.seats, u.side)),
        (u) => u.side,
      ),
    ];
  return html`<div class="cartouche" role="group" aria-label="The state of the war">
    ${game.regions?.length ? pointsRow(game, ctx) : nothing}${segments(game, ctx)}${due(game, ctx)}
    ${list.map(
      (e) =>
        html`<p
          class=${lit(ctx, "/game/event", "/game/in_force") ? "ev-line lit" : "ev-line"}
          title=${eventWords(e.number, e.text, game, ctx)}
        >
          Event <b>${e.number}:</b> ${e.title}
          <small>${coded(eventWords(e.number, e.text, game, ctx))}</small>
        </p>`,
    )}
    ${
      war.length
        ? html`<p class=${lit(ctx, "/game/peoples") ? "aside lit" : "aside"}>
            ${[...Map.groupBy(war, (p) => (p.at_war ? null : p.ally))].map(
              ([ally, with_]) =>
                html`<span class="people"
                  >${listed(with_.map((p) => p.name))}
                  ${
                    ally === null
                      ? "at war"
                      : html`<span class="close"
                          >with ${sideMark(ally, ctx.seats)}<span class="vh"
                            >${sideName(ally, ctx.seats, "")}</span
                          ></span
                        >`
                  }</span
                > `,
            )}
          </p>`
        : nothing
    }
    ${
      reserve.length
        ? html`<p class=${lit(ctx, "/game/off_map") ? "aside lit" : "aside"}>
            Units in reserve:
            ${reserve.map(
              ([side, units]) =>
                html`<span class="close"
                  >${sideMark(side, ctx.seats)}<span class="vh"
                    >${sideName(side, ctx.seats, "")}</span
                  >
                  ${units.length}</span
                > `,
            )}${
              off.some((u) => u.kept === "away")
                ? html`, away ${off.filter((u) => u.kept === "away").length}`
                : nothing
            }
          </p>`
        : nothing
    }
  </div>`;
}
