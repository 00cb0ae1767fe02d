// Seat: the turn of the role that this browser plays, kept in step with the replay that is shown.
import * as api from "../api.js";
import { announce, app, controller, pageSignal, redraw } from "../app.js";
import { byId, findAll } from "../dom.js";
import { rolesHeld, tokenFor } from "../keys.js";
import { isOver } from "../replay.js";
import { address, isPlayed } from "../router.js";
import { saveTokens } from "../saving.js";
import { storage } from "../storage.js";
import { capital, listed, seatTitle, waitingGroups, waitingWords, within } from "../words.js";
import { actPanel } from "./act.js";
import { act, readWhole, resting } from "./acts.js";
import { closeFan, light, measure, overlay } from "./board.js";
import { backLine, callLine, chairsOf, chairSwitch } from "./call.js";
import { outcomeWords } from "./chance.js";
import { questions } from "./fill.js";
import { focusNext, goOn, settleFocus } from "./focus.js";
import { watchFoot } from "./foot.js";
import { membersOf, UNREAD } from "./members.js";
import { hear } from "./news.js";
import { listen } from "./offer.js";
import { backColumn, ordersColumn } from "./orders.js";
import { YOU } from "./odds.js";
import { goesOn } from "./onward.js";
import { lookingBack, ordering, play, put, settle, show, shown, tab, turn } from "./playing.js";
import { serviceFor } from "./service.js";
import { sideColumn } from "./side.js";
import { waits } from "./tray.js";
import { Turn } from "./turn.js";
import { awaitedWords } from "./waiting.js";

/** @import { Context, Renderer, Seat, Step } from "../renderer.js" */
/** @import { Campaign, Replay } from "../types.js" */
/** @import { Call, Chair } from "./call.js" */
/** @import { Contract } from "./schema.js" */

export { light, overlay } from "./board.js";
export { newsAt, outcome } from "./news.js";

/**
 * Reads the steps up to an event; `told` are those that came with an answer.
 * @typedef {(seq: number, told?: Step[]) => Promise<void>} Reading
 */

let catchUp = /** @type {Reading} */ (async () => {}),
  contract = /** @type {Contract | null | "read"} */ (null),
  members = UNREAD,
  /** What was called out last, so that it is not called twice. */
  called = "";

/** ms for which the news of an event waits for the answer to what was sent, which tells it too. */
const PATIENCE = 1000;
/** What was sent is answered, or it takes too long to wait for. */
export const answered = () =>
  Promise.race([turn?.answering.catch(() => {}), new Promise((go) => setTimeout(go, PATIENCE))]);
/**
 * Take up the turn of the audience that a replay is shown to, if this browser holds its token.
 * `reading` does not wait for the news of an event; `all` is until the log is read whole.
 * @param {Replay} replay
 * @param {Reading} [reading]
 * @param {Promise<unknown>} [all]
 */
export function sit(replay, reading = async () => {}, all = Promise.resolve()) {
  listen(byId("app"));
  catchUp = reading;
  readWhole(all);
  const { audience: role, source } = replay,
    plays = source === "server" && isPlayed(role);
  play(null);
  if (plays) take({ role, actsFor: null });
  // Who opens a past event came to read, not to act, until they have read all.
  put({ tab: controller.state.at < controller.last ? "look" : "orders" });
}

/**
 * Act in this name from now on, with what was composed in it.
 * @param {Chair} chair
 */
function take({ role, actsFor }) {
  const { campaign } = controller.showing.replay,
    token = tokenFor(campaign.id, role);
  if (!token) return;
  const next = new Turn({
    campaign: campaign.id,
    role,
    actsFor,
    service: serviceFor({ id: campaign.id, token, actsFor }),
    seals: (type) => members.seals(type),
    stays: (type) => app.renderer.repeated?.[type] ?? [],
    isUsual: (id) =>
      app.renderer.usual?.some((one) => id === one || id.startsWith(`${one}:`)) ?? false,
    changed,
    stood: (seq, steps) => catchUp(seq, steps).catch(() => {}),
  });
  play(next);
  called = "";
  settle();
  next.read();
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
  const { open, reading, error, items, result } = turn.state,
    asked = open && questions(open.option, open.answers).some((q) => q.kind === "schema");
  if (asked && contract === null) readContract();
  if (items?.some((item) => !waits(item))) nameMembers(controller.showing.replay.campaign);
  if (items && !reading && !error) callOut();
  const last = result?.kind === "sent" ? result.events.at(-1) : undefined;
  if (last && members.seals(last.command.type)) hear(last.seq);
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
/** The commands of the game that only answer what another does. */
const answers = () => app.renderer.answers ?? [];
function callWords() {
  if (!turn) return "";
  const { awaited, anyones, actsFor, state } = turn,
    { seats } = controller.showing.replay.campaign;
  if (awaited)
    return `${actsFor ? `You enter orders for ${seatTitle(seats, actsFor)}` : awaitedWords(awaited, answers())}: ${waitingWords(awaited)}.`;
  if (anyones) return `Anyone may act: ${waitingWords(anyones)}.`;
  return state.waiting.length
    ? `Waiting for ${listed(state.waiting.map((w) => within(seatTitle(seats, w.seat))))}.`
    : "";
}

/** What comes of one press, as far as that is known: "then Carthage: movement". */
function nextWords() {
  const { seats } = controller.showing.replay.campaign,
    after = turn?.state.after;
  if (after && !after.waiting) {
    const type = turn?.state.items?.find(({ id }) => id === after.id)?.type ?? "",
      answer = members.seals(type) || answers().includes(type);
    return answer ? "if it is the last answer, dice may be thrown" : "dice may be thrown";
  }
  const groups = waitingGroups(after?.waiting ?? []);
  /** @param {string} seat */
  const who = (seat) => (turn?.chair === `seat:${seat}` ? "you" : within(seatTitle(seats, seat)));
  return groups.length
    ? `then ${listed(groups.map(([words, of]) => `${listed(of.map(who))}: ${words}`))}`
    : "";
}

async function readContract() {
  contract = "read";
  contract = await api.contract().catch(() => null);
  redraw();
}

/** What one press orders of several units, as the board stands. @param {Turn} mine */
function togetherOf({ chair }) {
  const { replay } = controller.showing,
    view = replay.views.at(controller.last, replay.steps);
  return (view && app.renderer.together?.(view, chair.replace("seat:", ""))) ?? null;
}

/** @param {Turn} mine */
const orders = (mine) =>
  lookingBack()
    ? backColumn(controller.state.at, controller.last, act.now)
    : ordersColumn(
        mine,
        shown,
        {
          offline: controller.state.offline,
          rests: resting() > 0,
          next: nextWords(),
          together: togetherOf(mine),
        },
        act,
      );

function toLog() {
  goOn("side");
  show({ tab: "log" });
}

/**
 * The column at the right.
 * @param {() => unknown} log
 */
export const side = (log) =>
  sideColumn({
    tab: tab(),
    counts: { orders: turn?.state.orders.length ?? 0, log: controller.last },
    due: Boolean(turn?.awaited),
    content: turn && tab() === "orders" ? orders(turn) : log(),
    // Who turns to their orders turns to what is now.
    choose: (tab) => (tab === "orders" ? act.tray() : toLog()),
  });

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
      rests: resting() > 0,
      steps: replay.steps,
      peeked: shown.peek !== null,
      goesOn: goesOn(turn.state, renderer.series ?? []),
      mayEnter: turn.role === "referee" && replay.campaign.options?.entered_dice === true,
    },
    act,
  );
}

/**
 * Whose turn it is, and in whose name one acts; null where nobody plays.
 * @param {Seat[]} seats
 */
export function call(seats) {
  const { replay } = controller.showing,
    { campaign } = replay,
    back = lookingBack();
  // Who reads a war that is over looks back at all of it.
  if (!turn?.state.items || (back && isOver(replay))) return null;
  const { role, actsFor, state } = turn;
  /** @type {Call} */
  const call = {
    chair: { role, actsFor },
    chairs: chairsOf(rolesHeld(campaign.id), role, seats),
    mine: turn.awaited,
    anyones: turn.anyones,
    waiting: state.waiting,
    answers: answers(),
  };
  const due = turn.awaited ?? turn.anyones ?? state.waiting[0];
  return {
    what: due && !back ? capital(waitingWords(due)) : "",
    line: back
      ? backLine(call, controller.state.at, controller.last, act.now)
      : callLine(call, seats, { tray: act.tray, save: storage.lasting() ? null : saveTokens }),
    chairs: chairSwitch(call, seats, change),
  };
}

/** One step back: an order that is being filled, else a narrowed list. True if there was one. */
export function back() {
  if (!turn) return false;
  if (shown.fan) closeFan();
  else if (turn.state.open) act.drop();
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
  const button = (selector) =>
    findAll(document, `${selector}:not([disabled])`).find((el) => el.checkVisibility());
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
      return it !== undefined;
    }
    case "Ctrl+Enter": {
      const it = button("[data-send]");
      it?.click();
      return it !== undefined;
    }
    default:
      return false;
  }
}

/** The page is drawn: whether something is sent, and what may be chosen on the board, is shown on it. */
export function lit() {
  mark(turn?.state.sending ?? false);
  light();
}
/** The page is drawn and lit: what lies over the board is laid, and the focus is where one goes on. */
export function drawn() {
  overlay();
  watchFoot();
  if (!turn || turn.state.sending || turn.state.reading || turn.state.opening) return;
  settleFocus();
}
