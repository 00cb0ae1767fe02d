// Sides: both sides beside each other, the panic track, points and losses, and every ship with who is aboard.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { coded, ruled } from "../../parts/codes.js";
import { capital, count } from "../../words.js";
import { SEATS, condition, dice, other, owned, sideMark, sideName } from "./names.js";
import { allocation, bid } from "./secret.js";
import { counter, deck, kindWords, pip, star, told } from "./ship.js";
import { stages } from "./stages.js";

/** @import { Ctx, Fleet, Game, Schemas, Side } from "./types.js" */

/**
 * What the battle is about, and the rule that says so.
 * @param {Game} game
 */
function occasion(game) {
  const [active, reactive] = SEATS.map((seat) => `the ${sideName(game, seat)}`),
    open = game.phase === "occasion" || (game.result && !game.turn),
    may = open ? "may " : "",
    found = {
      a: [`${active} and ${reactive} ${may}agree to fight`, "NV 1.3"],
      b: [`${active} bring supply by sea, and ${reactive} ${may}intercept it`, "NV 1.4"],
      c: [`${active} move by sea, and ${reactive} ${may}intercept them`, "NV 1.6"],
    }[game.case];
  return found ? html`${capital(found[0])} ${coded(found[1])}` : "";
}
/**
 * What wins, until it is over.
 * @param {Game} game
 */
const wins = (game) =>
  game.result
    ? nothing
    : html`<span
        >More ${ruled("points", "NV 12.1")} win: enemy fleets and units sunk, taken or
        eliminated.</span
      >`;
/**
 * What a side fights for beside points, and what that takes, until it is over.
 * @param {Side} side
 * @param {Game} game
 */
function aim({ seat }, game) {
  const moves = seat === "active";
  if (game.result || game.case === "a") return nothing;
  if (game.case === "b")
    return html`<p class="aim">
      ${moves ? "Want supply through: only if they win." : "Want supply cut: a draw is enough."}
    </p>`;
  const [active, reactive] = SEATS.map((one) => sideName(game, one));
  return html`<p class="aim">
    ${
      moves
        ? `To sail on with all: score more points than the ${reactive}.`
        : `To stop the ${active}: score as many points as they, or more.`
    }
    A fleet that ${ruled("breaks through", "NV 11.7")} from row ${game.board.edges.reactive} sails
    on even if the battle is lost, but scores for the ${reactive} as if sunk.
  </p>`;
}
const DOUBLE = {
  unused: "its double move is unused",
  "in-use": "it is using its double move",
  used: "its double move is used",
};

/** What a step really did to a fleet: not what it may do next. */
const essence = (f) =>
  f
    ? JSON.stringify([
        f.status,
        f.square,
        f.state,
        f.control,
        f.captor,
        f.aboard.map((u) => [u.name, u.state]),
        f.leaders.map((l) => l.name),
      ])
    : "";
/** @param {Game} game */
const everyone = (game) =>
  new Map(
    (game?.fleets ?? []).flatMap((f) => {
      /** @type {[string, string][]} */
      const own = [[f.name, essence(f)]];
      for (const u of f.aboard) own.push([u.name, `${f.name} ${u.state}`]);
      for (const l of f.leaders) own.push([l.name, f.name]);
      return own;
    }),
  );
/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
function changes(game, ctx) {
  if (
    !ctx.before?.game?.fleets ||
    ctx.step.event?.effects?.some((e) => /allocations-opened$/.test(e.type))
  )
    return new Set();
  const was = everyone(ctx.before.game);
  return new Set(
    [...everyone(game)]
      .filter(([name, now]) => was.has(name) && was.get(name) !== now)
      .map(([name]) => name),
  );
}

/**
 * One box a fleet; filled are those it controls, the line stands where panic begins.
 * @param {Side} side
 * @param {Game} game
 */
function track(side, game) {
  const half = Math.floor(side.original / 2),
    boxes = Math.max(side.original, side.controlled);
  if (!side.original) return nothing;
  if (!game.turn && !game.result)
    return html`<p class="lab">${count(side.original, "fleet")}, panic at ${half} or fewer</p>`;
  return html`<div class="track">
    <ol aria-label=${`${side.controlled} fleets of ${side.original}; panic at ${half} or fewer`}>
      ${Array.from(
        { length: boxes },
        (_, i) =>
          html`<li
            class=${`${i < side.controlled ? "on" : ""}${i === half ? " half" : ""}${i >= side.original ? " extra" : ""}`}
          >
            ${i + 1}
          </li>`,
      )}
    </ol>
    <p>
      <b>${side.controlled}</b> of ${side.original}
      fleets${side.panicked ? html`, <strong>${coded("panicked")}</strong>` : html`, ${ruled("panic", "NV 10.1")} at ${half} or fewer`}
    </p>
  </div>`;
}

/**
 * What the other side has lost, adding up to this side's points.
 * @param {Side} side
 * @param {Game} game
 */
function gains(side, game) {
  const theirs = game.losses.filter((l) => l.owner !== side.seat),
    through = game.fleets
      .filter((f) => f.owner !== side.seat && f.status === "through")
      .flatMap((f) =>
        f.aboard
          .filter((u) => u.owner !== side.seat)
          .map((u) => ({ name: u.name, points: u.points, how: "through" })),
      );
  const list = [...theirs.filter((l) => l.how !== "fled" && l.points), ...through],
    sum = list.reduce((n, l) => n + l.points, 0),
    apart = theirs.filter((l) => l.how === "fled" || !l.points);
  const adds = sum === side.points;
  return html`<details class="gains" ?open=${Boolean(game.result)}>
    <summary>
      <b>${side.points}</b> ${ruled(side.points === 1 ? "point" : "points", "NV 12.1")}
      <span>from ${owned(sideName(game, other(side.seat)))} losses</span>
    </summary>
    ${
      list.length
        ? html`<dl>
            ${list.map(
              (l) =>
                html`<div>
                  <dt>${l.name} <small>${l.how}</small></dt>
                  <dd>${l.points}</dd>
                </div>`,
            )}${
              adds
                ? html`<div class="t">
                    <dt>Points</dt>
                    <dd>${sum}</dd>
                  </div>`
                : html`<div class="t">
                    <dt>Credited at the battle’s end</dt>
                    <dd>${side.points}</dd>
                  </div>`
            }
          </dl>`
        : html`<p class="note">None yet.</p>`
    }
    ${
      apart.length
        ? html`<p class="lab">No points: ${apart.map((l) => `${l.name}, ${l.how}`).join("; ")}.</p>`
        : nothing
    }
  </details>`;
}

/**
 * The fleets that what a side takes may become after the battle.
 * @param {Side} side
 */
function pool(side) {
  const kinds = Map.groupBy(side.pool ?? [], (one) => one);
  return (
    [...kinds].map(([kind, all]) => count(all.length, `${kind} fleet`)).join(", ") || "nothing"
  );
}

/**
 * @param {Side} side
 * @param {Game} game
 * @param {Ctx} ctx
 */
function facts(side, game, ctx) {
  const lays = ctx.step.event?.effects?.some(
    (e) => e.type === "naval-battle.allocation-laid" && e.seat === side.seat,
  );
  const rows = [
    [
      ruled("Stratagems", "NV 2.9"),
      `${side.stratagems}${game.first ? "" : ", to bid for superiority and for nothing else"}`,
    ],
    ["Port", side.port],
    [html`${ruled("Prizes", "NV 13.1")} can become`, pool(side)],
    [
      html`${ruled("Intercepts", game.case === "b" ? "NV 1.4" : "NV 1.6")} with`,
      side.interceptor
        ? `${side.interceptor}’s stratagem`
        : side.force && side.force !== "force"
          ? `the ${side.force} Force`
          : null,
    ],
  ];
  return html`<dl class="facts">
      ${rows
        .filter(([, v]) => v)
        .map(
          ([k, v]) =>
            html`<div>
              <dt>${k}</dt>
              <dd>${v}</dd>
            </div>`,
        )}
    </dl>
    ${["bids", "deployment"].includes(game.phase) ? bid(side) : nothing}${game.phase === "allocation" && !lays ? allocation(side) : nothing}`;
}

/**
 * @param {Fleet} f
 * @param {Game} game
 * @param {Ctx} ctx
 * @param {Set<string>} changed
 */
function fleetRow(f, game, ctx, changed) {
  return html`<li class=${changed.has(f.name) ? "lit" : ""}>
    ${counter(f, game, ctx)}
    <div>
      <b>${f.name}</b>${f.square ? html` <i>${f.square}</i>` : nothing}<small>${
        f.captured
          ? told(f, game)
          : html`${ruled(f.discipline, "NV 3.4")}, ${coded(condition({ ...f, panicked: false }))}`
      }</small>${f.status === "reserve" ? nothing : deck(f, changed)}
    </div>
  </li>`;
}

/**
 * @param {Side} side
 * @param {Game} game
 * @param {Ctx} ctx
 * @param {Set<string>} changed
 */
function fleets(side, game, ctx, changed) {
  const mine = game.fleets.filter((f) => f.control === side.seat),
    groups = [
      ["board", "On the board"],
      ["ready", "To be set up"],
      ["reserve", side.original ? "Not fighting" : "May fight"],
    ];
  return groups.map(([status, title]) => {
    const list = mine.filter((f) => f.status === status);
    return list.length
      ? html`<h4>${title}<span>${list.length}</span></h4>
          <ol class="roll">
            ${list.map((f) => fleetRow(f, game, ctx, changed))}
          </ol>`
      : nothing;
  });
}

/**
 * @param {Side} side
 * @param {Game} game
 */
function ashore(side, game) {
  const units = (game.ashore ?? []).filter((u) => u.owner === side.seat),
    leaders = (game.ashore_leaders ?? []).filter((l) => l.owner === side.seat);
  return units.length || leaders.length
    ? html`<h4>Not aboard<span>${units.length + leaders.length}</span></h4>
        <ol class="deck">
          ${units.map(
            (u) =>
              html`<li>
                ${pip(u)}<span
                  >${u.name}<small
                    >${kindWords(u)}, ${u.discipline},
                    ${u.factor ? dice(u.factor) : "never fights"}</small
                  ></span
                >
              </li>`,
          )}${leaders.map(
            (l) =>
              html`<li>
                ${star}<span><b>${l.name}</b><small>leader, ${l.discipline}</small></span>
              </li>`,
          )}
        </ol>`
    : nothing;
}

const HOWS = { sunk: "sunk", fled: "fled", through: "through", converted: "converted" };
/**
 * @param {Side} side
 * @param {Game} game
 */
function gone(side, game) {
  const list = game.fleets.filter((f) => f.control === side.seat && HOWS[f.status]);
  return list.length
    ? html`<p class="gone">
        <span class="lab">Off the board</span>
        ${list.map((f, i) => html`${i ? "; " : ""}${f.name}, <i>${HOWS[f.status]}</i>`)}
      </p>`
    : nothing;
}

/**
 * @param {Side} side
 * @param {Game} game
 * @param {Ctx} ctx
 * @param {Set<string>} changed
 */
function sideOf(side, game, ctx, changed) {
  const acts = game.mover === side.seat && !game.result;
  return html`<section class=${acts ? "party acts" : "party"} data-seat=${side.seat}>
    <h3>
      ${sideMark(ctx, side.seat)}<span>${side.name}</span>${
        game.result?.winner === side.seat
          ? html`<em>won</em>`
          : acts
            ? html`<em>acts</em>`
            : nothing
      }
    </h3>
    ${aim(side, game)}${track(side, game)}${game.turn || game.result ? gains(side, game) : nothing}
    ${facts(side, game, ctx)}${fleets(side, game, ctx, changed)}
    ${ashore(side, game)}${gone(side, game)}
  </section>`;
}

/**
 * @param {Schemas["naval-battle.ResultView"]} result
 * @param {Game} game
 */
function ended(result, game) {
  const what = game.case === "b" ? "supply" : "the moving Force",
    through =
      result.passage === null || game.case === "a"
        ? ""
        : `, ${what} ${result.passage ? "goes" : "does not go"} through`;
  return html`<p class="outcome">
    <b
      >${
        result.winner ? `The ${sideName(game, result.winner)} have won` : "Neither side has won"
      }</b
    >${through}:
    ${result.reason}.${
      result.through?.length ? ` ${result.through.join(", ")} sailed through.` : ""
    }${
      result.withdrew ? ` The losers go ${result.withdrew === "port" ? "into port" : "away"}.` : ""
    }
  </p>`;
}

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function sidesOf(game, ctx) {
  const changed = changes(game, ctx),
    first = game.first
      ? html`${sideMark(ctx, game.first)} tactical
        superiority${game.double_move ? `; ${DOUBLE[game.double_move] ?? game.double_move}` : ""}`
      : nothing;
  return html`<section class="nb-sides">
    <p class="affair">
      <b>${game.place}</b>
      <span>${occasion(game)}</span>${
        game.turn ? html`<span>Turn ${game.turn} of ${game.turn_limit}</span>` : nothing
      }${first === nothing ? nothing : html`<span>${first}</span>`}${wins(game)}
    </p>
    ${stages(game)} ${game.result ? ended(game.result, game) : nothing}
    <div class="pair">
      ${SEATS.map((seat) => game.sides.find((s) => s.seat === seat))
        .filter(Boolean)
        .map((s) => sideOf(s, game, ctx, changed))}
    </div>
  </section>`;
}
