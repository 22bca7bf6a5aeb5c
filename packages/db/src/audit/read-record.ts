import type { Json } from "@trovella/foundation";
import { queryRows } from "../connection/query-rows.ts";
import { sealJson } from "../connection/seal-json.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { EMPTY_HEAD } from "./audit-entry.ts";
import { type ChainedRow, chainRow, ENTRY_COLUMNS } from "./audit-rows.ts";

/** Few, since an event or a result may hold megabytes. */
const PAGE = 50;
const LEAVES_PER_PAGE = 20_000;

const READ_ENTRIES = defineStatement(`
  SELECT ${ENTRY_COLUMNS}, encode(entry_hash, 'hex') AS entry_hash FROM plan_audit_log
  WHERE plan_id = $1 AND seq > $2 ORDER BY seq LIMIT ${PAGE}`);

/** The rows of a plan's log, each with the hash that is stored with it. */
export async function* readEntries(
  context: TenantContext,
  planId: string,
): AsyncGenerator<ChainedRow> {
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await queryRows<Record<string, unknown>>(
      context,
      execution(READ_ENTRIES, [planId, last]),
    );
    for (const row of rows) {
      yield { ...chainRow(row, EMPTY_HEAD), hash: String(row.entry_hash) };
      last = Number(row.seq);
    }
    if (rows.length < PAGE) return;
  }
}

/** A text that an event of the plan has the digest of. */
export interface RecordedText {
  readonly kind: "result" | "report";
  readonly stepId: string;
  readonly digest: string;
  readonly text: string;
}

const READ_TEXTS = defineStatement(`
  SELECT id, number, result, result_digest, step_execution_report AS report, report_digest FROM plan_step
  WHERE plan_id = $1 AND number > $2 AND result_digest IS NOT NULL ORDER BY number LIMIT ${PAGE}`);

export async function* readTexts(
  context: TenantContext,
  planId: string,
): AsyncGenerator<RecordedText> {
  let last = 0;
  for (;;) {
    const rows = await queryRows<Record<string, unknown>>(
      context,
      execution(READ_TEXTS, [planId, last]),
    );
    for (const { id, number, ...row } of rows) {
      last = Number(number);
      for (const kind of ["result", "report"] as const) {
        const digest = row[`${kind}_digest`];
        if (typeof digest !== "string") continue;
        yield { kind, stepId: String(id), digest, text: sealJson(row[kind] as Json).text };
      }
    }
    if (rows.length < PAGE) return;
  }
}

export interface SealedTree {
  readonly note: string;
  /** The hashes of all leaves that the note is about. */
  readonly leaves: readonly string[];
}

const READ_NEWEST = defineStatement(
  "SELECT size::integer AS size, note FROM audit_checkpoint ORDER BY audit_checkpoint.size DESC LIMIT 1",
);
const READ_LEAVES = defineStatement(`
  SELECT position::integer AS position, encode(hash, 'hex') AS hash FROM audit_leaf
  WHERE audit_leaf.position > $1 AND audit_leaf.position < $2 ORDER BY audit_leaf.position LIMIT ${LEAVES_PER_PAGE}`);

/** The newest checkpoint of the organization; null before the first. */
export async function readSealedTree(context: TenantContext): Promise<SealedTree | null> {
  const [newest] = await queryRows<{ size: number; note: string }>(context, execution(READ_NEWEST));
  if (!newest) return null;
  const leaves: string[] = [];
  for (;;) {
    const page = await queryRows<{ hash: string }>(
      context,
      execution(READ_LEAVES, [leaves.length - 1, newest.size]),
    );
    for (const { hash } of page) leaves.push(hash);
    if (page.length < LEAVES_PER_PAGE) return { note: newest.note, leaves };
  }
}

export interface SealedPlan {
  readonly index: number;
  readonly seq: number;
  readonly head: string;
}

const FIND_LEAF = defineStatement(`
  SELECT position::integer AS index, seq::integer AS seq, encode(head, 'hex') AS head FROM audit_leaf
  WHERE plan_id = $1 ORDER BY audit_leaf.seq DESC, position DESC LIMIT 1`);

/** Where the plan's log ended when it was sealed last. */
export async function findSealedPlan(
  context: TenantContext,
  planId: string,
): Promise<SealedPlan | null> {
  const [leaf] = await queryRows<SealedPlan>(context, execution(FIND_LEAF, [planId]));
  return leaf ?? null;
}

const FIND_PLAN = defineStatement(
  "SELECT id, handle FROM research_plan WHERE id = $1 OR handle = lower(btrim($1))",
);

export interface RecordedPlan {
  readonly id: string;
  readonly handle: string;
}

/** By id or handle; null when the organization has no such plan. */
export async function findRecordedPlan(
  context: TenantContext,
  plan: string,
): Promise<RecordedPlan | null> {
  const [found] = await queryRows<RecordedPlan>(context, execution(FIND_PLAN, [plan]));
  return found ?? null;
}
