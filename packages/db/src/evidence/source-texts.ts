import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** What an assistant read of a source that it stores. */
export interface SourceReading {
  readonly captureId: string;
  readonly sourceId: string;
  readonly text: string;
  readonly textSha256: string;
  readonly words: number;
}

const SAVE = defineStatement(`
  INSERT INTO source_capture (organization_id, id, key, url, captured_by, fetched_at, text_sha256, text, words, updated_at)
  SELECT DISTINCT ON (source.key, reading."textSha256") $1, reading."captureId", source.key, source.url, 'assistant', $2::timestamptz,
    reading."textSha256", reading.text, reading.words, clock_timestamp()
  FROM jsonb_to_recordset($3::jsonb) AS reading ("captureId" text, "sourceId" text, text text, "textSha256" text, words integer)
  JOIN research_source AS source ON source.id = reading."sourceId"
  ON CONFLICT (organization_id, key, captured_by, text_sha256) DO UPDATE SET fetched_at = excluded.fetched_at,
    updated_at = clock_timestamp()`);

/** To be sent after the statement that stores the sources. */
export function saveSourceTexts(
  { tenant }: TenantContext,
  readings: readonly SourceReading[],
  now: Date,
): Execution {
  return execution(SAVE, [tenant.organizationId, now, JSON.stringify(readings)]);
}
