import { createHash } from "node:crypto";

/*
 * The Merkle tree of RFC 6962, section 2.1. Hashes are hexadecimal; leaves come in hashed, with their prefix of 0x00.
 */

const NODE_PREFIX = Buffer.of(1);

/** A tree as far as it is needed to go on: its size and the roots of its perfect subtrees, largest first. */
export interface TreeEdge {
  readonly size: number;
  readonly hashes: readonly string[];
}

export const EMPTY_TREE: TreeEdge = { size: 0, hashes: [] };

/** The tree with one more leaf; equal neighbours are joined, as in counting by twos. */
export function appendLeaf({ size, hashes }: TreeEdge, leaf: string): TreeEdge {
  const rest = [...hashes];
  let joined = leaf;
  for (let left = size; left % 2 === 1; left = (left - 1) / 2) {
    joined = nodeHash(rest.pop() ?? "", joined);
  }
  return { size: size + 1, hashes: [...rest, joined] };
}

export function edgeRoot({ hashes }: TreeEdge): string {
  const [last, ...others] = hashes.toReversed();
  if (last === undefined) return createHash("sha256").digest("hex");
  return others.reduce((right, left) => nodeHash(left, right), last);
}

/** The hashes that lead from a leaf to the root, from the bottom. */
export function inclusionProof(leaves: readonly string[], index: number): string[] {
  if (leaves.length <= 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...inclusionProof(left, index), rootOf(right)]
    : [...inclusionProof(right, index - split), rootOf(left)];
}

/** The hashes that show the tree of the first leaves to be the beginning of the tree of all. */
export function consistencyProof(leaves: readonly string[], oldSize: number): string[] {
  return oldSize === 0 ? [] : subproof(leaves, oldSize, true);
}

function subproof(leaves: readonly string[], oldSize: number, isOldTree: boolean): string[] {
  if (oldSize === leaves.length) return isOldTree ? [] : [rootOf(leaves)];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return oldSize <= split
    ? [...subproof(left, oldSize, isOldTree), rootOf(right)]
    : [...subproof(right, oldSize - split, false), rootOf(left)];
}

function rootOf(leaves: readonly string[]): string {
  return edgeRoot(leaves.reduce(appendLeaf, EMPTY_TREE));
}

function nodeHash(left: string, right: string): string {
  const nodes = Buffer.from(left + right, "hex");
  return createHash("sha256").update(NODE_PREFIX).update(nodes).digest("hex");
}

/** The largest power of two below the size. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
