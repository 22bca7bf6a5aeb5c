import { readFile } from "node:fs/promises";
import {
  canonicalJson,
  type Database,
  type Tenant,
  type TenantContext,
  withTenantSnapshot,
} from "@trovella/db";
import {
  type ChainedRow,
  type Checkpoint,
  consistencyProof,
  findRecordedPlan,
  findSealedPlan,
  inclusionProof,
  keyId,
  type RecordedPlan,
  readCheckpoint,
  readEntries,
  readSealedTree,
  readTexts,
  type Sealing,
  sealPlans,
} from "@trovella/db/audit";
import { zipFiles } from "@trovella/deliverables";
import { AppError, type Json } from "@trovella/foundation";

export interface AuditRequest {
  /** Its id or handle. */
  readonly plan: string;
  readonly sealing: Sealing;
  /** Of this server, the current one first. */
  readonly publicKeys: readonly Buffer[];
  /** An older note; the export then proves that its tree is the beginning of the present one. */
  readonly since: string | null;
}

export interface AuditExport {
  readonly plan: RecordedPlan;
  readonly events: number;
  readonly texts: number;
  /** The zip archive. */
  readonly bytes: Uint8Array;
}

/** The record of a plan as an archive that anybody can verify: sealed first, so that all of it is covered. */
export async function exportAudit(
  database: Database,
  tenant: Tenant,
  { plan: given, sealing, publicKeys, since }: AuditRequest,
): Promise<AuditExport> {
  const inSnapshot = <T>(work: (context: TenantContext) => Promise<T>) =>
    withTenantSnapshot(database, tenant, work);
  const plan = await inSnapshot((context) => findRecordedPlan(context, given));
  if (!plan) {
    throw new AppError("NOT_FOUND", "There is no such plan. Next: check its handle or id.");
  }
  await sealPlans(database, tenant, sealing, { planIds: [plan.id], waits: true });
  const parts = await inSnapshot(async (context) => ({
    events: await readLines(readEntries(context, plan.id), eventLine),
    texts: await readLines(readTexts(context, plan.id), jsonLine),
    ...(await proofOf(context, plan, { publicKeys, since })),
  }));
  const bytes = zipFiles({
    "events.jsonl": Buffer.concat(parts.events),
    "texts.jsonl": Buffer.concat(parts.texts),
    "checkpoint.txt": Buffer.from(parts.note),
    "proof.json": jsonLine(parts.proof),
    "key.json": jsonLine(parts.key),
    "verify.mjs": await readFile(new URL("./verify.mjs", import.meta.url)),
    "README.txt": Buffer.from(readme(plan, parts.checkpoint)),
  });
  return { plan, events: parts.events.length, texts: parts.texts.length, bytes };
}

async function readLines<T>(
  items: AsyncIterable<T>,
  toLine: (item: T) => Buffer,
): Promise<Buffer[]> {
  const lines: Buffer[] = [];
  for await (const item of items) lines.push(toLine(item));
  return lines;
}

/** The plan is the same in all lines, and the digest follows from the payload unless retention removed texts of it. */
function eventLine({ planId: _, payloadDigest, leftDigest, ...line }: ChainedRow): Buffer {
  return jsonLine(leftDigest === null ? line : { ...line, payloadDigest });
}

/** Canonical, so that equal records give equal bytes. */
function jsonLine(value: object): Buffer {
  return Buffer.from(`${canonicalJson(value as Json, "record", Number.POSITIVE_INFINITY)}\n`);
}

async function proofOf(
  context: TenantContext,
  plan: RecordedPlan,
  { publicKeys, since }: Pick<AuditRequest, "publicKeys" | "since">,
) {
  const tree = await readSealedTree(context);
  const sealed = await findSealedPlan(context, plan.id);
  const publicKey = publicKeys.find((key) => tree && readCheckpoint(tree.note, [key]));
  const checkpoint = tree && publicKey && readCheckpoint(tree.note, [publicKey]);
  if (!sealed || !checkpoint) {
    throw new AppError(
      "UNAVAILABLE",
      "The newest checkpoint was not signed with a key of this server. Next: if its secret was changed, name the public key of " +
        "the old one in TROVELLA_AUDIT_OLD_KEYS; otherwise run `trovella verify`.",
    );
  }
  const { index, ...leaf } = sealed;
  const older = since === null ? {} : { since: olderTree(since, tree.leaves, publicKey) };
  return {
    note: tree.note,
    checkpoint,
    proof: {
      version: 1,
      plan,
      leaf,
      index,
      inclusion: inclusionProof(tree.leaves, index),
      ...older,
    },
    key: {
      algorithm: "Ed25519",
      origin: checkpoint.origin,
      keyId: keyId(checkpoint.origin, publicKey).toString("hex"),
      publicKey: publicKey.toString("base64"),
    },
  };
}

/** The four lines and the signature of a note, wherever they stand in a text, for example one copied from a document. */
const NOTE_LINES = /(\S+)\n(\d+)\n(\S+)\n(time \S+)\n— (\S+ \S+)(?:\n|$)/;

function olderTree(text: string, leaves: readonly string[], publicKey: Buffer) {
  const lines = text.split("\n").map((line) => line.trim());
  const [, ...parts] = NOTE_LINES.exec(lines.filter(Boolean).join("\n")) ?? [];
  const signature = parts.pop();
  const note = readCheckpoint(`${parts.join("\n")}\n\n— ${signature}\n`, [publicKey]);
  if (!note || note.size > leaves.length) {
    throw new AppError(
      "INVALID_INPUT",
      "The older note was not signed with the key of this server, or is newer than its checkpoints. Next: name a file with a note of this server.",
    );
  }
  return { size: note.size, consistency: consistencyProof(leaves, note.size) };
}

function readme({ id, handle }: RecordedPlan, { origin, at, size }: Checkpoint): string {
  return `The record of the research plan ${handle} (${id})
as ${origin} sealed it at ${at.toISOString()}, in checkpoint ${size}.

To check it, with Node.js 20 or newer, in this folder:

    node verify.mjs --key KEY

KEY is the public key of the server, as you know it from somewhere else than this file: the server shows it at
/.well-known/trovella-audit.json, and its operator with \`trovella audit key\`. Without it verify.mjs trusts key.json.

    node verify.mjs --note FILE

also compares the record with an older one: FILE holds the lines that a document of this plan has on its last page, or the
checkpoint.txt of an earlier export. For another size of checkpoint the export must have been made with --since FILE.

  events.jsonl    everything that happened to the plan, in order; each line with its hash
  texts.jsonl     results and reports of its steps, which the events have the digests of
  checkpoint.txt  the signed note: origin, number of leaves, root of the tree, time, signature (C2SP signed note)
  proof.json      how the plan's last sealed event is part of that tree (RFC 6962)
  key.json        the public key (Ed25519)

It proves that what was sealed has not been changed since. It does not prove that what was written is true, nor that
nothing was added later: compare the number of the last event with that in a document.
`;
}
