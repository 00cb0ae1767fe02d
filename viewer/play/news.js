// News: what is told of what has happened: what became of what was sent, and what came since.
import * as api from "../api.js";
import { controller, pageSignal, redraw } from "../app.js";
import { context } from "../context.js";
import { hasMark, isRead, viewAt } from "../replay.js";
import { seatTitle } from "../words.js";
import { act, resting } from "./acts.js";
import { ASKS, meanwhile, nameIn } from "./meanwhile.js";
import { outcomeLine } from "./outcome.js";
import { lookingBack, turn } from "./playing.js";
import { deed } from "./tray.js";

/** @import { Renderer, Step } from "../renderer.js" */
/** @import { Replay } from "../types.js" */
/** @import { Order } from "./types.js" */

/**
 * What everyone reads of an event that one sent: where it is what one reads oneself, nothing of it is
 * told to one alone.
 * @type {{ seq: number, headline: string | null }}
 */
let heard = { seq: 0, headline: null };
/** Read what everyone is told of an event. @param {number} seq */
export async function hear(seq) {
  if (heard.seq === seq) return;
  heard = { seq, headline: null };
  const { campaign } = controller.showing.replay,
    told = await api.steps(campaign.id, "public", seq - 1, pageSignal(), 1).catch(() => null);
  if (!told || heard.seq !== seq) return;
  heard = { seq, headline: told.items[0]?.text[0] ?? "" };
  redraw();
}

/**
 * What one did, where the event's headline tells only what others did: the last answer opens theirs
 * as well. A battle's headline is the outcome, whichever side won.
 * @param {Step} step
 * @param {Order | undefined} order
 */
function ownDeed(step, order) {
  const { seats } = controller.showing.replay.campaign,
    [mine, others] = [true, false].map((own) =>
      seats
        .filter(({ seat }) => (`seat:${seat}` === turn?.chair) === own)
        .map(({ seat }) => nameIn(seatTitle(seats, seat))),
    ),
    [head = ""] = step.text,
    theirs =
      others.some((name) => nameIn(head).startsWith(name)) &&
      !mine.some((name) => head.includes(name));
  return order && theirs && !hasMark(step, "battle") ? [`${deed(order.option)}.`] : [];
}

/**
 * What came of a step, and what it changes only later, which nothing of it repeats. Of a battle whose
 * game tells that, what has figures in it is the reckoning, and tells the reasons. What was asked next
 * is not told any more once something `past` it has happened.
 * @param {Renderer} renderer
 * @param {Step} step
 * @param {Order | undefined} order
 * @param {boolean} past
 */
function toldOf(renderer, step, order, past) {
  const { replay } = controller.showing,
    { seq, text } = step,
    later = (isRead(replay, seq) && renderer.later?.(context({ replay, at: seq }))) || "",
    [head, ...rest] = text.filter(
      (said, i) => !i || !(later.includes(said) || (past && ASKS.test(said))),
    ),
    summed = Boolean(renderer.later) && hasMark(step, "battle");
  /** @param {string} said */
  const reckons = (said) => summed && /\d/.test(said);
  return {
    told: [...ownDeed(step, order), head ?? "", ...rest.filter((said) => !reckons(said))].filter(
      Boolean,
    ),
    later,
    why: rest.filter(reckons),
  };
}

/**
 * What others have done after an event, for the seat that is played.
 * @param {number} since
 */
function newsOf(since) {
  const { replay } = controller.showing,
    seat = turn?.chair.replace("seat:", "") ?? "",
    view = viewAt(replay, since);
  return meanwhile(replay.steps, since, {
    seat,
    title: seatTitle(replay.campaign.seats, seat),
    game: view?.game,
  });
}

/**
 * What became of what was sent last, in few words.
 * @param {Renderer} renderer
 */
export function outcome(renderer) {
  if (!turn) return null;
  const { result } = turn.state,
    { steps } = controller.showing.replay,
    sent = result?.kind === "sent" ? result : null,
    last = steps[(sent?.events.at(-1)?.seq ?? 0) - 1],
    news = newsOf(sent?.events.at(-1)?.seq ?? Infinity);
  // What is looked at is told there, and is not what came of the order.
  if (last && lookingBack()) return null;
  return outcomeLine(
    turn.state,
    {
      ...(last?.text
        ? toldOf(renderer, last, sent?.orders.at(-1), news.past)
        : { told: [], later: "", why: [] }),
      ...(result?.kind === "stale"
        ? { told: steps.slice(result.from, result.to).map((step) => step.text[0] ?? "") }
        : null),
      news,
      shown: newsAt(controller.showing),
      hides: last?.seq === heard.seq && heard.headline !== null && heard.headline !== last.text[0],
      wait: resting(),
      offline: controller.state.offline,
    },
    act,
  );
}

/**
 * The event that is the news where this one is shown. To who has just sat down that is the last thing
 * that happened in the game, not that they came.
 * @param {{ replay: Replay, at: number }} shown
 */
export function newsAt({ replay, at }) {
  const claimed = (/** @type {number} */ seq) =>
    isRead(replay, seq) && replay.steps[seq - 1].event.command.type === "campaign.claim";
  let news = at;
  if (at === replay.head && turn?.role === replay.steps[at - 1]?.by)
    while (news > 1 && claimed(news)) news -= 1;
  return isRead(replay, news) ? news : at;
}
