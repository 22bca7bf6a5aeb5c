import { type ConnectionSettings, connectDatabase } from "@trovella/db";
import { ensurePostgres } from "@trovella/db/embedded";
import {
  claimStep,
  createPlan,
  submitAndClaim,
  submitStep,
  type Worker,
} from "@trovella/testing/mcp/plan-loop";
import { openJournal } from "./journal.ts";

/** Command-line options of a worker process, as JSON. */
export interface WorkerOptions {
  readonly target: ConnectionSettings["target"];
  readonly journalFile: string;
  readonly name: string;
  readonly callers: number;
  /** Plans to finish; without them the worker creates its own until it is killed. */
  readonly planIds: readonly string[];
  /** Set where PostgreSQL is killed too: the worker restarts it. */
  readonly dataDirectory?: string;
}

const options = JSON.parse(process.argv[2] ?? "") as WorkerOptions;
const journal = openJournal(options.journalFile);
const database = connectDatabase(
  { target: options.target, maxConnections: options.callers },
  restartPostgres(),
);

await Promise.all(
  Array.from({ length: options.callers }, (_, index) => {
    const worker: Worker = {
      database,
      tenant: { organizationId: "org_a" },
      agent: `${options.name}-${index}`,
    };
    return options.planIds.length > 0 ? finishPlans(worker, options.planIds) : workForever(worker);
  }),
);
await database.close();
journal.close();

/** Loops over the plans until all are finished, by any worker. */
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

async function workForever(worker: Worker): Promise<void> {
  while (true) {
    try {
      await onePlan(worker);
    } catch (error) {
      // PostgreSQL is killed during this: unacknowledged writes do not count.
      if (!(error instanceof Error)) throw error;
    }
  }
}

async function onePlan(worker: Worker): Promise<void> {
  const { plan } = await createPlan(worker, 3);
  const planId = plan.id;
  journal.add({ kind: "created", planId, stepId: null, attempt: null, planVersion: plan.version });
  // One call per step in half of the plans, two in the others.
  const isContinuing = Math.random() < 0.5;
  let claim = await claimStep(worker, planId);
  while (claim) {
    journal.add({ kind: "claimed", planId, planVersion: 0, ...claim });
    const submitted = isContinuing
      ? await submitAndClaim(worker, planId, claim)
      : { ...(await submitStep(worker, planId, claim)), next: null };
    const { planVersion, isRefused, next } = submitted;
    if (!isRefused) journal.add({ kind: "submitted", planId, planVersion, ...claim });
    claim = next ?? (await claimStep(worker, planId));
  }
}

function restartPostgres(): (() => Promise<void>) | undefined {
  const { dataDirectory } = options;
  if (!dataDirectory) return undefined;
  return async () => void (await ensurePostgres({ dataDirectory, idleStopMs: 0 }));
}
