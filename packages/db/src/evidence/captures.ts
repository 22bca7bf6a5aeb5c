import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { CAPTURE_FAILURES, CAPTURED_BY } from "../schema/value-lists.ts";

export type CapturedBy = (typeof CAPTURED_BY)[number];
export type CaptureFailure = (typeof CAPTURE_FAILURES)[number];

export interface NewCapture {
  readonly id: string;
  readonly key: string;
  readonly url: string | null;
  /** After redirects. */
  readonly finalUrl: string | null;
  readonly capturedBy: CapturedBy;
  readonly httpStatus: number | null;
  readonly contentType: string | null;
  readonly fetchedAt: Date;
  readonly bytesSha256: string | null;
  readonly textSha256: string;
  readonly text: string;
  readonly words: number;
  readonly language: string | null;
  /** Name and version of what made the text. */
  readonly extractor: string | null;
  /** Why there is no text. */
  readonly failure: CaptureFailure | null;
}

// The same text again only moves the time at which it was read. Claims judged before `updated_at` are judged again.
const UPSERT = defineStatement(`
  INSERT INTO source_capture (organization_id, id, key, url, final_url, captured_by, http_status, content_type, fetched_at,
    bytes_sha256, text_sha256, text, words, language, extractor, failure, updated_at)
  SELECT $1, id, key, url, "finalUrl", "capturedBy", "httpStatus", "contentType", "fetchedAt", "bytesSha256", "textSha256", text,
    words, language, extractor, failure, clock_timestamp()
  FROM jsonb_to_recordset($2::jsonb) AS capture (id text, key text, url text, "finalUrl" text, "capturedBy" text,
    "httpStatus" integer, "contentType" text, "fetchedAt" timestamptz, "bytesSha256" text, "textSha256" text, text text,
    words integer, language text, extractor text, failure text)
  ON CONFLICT (organization_id, key, captured_by, text_sha256) DO UPDATE SET fetched_at = excluded.fetched_at,
    url = excluded.url, final_url = excluded.final_url, http_status = excluded.http_status, failure = excluded.failure,
    updated_at = clock_timestamp()`);
const END_JOBS = defineStatement("DELETE FROM capture_job WHERE key = ANY($1::text[])");

/** Stores captured texts, and ends the jobs of those that this server fetched. */
export async function saveCaptures(
  context: TenantContext,
  captures: readonly NewCapture[],
): Promise<void> {
  if (captures.length === 0) return;
  await context.send(captureWrites(context, captures));
}

/** At most one capture per source, author and text. */
export function captureWrites(
  { tenant }: TenantContext,
  captures: readonly NewCapture[],
): Execution[] {
  const once = new Map(
    captures.map((one) => [`${one.key}\n${one.capturedBy}\n${one.textSha256}`, one]),
  );
  const fetched = captures.filter(({ capturedBy }) => capturedBy === "server");
  return [
    execution(UPSERT, [tenant.organizationId, JSON.stringify([...once.values()])]),
    ...(fetched.length > 0 ? [execution(END_JOBS, [fetched.map(({ key }) => key)])] : []),
  ];
}
