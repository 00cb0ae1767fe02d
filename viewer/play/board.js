// Board: what may be chosen on it, what a click there does, and what lies over it while an order is composed.
import { announce, app, controller, redraw } from "../app.js";
import { find, findAll } from "../dom.js";
import { act } from "./acts.js";
import { concerning, strings } from "./concerns.js";
import { layFan } from "./fan.js";
import { openQuestions, questions } from "./fill.js";
import { goOn } from "./focus.js";
import { layGhosts } from "./ghosts.js";
import { BOARDS, light as lightBoards, seek } from "./offer.js";
import { alongside, followers } from "./onward.js";
import { fanOf, NOTHING_OFFERED, offerAnswers, offerItems, toggled } from "./pick.js";
import { lookingBack, ordering, show, shown, turn } from "./playing.js";
import { tally } from "./question.js";
import { NOWHERE } from "./reach.js";
import { isNow } from "./tray.js";

/** @import { Offer, Picks } from "./pick.js" */
/** @import { Reach } from "./reach.js" */
/** @import { Turn } from "./turn.js" */
/** @import { Item, Open } from "./types.js" */

/** Light on the board what may be chosen there, and bring what the order is about into its sight. */
export function light() {
  const board = find(document, ".board");
  lightBoards(findAll(document, BOARDS), turn?.chair.replace("seat:", "") ?? "", ...offered());
  if (!board) return;
  standBy(board);
  seek(board, ordering() ? subject() : []);
  // What may be done has changed: something of it shall be in sight.
  const items = turn?.state.items ?? null;
  if (items === lit || !ordering()) return;
  lit = items;
  find(board, "board-zoom")?.dispatchEvent(new Event(begins() ? "board-begin" : "board-offer"));
}
/** The options that were lit last. @type {Item[] | null} */
let lit = null;

/** The turn that the board was lit for last, and what it was awaited for. @type {[Turn | null, string]} */
let asked = [null, ""];
/** Whether it is this seat's turn now, or it is awaited for something else; who composes goes on with that. */
function begins() {
  const due = (turn?.awaited ?? turn?.anyones)?.for ?? "",
    [before, last] = asked;
  asked = [turn, due];
  if (!turn || !due || (turn === before && due === last)) return false;
  return !turn.state.open && !turn.state.orders.length && !shown.of.length;
}

/** Whether the board showed what was when it was lit last. */
let past = false;
/** Who has looked back finds the board where they left it. @param {Element} board */
function standBy(board) {
  const back = lookingBack();
  if (back === past) return;
  past = back;
  find(board, "board-zoom")?.dispatchEvent(new Event(back ? "board-keep" : "board-return"));
}

/**
 * The ids that an order is about, what was chosen for it last; or else what is picked for one, or what the
 * only thing to do concerns.
 */
function subject() {
  const { open, items } = turn?.state ?? {},
    [only, second] = items?.filter(isNow) ?? [];
  if (!open) return shown.of.length || !only || second ? shown.of : only.concerns;
  const { type: _, ...members } = open.option.command,
    chosen = questions(open.option, open.answers).flatMap((q) =>
      q.kind === "one_of" && q.answer !== undefined
        ? [...strings(q.choice.one_of[q.answer].value)]
        : [],
    );
  return [...strings(members), ...shown.of, ...chosen];
}

/**
 * Whether there is something to be seen of an order: a place is chosen, or nothing is left to
 * choose.
 * @param {Open} open
 */
const begun = ({ option, answers }) =>
  questions(option, answers).some((q) => q.kind === "one_of" && q.answered) ||
  !openQuestions(option, answers).length;

/** The order that is being filled, once there is something to be seen of it, and how it changes the view. */
function drafted() {
  const { open, forecast } = turn?.state ?? {},
    answer = forecast?.answer;
  if (!open || !begun(open)) return [];
  return [{ ...open, patch: answer?.kind === "certain" ? answer.patches.at(-1) : undefined }];
}

/** What lies over the board: composed orders, and a stack that is spread out. */
export function overlay() {
  const board = find(document, ".board"),
    { open, orders = [] } = turn?.state ?? {},
    { replay } = controller.showing,
    view = ordering() ? replay.views.at(controller.last, replay.steps) : null;
  layGhosts(
    board,
    view ? [...orders, ...drafted()] : [],
    view,
    turn?.chair.replace("seat:", ""),
    view ? app.renderer.marks?.(view) : undefined,
  );
  const { fan } = shown,
    q =
      open && ordering()
        ? questions(open.option, open.answers).find((q) => q.pointer === fan?.pointer)
        : null;
  layFan(
    board,
    q?.kind === "some_of" && fan
      ? fanOf(q, fan.ids, {
          toggle: (ids) => picks.toggle(q, ids),
          close: closeFan,
        })
      : null,
  );
}

/** What on the board was spread out, to go back to. @type {any} */
let stack = null;
/** Lay a stack together again, and go back to it. */
export function closeFan() {
  stack?.focus();
  show({ fan: null });
}
/** @type {Picks} */
const picks = {
  answer: (pointer, value) => {
    goOn("board");
    turn?.answer(pointer, value);
  },
  fill: (answers) => turn?.fill(answers),
  toggle: (q, ids) => {
    const now = toggled(q, ids);
    turn?.answer(q.pointer, now);
    announce(tally(q.choice, now));
  },
  spread: (pointer, ids) => {
    stack = document.activeElement;
    goOn("fan");
    show({ fan: { pointer, ids } });
  },
};

/**
 * What the board offers: to the open question its answers, else to the list what an id concerns.
 * @returns {Offer}
 */
function offered() {
  if (!turn || !ordering() || turn.state.sending || !turn.state.items) return NOTHING_OFFERED;
  const { open, items, reading, result } = turn.state;
  // What was sent has changed what may be done: the board is lit for that, once it is read.
  if (reading && result?.kind === "sent") return NOTHING_OFFERED;
  if (!open) return offerItems(items.filter(isNow), shown.of, far(), about);
  const next = followers(turn.state, app.renderer.series ?? []);
  return next.length
    ? alongside(open, offerAnswers(open, picks), offerItems(next, [], NOWHERE, onward))
    : offerAnswers(open, picks);
}

/** Keep the order that is filled, and begin the next with these. @param {string[]} ids */
async function onward(ids) {
  await act.add();
  return about(ids);
}

/** @param {string[]} ids */
async function about(ids) {
  // A second click may be faster than what is read after the first.
  await measuring;
  const reach = far(),
    to = ids.find((id) => reach.has(id) && !shown.of.includes(id)),
    way = to === undefined ? undefined : reach.get(to);
  if (to !== undefined && way) {
    show({ to: [to], filter: "" });
    return act.choose(way.by, "board");
  }
  const found = concerning(turn?.state.items?.filter(isNow) ?? [], ids);
  show({ of: ids, to: [], filter: "" });
  if (found.length === 1) return act.choose(found[0].id, "board");
  measure();
}

/** How far what is picked can go, once it is read; of other ids, or of older options, it is no more. */
let measured = /** @type {{ of: string[], items: Item[] | null, reach: Reach }} */ ({
  of: [],
  items: null,
  reach: NOWHERE,
});
const far = () =>
  measured.of === shown.of && measured.items === turn?.state.items ? measured.reach : NOWHERE;

let measuring = /** @type {Promise<void>} */ (Promise.resolve());
/** Read how far what is picked can go. */
export function measure() {
  if (measured.of !== shown.of || measured.items !== turn?.state.items) measuring = readReach();
}
async function readReach() {
  const items = turn?.state.items,
    { of } = shown;
  if (!turn || !items || !of.length || (measured.of === of && measured.items === items)) return;
  const mine = { of, items, reach: NOWHERE };
  measured = mine;
  // Where it cannot be read, the list goes on as before.
  mine.reach = await turn.reach(of, items.filter(isNow)).catch(() => NOWHERE);
  if (measured === mine) redraw();
}
