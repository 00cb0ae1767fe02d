// Words: what kinds of cards, roles, sides and steps are called, said the same way on every pane.
import { html } from "../../vendor/lit-html/lit-html.js";

/** @import { Battle } from "./types.js" */

export const KINDS = {
  ally: "Ally",
  strategy: "Strategy",
  troops: "Troops",
  weapon: "Weapon",
  battle: "Battle",
  conquest: "Conquest",
  victory: "Victory",
  defeat: "Defeat",
  peace: "Peace",
  special: "Special",
};
/**
 * What a kind of card does; a card's own note says when, or how much.
 * @type {Record<string, string>}
 */
const DOES = {
  ally: "In a War Effort: 3 for its own region, 2 for the Consul if Rome controls it, else 1.",
  conquest: "Takes the region after a campaign that Rome won.",
  victory: "Played after a battle that Rome won.",
  defeat: "Played after a battle that Rome lost; the Treasury is lost.",
  peace: "Played by the Consul during Pax Romana.",
};
/**
 * What a card does, in a sentence.
 * @param {{ kind: string, force: number }} card
 */
export const cardDoes = ({ kind, force }) =>
  DOES[kind] ?? (kind === "special" ? "" : `Adds ${force} to a War Effort.`);
/** The kinds that a War Effort is made of, in the order of its rows. */
export const EFFORT = ["ally", "strategy", "troops", "weapon", "battle"];
/** As the event table prints them. */
const EVENTS = {
  revolt: "Revolt",
  peace: "Peace (Pax Romana)",
  raids: "Raids",
  war: "War",
  pax: "Pax Romana",
};
/** @param {string} kind */
export const eventName = (kind) => EVENTS[kind] ?? String(kind);

/**
 * "the Samnites", or a city of the Latins in revolt.
 * @param {Battle} battle
 */
export const enemyName = (battle) => (battle.latin_city ? "a Latin city" : `the ${battle.region}`);

/**
 * A player's role this turn, in words.
 * @param {string} role
 * @param {Battle | null} battle
 */
export function roleWords(role, battle) {
  const enemy = battle ? enemyName(battle) : "the enemy";
  return (
    {
      consul: "Consul",
      enemy: `leader of ${enemy}`,
      "consul-ally": "ally of Rome",
      "enemy-ally": `ally of ${enemy}`,
    }[role] ?? "Foe"
  );
}

/** Rome's own mark: ink, because the colours belong to the players. */
export const romeMark = html`<span class="sw-rome" aria-hidden="true">R</span>`;
/** A people's mark: a ring with the letters that tell it from the others. */
const LETTERS = { Latins: "La", Lucanians: "Lu" };
/** @param {string} region */
export const peopleMark = (region) =>
  html`<span class="sw-people" aria-hidden="true"
    >${LETTERS[region] ?? String(region).charAt(0)}</span
  >`;
