// Checks the record of a research plan: node verify.mjs [FOLDER] [--key BASE64] [--note FILE]
// --key: the server's public key as you know it. --note: the record that a document or an earlier export carries.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const given = process.argv.slice(2);
const option = (name) => given.includes(name) && given.splice(given.indexOf(name), 2)[1];
const [trustedKey, noteFile, folder = "."] = [option("--key"), option("--note"), given[0]];
const read = (name) => readFileSync(`${folder}/${name}`, "utf8");
const readJson = (name) => read(name).split("\n").filter(Boolean).map(JSON.parse);
const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const entryHash = (value) => sha256(Buffer.of(0), canonical(value));
const node = (left, right) => sha256(Buffer.of(1), Buffer.from(left + right, "hex"));
const check = (isRight, problem) => {
  if (isRight) return;
  process.stderr.write(`NOT VALID: ${problem}\n`);
  process.exit(1);
};
process.on("uncaughtException", ({ message }) => check(false, message));

// JSON as RFC 8785 spells it.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const member = (name) => `${JSON.stringify(name)}:${canonical(value[name])}`;
  return `{${Object.keys(value).sort().map(member).join(",")}}`;
}

// A signed note (C2SP): the four lines before the signature, wherever they stand in the text.
function openNote(text, publicKey) {
  const lines = text.split("\n").map((line) => line.trim());
  const end = lines.findLastIndex((line) => line.startsWith("— "));
  if (end < 0) return null;
  const [origin, size, root, time] = lines.slice(0, end).filter(Boolean).slice(-4);
  const [, signer, encoded] = lines[end].split(" ");
  const [signature, raw] = [encoded, publicKey].map((part) => Buffer.from(part, "base64"));
  const id = sha256(`${origin}\n`, Buffer.of(1), raw).slice(0, 8);
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const body = Buffer.from(`${origin}\n${size}\n${root}\n${time}\n`);
  const isOurs = signer === origin && signature.toString("hex", 0, 4) === id;
  const isSigned = isOurs && verify(null, body, key, signature.subarray(4));
  check(isSigned, `the note of ${origin} is not signed with the key`);
  return { origin, size: Number(size), root: Buffer.from(root, "base64").toString("hex"), time };
}

// The roots to which a proof leads, of the old tree and of the new one (RFC 9162, 2.1.3.2 and 2.1.4.2).
function climb(start, path, first, last) {
  let [fn, sn, old, root] = [first, last, start, start];
  for (const hash of path) {
    if (fn % 2 === 1 || fn === sn) {
      [old, root] = [node(hash, old), node(hash, root)];
      while (fn % 2 === 0 && fn > 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else root = node(root, hash);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 ? { old, root } : {};
}

function isContinued(older, newer, proof) {
  if (older.size === newer.size) return older.root === newer.root;
  let [fn, sn] = [older.size - 1, newer.size - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  const [start, ...path] = fn === 0 ? [older.root, ...proof] : proof;
  const { old, root } = climb(start, path, fn, sn);
  return old === older.root && root === newer.root;
}

const [{ plan, leaf, index, inclusion, since }] = readJson("proof.json");
const [{ publicKey }] = readJson("key.json");
check(!trustedKey || trustedKey === publicKey, "key.json is not the key you gave");
const [heads, digests, left, recorded] = [["0".repeat(64)], new Set(), new Map(), new Map()];
const TEXTS = ["result", "report", "resultSummary"];
for (const { payload, payloadDigest, hash, ...entry } of readJson("events.jsonl")) {
  const [seq, prev, digest] = [heads.length, heads.at(-1), sha256(canonical(payload))];
  // Retention may remove the texts of a refused result; a later event has the digest of what is left.
  const isMarked = payload.type === "result_refused" && payload.removed;
  const isWhole = !isMarked || TEXTS.some((name) => name in payload);
  if (!isWhole) left.set(seq, digest);
  for (const one of payload.type === "texts_removed" ? payload.left : [])
    if (one.seq < seq && !recorded.has(one.seq)) recorded.set(one.seq, one.digest);
  const row = { ...entry, v: 1, planId: plan.id, payload: isWhole ? digest : payloadDigest, prev };
  check(entry.seq === seq && entryHash(row) === hash, `event ${seq} was changed or is missing`);
  heads.push(hash);
  digests.add(payload.resultDigest).add(payload.reportDigest);
}
const lost = [...left].find(([seq, digest]) => recorded.get(seq) !== digest);
check(!lost, `event ${lost?.[0]} lost texts, or was changed, without a record of it`);
check(heads[leaf.seq] === leaf.head, `event ${leaf.seq} is not the one that was sealed`);
const texts = readJson("texts.jsonl");
const wrong = texts.find(({ text }) => !digests.has(sha256(text)));
check(!wrong, `the ${wrong?.kind} of step ${wrong?.stepId} was changed`);
const note = openNote(read("checkpoint.txt"), publicKey);
const sealed = entryHash({ v: 1, planId: plan.id, ...leaf });
const { root } = climb(sealed, inclusion, index, note.size - 1);
check(root === note.root, "the plan is not in the checkpoint");
if (noteFile) {
  const text = readFileSync(noteFile, "utf8");
  const [, seq, head] = /^Event (\d+) .*([0-9a-f]{64})\s*$/m.exec(text) ?? [];
  const older = openNote(text, publicKey) ?? note;
  check(seq || older !== note, `${noteFile} holds no record`);
  check(!seq || heads[seq] === head, `event ${seq} is not the one in ${noteFile}`);
  const proof = [{ ...note, consistency: [] }, since].find((one) => one?.size === older.size);
  check(proof, `there is no proof for ${noteFile} here: export with --since ${noteFile}`);
  check(isContinued(older, note, proof?.consistency), `${noteFile} is of another history`);
}
process.stdout.write(`VALID: ${leaf.seq} of ${heads.length - 1} events and ${texts.length} texts \
of plan ${plan.handle} were sealed by ${note.origin}, ${note.time}${
  left.size ? `; retention removed the texts of ${left.size}, their digests are intact` : ""
}\n`);
