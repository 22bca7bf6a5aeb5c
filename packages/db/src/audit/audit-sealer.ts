import type { Database } from "../connection/database.ts";
import type { Tenant } from "../connection/tenant-context.ts";
import { eachOrganization } from "../identity/organizations.ts";
import { type Sealing, sealPlans } from "./seal-plans.ts";

/** Long enough to seal plans together that are closed together. */
const CLOSED_DELAY_MS = 1_000;
const SEAL_INTERVAL_MS = 60 * 60 * 1000;

/** Seals plans in the background: soon after they are closed, and every hour those that changed. */
export class AuditSealer {
  private readonly database: Database;
  private readonly sealing: Sealing;
  private readonly onProblem: (error: unknown) => void;
  private closed = new Map<string, Set<string>>();
  private timer: NodeJS.Timeout | undefined;
  private interval: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();

  constructor(database: Database, sealing: Sealing, onProblem: (error: unknown) => void) {
    this.database = database;
    this.sealing = sealing;
    this.onProblem = onProblem;
    database.onPlanClosed = (tenant, planId) => this.add(tenant, planId);
  }

  /** For servers, which run long enough. */
  sealHourly(): void {
    this.interval ??= setInterval(() => {
      this.run(() => sealAllPlans(this.database, this.sealing));
    }, SEAL_INTERVAL_MS).unref();
  }

  /** Seals what is pending, and takes nothing more. */
  close(): Promise<void> {
    this.database.onPlanClosed = null;
    clearInterval(this.interval);
    return this.flush();
  }

  private add({ organizationId }: Tenant, planId: string): void {
    const known = this.closed.get(organizationId) ?? new Set();
    this.closed.set(organizationId, known.add(planId));
    this.timer ??= setTimeout(() => void this.flush(), CLOSED_DELAY_MS).unref();
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const pending = this.closed;
    this.closed = new Map();
    for (const [organizationId, planIds] of pending) {
      this.run(() =>
        sealPlans(
          this.database,
          { organizationId },
          this.sealing,
          // The other process may have read the plan before it was closed.
          { planIds: [...planIds], waits: true },
        ),
      );
    }
    return this.work;
  }

  /** One at a time; what fails is sealed in the next hour. */
  private run(work: () => Promise<unknown>): void {
    this.work = this.work.then(async () => void (await work())).catch(this.onProblem);
  }
}

/** Seals every changed plan of every organization. Returns how many. */
export async function sealAllPlans(
  database: Database,
  sealing: Sealing,
  options: { readonly waits?: boolean } = {},
): Promise<number> {
  let total = 0;
  for await (const organizationId of eachOrganization(database)) {
    total += await sealPlans(database, { organizationId }, sealing, options);
  }
  return total;
}
