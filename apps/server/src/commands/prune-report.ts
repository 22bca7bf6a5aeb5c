import { type Database, withTenantContext } from "@trovella/db";
import { eachOrganization } from "@trovella/db/identity";
import { measureTables, type TableSize } from "@trovella/db/maintenance";
import { formatCount, formatFileSize } from "../format-count.ts";
import { print } from "../print.ts";

const SHOWN_TABLES = 10;

/** Says what takes space in each organization, or in one; nothing is changed. */
export async function reportTables(
  database: Database,
  { organizationId: only, json }: { organizationId: string | undefined; json: boolean },
): Promise<void> {
  const reported: { organizationId: string; tables: readonly TableSize[] }[] = [];
  for await (const organizationId of only === undefined ? eachOrganization(database) : [only]) {
    const tables = await withTenantContext(database, { organizationId }, measureTables);
    if (json) reported.push({ organizationId, tables });
    else print(describe(organizationId, tables));
  }
  if (json) print(JSON.stringify(reported));
}

function describe(organizationId: string, tables: readonly TableSize[]): string {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const shown = tables.slice(0, SHOWN_TABLES);
  const lines = shown.map(
    ({ table, rows, bytes }) =>
      `  ${formatFileSize(bytes)} in ${formatCount(rows, "row")} of ${table}`,
  );
  const head = `${organizationId}: ${formatFileSize(total)}, without indexes`;
  return [head, ...lines].join("\n");
}
