// Open: fetch what the address asks for, and show it.
import * as api from "./api.js";
import * as keys from "./keys.js";
import { checkOlder } from "./actions.js";
import {
  announceStep,
  app,
  controller,
  leavePage,
  NO_PROOF,
  onMove,
  pageSignal,
  showPage,
  showReplay,
  syncUrl,
  update,
} from "./app.js";
import { isCarried } from "./carried.js";
import { openSample, showCapsule, showCarried } from "./file.js";
import { follow } from "./follow.js";
import { asked } from "./here.js";
import { mayLook, reader, readModel } from "./load.js";
import { readRest } from "./reading.js";
import { fill, firstUnread, isOver, isRead } from "./replay.js";
import { openNew } from "./pages/found.js";
import { openBeside } from "./pages/pairing.js";
import { openForks } from "./pages/branching.js";
import { saw } from "./pages/games.js";
import { followForks, openFork } from "./pages/forking.js";
import { openInvitation } from "./pages/inviting.js";
import { openSeats } from "./pages/seating.js";
import { readPictures, readShelf } from "./pages/pictures.js";
import { followGames } from "./pages/yours.js";
import { answered, grown, sit } from "./play/seat.js";
import { parse, replaceUrl } from "./router.js";
import { NO_CAMPAIGN, NO_PAGE } from "./wayout.js";
import { sinceLooked } from "./since.js";
import { readTerms } from "./terms.js";
import { roleName, within } from "./words.js";

/** @import { Read } from "./reading.js" */
/** @import { Step } from "./renderer.js" */
/** @import { CampaignList, Filter, Page, Replay, StepPage, SystemItem } from "./types.js" */

/** Show what the address asks for. */
export async function openAddress() {
  const signal = leavePage();
  update({ route: parse(asked()), notice: "", toast: "", proof: NO_PROOF });
  controller.set({ pane: null, query: "", kind: "all", offline: false });
  try {
    if (isCarried) await showCarried();
    else if (app.route.page === "list") {
      showPage({ kind: "list" });
      followGames(signal);
      await Promise.all([readList(), readShelf(signal)]);
    } else if (app.route.page === "new") await openNew(signal);
    else if (app.route.page === "seats") await openSeats(app.route.id ?? "", signal);
    else if (app.route.page === "fork") await openFork(app.route.id ?? "", app.route.at, signal);
    else if (app.route.page === "forks") await openForks(app.route.id ?? "", signal);
    else if (app.route.page === "beside") await openBeside(app.route, signal);
    else if (app.route.page === "sample") await openSample(app.route.id ?? "", signal);
    else if (app.route.page === "capsule") await showCapsule();
    else if (app.route.page === "campaign") await openCampaign(signal);
    else
      showPage({
        kind: "error",
        error: new api.Problem({
          type: NO_PAGE,
          title: "There is no such page",
          detail: "This address leads nowhere here. Was the link copied whole?",
        }),
      });
  } catch (error) {
    if (error.name !== "AbortError") showPage({ kind: "error", error: notFound(error) });
  }
}

/**
 * A campaign that is not there, or not for this browser: which of both, the server tells nobody.
 * @param {api.Problem} error
 */
const notFound = (error) =>
  error.status === 404 && app.route.id && app.route.page !== "sample"
    ? new api.Problem({
        type: NO_CAMPAIGN,
        title: "There is no campaign here for you to see",
        detail:
          "Either the link is wrong or the campaign is private. If you were given a link, open that one: then this browser keeps your token.",
        status: 404,
      })
    : error;

/** @param {Partial<CampaignList>} changes */
const updateList = (changes) => update({ list: { ...app.list, ...changes } });

/**
 * Read the campaigns that pass the filter, from the beginning or those that follow.
 * @param {Filter} [filter]
 * @param {boolean} [more]
 */
export async function readList(filter = app.list.filter, more = false) {
  const signal = pageSignal(),
    { next } = app.list;
  updateList({ filter, busy: true, error: null });
  if (!more) updateList({ items: null, next: null });
  try {
    if (!app.list.systems.length) updateList({ systems: await systemsOf(signal) });
    const got = await api.campaigns({ ...filter, after: more ? next : null }, signal);
    if (app.list.filter !== filter) return; // another filter was chosen meanwhile
    const items = more ? [...(app.list.items ?? []), ...got.items] : got.items;
    updateList({ items, next: got.next, busy: false });
    readPictures(
      got.items.map((campaign) => ({ campaign, as: "public" })),
      signal,
    );
  } catch (error) {
    if (error.name !== "AbortError") updateList({ error, busy: false });
  }
}

/**
 * The list can be read without the names of the systems.
 * @param {AbortSignal} signal
 * @returns {Promise<SystemItem[]>}
 */
async function systemsOf(signal) {
  try {
    return (await api.systems(signal)).items;
  } catch {
    return [];
  }
}

/** @param {AbortSignal} signal */
async function openCampaign(signal) {
  const { id = "", invite, token, transfer, at } = app.route;
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
  if (invite || transfer) return openInvitation(app.route, await systemsOf(signal), signal);
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
  const { model, renderer } = await readModel(id, audience, app.route.at, signal);
  update({ renderer });
  readTerms(model.campaign.system, () => api.system(model.campaign.system, signal));
  controller.show(model, app.route.at, sinceLooked(model, app.route.at));
  const whole = readBehind(id, audience, signal);
  whole.then(
    () => followForks(controller.showing.replay, signal),
    (error) => {
      if (!signal.aborted) update({ notice: `Some events could not be read: ${error.message}.` });
    },
  );
  sit(model, (seq, told) => catchUp(id, audience, seq, signal, told), whole);
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
      await answered();
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
  grown();
  if (controller.state.since === null) saw(controller.showing.replay.campaign.id, controller.last);
  announceStep();
  syncUrl();
}

/**
 * Look through another audience at the same event.
 * @param {string} audience
 */
export function chooseAudience(audience) {
  const { replay, at } = controller.showing;
  replaceUrl({ page: "campaign", id: replay.campaign.id, at, as: audience });
  openAddress();
}
