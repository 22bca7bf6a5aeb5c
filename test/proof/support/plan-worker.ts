import { type ConnectionSettings, connectDatabase } from "@trovella/db";
import { ensurePostgres } from "@trovella/db/embedded";
import { claimStep, createPlan, submitStep, type Worker } from "@trovella/testing/mcp/plan-loop";
import { openJournal } from "./journal.ts";

/** What a worker process is told on its command line. */
export interface WorkerOrders {
  readonly target: ConnectionSettings["target"];
  readonly journalFile: string;
  readonly name: string;
  readonly callers: number;
  /** Plans to finish, or none: then it makes its own and goes on until it is killed. */
  readonly planIds: readonly string[];
  /** Set where the database itself is killed: a vanished one is started again. */
  readonly dataDirectory?: string;
}

const orders = JSON.parse(process.argv[2] ?? "") as WorkerOrders;
const journal = openJournal(orders.journalFile);
const database = connectDatabase(
  { target: orders.target, maxConnections: orders.callers },
  revive(),
);

await Promise.all(
  Array.from({ length: orders.callers }, (_, index) => {
    const worker: Worker = {
      database,
      tenant: { organizationId: "org_a" },
      agent: `${orders.name}-${index}`,
    };
    return orders.planIds.length > 0 ? finishPlans(worker, orders.planIds) : workForEver(worker);
  }),
);
await database.close();
journal.close();

/** Goes through the plans again and again until each is finished, by whomever. */
async function finishPlans(worker: Worker, planIds: readonly string[]): Promise<void> {
  const open = new Set(planIds);
  while (open.size > 0) {
    for (const planId of open) {
      const claim = await claimStep(worker, planId);
      if (!claim) {
        open.delete(planId);
        continue;
      }
      journal.add({ kind: "claimed", planId, planVersion: 0, ...claim });
      const { planVersion, isRefused } = await submitStep(worker, planId, claim);
      if (isRefused) throw new Error(`a held step was refused: ${claim.stepId}`);
      journal.add({ kind: "submitted", planId, planVersion, ...claim });
    }
  }
}

async function workForEver(worker: Worker): Promise<void> {
  while (true) {
    try {
      await onePlan(worker);
    } catch (error) {
      // The database is being killed under us: what was not acknowledged does not count.
      if (!(error instanceof Error)) throw error;
    }
  }
}

async function onePlan(worker: Worker): Promise<void> {
  const { plan } = await createPlan(worker, 3);
  const planId = plan.id;
  journal.add({ kind: "created", planId, stepId: null, attempt: null, planVersion: plan.version });
  for (
    let claim = await claimStep(worker, planId);
    claim;
    claim = await claimStep(worker, planId)
  ) {
    journal.add({ kind: "claimed", planId, planVersion: 0, ...claim });
    const { planVersion, isRefused } = await submitStep(worker, planId, claim);
    if (!isRefused) journal.add({ kind: "submitted", planId, planVersion, ...claim });
  }
}

function revive(): (() => Promise<void>) | undefined {
  const { dataDirectory } = orders;
  if (!dataDirectory) return undefined;
  return async () => void (await ensurePostgres({ dataDirectory, idleStopMs: 0 }));
}
