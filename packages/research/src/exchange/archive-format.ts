import { z } from "zod";

/*
 * An archive is a zip file:
 *   trovella.json                  what it is, and the plans in it
 *   README.txt
 *   p-k7q2x9/documents/…           the reports, for people
 *   p-k7q2x9/evidence/…            claims, and the texts of sources as they were read
 *   p-k7q2x9/record/…              the audit record, which anybody can verify
 *   p-k7q2x9/data/plan_step.jsonl  the rows from which an import rebuilds the plan: PostgreSQL's own text of each value
 */

export const ARCHIVE_FORMAT = "trovella-export";
export const ARCHIVE_VERSION = 1;
export const MANIFEST = "trovella.json";

/** Whether the files of an archive are those of an export of plans. */
export function isPlanArchive(names: readonly string[]): boolean {
  return names.includes(MANIFEST);
}

export const ARCHIVE_LIMITS = {
  plans: 10_000,
  /** Of one table of one plan. */
  rows: 200_000,
  files: 60_000,
  /** A zip file without extensions cannot be larger. */
  archiveBytes: 3_500_000_000,
  /** Of what an import unpacks. */
  unpackedBytes: 1_000_000_000,
  manifestBytes: 64_000_000,
} as const;

const text = (length: number) => z.string().max(length);
const NAME = /^[a-z][a-z0-9_]{0,59}$/;

const table = z.strictObject({
  columns: z.array(text(60).regex(NAME)).min(1).max(200),
  rows: z.int().min(0).max(ARCHIVE_LIMITS.rows),
  sha256: text(64).regex(/^[0-9a-f]{64}$/),
});

const plan = z.strictObject({
  id: text(100).regex(/^plan_\w+$/),
  handle: text(60).regex(/^p-\w+$/),
  folder: text(60).regex(/^p-\w+$/),
  formerRefs: z.record(text(9).regex(/^\d+$/), z.array(text(200)).max(1_000)).default({}),
  tables: z.record(text(60).regex(NAME), table),
});

export const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  server: text(300),
  organization: text(300),
  exportedAt: z.iso.datetime({ offset: true }),
  plans: z.array(plan).max(ARCHIVE_LIMITS.plans),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ArchivedPlanEntry = Manifest["plans"][number];

export function dataFile(folder: string, tableName: string): string {
  return `${folder}/data/${tableName}.jsonl`;
}
