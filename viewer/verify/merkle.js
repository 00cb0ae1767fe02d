// Merkle: the RFC 6962 tree over the hashes of the events.
import { sha256 } from "./bytes.js";
const LEAF = Uint8Array.of(0), NODE = Uint8Array.of(1);

export const leafHash = (bytes) => sha256(LEAF, bytes);
const nodeHash = (left, right) => sha256(NODE, left, right);

/** The root over leaf hashes; the empty tree's is SHA-256 of nothing. */
export async function root(leaves) {
  if (!leaves.length) return sha256(new Uint8Array(0));
  const stack = []; // complete subtrees, their sizes falling
  for (const leaf of leaves) {
    let hash = leaf, size = 1;
    while (stack.length && stack.at(-1).size === size) { hash = await nodeHash(stack.pop().hash, hash); size *= 2; }
    stack.push({ hash, size });
  }
  let hash = stack.pop().hash;
  while (stack.length) hash = await nodeHash(stack.pop().hash, hash);
  return hash;
}

/** The root that an inclusion path leads to (RFC 9162, 2.1.3.2), or null if it has not the tree's length. */
export async function rootFromPath(leaf, index, size, path) {
  if (index >= size) return null;
  let fn = index, sn = size - 1, hash = leaf;
  for (const node of path) {
    if (sn === 0) return null;
    if (fn % 2 || fn === sn) {
      hash = await nodeHash(node, hash);
      while (fn % 2 === 0 && fn) { fn /= 2; sn = Math.floor(sn / 2); }
    } else hash = await nodeHash(hash, node);
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  return sn === 0 ? hash : null;
}
