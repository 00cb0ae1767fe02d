// Patch: RFC 6902 on values that are never changed in place; what a patch leaves alone is shared with the value before.
export class PatchError extends Error {}
/**
 * @param {string} why
 * @returns {never}
 */
const fail = (why) => {
  throw new PatchError(why);
};

/**
 * "/a~1b/0" → ["a/b", "0"].
 * @param {unknown} pointer
 */
function parts(pointer) {
  if (pointer === "") return [];
  if (typeof pointer !== "string" || pointer[0] !== "/") fail("a pointer does not begin with /");
  return pointer
    .slice(1)
    .split("/")
    .map((p) => p.replace(/~1/g, "/").replace(/~0/g, "~"));
}
/** @param {(string | number)[]} path */
const pointer = (path) =>
  path.map((p) => `/${String(p).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");

/**
 * @param {any} x
 * @param {string} k
 */
const own = (x, k) => x !== null && typeof x === "object" && Object.hasOwn(x, k);
/**
 * @param {unknown[]} list
 * @param {string} part
 * @param {boolean} end
 */
function index(list, part, end) {
  if (part === "-" && end) return list.length;
  if (!/^(0|[1-9]\d*)$/.test(part)) fail(`${part} is no place in a list`);
  return +part <= list.length - (end ? 0 : 1) ? +part : fail(`${part} is past the end of a list`);
}

/**
 * @param {any} x
 * @param {string[]} path
 * @returns {any}
 */
function get(x, path) {
  for (const p of path) {
    if (Array.isArray(x)) x = x[index(x, p, false)];
    else x = own(x, p) ? x[p] : fail(`there is no ${p}`);
  }
  return x;
}

/**
 * @param {object} x
 * @param {string} k
 * @param {unknown} v
 */
const withMember = (x, k, v) => {
  const out = { ...x };
  Object.defineProperty(out, k, { value: v, enumerable: true, configurable: true, writable: true });
  return out;
};

/**
 * x with change(container, last part) applied where the path leads.
 * @param {any} x
 * @param {string[]} path
 * @param {(box: any, part: string) => unknown} change
 * @returns {any}
 */
function at(x, path, change) {
  if (path.length === 1) return change(x, path[0]);
  const [p, ...rest] = path;
  if (Array.isArray(x)) {
    const i = index(x, p, false);
    return x.with
      ? x.with(i, at(x[i], rest, change))
      : x.map((y, j) => (j === i ? at(y, rest, change) : y));
  }
  return own(x, p) ? withMember(x, p, at(x[p], rest, change)) : fail(`there is no ${p}`);
}
/**
 * @param {any} x
 * @param {string[]} path
 * @param {unknown} value
 */
const put = (x, path, value) =>
  path.length
    ? at(x, path, (box, k) => {
        if (Array.isArray(box)) {
          const i = index(box, k, true);
          return [...box.slice(0, i), value, ...box.slice(i)];
        }
        return box !== null && typeof box === "object"
          ? withMember(box, k, value)
          : fail("a value has no members");
      })
    : value;
/**
 * @param {any} x
 * @param {string[]} path
 */
const take = (x, path) =>
  path.length
    ? at(x, path, (box, k) => {
        if (Array.isArray(box)) {
          const i = index(box, k, false);
          return box.filter((_, j) => j !== i);
        }
        if (!own(box, k)) fail(`there is no ${k}`);
        const { [k]: _, ...rest } = box;
        return rest;
      })
    : null;
/**
 * @param {any} x
 * @param {string[]} path
 * @param {unknown} value
 */
const swap = (x, path, value) =>
  path.length
    ? at(x, path, (box, k) => {
        if (Array.isArray(box)) {
          const i = index(box, k, false);
          return box.map((y, j) => (j === i ? value : y));
        }
        return own(box, k) ? withMember(box, k, value) : fail(`there is no ${k}`);
      })
    : value;

/**
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
const same = (a, b) =>
  a === b ||
  (a &&
    b &&
    typeof a === "object" &&
    typeof b === "object" &&
    Array.isArray(a) === Array.isArray(b) &&
    Object.keys(a).length === Object.keys(b).length &&
    Object.keys(a).every((k) => own(b, k) && same(a[k], b[k])));

/**
 * @param {any} x
 * @param {any} op
 */
function one(x, op) {
  const path = parts(op.path);
  switch (op.op) {
    case "add":
      return put(x, path, op.value);
    case "remove":
      return take(x, path);
    case "replace":
      get(x, path);
      return swap(x, path, op.value);
    case "copy":
      return put(x, path, get(x, parts(op.from)));
    case "move": {
      const from = parts(op.from),
        value = get(x, from);
      return put(take(x, from), path, value);
    }
    case "test":
      return same(get(x, path), op.value) ? x : fail(`a test at ${op.path} failed`);
    default:
      return fail("an operation is unknown");
  }
}

/**
 * @param {any} x
 * @param {any[]} patch
 * @returns {any}
 */
export const apply = (x, patch) => patch.reduce(one, x);

/**
 * What holds the value at a pointer.
 * @param {unknown} x
 * @param {string} path
 */
export const holderOf = (x, path) => get(x, parts(path).slice(0, -1));

/**
 * A pointer that ends in "-" names the item last added to a list of the value after.
 * @param {string} path
 * @param {unknown} after
 */
function settled(path, after) {
  if (!path.endsWith("/-")) return path;
  const box = parts(path).slice(0, -1),
    list = get(after, box);
  return pointer([...box, list.length - 1]);
}

/**
 * {set, gone}: the pointers a patch gave a value, and those it took one from; after is the value it led to.
 * @param {any[]} patch
 * @param {unknown} after
 */
export const touched = (patch, after) => ({
  set: patch
    .filter((op) => ["add", "replace", "copy", "move"].includes(op.op))
    .map((op) => settled(op.path, after)),
  gone: patch.flatMap((op) => (op.op === "remove" ? [op.path] : op.op === "move" ? [op.from] : [])),
});
