import { AppError } from "@trovella/foundation";
import type { Database } from "../../connection/database.ts";
import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import {
  type Tenant,
  type TenantContext,
  withTenantSnapshot,
} from "../../connection/tenant-context.ts";
import { eachOrganization } from "../../identity/organizations.ts";
import type { LoadedPlan } from "../../plans/loaded-plan.ts";
import { readPlan } from "../../plans/save-plan.ts";
import { compareChain } from "./compare-chain.ts";
import { compareFigures } from "./compare-figures.ts";
import type { Difference } from "./compare-plans.ts";
import { compareTexts } from "./compare-texts.ts";
import { compareWithLog, readAuditLog } from "./compare-with-log.ts";
import { verifyCheckpoints } from "./verify-checkpoints.ts";
import { verifySearch } from "./verify-search.ts";

export interface Verification {
  readonly plans: number;
  readonly events: number;
  /** Searchable sources and their chunks. */
  readonly sources: number;
  readonly chunks: number;
  /** Signed ends of audit logs. */
  readonly checkpoints: number;
  /** Events whose texts retention removed; their digests are intact. */
  readonly removedTexts: number;
  readonly differenceCount: number;
  /** The first of them only. */
  readonly differences: readonly Difference[];
}

const SHOWN_DIFFERENCES = 100;
const PLANS_PER_SNAPSHOT = 50;

const NOTHING: Verification = {
  plans: 0,
  events: 0,
  sources: 0,
  chunks: 0,
  checkpoints: 0,
  removedTexts: 0,
  differenceCount: 0,
  differences: [],
};

interface VerifyOptions {
  /** Only this plan, by its id or handle. */
  readonly planId?: string | undefined;
  /** The public keys that may have signed checkpoints; without them these are not verified. */
  readonly auditKeys?: readonly Buffer[];
}

/**
 * Replays the audit log of every plan, or of one, in every organization and compares it with the rows and its hashes;
 * of all of them also the checkpoints, and the search index with the texts it was made from.
 */
export async function verifyDatabase(
  database: Database,
  { planId, auditKeys }: VerifyOptions = {},
): Promise<Verification> {
  let total = NOTHING;
  for await (const organizationId of eachOrganization(database)) {
    const tenant = { organizationId };
    total = add(total, await verifyPlans(database, tenant, { planId }));
    if (planId !== undefined) continue;
    if (auditKeys) total = add(total, await verifyCheckpoints(database, tenant, auditKeys));
    total = add(total, await verifySearch(database, tenant));
  }
  if (planId !== undefined && total.plans === 0) {
    throw new AppError(
      "NOT_FOUND",
      `There is no plan ${planId.slice(0, 200)}. Next: check its handle or id.`,
    );
  }
  return total;
}

/** The same for one organization, seeing only what its requests see. */
export async function verifyPlans(
  database: Database,
  tenant: Tenant,
  { planId }: { readonly planId?: string | undefined } = {},
): Promise<Verification> {
  let total = NOTHING;
  let last = "";
  for (;;) {
    // A new snapshot for each page: an old one would hold back vacuum.
    const { ids, found } = await withTenantSnapshot(database, tenant, async (context) => {
      const page = await listPlanIds(context, { planId, last });
      let verified = NOTHING;
      for (const id of page) verified = add(verified, await verifyPlan(context, id));
      return { ids: page, found: verified };
    });
    total = add(total, found);
    last = ids.at(-1) ?? "";
    if (planId !== undefined || ids.length < PLANS_PER_SNAPSHOT) return total;
  }
}

export async function verifyPlan(context: TenantContext, planId: string): Promise<Verification> {
  const loaded = await withOriginalHandle(context, await readPlan(context, planId));
  const log = await readAuditLog(context, planId);
  const chain = await compareChain(context, loaded);
  const differences = [
    ...compareWithLog(loaded, log),
    ...chain.differences,
    ...(await compareTexts(context, planId)),
    ...(await compareFigures(context, loaded.plan)),
  ];
  return {
    ...NOTHING,
    plans: 1,
    events: log.length,
    removedTexts: chain.removedTexts,
    differenceCount: differences.length,
    differences,
  };
}

const READ_IMPORT = defineStatement(
  "SELECT original_handle AS handle FROM plan_import WHERE plan_id = $1",
);

/** The log of an imported plan has the handle it had where it comes from. */
async function withOriginalHandle(context: TenantContext, loaded: LoadedPlan): Promise<LoadedPlan> {
  const [imported] = await queryRows<{ handle: string }>(
    context,
    execution(READ_IMPORT, [loaded.plan.id]),
  );
  return imported ? { ...loaded, plan: { ...loaded.plan, handle: imported.handle } } : loaded;
}

const LIST_PLANS = defineStatement(
  `SELECT id FROM research_plan WHERE id > $1 ORDER BY id LIMIT ${PLANS_PER_SNAPSHOT}`,
);
const FIND_PLAN = defineStatement(
  "SELECT id FROM research_plan WHERE id = $1 OR handle = lower(btrim($1))",
);

async function listPlanIds(
  context: TenantContext,
  { planId, last }: { planId: string | undefined; last: string },
): Promise<string[]> {
  const listing =
    planId === undefined ? execution(LIST_PLANS, [last]) : execution(FIND_PLAN, [planId]);
  const [result] = await context.send([listing]);
  return result?.rows.map(({ id }) => String(id)) ?? [];
}

function add(one: Verification, part: Partial<Verification>): Verification {
  const other = { ...NOTHING, ...part };
  return {
    plans: one.plans + other.plans,
    events: one.events + other.events,
    sources: one.sources + other.sources,
    chunks: one.chunks + other.chunks,
    checkpoints: one.checkpoints + other.checkpoints,
    removedTexts: one.removedTexts + other.removedTexts,
    differenceCount: one.differenceCount + other.differenceCount,
    differences: [...one.differences, ...other.differences].slice(0, SHOWN_DIFFERENCES),
  };
}
