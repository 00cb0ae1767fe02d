// Open: fetch what the address asks for, and show it.
import * as api from "./api.js";
import * as keys from "./keys.js";
import { announce, app, controller, NO_PROOF, readdress, show } from "./app.js";
import { showCapsule } from "./file.js";
import { follow } from "./follow.js";
import { extend, replay as newReplay } from "./replay.js";
import { parse, settle } from "./router.js";
import { rendererFor } from "./systems.js";
import { roleName } from "./words.js";

export async function go() {
  app.stop.abort();
  app.stop = new AbortController();
  const { signal } = app.stop;
  Object.assign(app, { route: parse(location.hash), notice: "", passing: "", proof: NO_PROOF });
  controller.set({ pane: null, query: "", kind: "all", offline: false });
  try {
    if (app.route.page === "list") { show({ kind: "list" }); await readList(); }
    else if (app.route.page === "capsule") await (app.file ? showCapsule() : show({ kind: "capsule" }));
    else if (app.route.page === "campaign") await openCampaign(signal);
    else show({ kind: "error", error: new api.Problem({ title: "There is no such page", detail: "The address is none that this viewer knows.", status: 404 }) });
  } catch (error) { if (error.name !== "AbortError") show({ kind: "error", error }); }
}

export async function readList(more = false) {
  const { list } = app, { signal } = app.stop;
  if (!more) Object.assign(list, { items: null, next: null });
  Object.assign(list, { busy: true, error: null });
  app.draw();
  try {
    if (!list.systems.length) list.systems = (await api.systems(signal).catch(() => ({ items: [] }))).items ?? [];
    const got = await api.campaigns({ ...list.filter, after: more ? list.next : null }, signal);
    Object.assign(list, { items: [...(more ? list.items : []), ...got.items], next: got.next, busy: false });
  } catch (error) {
    if (error.name === "AbortError") return;
    Object.assign(list, { error, busy: false });
  }
  app.draw();
}

async function openCampaign(signal) {
  const { id, invite, seat, token, at } = app.route;
  if (token) {
    settle({ page: "campaign", id, at, as: app.route.as });
    const { role } = await api.whoami(id, token);
    if (role === "nobody") throw new api.Problem({ title: "Unauthorized", detail: "This token is good for no role in this campaign.", status: 401 });
    keys.keep(id, role, token);
    app.route = { ...app.route, token: null, as: app.route.as ?? role };
  }
  if (invite) {
    settle({ page: "campaign", id });
    return show({ kind: "invite", id, code: invite, seat, campaign: await api.campaign(id, "public", signal).catch(() => null), error: null, busy: false });
  }
  const wanted = app.route.as ?? "public", audience = await mayLook(id, wanted, signal) ? wanted : "public";
  await loadCampaign(id, audience, signal);
  if (audience !== wanted) app.notice = `This link was made by ${roleName(wanted, controller.state.replay.campaign.seats)}. You hold no token for that view, so you see what everyone sees.`;
  app.draw();
}

/** Through whose eyes one may look: everyone's, a role's whose token one holds, and any seat's once the seals are open. */
async function mayLook(id, audience, signal) {
  return audience === "public" || keys.tokenFor(id, audience) !== null || (await api.campaign(id, "public", signal)).seals_opened;
}

async function readSteps(campaign, audience, tables, signal) {
  const head = campaign.head?.seq ?? 0;
  for (let model = null, after = 0; ;) {
    const got = await api.steps(campaign.id, audience, after, signal);
    model = extend(model ?? newReplay({ campaign, audience, view: got.view, tables, head, source: "server" }), got.items);
    if (got.next === null || got.next === undefined || !got.items.length) return model;
    after = got.items.at(-1).seq;
    show({ kind: "loading", what: "Reading the events", title: campaign.name, done: model.steps.length, of: Math.max(head, model.steps.length) });
  }
}

async function loadCampaign(id, audience, signal) {
  show({ kind: "loading", what: "Reading the campaign" });
  const campaign = { ...await api.campaign(id, audience, signal), id };
  const [tables, renderer] = await Promise.all([api.tables(campaign.system, signal).then((t) => t.items ?? [], () => []), rendererFor(campaign.system)]);
  const model = await readSteps(campaign, audience, tables, signal);
  if (!model.steps.length) throw new api.Problem({ title: "This campaign has no events yet", detail: "There is nothing to replay." });
  app.renderer = renderer;
  controller.show(model, app.route.at);
  show({ kind: "replay" });
  readdress();
  follow({ id, audience, signal, after: () => controller.last, news: (seq) => catchUp(id, audience, seq, signal), state: (open) => { if (controller.state.offline === open) controller.set({ offline: !open }); } });
}

async function catchUp(id, audience, seq, signal) {
  while (controller.last < seq && !signal.aborted) {
    const got = await api.steps(id, audience, controller.last, signal);
    if (signal.aborted || !got.items.length) return;
    controller.grow(got.items);
    announce();
    readdress();
  }
}

/** Claim the seat that the invitation on the page is for. */
export async function claim() {
  const { id, code } = app.page;
  show({ ...app.page, busy: true });
  try {
    const { token, role } = await api.claim(id, code);
    keys.keep(id, role, token);
    settle({ page: "campaign", id, as: role });
    go();
  } catch (error) { show({ ...app.page, busy: false, error }); }
}

/** Look through another audience at the same event. */
export function choose(audience) {
  const { replay, at } = controller.state;
  settle({ page: "campaign", id: replay.campaign.id, at, as: audience });
  go();
}
