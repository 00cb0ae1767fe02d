// Seat: the turn of the role that this browser plays, kept in step with the replay that is shown.
import { saveReceipt, saveTokens } from "../actions.js";
import * as api from "../api.js";
import { announce, controller, pageSignal, redraw } from "../app.js";
import { find } from "../dom.js";
import { rolesHeld, tokenFor } from "../keys.js";
import { address } from "../router.js";
import { storage } from "../storage.js";
import { capital, listed, seatTitle, waitingWords, within } from "../words.js";
import { actPanel } from "./act.js";
import { callLine, chairsOf, chairSwitch } from "./call.js";
import { outcomeWords } from "./chance.js";
import { concerning, strings } from "./concerns.js";
import { openQuestions, questions } from "./fill.js";
import { layFan } from "./fan.js";
import { controlOf, focusNext, goOn, settleFocus } from "./focus.js";
import { layGhosts } from "./ghosts.js";
import { membersOf, UNREAD } from "./members.js";
import { light as lightBoard, seek } from "./offer.js";
import { ordersColumn } from "./orders.js";
import { YOU } from "./odds.js";
import { outcomeLine } from "./outcome.js";
import { fanOf, NOTHING_OFFERED, offerAnswers, offerItems, toggled } from "./pick.js";
import { tally } from "./question.js";
import { NOWHERE } from "./reach.js";
import { doubt, serviceFor } from "./service.js";
import { sideColumn } from "./side.js";
import { isNow, waits } from "./tray.js";
import { Turn } from "./turn.js";

/** @import { Context, Renderer, Seat, Step } from "../renderer.js" */
/** @import { Campaign, Replay } from "../types.js" */
/** @import { Event } from "../verify/types.js" */
/** @import { Call, Chair } from "./call.js" */
/** @import { Offer, Picks } from "./pick.js" */
/** @import { Reach } from "./reach.js" */
/** @import { Contract } from "./schema.js" */
/** @import { Acts, Item, Shown } from "./types.js" */

/**
 * Reads the steps up to an event; `told` are those that came with an answer.
 * @typedef {(seq: number, told?: Step[]) => Promise<void>} Reading
 */

/** @type {Shown} */
const NOTHING_SHOWN = {
  tab: "orders",
  filter: "",
  of: [],
  to: [],
  fan: null,
  peek: null,
  folds: new Set(),
};
let turn = /** @type {Turn | null} */ (null),
  catchUp = /** @type {Reading} */ (async () => {}),
  whole = /** @type {Promise<unknown>} */ (Promise.resolve()),
  shown = NOTHING_SHOWN,
  contract = /** @type {Contract | null | "read"} */ (null),
  members = UNREAD,
  /** What was called out last, so that it is not called twice. */
  called = "",
  /** Until when the server wants to be left alone, in ms. */
  rest = 0;

/** @param {Partial<Shown>} changes */
const show = (changes) => {
  shown = { ...shown, ...changes };
  redraw();
};

/** Whether the role that is looked through can act here. */
export const seated = () => turn !== null;
/** ms for which the news of an event waits for the answer to what was sent, which tells it too. */
const PATIENCE = 1000;
/** What was sent is answered, or it takes too long to wait for. */
export const answered = () =>
  Promise.race([turn?.answering.catch(() => {}), new Promise((go) => setTimeout(go, PATIENCE))]);
/** Whether what one may do is shown, at the head of the log. */
export const ordering = () =>
  turn !== null &&
  shown.tab === "orders" &&
  (controller.state.at === controller.last || controller.state.at === shown.peek);

/**
 * Take up the turn of the audience that a replay is shown to, if this browser holds its token.
 * `reading` does not wait for the news of an event; `all` is until the log is read whole.
 * @param {Replay} replay
 * @param {Reading} [reading]
 * @param {Promise<unknown>} [all]
 */
export function sit(replay, reading = async () => {}, all = Promise.resolve()) {
  catchUp = reading;
  whole = all.then(settle, () => {});
  const { audience: role, source } = replay,
    plays = source === "server" && (role === "referee" || role.startsWith("seat:"));
  turn = null;
  if (plays) take({ role, actsFor: null });
  // Who opens a past event came to read, not to act.
  shown = { ...NOTHING_SHOWN, tab: controller.state.at < controller.last ? "log" : "orders" };
}

/**
 * Act in this name from now on, with what was composed in it.
 * @param {Chair} chair
 */
function take({ role, actsFor }) {
  const { campaign } = controller.showing.replay,
    token = tokenFor(campaign.id, role);
  if (!token) return;
  turn = new Turn({
    campaign: campaign.id,
    role,
    actsFor,
    service: serviceFor({ id: campaign.id, token, actsFor }),
    changed,
    stood: (seq, steps) => catchUp(seq, steps).catch(() => {}),
  });
  shown = NOTHING_SHOWN;
  called = "";
  settle();
  turn.read();
}

/** The game whose members are named, or read. */
let game = "";
/**
 * Name what is asked for in the game's own words, once they are read.
 * @param {Campaign} campaign
 */
async function nameMembers({ system }) {
  if (system === game) return;
  game = system;
  members = UNREAD;
  const signal = pageSignal(),
    found = await api.system(system, signal).catch(() => null);
  if (system !== game) return;
  members = found ? membersOf(found) : UNREAD;
  // A page that was left has read nothing.
  if (signal.aborted) game = "";
  redraw();
}

/** @param {Chair} chair */
function change(chair) {
  const { campaign, audience } = controller.showing.replay;
  if (chair.role === audience) return take(chair);
  location.hash = address({ page: "campaign", id: campaign.id, as: chair.role });
}

/** What was sent before the page was left, or without an answer, may stand in the log. */
function settle() {
  turn?.stands(controller.showing.replay.steps.filter((step) => !step.unread).map(recorded));
}
/** @param {{ event: unknown }} step */
const recorded = (step) => /** @type {Event} */ (step.event);

/** The campaign has grown: what may be done has changed with it. */
export function grown() {
  if (!turn || turn.state.sending) return;
  settle();
  if (turn.state.at < controller.last) turn.read();
}

/** Whether something is sent, on the page before it is drawn anew. @param {boolean} sending */
const mark = (sending) => document.body.toggleAttribute("data-sending", sending);
/** ms for which an answer may be awaited before the page says so: most are here before that. */
const SOON = 100;
let saying = 0;
/** Say that something was sent, if it is still without an answer then. */
function saySoon() {
  mark(true);
  saying ||= setTimeout(() => {
    saying = 0;
    redraw();
  }, SOON);
}

function changed() {
  if (!turn) return;
  if (turn.state.sending) return saySoon();
  clearTimeout(saying);
  saying = 0;
  const { open, reading, error, items } = turn.state,
    asked = open && questions(open.option, open.answers).some((q) => q.kind === "schema");
  if (asked && contract === null) readContract();
  if (items?.some((item) => !waits(item))) nameMembers(controller.showing.replay.campaign);
  if (items && !reading && !error) callOut();
  measure();
  redraw();
}

/** Tell those who listen whose turn it has become. */
function callOut() {
  const words = callWords();
  if (words === called) return;
  called = words;
  if (words) announce(words);
}
function callWords() {
  if (!turn) return "";
  const { awaited, anyones, actsFor, state } = turn,
    { seats } = controller.showing.replay.campaign;
  if (awaited)
    return `${actsFor ? `You enter orders for ${seatTitle(seats, actsFor)}` : "Your turn"}: ${waitingWords(awaited)}.`;
  if (anyones) return `Anyone may act: ${waitingWords(anyones)}.`;
  return state.waiting.length
    ? `Waiting for ${listed(state.waiting.map((w) => within(seatTitle(seats, w.seat))))}.`
    : "";
}

async function readContract() {
  contract = "read";
  contract = await api.contract().catch(() => null);
  redraw();
}

async function send() {
  const mine = turn;
  if (!mine || mine.state.sending || Date.now() < rest) return;
  act.peek(null);
  goOn("next");
  await mine.send();
  // The news of it may have been faster than the line that broke.
  if (mine === turn && mine.state.result?.kind === "unanswered") settle();
  const { result } = mine.state;
  if (result?.kind === "refused" && result.problem.status === 429) wait(result.problem.retry ?? 1);
  if (mine !== turn || (result?.kind !== "sent" && result?.kind !== "refused")) return;
  if (!result.events.length) return;
  // What concerned the unit that has acted may be nothing now: the list is whole again.
  show({ of: [], to: [], filter: "" });
  controller.go("last");
  await whole;
  if (mine !== turn) return;
  const log = [
    ...controller.showing.replay.steps.slice(0, result.events[0].seq - 1).map(recorded),
    ...result.events,
  ];
  for (const [i, event] of result.events.entries()) {
    const why = await doubt(event, result.orders[i], log);
    if (why !== null || i === result.events.length - 1) mine.checked(why);
    if (why !== null) return;
  }
}

/**
 * Let the server alone, and count the seconds down.
 * @param {number} seconds
 */
function wait(seconds) {
  rest = Date.now() + seconds * 1000;
  const tick = setInterval(() => {
    if (Date.now() >= rest) clearInterval(tick);
    redraw();
  }, 1000);
}

/** @type {Acts} */
const act = {
  read: () => turn?.read(),
  filter: (filter) => show({ filter }),
  about: (of) => show({ of, to: [] }),
  fold: (key) => show({ folds: shown.folds.symmetricDifference(new Set([key])) }),
  choose: (id) => {
    act.peek(null);
    goOn("act");
    shown = { ...shown, fan: null };
    turn?.choose(id, shown.of, shown.to);
  },
  answer: (pointer, value) => {
    act.peek(null);
    // One thing was chosen; of several, and of a text, there may be more to come.
    if (typeof value === "number") goOn("asked");
    turn?.answer(pointer, value);
  },
  peek: (seq) => {
    if (seq === shown.peek) return;
    shown = { ...shown, peek: seq };
    controller.goTo(seq ?? controller.last);
    redraw();
  },
  add: () => {
    act.peek(null);
    goOn("next");
    turn?.add();
  },
  enter: () => turn?.entry.toggle(),
  face: (face) => turn?.entry.face(face),
  unface: () => turn?.entry.unface(),
  witness: (words) => turn?.entry.witness(words),
  drop: () => {
    act.peek(null);
    goOn("next");
    turn?.drop();
  },
  undo: () => turn?.undo(),
  change: (key) => {
    goOn("act");
    turn?.change(key);
  },
  remove: (key) => {
    goOn("next");
    turn?.remove(key);
  },
  look: (seq) => {
    show({ tab: "log" });
    controller.goTo(seq);
  },
  receipt: saveReceipt,
  tray: () => {
    act.peek(null);
    controller.go("last");
    goOn("tray");
    show({ tab: "orders" });
  },
  ask: (pointer) => controlOf(pointer)?.focus(),
  leave: () => {
    location.hash = address({ page: "campaign", id: controller.showing.replay.campaign.id });
  },
  clear: () => turn?.clear(),
  send,
};

/**
 * The column at the right.
 * @param {() => unknown} log
 */
export const side = (log) =>
  sideColumn({
    tab: shown.tab,
    counts: { orders: turn?.state.orders.length ?? 0, log: controller.last },
    content:
      turn && shown.tab === "orders"
        ? ordersColumn(turn, shown, { offline: controller.state.offline, call: callWords() }, act)
        : log(),
    choose: (tab) => show({ tab }),
  });

/** What became of what was sent last, in one line. */
export function outcome() {
  if (!turn) return null;
  const { result } = turn.state,
    { steps } = controller.showing.replay;
  return outcomeLine(
    turn.state,
    {
      told:
        result?.kind === "stale"
          ? steps.slice(result.from, result.to).map((step) => step.text[0] ?? "")
          : result?.kind === "sent"
            ? (steps[(result.events.at(-1)?.seq ?? 0) - 1]?.text?.slice(0, 1) ?? [])
            : [],
      wait: Math.max(0, Math.ceil((rest - Date.now()) / 1000)),
      offline: controller.state.offline,
    },
    act,
  );
}

/**
 * The panel of the order that is being filled; null where the replay's own stands there.
 * @param {Renderer} renderer
 * @param {Context} ctx
 */
export function actOf(renderer, ctx) {
  const open = turn?.state.open,
    { replay } = controller.showing;
  if (!turn || !open || !ordering()) return null;
  return actPanel(
    turn,
    open,
    {
      tell: ({ outcome, text }) =>
        renderer.outcome?.(outcome, ctx) || text.join(" ") || outcomeWords(outcome),
      name: (/** @type {string} */ seat) =>
        turn?.chair === `seat:${seat}` ? YOU : seatTitle(ctx.seats, seat),
      contract: contract === "read" ? null : contract,
      members,
      others: turn.others.map((w) => seatTitle(ctx.seats, w.seat)),
      offline: controller.state.offline,
      steps: replay.steps,
      peeked: shown.peek !== null,
      mayEnter: turn.role === "referee" && replay.campaign.options?.entered_dice === true,
    },
    act,
  );
}

/** What this chair is awaited for, or anyone; null if for nothing. */
export const awaited = () => turn?.awaited ?? turn?.anyones ?? null;

/**
 * Whose turn it is, and in whose name one acts; null where nobody plays.
 * @param {Seat[]} seats
 */
export function call(seats) {
  if (!turn?.state.items) return null;
  const { role, actsFor, state } = turn,
    { campaign } = controller.showing.replay;
  /** @type {Call} */
  const call = {
    chair: { role, actsFor },
    chairs: chairsOf(rolesHeld(campaign.id), role, seats),
    mine: turn.awaited,
    anyones: turn.anyones,
    waiting: state.waiting,
  };
  const yours = turn.awaited ?? turn.anyones;
  return {
    what: yours ? capital(waitingWords(yours)) : "",
    line: callLine(call, seats, { tray: act.tray, save: storage.lasting() ? null : saveTokens }),
    chairs: chairSwitch(call, seats, change),
  };
}

/** One step back: an order that is being filled, else a narrowed list. True if there was one. */
export function back() {
  if (!turn) return false;
  if (shown.fan) {
    stack?.focus();
    show({ fan: null });
  } else if (turn.state.open) act.drop();
  else if (shown.of.length || shown.filter) show({ of: [], to: [], filter: "" });
  else return false;
  return true;
}

/**
 * What a key does here; false if nothing.
 * @param {string} key  "z", "n", "t" or "Ctrl+Enter"
 */
export function press(key) {
  if (!turn || !ordering()) return false;
  /** @param {string} selector */
  const button = (selector) => find(document, `${selector}:not([disabled])`);
  switch (key) {
    case "z":
      turn.undo();
      return true;
    case "n":
      return focusNext(turn.state.open !== null);
    case "t": {
      // A single key throws nothing: what is thrown stays thrown.
      const it = button(":is([data-throw], [data-enter])");
      it?.focus();
      return it !== null;
    }
    case "Ctrl+Enter": {
      const it = button("[data-send]");
      it?.click();
      return it !== null;
    }
    default:
      return false;
  }
}

/** Light on the board what may be chosen there, and bring what the order is about into its sight. */
export function light() {
  const board = find(document, ".board");
  lightBoard(board, ...offered());
  if (board) seek(board, ordering() ? subject() : []);
}

/** The ids that an order is about, or else what is picked for one. */
function subject() {
  const open = turn?.state.open;
  if (!open) return shown.of;
  const { type: _, ...members } = open.option.command;
  return [...strings(members), ...shown.of];
}

/** The page is drawn and lit: what lies over the board is laid, and the focus is where one goes on. */
export function drawn() {
  mark(turn?.state.sending ?? false);
  overlay();
  if (!turn || turn.state.sending || turn.state.reading || turn.state.opening) return;
  settleFocus();
}

/** What lies over the board: composed orders, and a stack that is spread out. */
export function overlay() {
  const board = find(document, ".board"),
    { open, orders } = turn?.state ?? {},
    whole = open && !openQuestions(open.option, open.answers).length;
  layGhosts(board, ordering() ? [...(orders ?? []), ...(open && whole ? [open] : [])] : []);
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
          close: () => back(),
        })
      : null,
  );
}

/** What on the board was spread out, to go back to. @type {any} */
let stack = null;
/** @type {Picks} */
const picks = {
  answer: (pointer, value) => turn?.answer(pointer, value),
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
  const { open, items } = turn.state;
  return open ? offerAnswers(open, picks) : offerItems(items.filter(isNow), shown.of, far(), about);
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
    return act.choose(way.by);
  }
  const found = concerning(turn?.state.items?.filter(isNow) ?? [], ids);
  show({ of: ids, to: [], filter: "" });
  if (found.length === 1) return act.choose(found[0].id);
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
function measure() {
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
