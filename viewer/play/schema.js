// Schema: a form for whatever a JSON schema of the contract allows, where no list of values is given.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { valueOf } from "../dom.js";
import { capital } from "../words.js";

/** @import { Schema } from "./types.js" */

/**
 * The parsed openapi.json.
 * @typedef {Record<string, any>} Contract
 * Where something is wrong, a pointer into the value, and what.
 * @typedef {[string, string]} Fault
 * @typedef {(value: any) => void} Give
 * What every part of a form knows. `path` is the place of the part in the value.
 * @typedef {{ contract: Contract, path: string, fault: Fault | null }} Form
 */

/** @param {unknown} name */
const words = (name) =>
  capital(
    String(name)
      .replace(/^[^.]*\./, "")
      .replace(/[-_]/g, " "),
  );
/** @param {Schema} schema */
const typesOf = (schema) => [schema.type ?? []].flat();

/**
 * The schema at an address of the contract, "/openapi.json#/components/schemas/X", or a `$ref`.
 * @param {Contract} contract
 * @param {string} address
 * @returns {Schema}
 */
function resolve(contract, address) {
  const tokens = address.split("#/")[1].split("/");
  return tokens.reduce(
    (/** @type {any} */ at, t) => at[t.replace(/~1/g, "/").replace(/~0/g, "~")],
    contract,
  );
}

/**
 * @param {Contract} contract
 * @param {Schema} schema
 */
const plain = (contract, schema) => (schema.$ref ? resolve(contract, schema.$ref) : schema);

/**
 * The alternatives of a schema, null apart: [schemas, whether null is one].
 * @param {Contract} contract
 * @param {Schema} schema
 * @returns {[Schema[], boolean]}
 */
function alternatives(contract, schema) {
  const all = (schema.oneOf ?? schema.anyOf ?? [schema]).map((one) => plain(contract, one)),
    some = all.filter((one) => one.type !== "null"),
    types = typesOf(some[0]);
  return [
    some.map((one) => (types.length > 1 ? { ...one, type: types.find((t) => t !== "null") } : one)),
    some.length < all.length || types.includes("null"),
  ];
}

/** @param {Schema} schema */
const only = (schema) => schema.const ?? (schema.enum?.length === 1 ? schema.enum[0] : undefined);

/**
 * What a form begins with: what is certain, required lists empty, everything else to be filled.
 * @param {Contract} contract
 * @param {Schema} given
 * @returns {any}
 */
function blank(contract, given) {
  const schema = plain(contract, given);
  if ("default" in schema) return schema.default;
  if (only(schema) !== undefined) return only(schema);
  const [[one, ...more], nullable] = alternatives(contract, schema);
  if (more.length || nullable) return nullable ? null : undefined;
  if (one.type === "object")
    return Object.fromEntries(
      (one.required ?? []).map((name) => [name, blank(contract, one.properties?.[name] ?? {})]),
    );
  if (one.type === "array") return [];
  if (one.type === "boolean") return false;
  return undefined;
}

/**
 * The first thing that is missing or out of range in a value; null if nothing is.
 * @param {Contract} contract
 * @param {Schema} given
 * @param {any} value
 * @param {string} [path]
 * @returns {Fault | null}
 */
function lacking(contract, given, value, path = "") {
  const schema = plain(contract, given),
    [some, nullable] = alternatives(contract, schema);
  if (value === null && nullable) return null;
  if (value === undefined || value === null) return [path, "is still to be filled in"];
  const one = some.length > 1 ? chosen(contract, some, value) : some[0];
  if (!one) return [path, "is still to be chosen"];
  if (one.type === "object") {
    for (const name of one.required ?? [])
      if (value[name] === undefined) return [`${path}/${name}`, "is still to be filled in"];
    for (const [name, v] of Object.entries(value)) {
      const fault =
        one.properties?.[name] && lacking(contract, one.properties[name], v, `${path}/${name}`);
      if (fault) return fault;
    }
    return null;
  }
  if (one.type === "array") {
    if (value.length < (one.minItems ?? 0)) return [path, `wants ${one.minItems} at least`];
    for (const [i, v] of value.entries()) {
      const fault = lacking(contract, one.items ?? {}, v, `${path}/${i}`);
      if (fault) return fault;
    }
    return null;
  }
  if (typeof value === "number") {
    if (!Number.isInteger(value)) return [path, "is a whole number"];
    if (value < (one.minimum ?? -Infinity)) return [path, `is at least ${one.minimum}`];
    if (value > (one.maximum ?? Infinity)) return [path, `is at most ${one.maximum}`];
  }
  if (typeof value === "string" && value.length < (one.minLength ?? 0))
    return [path, "is still to be filled in"];
  return null;
}

/**
 * Which alternative a value is of: by its `type`, else by its JSON type.
 * @param {Contract} contract
 * @param {Schema[]} some
 * @param {any} value
 */
function chosen(contract, some, value) {
  /** @param {Schema} one */
  const tag = (one) => one.properties?.type && only(plain(contract, one.properties.type));
  if (typeof value === "object") return some.find((one) => tag(one) && tag(one) === value.type);
  return some.find((one) => one.type === (Number.isInteger(value) ? "integer" : typeof value));
}

/**
 * @param {Record<string, unknown>} object
 * @param {string} name
 */
const without = (object, name) => {
  const { [name]: _, ...rest } = object;
  return rest;
};

/**
 * @param {Form} f
 * @param {string} name
 * @param {Schema} given
 * @param {any} value
 * @param {Give} give
 * @param {boolean} [optional]
 */
function field(f, name, given, value, give, optional = false) {
  const schema = plain(f.contract, given);
  if (only(schema) !== undefined) return nothing;
  const inner = part(f, name, schema, value, give),
    fault =
      f.fault?.[0] === f.path
        ? html`<small class="fault" role="alert">${f.fault[1]}</small>`
        : nothing;
  const about = given.description ?? schema.description;
  const compound = ["object", "array"].includes(
    String(alternatives(f.contract, schema)[0][0].type ?? "object"),
  );
  return compound
    ? html`<fieldset class="member">
        <legend>${words(name)}${optional ? html` <small>if any</small>` : nothing}</legend>
        ${inner}${fault}
      </fieldset>`
    : html`<label class="member"
        ><span>${words(name)}${optional ? html` <small>if any</small>` : nothing}</span
        >${inner}${fault}${about && about.length < 90 ? html`<small>${about}</small>` : nothing}</label
      >`;
}

/**
 * @param {Form} f
 * @param {string} name
 * @param {Schema} schema
 * @param {any} value
 * @param {Give} give
 * @returns {unknown}
 */
function part(f, name, schema, value, give) {
  const [some, nullable] = alternatives(f.contract, schema);
  if (some.length > 1) return union(f, name, some, value, give);
  const [one] = some;
  if (one.enum)
    return choice(
      one.enum.map((/** @type {unknown} */ v) => [v, words(v)]),
      value,
      give,
      nullable,
    );
  if (one.type === "object") return members(f, one, value ?? {}, give);
  if (one.type === "array") return list(f, one, value ?? [], give);
  if (one.type === "boolean")
    return html`<input
      type="checkbox"
      .checked=${value === true}
      @change=${(/** @type {Event} */ e) => give(e.target instanceof HTMLInputElement && e.target.checked)}
    />`;
  if (one.type === "integer" || one.type === "number")
    return html`<input
      type="number"
      min=${one.minimum ?? nothing}
      max=${one.maximum ?? nothing}
      aria-label=${words(name)}
      .value=${String(value ?? "")}
      @change=${taken((typed) => Math.trunc(Number(typed)), give, nullable)}
    />`;
  return html`<input
    type="text"
    maxlength=${one.maxLength ?? nothing}
    aria-label=${words(name)}
    .value=${value ?? ""}
    @change=${taken((typed) => typed, give, nullable)}
  />`;
}

/**
 * What takes a field's value over when it is changed: nothing where nothing stands there.
 * @param {(typed: string) => unknown} read
 * @param {Give} give
 * @param {boolean} [nullable]
 */
const taken =
  (read, give, nullable = false) =>
  (/** @type {Event} */ e) => {
    const typed = valueOf(e);
    give(typed === "" ? (nullable ? null : undefined) : read(typed));
  };

/**
 * @param {[unknown, string][]} values
 * @param {unknown} value
 * @param {Give} give
 * @param {boolean} nullable
 */
const choice = (values, value, give, nullable) =>
  html`<select @change=${taken((at) => values[Number(at)][0], give, nullable)}>
    <option value="" .selected=${value === undefined || value === null}>
      ${nullable ? "none" : "Choose …"}
    </option>
    ${values.map(([v, title], i) => html`<option value=${i} .selected=${v === value}>${title}</option>`)}
  </select>`;

/**
 * @param {Form} f
 * @param {string} name
 * @param {Schema[]} some
 * @param {any} value
 * @param {Give} give
 */
function union(f, name, some, value, give) {
  const tags = some.map((one) => only(plain(f.contract, one.properties?.type ?? {}))),
    of = value === undefined || value === null ? undefined : chosen(f.contract, some, value),
    at = of ? some.indexOf(of) : -1;
  return html`<select
      aria-label=${words(name)}
      @change=${taken((at) => blank(f.contract, some[Number(at)]), give)}
    >
      <option value="" .selected=${at < 0}>Choose …</option>
      ${some.map(
        (one, i) =>
          html`<option value=${i} .selected=${i === at}>
            ${words(tags[i] ?? one.title ?? one.type)}
          </option>`,
      )}
    </select>
    ${of ? (of.type === "object" ? members(f, of, value, give) : part(f, name, of, value, give)) : nothing}`;
}

/**
 * @param {Form} f
 * @param {Schema} schema
 * @param {Record<string, any>} value
 * @param {Give} give
 */
function members(f, schema, value, give) {
  const required = new Set(schema.required ?? []);
  return html`<div class="members">
    ${Object.entries(schema.properties ?? {}).map(([name, of]) =>
      field(
        { ...f, path: `${f.path}/${name}` },
        name,
        of,
        value[name],
        (v) =>
          give(
            v === undefined && !required.has(name) ? without(value, name) : { ...value, [name]: v },
          ),
        !required.has(name) && plain(f.contract, of).type !== "boolean",
      ),
    )}
  </div>`;
}

/**
 * @param {Form} f
 * @param {Schema} schema
 * @param {any[]} value
 * @param {Give} give
 */
function list(f, schema, value, give) {
  const item = plain(f.contract, schema.items ?? {});
  /** @param {any} v @param {number} i */
  const field = (v, i) => {
    const at = { ...f, path: `${f.path}/${i}` },
      set = (/** @type {any} */ x) => give(value.with(i, x));
    return item.type === "object"
      ? members(at, item, v ?? {}, set)
      : part(at, `item ${i + 1}`, item, v, set);
  };
  return html`<ol class="items">
      ${value.map(
        (v, i) =>
          html`<li>
            ${field(v, i)}
            <button class="txt" @click=${() => give(value.toSpliced(i, 1))}>Take out</button>
          </li>`,
      )}
    </ol>
    ${
      value.length < (schema.maxItems ?? Infinity)
        ? html`<button class="btn small" @click=${() => give([...value, blank(f.contract, item)])}>
            Add ${value.length ? "another" : "one"}
          </button>`
        : nothing
    }`;
}

/**
 * A form for the schema at `address`; `give(value)` with every change. `contract` is null while it
 * is read; `wrong` is what the server found in the value.
 * @param {Contract | null} contract
 * @param {string} address
 * @param {unknown} value
 * @param {Give} give
 * @param {Fault | null} [wrong]
 */
export function schemaForm(contract, address, value, give, wrong = null) {
  if (!contract) return html`<p class="lab">Reading what may stand here</p>`;
  const schema = resolve(contract, address),
    at = value ?? blank(contract, schema),
    fault = value === undefined ? null : (lacking(contract, schema, value) ?? wrong);
  return html`<div class="schema">
    ${part({ contract, path: "", fault }, "command", schema, at, give)}
    ${fault ? html`<p class="lab" role="status">${words(fault[0].split("/").filter(Boolean).join(", ") || "this")}: ${fault[1]}.</p>` : nothing}
  </div>`;
}
