// Campaign: a campaign of the server, read as far as its board needs, shown, and followed while it grows.
import { checkOlder } from "./actions.js";
import * as api from "./api.js";
import {
  announceStep,
  app,
  controller,
  onMove,
  showPage,
  showReplay,
  syncUrl,
  update,
} from "./app.js";
import { follow } from "./follow.js";
import * as keys from "./keys.js";
import { mayLook, reader, readModel } from "./load.js";
import { saw } from "./pages/games.js";
import { followForks } from "./pages/line.js";
import * as parts from "./parts.js";
import { readRest } from "./reading.js";
import { fill, firstUnread, isOver, isRead } from "./replay.js";
import { isPlayed, replaceUrl } from "./router.js";
import * as served from "./served.js";
import { sinceLooked } from "./since.js";
import { readTerms } from "./terms.js";
import { roleName, within } from "./words.js";

/** @import { Read } from "./reading.js" */
/** @import { Step } from "./renderer.js" */
/** @import { Page, Replay, Route, StepPage } from "./types.js" */

/**
 * Show a campaign as the address asks for it, and take the token that it brings.
 * @param {Route} route
 * @param {AbortSignal} signal
 */
export async function open(route, signal) {
  const { id = "", invite, token, transfer, at } = route;
  if (token) {
    replaceUrl({ page: "campaign", id, at, as: app.route.as });
    const { role } = await api.whoami(id, token);
    if (role === "nobody")
      throw new api.Problem({
        title: "This token is not valid here",
        detail: "It belongs to no role in this campaign.",
        status: 401,
      });
    keys.keep(id, role, token);
    update({ route: { ...app.route, token: null, as: app.route.as ?? role } });
  }
  if (invite || transfer) return (await served.inviting.load()).open(app.route, signal);
  const wanted = app.route.as ?? "public",
    held = keys.tokenFor(id, wanted),
    audience = await loadAs(id, wanted, signal);
  if (audience === wanted) return;
  const whose = roleName(wanted, controller.showing.replay.campaign.seats);
  update({
    notice: held
      ? `The token that this browser holds for ${within(whose)} is no longer good, so you see what everyone sees.`
      : `This link is to what ${within(whose)} sees. You hold no token for that view, so you see what everyone sees.`,
  });
}

/**
 * Load a campaign through the eyes that are wanted, else everyone's. A token that the server refuses is not sent
 * again, so what is public stays readable for one who holds a dead one.
 * @param {string} id
 * @param {string} wanted
 * @param {AbortSignal} signal
 */
async function loadAs(id, wanted, signal) {
  for (;;) {
    const sent = keys.tokenToSend(id, wanted);
    try {
      const audience = (await mayLook(id, wanted, signal)) ? wanted : "public";
      await loadCampaign(id, audience, signal);
      return audience;
    } catch (error) {
      if (error.status !== 401 || sent === null) throw error;
    }
  }
}

/** @param {StepPage} page */
function take(page) {
  const replay = fill(controller.showing.replay, page);
  controller.set({ replay }, "steps");
  if (app.page.kind === "loading") showPage(wholeLog(replay));
}
/**
 * What is told while the whole log is read, which a result needs.
 * @param {Replay} replay
 * @returns {Page}
 */
const wholeLog = ({ campaign, steps }) => ({
  kind: "loading",
  what: "Reading the events",
  title: campaign.name,
  done: steps.filter((step) => !step.unread).length,
  of: steps.length,
});

/** Whether the event that is looked at is being asked for by itself. */
let asking = false;
/**
 * Read the event that is looked at, if its page has not come yet.
 * @param {Read} read
 * @param {AbortSignal} signal
 */
async function readHere(read, signal) {
  if (asking) return;
  asking = true;
  try {
    while (!signal.aborted && !isRead(controller.showing.replay, controller.state.at)) {
      const page = await read(controller.state.at - 1, 1);
      if (signal.aborted || !page.items.length) return;
      take(page);
    }
  } catch {
    // Its page is asked for again until it comes.
  } finally {
    asking = false;
  }
}

/**
 * Read what the board did not need, behind it.
 * @param {string} id
 * @param {string} audience
 * @param {AbortSignal} signal
 */
async function readBehind(id, audience, signal) {
  const read = reader(id, audience, signal),
    head = controller.last;
  onMove(() => readHere(read, signal));
  await readRest(read, {
    head,
    signal,
    at: () => controller.state.at,
    missing: (from, to) => firstUnread(controller.showing.replay, from, to),
    got: take,
  });
}

/**
 * @param {string} id
 * @param {string} audience
 * @param {AbortSignal} signal
 */
async function loadCampaign(id, audience, signal) {
  showPage({ kind: "loading", what: "Reading the campaign" });
  const plays = isPlayed(audience) && keys.tokenFor(id, audience) !== null,
    [{ model, renderer }, seat] = await Promise.all([
      readModel(id, audience, app.route.at, signal),
      plays ? served.seat.load() : served.seat.here,
      parts.replaying.load(),
    ]);
  signal.throwIfAborted();
  if (isOver(model)) parts.over.fetchAhead();
  update({ renderer });
  readTerms(model.campaign.system, renderer, () => api.system(model.campaign.system, signal));
  controller.show(model, app.route.at, sinceLooked(model, app.route.at));
  const whole = readBehind(id, audience, signal);
  whole.then(
    () => followForks(controller.showing.replay, signal),
    (error) => {
      if (!signal.aborted) update({ notice: `Some events could not be read: ${error.message}.` });
    },
  );
  seat?.sit(model, (seq, told) => catchUp(id, audience, seq, signal, told), whole);
  if (controller.state.since === null) saw(id, controller.last);
  if (isOver(model) && app.route.at == null) {
    showPage(wholeLog(model));
    await whole.catch(() => {});
    if (signal.aborted) return;
  }
  if (app.page.kind === "loading") showReplay(app.route.at);
  if (app.checkpoint) {
    const { checkpoint } = app;
    update({ checkpoint: null });
    checkOlder(checkpoint);
  }
  follow({
    id,
    audience,
    signal,
    after: () => controller.last,
    news: async (seq) => {
      await seat?.answered();
      await catchUp(id, audience, seq, signal);
    },
    state: (open) => {
      if (controller.state.offline === open) controller.set({ offline: !open });
    },
  });
}

/** What is caught up with, one after the other: what one has read the next finds there. */
let catching = Promise.resolve();
/**
 * @param {string} id
 * @param {string} audience
 * @param {number} seq
 * @param {AbortSignal} signal
 * @param {Step[]} [told]  steps that need no reading
 */
function catchUp(id, audience, seq, signal, told = []) {
  if (told[0]?.seq === controller.last + 1 && !signal.aborted) grow(told);
  const reading = catching.then(() => readOn(id, audience, seq, signal));
  catching = reading.catch(() => {});
  return reading;
}

/**
 * @param {string} id
 * @param {string} audience
 * @param {number} seq
 * @param {AbortSignal} signal
 */
async function readOn(id, audience, seq, signal) {
  while (controller.last < seq && !signal.aborted) {
    const got = await api.steps(id, audience, controller.last, signal);
    if (signal.aborted || !got.items.length) return;
    grow(got.items);
  }
}

/** @param {Step[]} items */
function grow(items) {
  controller.grow(items);
  served.seat.here?.grown();
  if (controller.state.since === null) saw(controller.showing.replay.campaign.id, controller.last);
  announceStep();
  syncUrl();
}
