// Making: an order of what is filled, and orders of many ways at once. No DOM here.
import { newOrder } from "./draft.js";
import { along, commandOf, narrowed } from "./fill.js";

/** @import { Along } from "../renderer.js" */
/** @import { Desk } from "./desk.js" */
/** @import { Finding } from "./finding.js" */
/** @import { Foreseen, Open, Order } from "./types.js" */

/**
 * @param {Open} open
 * @param {Foreseen | null} answer  what would come of it, as far as it is known
 * @param {string} [entropy]  one that is left over, if there is any
 * @returns {Order | null} an order, if it is whole
 */
function orderOf(open, answer, entropy) {
  const command = commandOf(open.option, open.answers),
    known = answer?.kind === "certain" ? answer : null;
  if (!command) return null;
  const { option, answers } = narrowed(open.option, open.answers);
  return {
    ...newOrder(option, answers, command, entropy),
    text: known?.text,
    patch: known?.patches.at(-1),
    // Unless it is known that no die falls with it, one may.
    throws: !known && answer?.kind !== "opens",
  };
}

/** The open order, if it is whole. @param {Desk} desk */
export const made = ({ state: { open, forecast, left } }) =>
  open && orderOf(open, forecast?.answer ?? null, left[0]);

/**
 * Put an order of each way with those to be sent, as far along it as may be after those before it.
 * What cannot be begun any more, or throws, is passed over.
 * @param {Desk} desk
 * @param {Finding} finding
 * @param {readonly Along[]} ways
 */
export async function layAll(desk, finding, ways) {
  desk.remember();
  desk.set({ opening: true });
  try {
    for (const way of ways) await layOne(desk, finding, way);
  } catch (error) {
    desk.set({ error });
  } finally {
    desk.set({ opening: false });
  }
}

/**
 * @param {Desk} desk
 * @param {Finding} finding
 * @param {Along} way
 */
async function layOne(desk, finding, way) {
  const item = desk.state.items?.find(({ id }) => id === way.option),
    option = item && (await finding.whole(item)),
    answers = option && along(option, way),
    command = answers && commandOf(option, answers);
  if (!command) return;
  const commands = desk.state.orders.map((o) => o.command),
    answer = await desk.service.forecast([...commands, command]),
    order = orderOf({ option, answers }, answer, desk.state.left[0]);
  if (!order || order.throws || desk.state.sending) return;
  desk.set(desk.with(order));
  await finding.read();
}
