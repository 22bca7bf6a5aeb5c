import type { Database } from "../../connection/database.ts";
import { type Tenant, withTenantContext } from "../../connection/tenant-context.ts";
import { eachOrganization } from "../../identity/organizations.ts";
import { saveSecurityEvent } from "../../identity/security-events.ts";

export interface Pruned {
  readonly rows: number;
  readonly bytes: number;
  /** Handles of plans that were left alone, because they differ from their record. */
  readonly differing?: readonly string[];
}

export interface Pruning {
  /** What is older goes. */
  readonly before: Date;
  readonly isDryRun: boolean;
  /** Only this one. */
  readonly organizationId?: string | undefined;
  readonly onProgress?: ((pruned: Pruned) => void) | undefined;
}

/** Prunes one organization after the other; the security log of each shows what went. */
export async function pruneOrganizations(
  database: Database,
  kind: string,
  { before, isDryRun, organizationId: only, onProgress }: Pruning,
  prune: (tenant: Tenant, onProgress: (pruned: Pruned) => void) => Promise<Pruned>,
): Promise<Pruned> {
  let total: Pruned = { rows: 0, bytes: 0 };
  for await (const organizationId of only === undefined ? eachOrganization(database) : [only]) {
    const tenant = { organizationId };
    const done = await prune(tenant, (pruned) => onProgress?.(sumOf(total, pruned)));
    total = sumOf(total, done);
    if (isDryRun || done.rows === 0) continue;
    await withTenantContext(database, tenant, (context) =>
      saveSecurityEvent(context, {
        kind: "data_pruned",
        subject: { kind: "organization", id: organizationId, label: null },
        after: { kind, rows: done.rows, bytes: done.bytes, before: before.toISOString() },
      }),
    );
  }
  return total;
}

export function sumOf(one: Pruned, other: Pruned): Pruned {
  const differing = [...(one.differing ?? []), ...(other.differing ?? [])];
  return {
    rows: one.rows + other.rows,
    bytes: one.bytes + other.bytes,
    ...(differing.length > 0 && { differing }),
  };
}
