// Bytes: hexadecimal, base64, SHA-256 and HMAC, the same in a page, a Worker and Node.
const encoder = new TextEncoder();
const subtle = globalThis.crypto?.subtle;

/** @param {string} text */
export const utf8 = (text) => encoder.encode(text);

/** @param {...Uint8Array<ArrayBuffer>} parts */
export function concat(...parts) {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

const PAIRS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
/** @param {Uint8Array<ArrayBuffer>} bytes */
export const hex = (bytes) => {
  let s = "";
  for (const b of bytes) s += PAIRS[b];
  return s;
};

/**
 * Lower-case hexadecimal only; null for anything else.
 * @param {unknown} text
 * @returns {Uint8Array<ArrayBuffer> | null}
 */
export function unhex(text) {
  if (typeof text !== "string" || text.length % 2 || !/^[0-9a-f]*$/.test(text)) return null;
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return out;
}

/**
 * The bytes of hexadecimal whose shape was checked before.
 * @param {string} text
 */
export function fromHex(text) {
  const bytes = unhex(text);
  if (!bytes) throw new Error("this is not hexadecimal");
  return bytes;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export const base64 = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));

/**
 * Canonical base64 with padding only; null for anything else.
 * @param {unknown} text
 * @returns {Uint8Array<ArrayBuffer> | null}
 */
export function unbase64(text) {
  if (typeof text !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  try {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return base64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} a
 * @param {Uint8Array<ArrayBuffer>} b
 */
export const equal = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);

/** @param {...Uint8Array<ArrayBuffer>} parts */
export async function sha256(...parts) {
  return new Uint8Array(
    await subtle.digest("SHA-256", parts.length === 1 ? parts[0] : concat(...parts)),
  );
}

/**
 * A function that gives HMAC-SHA256 of messages under one key.
 * @param {Uint8Array<ArrayBuffer>} key
 */
export async function hmacKey(key) {
  const imported = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return async (/** @type {Uint8Array<ArrayBuffer>} */ message) =>
    new Uint8Array(await subtle.sign("HMAC", imported, message));
}

/**
 * True or false; null where this platform has no Ed25519.
 * @param {Uint8Array<ArrayBuffer>} publicKey
 * @param {Uint8Array<ArrayBuffer>} signature
 * @param {Uint8Array<ArrayBuffer>} message
 * @returns {Promise<boolean | null>}
 */
export async function ed25519(publicKey, signature, message) {
  let key;
  try {
    key = await subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
  } catch (e) {
    // A key of 32 bytes that is refused as such is a bad key; an unknown algorithm is a missing one.
    return e?.name === "NotSupportedError" || (publicKey.length === 32 && !(await hasEd25519()))
      ? null
      : false;
  }
  try {
    return await subtle.verify({ name: "Ed25519" }, key, signature, message);
  } catch {
    return false;
  }
}

async function hasEd25519() {
  try {
    await subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}
