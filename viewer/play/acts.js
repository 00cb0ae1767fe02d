// Acts: what the buttons of the table do to the turn that is played.
import { openPane } from "../actions.js";
import { announce, app, controller, redraw } from "../app.js";
import { address } from "../router.js";
import { saveReceipt } from "../saving.js";
import { concerning } from "./concerns.js";
import { bounds, proposed, questions } from "./fill.js";
import { controlOf, goOn, letGo } from "./focus.js";
import { isFootPinned } from "./foot.js";
import { followers } from "./onward.js";
import { ordering, put, recorded, settle, show, shown, turn } from "./playing.js";
import { doubt } from "./service.js";
import { armedWords } from "./tray.js";

/** @import { Turn } from "./turn.js" */
/** @import { Acts } from "./types.js" */

/** Until when the server wants to be left alone, in ms. */
let rest = 0;
/** For how many seconds it still does. */
export const resting = () => Math.max(0, Math.ceil((rest - Date.now()) / 1000));
/** What concerned the unit that has acted may be nothing now: the list is whole again. */
const UNNARROWED = { of: [], to: [], armed: "", filter: "" };
let whole = /** @type {Promise<unknown>} */ (Promise.resolve());
/** What was sent is looked at once the log is read whole. @param {Promise<unknown>} all */
export function readWhole(all) {
  whole = all.then(settle, () => {});
}

/** Whether the order that is filled was begun in the list, and nothing of it on the board. */
let begunInList = false;
/** Whether one goes on in the list, which stands below the board. */
const staysInList = () => begunInList && isFootPinned();

/** Begins what was pressed while an answer was awaited. */
let beginPressed = () => {};

async function send() {
  const mine = turn;
  if (!mine || mine.state.sending || Date.now() < rest) return;
  beginPressed = () => {};
  act.peek(null);
  goOn("next");
  letGo();
  await mine.send();
  // The news of it may have been faster than the line that broke.
  if (mine === turn && mine.state.result?.kind === "unanswered") settle();
  const { result } = mine.state;
  if (result?.kind === "refused" && result.problem.status === 429) wait(result.problem.retry ?? 1);
  if (mine !== turn || (result?.kind !== "sent" && result?.kind !== "refused")) return;
  if (!result.events.length) return;
  show(UNNARROWED);
  controller.go("last");
  if (result.kind === "sent") beginPressed();
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

// What went unanswered for want of a line is asked for again with it: the same command, key and entropy.
addEventListener("online", () => {
  const result = turn?.state.result;
  if (result?.kind === "unanswered" && result.problem.status === 0) send();
});

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

/**
 * Whether as many are taken of a list as may be.
 * @param {string} pointer
 * @param {unknown} value
 */
function takesAll(pointer, value) {
  const open = turn?.state.open,
    q = open && questions(open.option, open.answers).find((q) => q.pointer === pointer);
  return q?.kind === "some_of" && Array.isArray(value) && value.length === bounds(q.choice)[1];
}

/**
 * Whether the order that is filled is kept when this one is begun.
 * @param {Turn} turn
 * @param {string} id
 */
const follows = ({ state }, id) =>
  state.open?.option.id !== id &&
  followers(state, app.renderer.series ?? []).some((item) => item.id === id);
/** Whether a number is typed, taken as it stands: taken when it is left, it would change under the press that sends it. */
const isTyping = () => document.activeElement?.matches("input[type=number]") === true;

/** Turn to what may be done now. @param {"now" | "tray"} place */
function toOrders(place) {
  act.peek(null);
  controller.go("last");
  goOn(place);
  show({ tab: "orders" });
}

/** @type {Acts} */
export const act = {
  read: () => turn?.read(),
  filter: (filter) => show({ filter }),
  about: (of) => show({ of, to: [], armed: "" }),
  fold: (key) => show({ folds: shown.folds.symmetricDifference(new Set([key])) }),
  choose: (id, place = "act") => {
    if (turn?.state.sending) {
      beginPressed = () => act.choose(id, place);
      return;
    }
    act.peek(null);
    if (turn && follows(turn, id)) return act.add()?.then(() => act.choose(id, place));
    goOn(place);
    begunInList = place === "act" && !shown.of.length;
    put({ fan: null, armed: "" });
    turn?.choose(id, shown.of, shown.to);
  },
  arm: async (id) => {
    // Where it cannot be read, it is begun as any other.
    await turn?.lookAt(id).catch(() => {});
    const item = turn?.state.items?.find((one) => one.id === id);
    if (!item || turn?.state.after?.id !== id) return act.choose(id);
    announce(armedWords(item));
    show({ armed: id });
  },
  end: async (id) => {
    const mine = turn;
    if (mine?.state.sending || mine?.state.after?.id !== id) return act.choose(id);
    mine.choose(id);
    await send();
    if (mine !== turn || mine.state.result?.kind !== "sent") return;
    // What alone is left to do is opened: its odds are seen, and nothing is thrown before the next press.
    const next = await mine.only();
    if (next && mine === turn && ordering() && !mine.state.open) act.choose(next.id);
  },
  usual: (id) => {
    const option = turn?.usual?.option,
      answers = option && proposed(option);
    if (!turn || !answers || turn.state.sending) return act.choose(id);
    turn.choose(id);
    turn.fill(answers);
    return send();
  },
  answer: (pointer, value) => {
    act.peek(null);
    // Nothing is left to choose there; of several, and of what is typed, there may be more to come.
    if ((typeof value === "number" && !isTyping()) || takesAll(pointer, value)) goOn("asked");
    turn?.answer(pointer, value);
  },
  fill: (answers) => {
    act.peek(null);
    turn?.fill(answers);
  },
  peek: (seq) => {
    if (seq === shown.peek) return;
    put({ peek: seq });
    controller.goTo(seq ?? controller.last);
    redraw();
  },
  add: () => {
    act.peek(null);
    goOn(staysInList() ? "tray" : "next");
    const kept = turn?.add();
    show(UNNARROWED);
    return kept;
  },
  lay: async (ways) => {
    act.peek(null);
    await turn?.lay(ways);
    act.tray();
  },
  enter: () => turn?.entry.toggle(),
  face: (face) => turn?.entry.face(face),
  unface: () => turn?.entry.unface(),
  witness: (words) => turn?.entry.witness(words),
  drop: () => {
    act.peek(null);
    goOn("next");
    // A list that was narrowed to the one order that is given up would hide all others.
    const items = turn?.state.items ?? [];
    if (shown.of.length && concerning(items, shown.of).length < 2) put(UNNARROWED);
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
    // The board shows the last event as it is: of that the log tells.
    if (seq >= controller.last) {
      goOn("side");
      return show({ tab: "log" });
    }
    show({ tab: "look" });
    controller.goTo(seq);
  },
  receipt: saveReceipt,
  tray: () => toOrders("tray"),
  now: () => toOrders("now"),
  ask: (pointer) => controlOf(pointer)?.focus(),
  help: () => openPane("help"),
  leave: () => {
    location.hash = address({ page: "campaign", id: controller.showing.replay.campaign.id });
  },
  clear: () => turn?.clear(),
  send,
};
