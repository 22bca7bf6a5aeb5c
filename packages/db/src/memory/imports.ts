import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** Where an artifact came from that somebody brought along. */
export interface ImportOrigin {
  /** The file, with the entry in it; as it is shown, so it is cut to what an index takes. */
  readonly path: string;
  readonly hash: string;
}

const MAX_PATH = 500;

/** Cut from its start: the name is at the end. */
export function storedImportPath(path: string): string {
  return path.slice(-MAX_PATH).replaceAll("\0", "\uFFFD").toWellFormed();
}

const LOCK = defineStatement("SELECT pg_advisory_xact_lock(hashtextextended($1, 4738))");

/** Two imports of the same files store each once. To be sent before `findImported`, which then sees what the other committed. */
export function lockImports({ tenant }: TenantContext): Execution {
  return execution(LOCK, [JSON.stringify([tenant.organizationId, "import"])]);
}

export interface ImportQuery {
  /** What counts is what was imported into the same plan, or without one. */
  readonly planId: string | null;
  readonly hashes: readonly string[];
  readonly paths: readonly string[];
}

export interface Imported {
  readonly hashes: ReadonlySet<string>;
  /** The newest artifact of each path. */
  readonly artifactIds: ReadonlyMap<string, string>;
}

const FIND_HASHES = defineStatement(
  "SELECT DISTINCT import_hash AS hash FROM research_artifact WHERE import_hash = ANY($1::text[]) AND plan_id IS NOT DISTINCT FROM $2",
);
const FIND_PATHS = defineStatement(`
  SELECT DISTINCT ON (import_path) import_path AS path, id FROM research_artifact
  WHERE import_path = ANY($1::text[]) AND plan_id IS NOT DISTINCT FROM $2 ORDER BY import_path, created_at DESC, id DESC`);

export async function findImported(
  context: TenantContext,
  { planId, hashes, paths }: ImportQuery,
): Promise<Imported> {
  const known = await queryRows<{ hash: string }>(
    context,
    execution(FIND_HASHES, [hashes, planId]),
  );
  const placed = await queryRows<{ path: string; id: string }>(
    context,
    execution(FIND_PATHS, [paths.map(storedImportPath), planId]),
  );
  return {
    hashes: new Set(known.map(({ hash }) => hash)),
    artifactIds: new Map(placed.map(({ path, id }) => [path, id])),
  };
}

const SOURCE_KEYS = defineStatement(`
  SELECT source_key(url, doi, title, NULL) AS key
  FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (url text, doi text, title text)) WITH ORDINALITY AS given (url, doi, title, place)
  ORDER BY place`);

/** The keys by which sources count as one, in the order given. */
export async function sourceKeys(
  context: TenantContext,
  sources: readonly {
    readonly url: string | null;
    readonly doi: string | null;
    readonly title: string;
  }[],
): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(
    context,
    execution(SOURCE_KEYS, [JSON.stringify(sources)]),
  );
  return rows.map(({ key }) => key);
}
