// Map: Italy with its ten peoples, what Rome controls, where it may march, and where it fights this turn.
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { facts } from "../../parts/card.js";
import "../../parts/zoom.js";
import { count, listed, seatTitle } from "../../words.js";
import { ruled } from "../../parts/codes.js";
import { dataIds } from "../../parts/ids.js";
import { MAP } from "./italy.js";
import { litRegions } from "./lit.js";
import { enemyName } from "./words.js";

/** @import { Battle, Ctx, Game } from "./types.js" */

const [W, H] = MAP.size,
  { margin: M } = MAP;
/* Where a people's name stands from its seat: dx, dy, anchor, and whether over the sea. */
const LABELS = {
  Latins: [-14, 19, "end", 1],
  Etruscans: [-2, -15],
  Samnites: [2, -15],
  Campanians: [-14, 18, "end", 1],
  Gauls: [2, -15],
  Umbrians: [19, -4, "start", 1],
  Messapians: [-22, -16, "start", 1],
  Tarentines: [15, 35, "middle", 1],
  Lucanians: [-16, 18, "end", 1],
  Bruttians: [-16, 8, "end", 1],
};
const LETTER = { civilized: "C", "semi-civilized": "S", "un-civilized": "U" };
const placed = (r) => Object.hasOwn(MAP.zones, r.name);
const lines = (borders) => borders.map((b) => b[2]).join("");
const seat = (name) => MAP.zones[name].at;

/**
 * Whether the Consul chooses now between peace and a campaign.
 * @param {Game} game
 */
const choosing = (game) => ["peace", "raids"].includes(game.step) && !game.plague;

/**
 * The land: sea, waterlines, Rome's ground hatched and banded, the peoples' borders.
 * @param {Game} game
 */
function ground(game) {
  const held = game.regions.filter((r) => r.controlled && placed(r)).map((r) => r.name),
    area = held.map((n) => MAP.zones[n].d).join("");
  const between = MAP.borders.filter(([a, b]) => held.includes(a) !== held.includes(b)),
    rim = lines(between);
  return svg`<defs><path id="sw-land" d=${MAP.land} fill-rule="evenodd"/><clipPath id="sw-coast"><path
      d=${MAP.land} clip-rule="evenodd"/></clipPath><clipPath id="sw-rome"><path d=${area}/></clipPath>
      <pattern id="sw-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V7"/></pattern></defs>
    <rect class="sea" x=${-M} y=${-M} width=${W + 2 * M} height=${H + 2 * M}/><path class="grid" d=${MAP.grid}/>${[
      17, 11, 5.5,
    ].map(
      (w, i) =>
        svg`<use class=${`water w${i}`} href="#sw-land" stroke-width=${w}/><use class="gap" href="#sw-land" stroke-width=${w - 1.3}/>`,
    )}
    <use class="land" href="#sw-land"/><g clip-path="url(#sw-coast)"><g clip-path="url(#sw-rome)"><use
        class="held" href="#sw-land" fill="url(#sw-hatch)"/><use class="band" href="#sw-land"/><path
        class="band" d=${rim}/></g>
      <path class="border" d=${lines(MAP.borders.filter(([, b]) => b !== null))}/><path class="rim" d=${rim}/></g><use class="coastline" href="#sw-land"/>`;
}

/**
 * Borders as the game knows them: a dotted line from seat to seat; lit where Rome may campaign now.
 * @param {Game} game
 */
function borders(game) {
  const of = new Map(game.regions.map((r) => [r.name, r])),
    now = choosing(game),
    links = [];
  for (const a of game.regions)
    for (const name of a.borders) {
      const b = of.get(name);
      if (!b || a.name > name || !placed(a) || !placed(b)) continue;
      const way = a.controlled !== b.controlled && (a.adjacent || b.adjacent),
        d = `M${seat(a.name)}L${seat(name)}`;
      links.push([
        way,
        svg`${
          way && now ? svg`<path class="case" d=${d}/>` : nothing
        }<path class=${way ? (now ? "link may now" : "link may") : "link"} d=${d}/>`,
      ]);
    }
  const fronts = now
    ? lines(
        MAP.borders.filter(
          ([a, b]) =>
            of.get(a)?.borders.includes(b) && of.get(a).controlled !== of.get(b)?.controlled,
        ),
      )
    : "";
  return svg`${
    fronts ? svg`<g clip-path="url(#sw-coast)"><path class="front" d=${fronts}/></g>` : nothing
  }${links.sort((a, b) => Number(a[0]) - Number(b[0])).map((l) => l[1])}`;
}

/** The ring round a people where something happened, or where it is fought. */
const ring = (r) => (r.needed > 1 ? 25 : 16);

/**
 * An arrow from the attacker to the defender, between the region and the nearest that Rome holds.
 * @param {Battle} battle
 * @param {Game} game
 * @param {boolean} now
 */
function march(battle, game, now) {
  const region = game.regions.find((r) => r.name === battle.region);
  if (!region || !placed(region)) return nothing;
  const far = (n) =>
    Math.hypot(seat(n)[0] - seat(region.name)[0], seat(n)[1] - seat(region.name)[1]);
  const near = game.regions
    .filter((r) => r.controlled && region.borders.includes(r.name) && placed(r))
    .map((r) => r.name)
    .sort((a, b) => far(a) - far(b))[0];
  if (battle.kind === "revolt" || !near) return nothing;
  const [from, to] = battle.rome.role === "attacker" ? [near, region.name] : [region.name, near],
    [x1, y1] = seat(from),
    [x2, y2] = seat(to),
    len = Math.hypot(x2 - x1, y2 - y1),
    [ux, uy] = [(x2 - x1) / len, (y2 - y1) / len];
  const start = from === region.name ? ring(region) : 12,
    end = to === region.name ? ring(region) : 13;
  const at = (d, side = 0) =>
      `${(x1 + ux * d - uy * side).toFixed(1)} ${(y1 + uy * d + ux * side).toFixed(1)}`,
    d = `M${at(start)}L${at(len - end - 9)}`;
  return svg`<g class=${now ? "march now" : "march"}><path class="case" d=${d}/><path
      class="shaft" d=${d}/><path class="tip"
      d=${`M${at(len - end)}L${at(len - end - 12, 6)}L${at(len - end - 12, -6)}z`}/></g>`;
}

/** A region's tokens: a disc for each that Rome has there, a broken ring for each that is wanting. */
function tokens(r) {
  const [x, y] = seat(r.name),
    radius = r.needed > 1 ? 6 : 8,
    step = radius * 2 + 2,
    left = x - ((r.needed - 1) * step) / 2;
  return Array.from({ length: r.needed }, (_, i) =>
    i < r.tokens
      ? svg`<circle class="tok" cx=${left + i * step} cy=${y} r=${radius}/>${
          r.needed === 1 ? svg`<text class="tl" x=${x} y=${y + 4.5}>R</text>` : nothing
        }`
      : svg`<circle class="tok no" cx=${left + i * step} cy=${y} r=${radius}/>`,
  );
}

/**
 * A people's name beside its seat; farther off where that is ringed.
 * @param {boolean} ringed
 * @param {boolean} fought
 */
function name(r, ringed, fought) {
  const [x, y] = seat(r.name),
    [dx, dy, anchor = "middle", sea] = LABELS[r.name] ?? [0, -14],
    off = ringed ? ring(r) - 10 : 0,
    at = [x + dx + (anchor === "middle" ? 0 : Math.sign(dx) * off), y + dy + Math.sign(dy) * off];
  return svg`<text aria-hidden="true" data-ids=${dataIds(r.name)}
      class=${`zl${sea ? " onsea" : ""}${r.controlled ? "" : " people"}${fought ? " fought" : ""}`} x=${at[0]}
      y=${at[1]} text-anchor=${anchor}>${r.name}<tspan
      class="cv" dx="4">${LETTER[r.civilization] ?? ""}${r.hellenized ? "H" : ""}</tspan></text>`;
}

/** @param {Game} game */
function inWords(r, game) {
  const people = `${r.name}, ${r.civilization}${r.hellenized ? ", Hellenized" : ""}`,
    held = r.controlled
      ? "controlled by Rome"
      : r.needed > 1
        ? `${r.tokens} of ${r.needed} tokens`
        : "free",
    borders = r.adjacent ? ", bordering the Republic" : "",
    fought = game.battle?.region === r.name ? ", where this turn's battle is" : "";
  return `${people}: ${held}${borders}${fought}.`;
}

/** The whole map without a word. */
const smallMap = (shown) =>
  html`<svg viewBox=${`0 0 ${W} ${H}`} aria-hidden="true">
    ${svg`<rect class="sea" x="-999" y="-999" width="2999" height="2999"></rect><use class="land" href="#sw-land"></use>
      ${shown.map((r) => svg`<circle class=${r.controlled ? "s1" : "s3"} cx=${seat(r.name)[0]} cy=${seat(r.name)[1]} r="11"></circle>`)}`}
  </svg>`;

/**
 * What is said of a people, by its name.
 * @param {Game} game
 * @param {Ctx} ctx
 */
const cardsOf = (game, ctx) => (/** @type {string} */ name) => {
  const r = game.regions.find((one) => one.name === name);
  if (!r) return null;
  const took = game.players
    .filter((p) => p.conquests.includes(name))
    .map((p) => seatTitle(ctx.seats, p.seat));
  return html`<h3>
      ${r.name}<small>${r.civilization}${r.hellenized ? ", Hellenized" : ""}</small>
    </h3>
    ${facts([
      [
        "Rome",
        r.controlled ? "controls it" : r.adjacent ? "may campaign there" : "does not border it",
      ],
      ["Tokens of Rome", `${r.tokens} of ${r.needed}`],
      ["Borders", listed(r.borders)],
      ["Conquered by", listed(took)],
      ["This turn", game.battle?.region === name ? "the battle is here" : null],
    ])}`;
};

/**
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function map(game, ctx) {
  const { battle } = game,
    lit = litRegions(game, ctx),
    held = game.regions.filter((r) => r.controlled).length,
    goes = game.regions.filter((r) => r.adjacent).map((r) => r.name);
  const litGold = ctx.lit("/game/treasury"),
    shown = game.regions.filter(placed),
    now = battle && lit.has(battle.region);
  return html`<section class="sw-map" aria-label="Italy">
    <ul class="tally">
      <li class=${litGold ? "lit" : ""}>
        ${ruled("Treasury", "SW P3")} <b>${game.treasury}</b> gold
      </li>
      <li>taxes <b>+${game.tax}</b> a turn</li>
      <li>${ruled("regions", "SW P1")} <b>${held}</b> of 6</li>
    </ul>
    <div class="frame">
      <board-zoom
        tabindex="0"
        role="group"
        aria-label="The map of Italy; arrows go from people to people"
        .step=${ctx.step.seq}
        .small=${smallMap(shown)}
      >
        <svg
          class="zoomed"
          viewBox=${`0 0 ${W} ${H}`}
          preserveAspectRatio="xMidYMid meet"
          role="group"
          aria-label=${`Italy: ${count(held, "region")} under Rome; bordering it: ${listed(goes) || "none"}`}
        >
          ${ground(game)}
          <g clip-path="url(#sw-coast)">
            ${shown.map(
              (r) => svg`<path class=${lit.has(r.name) ? "target now" : "target"}
                data-ids=${dataIds(r.name)} data-nowhere data-card=${r.name} role="img" aria-label=${inWords(r, game)}
                d=${MAP.zones[r.name].d}></path>`,
            )}
          </g>
          <text class="seaname" x="106" y="358">Mare Inferum</text>
          <text class="seaname" transform="translate(262 122) rotate(43)">Mare Superum</text>
          ${borders(game)}${shown
            .filter((r) => lit.has(r.name))
            .map(
              (r) =>
                svg`<circle class="glow lit" data-focus cx=${seat(r.name)[0]} cy=${seat(r.name)[1]} r=${ring(r)}/>`,
            )}
          ${
            battle
              ? svg`${march(battle, game, now)}${shown
                  .filter((r) => r.name === battle.region && !lit.has(r.name))
                  .map(
                    (r) =>
                      svg`<circle class="ring" cx=${seat(r.name)[0]} cy=${seat(r.name)[1]} r=${ring(r)}/>`,
                  )}`
              : nothing
          }
          ${shown.map(tokens)}${shown.map((r) => {
            const fought = battle?.region === r.name;
            return name(r, fought || lit.has(r.name), fought);
          })}
        </svg>
      </board-zoom>
      <board-card .cards=${cardsOf(game, ctx)}></board-card>
    </div>
    <ul class="key">
      <li><i class="k-tok"></i>token of Rome</li>
      <li><i class="k-may"></i>Rome may campaign</li>
      <li><b>C</b> civilized</li>
      <li><b>S</b> semi-civilized</li>
      <li><b>U</b> un-civilized</li>
      <li><b>H</b> Hellenized</li>
    </ul>
    <ul class="vh">
      ${game.regions.map((r) => html`<li>${inWords(r, game)}</li>`)}${
        battle ? html`<li>Battle with ${enemyName(battle)}.</li>` : nothing
      }
    </ul>
  </section>`;
}
