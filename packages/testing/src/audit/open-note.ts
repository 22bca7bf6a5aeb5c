/*
 * Checks notes and proofs by the standards alone, and shares no code with what makes them: RFC 9162, sections 2.1.3.2 and
 * 2.1.4.2 (the trees of RFC 6962), https://c2sp.org/signed-note and https://c2sp.org/tlog-checkpoint.
 */
import { createHash, createPublicKey, verify } from "node:crypto";

const sha256 = (...parts: Uint8Array[]) =>
  createHash("sha256").update(Buffer.concat(parts)).digest();
const node = (left: Buffer, right: Buffer) => sha256(Uint8Array.of(1), left, right);

export const leafOf = (data: string) => sha256(Uint8Array.of(0), Buffer.from(data));

/** The definition of the Merkle Tree Hash, word for word. */
export function treeHash(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return first;
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return node(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

export function isIncluded(
  leaf: Buffer,
  index: number,
  size: number,
  path: Buffer[],
  root: Buffer,
) {
  if (index >= size) return false;
  let [fn, sn, r] = [BigInt(index), BigInt(size - 1), leaf];
  for (const p of path) {
    if (sn === 0n) return false;
    if (fn & 1n || fn === sn) {
      r = node(p, r);
      while (!(fn & 1n) && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else r = node(r, p);
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return sn === 0n && r.equals(root);
}

export function isConsistent(
  first: { size: number; root: Buffer },
  second: { size: number; root: Buffer },
  given: Buffer[],
) {
  if (first.size === second.size) return given.length === 0 && first.root.equals(second.root);
  if (first.size === 0) return given.length === 0;
  const isPower = Number.isInteger(Math.log2(first.size));
  const [start, ...path] = isPower ? [first.root, ...given] : given;
  if (start === undefined) return false;
  let [fn, sn, fr, sr] = [BigInt(first.size - 1), BigInt(second.size - 1), start, start];
  while (fn & 1n) [fn, sn] = [fn >> 1n, sn >> 1n];
  for (const c of path) {
    if (sn === 0n) return false;
    if (fn & 1n || fn === sn) {
      [fr, sr] = [node(c, fr), node(c, sr)];
      while (!(fn & 1n) && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else sr = node(sr, c);
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return sn === 0n && fr.equals(first.root) && sr.equals(second.root);
}

/** The lines of the note if the Ed25519 key has signed them under the name of its first line; else null. */
export function openNote(note: string, publicKey: Buffer): string[] | null {
  const end = note.lastIndexOf("\n\n");
  const [text, signatures] = [note.slice(0, end + 1), note.slice(end + 2)];
  const name = text.split("\n")[0] ?? "";
  const id = sha256(Buffer.from(`${name}\n`), Uint8Array.of(1), publicKey).subarray(0, 4);
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: publicKey.toString("base64url") },
    format: "jwk",
  });
  const isSigned = signatures.split("\n").some((line) => {
    const [dash, signer, encoded = ""] = line.split(" ");
    const bytes = Buffer.from(encoded, "base64");
    const isOurs = dash === "—" && signer === name && bytes.subarray(0, 4).equals(id);
    return isOurs && verify(null, Buffer.from(text), key, bytes.subarray(4));
  });
  return isSigned ? text.trimEnd().split("\n") : null;
}
