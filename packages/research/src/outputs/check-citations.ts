import type { Tenant, TenantContext } from "@trovella/db";
import type { StoredOutput } from "@trovella/db/memory";
import { type LintResult, lintOutput } from "./lint-output.ts";

/** What the check of a stored report's citations found. */
export type CitationCheck = Pick<LintResult, "findings" | "counts" | "statements">;

/** Each has a few kilobytes. */
const MAX_KEPT = 200;

const kept = new Map<string, Promise<CitationCheck>>();

/**
 * Checks the citations of a stored report. That takes up to seconds, so results are kept in this process, until `state` says that
 * what they rest on has changed: the text of a stored output never does.
 */
export function checkCitations(
  output: Pick<StoredOutput, "id" | "planId" | "title" | "content">,
  {
    tenant,
    state,
    inTenant,
  }: {
    readonly tenant: Tenant;
    readonly state: string;
    readonly inTenant: <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>;
  },
): Promise<CitationCheck> {
  const key = JSON.stringify([tenant.organizationId, output.id, state]);
  const check = kept.get(key) ?? lintOutput(output, inTenant).then(shownPart);
  // The newest stand last.
  kept.delete(key);
  kept.set(key, check);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  check.catch(() => kept.delete(key));
  return check;
}

function shownPart({ findings, counts, statements }: LintResult): CitationCheck {
  return { findings, counts, statements };
}
