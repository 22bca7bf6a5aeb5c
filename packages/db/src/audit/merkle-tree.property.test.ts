import { isConsistent, isIncluded, leafOf, treeHash } from "@trovella/testing/audit/open-note";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  appendLeaf,
  consistencyProof,
  EMPTY_TREE,
  edgeRoot,
  inclusionProof,
} from "./merkle-tree.ts";

/** The example of Certificate Transparency's own tests: eight leaves and the root over the first of them. */
const KNOWN_LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const KNOWN_ROOTS: Readonly<Record<number, string>> = {
  0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
};

const trees = fc.array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 200 });
const bytesOf = (hashes: readonly string[]) => hashes.map((hash) => Buffer.from(hash, "hex"));

describe("the tree of audit leaves", () => {
  it("has the roots that RFC 6962 calls for", () => {
    const leaves = KNOWN_LEAVES.map((data) => leafOfBytes(Buffer.from(data, "hex")));
    for (const [size, root] of Object.entries(KNOWN_ROOTS)) {
      expect(edgeRoot(leaves.slice(0, Number(size)).reduce(appendLeaf, EMPTY_TREE))).toBe(root);
    }
  });

  it("has roots and proofs that a verifier written from the standard accepts, and no others", () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), (data, pick, other) => {
        const hashes = data.map(leafOf);
        const leaves = hashes.map((hash) => hash.toString("hex"));
        const root = treeHash(hashes);
        expect(edgeRoot(leaves.reduce(appendLeaf, EMPTY_TREE))).toBe(root.toString("hex"));

        const index = pick % leaves.length;
        const leaf = hashes[index] ?? root;
        const path = bytesOf(inclusionProof(leaves, index));
        expect(isIncluded(leaf, index, leaves.length, path, root)).toBe(true);
        expect(isIncluded(leafOf("another"), index, leaves.length, path, root)).toBe(false);

        const size = 1 + (other % leaves.length);
        const first = { size, root: treeHash(hashes.slice(0, size)) };
        const second = { size: leaves.length, root };
        const proof = bytesOf(consistencyProof(leaves, size));
        expect(isConsistent(first, second, proof)).toBe(true);
        const changed = { size, root: leafOf("another") };
        expect(isConsistent(changed, second, proof)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

function leafOfBytes(data: Buffer): string {
  return leafOf(data.toString("latin1")).toString("hex");
}
