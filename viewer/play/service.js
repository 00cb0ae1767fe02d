// Service: the API as one role in one campaign plays through it. Nothing here is thrown twice.
import * as api from "../api.js";
import { fromHex } from "../verify/bytes.js";
import { facesFollow } from "../verify/faces.js";
import { itemOf } from "./concerns.js";

/** @import { components } from "iacta/api" */
/** @import { Step } from "../renderer.js" */
/** @import { Event, Found, Order, Problem, Service, Whole } from "./types.js" */

/** @typedef {components["schemas"]["BatchPreview"] & { options: Whole | null }} Preview */

/**
 * @param {string} path
 * @param {string} token
 * @param {object} body
 * @param {Record<string, string>} [headers]
 */
const post = (path, token, body, headers) =>
  api.json(path, { method: "POST", token, body, headers });

/**
 * Whether something in a value is sealed.
 * @param {unknown} value
 * @returns {boolean}
 */
const sealed = (value) =>
  value !== null &&
  typeof value === "object" &&
  ("sealed" in value || Object.values(value).some(sealed));

/**
 * The steps of what was sent, as far as the server could tell them.
 * @param {{ step?: Step }[]} made
 */
const stepsOf = (made) => made.flatMap(({ step }) => step ?? []);

/** A face that is on no die. */
const NO_FACE = -1;

/**
 * `actsFor`: the seat in whose name a referee acts, if any.
 * @param {{ id: string, token: string, actsFor?: string | null }} given
 * @returns {Service}
 */
export function serviceFor({ id, token, actsFor = null }) {
  const path = `campaigns/${encodeURIComponent(id)}`,
    /** @type {Record<string, string>} */
    of = actsFor ? { for: actsFor } : {};
  /**
   * The odds that rest on what one cannot see: until something happens they are not asked for again.
   * @type {{ asked: string, problem: Problem } | null}
   */
  let barred = null;
  /** @param {Order} order */
  const send = (order) => ({
    command: order.command,
    entropy: order.entropy,
    key: order.key,
    ...(order.entered && { entered: order.entered }),
    ...of,
  });
  /**
   * A refusal that no faces escape, since the last of these is on no die.
   * @param {Order} order
   * @param {number[]} faces
   * @returns {Promise<Problem>}
   */
  const mismatch = ({ command }, faces) =>
    post(`${path}/commands`, token, { command, ...of, entered: { witness: "nobody", faces } }).then(
      () => {
        throw new api.Problem({ title: "The server took a face that is on no die" });
      },
      (/** @type {Problem} */ problem) => {
        if (problem.kind !== "entered-dice-mismatch") throw problem;
        return problem;
      },
    );
  /** @param {string} about  "*" for the outline, else a thing's or an option's id */
  const read = (about) =>
    api.json(`${path}/options?${new URLSearchParams({ ...of, of: about })}`, { token });
  /** @returns {Promise<Found>} */
  const outline = () => read("*");
  /**
   * @param {object[]} commands
   * @param {boolean} options
   * @returns {Promise<Preview>}
   */
  const dryRun = (commands, options = false) =>
    post(`${path}/command-batches`, token, {
      mode: "until-refused",
      dry_run: true,
      commands: commands.map((command) => ({ command, ...of })),
      options,
    });

  return {
    async options(orders) {
      if (!orders.length) return outline();
      try {
        const tried = await dryRun(
            orders.map((o) => o.command),
            true,
          ),
          refused = tried.refused && {
            index: tried.refused.index,
            problem: new api.Problem(tried.refused.problem),
          };
        // Those after a dry run count its commands; what is sent is sent on what stands in the log.
        const after = tried.options && {
          ...tried.options,
          items: tried.options.items.map(itemOf),
        };
        return {
          ...(after ?? (await outline())),
          at: tried.at,
          refused,
          patches: tried.items.map(({ patch }) => patch),
        };
      } catch (problem) {
        if (problem.status !== 422) throw problem;
        return { ...(await outline()), refused: { index: 0, problem } };
      }
    },

    async about(id) {
      /** @type {Whole} */
      const { items } = await read(id);
      return items;
    },

    async whole({ id }) {
      /** @type {Whole} */
      const { items } = await read(id);
      return items.find((option) => option.id === id) ?? null;
    },

    async forecast(commands) {
      const tried = await dryRun(commands);
      if (tried.refused) throw new api.Problem(tried.refused.problem);
      const last = tried.items.at(-1);
      if (tried.stopped === null && last)
        return {
          kind: "certain",
          text: last.text,
          patches: tried.items.map((item) => item.patch),
          hides: sealed(last.effects),
        };
      if (commands.length > 1) return { kind: "later" };
      if (commands[0].type.startsWith("campaign.")) return { kind: "opens" };
      const asked = `${tried.at} ${JSON.stringify(commands[0])}`;
      if (barred?.asked === asked) throw barred.problem;
      try {
        return {
          kind: "odds",
          odds: await post(`${path}/odds`, token, { command: commands[0], ...of }),
        };
      } catch (problem) {
        if (problem.status === 403) barred = { asked, problem };
        throw problem;
      }
    },

    async after(command) {
      const { stopped, refused, options } = await dryRun([command], true);
      return stopped === null && !refused && options ? options.waiting : null;
    },

    async nextDie(order, faces) {
      const { die, purpose, detail } = await mismatch(order, [...faces, NO_FACE]);
      if (die) return { next: { die, for: purpose } };
      if (!faces.length) return { next: null, barred: detail };
      // One face too many is another matter than two; what stands in the way is always the same.
      const more = await mismatch(order, [...faces, NO_FACE, NO_FACE]);
      if (more.detail === detail) return { next: null, barred: detail };
      const tried = await post(`${path}/command-batches`, token, {
        mode: "until-refused",
        dry_run: true,
        commands: [{ command: order.command, ...of, entered: { witness: "nobody", faces } }],
      });
      // The last sentence names the witness, who may not be typed in yet.
      return { next: null, text: tried.items[0]?.text.slice(0, -1) ?? [] };
    },

    async events(after) {
      /** @type {{ items: { event: Event }[] }} */
      const { items } = await api.json(`${path}/events?after=${after}&limit=200`, { token });
      return items.map((item) => item.event);
    },

    async post(orders, at) {
      const headers = { "If-Match": `"${at}"` };
      if (orders.length === 1) {
        const { key, ...order } = send(orders[0]),
          made = await post(
            `${path}/commands`,
            token,
            { ...order, step: true },
            { ...headers, "Idempotency-Key": key },
          );
        return { events: [made.event], steps: stepsOf([made]), refused: null };
      }
      const mode = orders.slice(0, -1).some((o) => o.throws) ? "until-refused" : "all-or-none",
        made = await post(
          `${path}/command-batches`,
          token,
          { mode, commands: orders.map(send), step: true },
          headers,
        );
      return {
        events: made.items.map((/** @type {{ event: Event }} */ item) => item.event),
        steps: stepsOf(made.items),
        refused: made.refused && new api.Problem(made.refused.problem),
      };
    },
  };
}

/**
 * What a throw has to say for itself: null if the event carries this order's entropy and its open
 * dice follow from it, else why it does not. Whether the link was fixed beforehand is for `Verify`.
 * @param {Event} event
 * @param {Order} order
 * @param {Event[]} log  the campaign's events, from the first
 */
export async function doubt(event, order, log) {
  if (event.entropy !== order.entropy) return "the event does not carry the entropy sent with it";
  try {
    for (const draw of event.draws)
      if (draw.chain === "open") await facesFollow(event, draw, draw.dice, fromHex(draw.seed), log);
    return null;
  } catch (fault) {
    return String(fault.message);
  }
}
