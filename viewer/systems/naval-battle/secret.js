// Secret: what both sides choose unseen, allocations and bids: a back while sealed from the reader,
// the choice once open.
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { count } from "../../words.js";
import { SEATS, sideMark, sideName } from "./names.js";

/** @import { Ctx, Game, Of, Schemas, Side } from "./types.js" */

const back = (word) => html`<span class="back" role="img" aria-label=${word}></span>`;

/**
 * The loads of an allocation: each fleet, who is aboard from the top, its leaders.
 * @param {Schemas["naval-battle.LoadView"][]} list
 */
const loads = (list) =>
  html`<ol class="loads">
    ${list.map(
      (l) =>
        html`<li>
          <b>${l.fleet}</b
          ><span>${[...(l.aboard ?? []), ...(l.leaders ?? [])].join(", ") || "nobody aboard"}</span>
        </li>`,
    )}
  </ol>`;

/**
 * A side's allocation as this reader may see it.
 * @param {Side} side
 */
export function allocation(side) {
  if (Array.isArray(side.allocation))
    return html`<div class="chosen open">
      <p class="lab">
        Allocation <em>${side.original ? "open" : "laid, seen by this side alone"}</em>
      </p>
      ${loads(side.allocation)}
    </div>`;
  return html`<div class="chosen">
    <p class="lab">Allocation</p>
    ${
      side.has_allocated
        ? html`<p class="sealed-row">
            ${back("laid face down")}<span>laid, sealed from you</span>
          </p>`
        : html`<p class="sealed-row"><span class="back none"></span><span>not laid yet</span></p>`
    }
  </div>`;
}

/** @param {Side} side */
export function bid(side) {
  if (typeof side.bid === "number")
    return html`<p class="sealed-row">
      <b class="bid">${side.bid}</b><span>${count(side.bid, "stratagem")} bid</span>
    </p>`;
  return html`<p class="sealed-row">
    ${
      side.has_bid
        ? html`${back("bid face down")}<span>bid, sealed from you</span>`
        : html`<span class="back none"></span><span>not bid yet</span>`
    }
  </p>`;
}

const RULES = { "NV 2.9": "the higher bid", "NV 2.10": "a tie, and the rule on ties" };
/**
 * Both bids opened, and who has tactical superiority by which rule.
 * @param {Of<"naval-battle.superiority-won">} e
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function superiorityPanel(e, game, ctx) {
  const top = Math.max(...e.bids);
  return html`<div class="versus bids">
      ${SEATS.map(
        (seat, i) =>
          html`<div class=${seat === e.seat ? "lit" : ""}>
            <b class="bid">${e.bids[i]}</b>
            <p>
              ${sideMark(ctx, seat)} <b>${sideName(game, seat)}</b
              ><small
                >${count(e.bids[i], "stratagem")}
                paid${e.bids[i] === top && e.bids[0] !== e.bids[1] ? ", the higher bid" : ""}</small
              >
            </p>
          </div>`,
      )}
    </div>
    <p class="fell">
      <b>${sideName(game, e.seat)}</b> have tactical superiority by ${RULES[e.rule] ?? "the rule"}
      <small>${e.rule}</small>: they set up last, move first, and have one double move.
    </p>`;
}

/**
 * Allocations opened together.
 * @param {Of<"naval-battle.allocations-opened">} e
 * @param {Game} game
 * @param {Ctx} ctx
 */
export const openedPanel = (e, game, ctx) =>
  html`<div class="versus allocations">
    ${SEATS.map(
      (seat) =>
        html`<div>
          <span class="who">${sideMark(ctx, seat)}</span>
          <div><b>${sideName(game, seat)}</b>${loads(e[seat] ?? [])}</div>
        </div>`,
    )}
  </div>`;

/**
 * A choice laid: what this reader may know of it.
 * @param {string} seat
 * @param {Game} game
 * @param {Ctx} ctx
 */
export function laidPanel(kind, seat, game, ctx) {
  const side = game.sides.find((s) => s.seat === seat);
  return side
    ? html`<div class="laid">
        <p class="whose">${sideMark(ctx, seat)} <b>${side.name}</b></p>
        ${kind === "bid-laid" ? bid(side) : allocation(side)}
      </div>`
    : nothing;
}
