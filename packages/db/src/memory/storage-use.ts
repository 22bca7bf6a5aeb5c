import { AppError } from "@trovella/foundation";
import { LRUCache } from "lru-cache";
import type { Database } from "../connection/database.ts";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import {
  type Tenant,
  type TenantContext,
  withBackgroundContext,
} from "../connection/tenant-context.ts";

/** The large values of each table; their sizes are read without the values. */
const LARGE_COLUMNS = {
  research_artifact: ["content", "content_text"],
  research_source: ["quote"],
  research_output: ["content"],
  extraction_result: ["data", "schema"],
  subagent_report: ["report"],
  source_capture: ["text"],
  claim: ["statement", "problems"],
  claim_evidence: ["quote", "passage", "prefix", "suffix", "details"],
  plan_step: ["instructions", "result", "step_execution_report"],
  plan_audit_log: ["payload"],
  plan_template: ["template"],
  document_theme: ["theme"],
  mcp_tool_call_log: ["request_metadata", "response_metadata"],
  idempotency_key: ["reply"],
};
/** The small columns and index entries of a row, about. */
const ROW_BYTES = 300;
/** A chunk with its vector, and a posting with its index entries and its share of the word counts. */
const CHUNK_BYTES = 3_000;
const POSTING_BYTES = 250;

const MEASURE = defineStatement(`
  SELECT ${Object.entries(LARGE_COLUMNS).map(bytesOf).join(" + ")} + coalesce((
    SELECT ${CHUNK_BYTES} * chunk_count + ${POSTING_BYTES} * total_length FROM corpus_stat), 0) AS bytes`);

function bytesOf([table, columns]: [string, readonly string[]]): string {
  const sizes = columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(" + ");
  return `(SELECT coalesce(sum(${ROW_BYTES} + ${sizes}), 0) FROM ${table})`;
}

/** About how many bytes of the database the organization takes, indexes included. */
export async function measureStorage(context: TenantContext): Promise<number> {
  const [row] = await queryRows<{ bytes: unknown }>(context, execution(MEASURE));
  return Math.round(Number(row?.bytes ?? 0));
}

interface Measurement {
  bytes: number;
  dueAtMs: number;
}

const MAX_ORGANIZATIONS = 10_000;
const MIN_INTERVAL_MS = 60_000;
/** Measuring takes at most a hundredth of the time. */
const INTERVAL_PER_DURATION = 100;

/**
 * Refuses writes of organizations that take more than their limit of the database. It is measured in the background, about
 * once a minute while they write, so no call waits for it.
 */
export class StorageLimit {
  readonly maxBytes: number;
  private readonly database: Database;
  private readonly nowMs: () => number;
  private readonly measurements = new LRUCache<string, Measurement>({ max: MAX_ORGANIZATIONS });

  constructor(database: Database, maxBytes: number, nowMs = () => performance.now()) {
    this.database = database;
    this.maxBytes = maxBytes;
    this.nowMs = nowMs;
  }

  /** Throws when the last measurement was above the limit; starts the next one when it is due. */
  check(tenant: Tenant): void {
    const known = this.measurements.get(tenant.organizationId);
    if (!known || known.dueAtMs <= this.nowMs()) void this.measure(tenant, known?.bytes ?? 0);
    if (!known || known.bytes <= this.maxBytes) return;
    throw new AppError(
      "LIMIT_EXCEEDED",
      `Your organization stores ${gigabytes(known.bytes)} and may store ${gigabytes(this.maxBytes)}; nothing was changed. Next: tell the user to ask the operator of this server to raise TROVELLA_STORAGE_BYTES.`,
    );
  }

  /** Resolves when measured; a failure is retried when it is due. */
  async measure(tenant: Tenant, lastBytes = 0): Promise<void> {
    const startedMs = this.nowMs();
    const keep = (bytes: number, durationMs: number) => {
      const pauseMs = Math.max(MIN_INTERVAL_MS, INTERVAL_PER_DURATION * durationMs);
      this.measurements.set(tenant.organizationId, { bytes, dueAtMs: this.nowMs() + pauseMs });
    };
    keep(lastBytes, 0);
    try {
      const bytes = await withBackgroundContext(this.database, tenant, measureStorage);
      keep(bytes, this.nowMs() - startedMs);
    } catch {
      // The database is unavailable or too slow at the moment.
    }
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toLocaleString("en", { maximumFractionDigits: 1 })} GB`;
}
