// Members: what the places of a game's commands are for, in the words of its own schemas. Pure.
import { capital } from "../words.js";

/** @import { components } from "iacta/api" */
/** @import { Schema } from "./types.js" */

/** @typedef {Record<string, Schema>} Definitions */
/**
 * `words`: what a command's place is for, as "The zone they march to"; `seals`: whether a member of
 * a command is laid face down, or, without a member, any of them; `about`: what is to be known
 * of a command beyond what it does.
 * @typedef {object} Members
 * @property {(type: string, pointer: string) => string} words
 * @property {(type: string, member?: string) => boolean} seals
 * @property {(type: string) => string} about
 */

/** A place in a list is called as the list is. @param {string} pointer */
const listOf = (pointer) => pointer.replace(/\/(?:-|\d+)$/, "");

/**
 * "/units" → "Units", "/effort/battle" → "Battle", "/leaders/-" → "Leaders".
 * @param {string} pointer
 */
export const named = (pointer) =>
  capital(
    (listOf(pointer).split("/").at(-1) || "command").replace(/[-_]/g, " ").replace(/~1/g, "/"),
  );

/**
 * What is said of a place before it goes into detail, or into how a machine writes it.
 * @param {string} text
 */
const opening = (text) =>
  text
    .split(/[;:(]|\. /)[0]
    .replace(/,[^,]*[\d`].*$/, "")
    .replace(/\.?\s*$/, "");

/**
 * @param {Schema | undefined} schema
 * @param {Definitions} defs
 * @returns {Schema | undefined}
 */
const resolved = (schema, defs) =>
  schema?.$ref ? resolved(defs[schema.$ref.split("/").at(-1) ?? ""], defs) : schema;

/**
 * What a schema says of a place within what it describes; undefined if nothing.
 * @param {Schema | undefined} given
 * @param {string[]} place
 * @param {Definitions} defs
 * @returns {string | undefined}
 */
function said(given, [member, ...rest], defs) {
  const schema = resolved(given, defs),
    inner = schema?.properties?.[member];
  return rest.length ? said(inner, rest, defs) : inner?.description;
}

/** Before the game's schemas are read, or where they cannot be: the members' own names. @type {Members} */
export const UNREAD = {
  words: (_, pointer) => named(pointer),
  seals: () => false,
  about: () => "",
};

/**
 * @param {Pick<components["schemas"]["SystemDetail"], "commands">} system
 * @returns {Members}
 */
export function membersOf({ commands }) {
  const specs = new Map(commands.map((spec) => [spec.type, spec])),
    schemaOf = (/** @type {string} */ type) =>
      /** @type {Schema & { $defs?: Definitions } | undefined} */ (specs.get(type)?.schema);
  return {
    words(type, pointer) {
      const schema = schemaOf(type),
        found = said(schema, listOf(pointer).split("/").slice(1), schema?.$defs ?? {});
      return (found && opening(found)) || named(pointer);
    },
    seals(type, member) {
      const secret = specs.get(type)?.secret ?? [];
      return member === undefined ? secret.length > 0 : secret.includes(member);
    },
    about(type) {
      const schema = schemaOf(type);
      // What it does stands first, and in the option's title.
      const [, ...more] = (resolved(schema, schema?.$defs ?? {})?.description ?? "").split("\n\n");
      return more.join(" ");
    },
  };
}
