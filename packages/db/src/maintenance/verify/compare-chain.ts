import { EMPTY_HEAD } from "../../audit/audit-entry.ts";
import { chainRow, ENTRY_COLUMNS } from "../../audit/audit-rows.ts";
import { RemovedTexts } from "../../audit/removed-texts.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import type { LoadedPlan } from "../../plans/loaded-plan.ts";
import { type Difference, difference } from "./compare-plans.ts";

/** Few, since an event may hold a refused result of megabytes. */
const PAGE = 100;

const READ_CHAIN = defineStatement(`
  SELECT ${ENTRY_COLUMNS}, step_id, encode(entry_hash, 'hex') AS entry_hash
  FROM plan_audit_log WHERE plan_id = $1 AND seq > $2 ORDER BY seq LIMIT ${PAGE}`);

const READ_LEAVES = defineStatement(
  "SELECT position, seq, encode(head, 'hex') AS head FROM audit_leaf WHERE plan_id = $1 ORDER BY seq, position",
);

export interface ChainComparison {
  readonly differences: readonly Difference[];
  /** Rows whose texts retention removed, as the chain says, and whose digests are intact. */
  readonly removedTexts: number;
}

/**
 * Checks the hashes of a plan's audit rows: each follows from its row and the one before, the plan has the last one, and
 * every sealed one is still there. A row that was changed is named by its seq; those after it follow from its stored hash.
 */
export async function compareChain(
  context: TenantContext,
  { plan, auditHead }: LoadedPlan,
): Promise<ChainComparison> {
  const differences: Difference[] = [];
  const removed = new RemovedTexts();
  const hashes = new Map<number, string>();
  const stepIds = new Set(plan.steps.map(({ id }) => id));
  let seq = Number.MIN_SAFE_INTEGER;
  let previous = EMPTY_HEAD;
  for (;;) {
    const [page] = await context.send([execution(READ_CHAIN, [plan.id, seq])]);
    const rows = page?.rows ?? [];
    for (const row of rows) {
      const chained = chainRow(row, previous);
      const place = `audit log ${chained.seq}`;
      seq = chained.seq;
      const compare = (name: string, expected: unknown, found: unknown) => {
        if (expected !== found)
          differences.push(difference(plan.id, `${place}.${name}`, expected, found));
      };
      compare("payloadDigest", chained.payloadDigest, row.payload_digest);
      compare("entryHash", chained.hash, row.entry_hash);
      compare("stepId", stepOf(chained.payload, stepIds), row.step_id);
      removed.add(chained);
      previous = String(row.entry_hash);
      hashes.set(seq, previous);
    }
    if (rows.length < PAGE) break;
  }
  if (previous !== auditHead) {
    differences.push(difference(plan.id, "plan.auditHead", previous, auditHead));
  }
  const unrecorded = removed
    .unrecorded()
    .map(({ seq: at, expected, found }) =>
      difference(plan.id, `audit log ${at}.payload`, describeLeft(expected), describeLeft(found)),
    );
  differences.push(...unrecorded, ...(await compareLeaves(context, plan.id, hashes)));
  return { differences, removedTexts: removed.count - unrecorded.length };
}

function describeLeft(digest: string | null): string {
  return digest === null
    ? "a whole payload, since no event says that it was removed"
    : `what retention left, with SHA-256 ${digest}`;
}

/** Not hashed, since it becomes null when the step is removed; but the event says which step it is. */
function stepOf(payload: unknown, stepIds: ReadonlySet<string>): string | null {
  const { stepId } = (payload ?? {}) as { readonly stepId?: unknown };
  return typeof stepId === "string" && stepIds.has(stepId) ? stepId : null;
}

/** Whether the log still has what was sealed of it. */
async function compareLeaves(
  context: TenantContext,
  planId: string,
  hashes: ReadonlyMap<number, string>,
): Promise<Difference[]> {
  const [leaves] = await context.send([execution(READ_LEAVES, [planId])]);
  return (leaves?.rows ?? []).flatMap(({ position, seq, head }) => {
    const found = hashes.get(Number(seq));
    if (found === head) return [];
    return [difference(planId, `audit log ${seq}, as sealed in leaf ${position}`, head, found)];
  });
}
