import type { ClientBase } from "pg";
import type { BackupHeader, BackupRow } from "../../../db/src/maintenance/backup/backup-format.ts";
import { enterOrganization } from "../../../db/src/maintenance/backup/describe-tables.ts";
import { readBackup } from "../../../db/src/maintenance/backup/read-backup.ts";

/** A plan of an old database; `sources` of its artifacts were stored before others are added to it. */
export interface OldPlan {
  readonly organizationId: string;
  readonly planId: string;
  readonly sources: number;
}

/** The rows of one organization in a backup. */
export interface GoldenOrganization {
  readonly id: string;
  readonly rows: ReadonlyMap<string, readonly string[]>;
  readonly plans: readonly OldPlan[];
}

export interface GoldenBackup {
  readonly header: BackupHeader;
  readonly sha256: string;
  readonly organizations: readonly GoldenOrganization[];
}

export async function readGoldenBackup(file: string): Promise<GoldenBackup> {
  const rows = new Map<string, Map<string, string[]>>();
  let header: BackupHeader | undefined;
  let sha256 = "";
  let section: string[] = [];
  for await (const line of readBackup(file)) {
    if (line.kind === "header") header = line.header;
    if (line.kind === "seal") sha256 = line.seal.sha256;
    if (line.kind === "row") section.push(line.text);
    if (line.kind === "section") {
      const { table, organization = "" } = line.section;
      const tables = rows.get(organization) ?? new Map<string, string[]>();
      section = tables.get(table) ?? [];
      rows.set(organization, tables.set(table, section));
    }
  }
  if (!header) throw new Error(`${file} has no header.`);
  const { tables } = header;
  const organizations = [...rows]
    .filter(([id]) => id !== "")
    .map(([id, own]) => ({ id, rows: own, plans: plansOf(id, own, tables) }));
  return { header, sha256, organizations };
}

function plansOf(
  organizationId: string,
  rows: ReadonlyMap<string, readonly string[]>,
  tables: BackupHeader["tables"],
): OldPlan[] {
  const read = (table: string) =>
    (rows.get(table) ?? []).map((text) => {
      const values: BackupRow = JSON.parse(text);
      return Object.fromEntries((tables[table] ?? []).map((name, index) => [name, values[index]]));
    });
  const artifacts = read("research_artifact");
  const sources = read("research_source");
  return read("research_plan").map(({ id }) => {
    const own = new Set(artifacts.filter(({ plan_id }) => plan_id === id).map((row) => row.id));
    const urls = sources.filter(({ artifact_id }) => own.has(artifact_id)).map(({ url }) => url);
    return { organizationId, planId: String(id), sources: new Set(urls).size };
  });
}

/** The index is made from the texts, and keys are not copied: their owners would share them. */
const NOT_COPIED = [
  "document_chunk",
  "posting",
  "term_stat",
  "corpus_stat",
  "indexing_queue",
  "idempotency_key",
  "personal_access_token",
];
const ID = /\b(?:(?:plan|step|condition|review)-\d+|[a-z]+_[0-9a-f]{32})\b/g;

/** Copies all rows of an organization into another one, with ids of their own; returns the copied plans. */
export async function copyInto(
  client: ClientBase,
  organizationId: string,
  { from, header, suffix }: { from: GoldenOrganization; header: BackupHeader; suffix: string },
): Promise<OldPlan[]> {
  const rename = (text: string) => text.replace(ID, (id) => `${id}_${suffix}`);
  await enterOrganization(client, organizationId);
  for (const [table, columns] of Object.entries(header.tables)) {
    if (NOT_COPIED.includes(table)) continue;
    const rows = (from.rows.get(table) ?? []).map((text) => {
      const [, ...values]: BackupRow = JSON.parse(rename(text));
      return [organizationId, ...values];
    });
    await insertRows(client, table, columns, rows);
  }
  return from.plans.map((plan) => ({ ...plan, organizationId, planId: rename(plan.planId) }));
}

const MAX_ROWS = 500;

export async function insertRows(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    const page = rows.slice(start, start + MAX_ROWS);
    const places = page.map(
      (_, row) => `(${columns.map((__, column) => `$${row * columns.length + column + 1}`)})`,
    );
    const text = `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${places.join(", ")}`;
    await client.query(text, page.flat());
  }
}
