// Merkle: the RFC 6962 tree over the hashes of the events.
import { sha256 } from "./bytes.js";
const LEAF = Uint8Array.of(0),
  NODE = Uint8Array.of(1);

/** @param {Uint8Array<ArrayBuffer>} bytes */
export const leafHash = (bytes) => sha256(LEAF, bytes);
/**
 * @param {Uint8Array<ArrayBuffer>} left
 * @param {Uint8Array<ArrayBuffer>} right
 */
const nodeHash = (left, right) => sha256(NODE, left, right);

/**
 * The root over leaf hashes; the empty tree's is SHA-256 of nothing.
 * @param {Uint8Array<ArrayBuffer>[]} leaves
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function root(leaves) {
  if (!leaves.length) return sha256(new Uint8Array(0));
  /** Complete subtrees, their sizes falling. @type {{ hash: Uint8Array<ArrayBuffer>, size: number }[]} */
  const stack = [];
  for (const leaf of leaves) {
    let tree = { hash: leaf, size: 1 };
    for (let left = stack.at(-1); left?.size === tree.size; left = stack.at(-1)) {
      stack.pop();
      tree = { hash: await nodeHash(left.hash, tree.hash), size: tree.size * 2 };
    }
    stack.push(tree);
  }
  let { hash } = stack[stack.length - 1];
  for (const left of stack.slice(0, -1).reverse()) hash = await nodeHash(left.hash, hash);
  return hash;
}

/**
 * The root that an inclusion path leads to (RFC 9162, 2.1.3.2), or null if it has not the tree's length.
 * @param {Uint8Array<ArrayBuffer>} leaf
 * @param {number} index
 * @param {number} size
 * @param {Uint8Array<ArrayBuffer>[]} path
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
 */
export async function rootFromPath(leaf, index, size, path) {
  if (index >= size) return null;
  let fn = index,
    sn = size - 1,
    hash = leaf;
  for (const node of path) {
    if (sn === 0) return null;
    if (fn % 2 || fn === sn) {
      hash = await nodeHash(node, hash);
      while (fn % 2 === 0 && fn) {
        fn /= 2;
        sn = Math.floor(sn / 2);
      }
    } else hash = await nodeHash(hash, node);
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  return sn === 0 ? hash : null;
}
