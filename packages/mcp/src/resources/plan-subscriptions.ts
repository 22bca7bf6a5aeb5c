import { type Database, withTenantContext } from "@trovella/db";
import { type PlanWatch, readPlanStates } from "@trovella/db/changes";
import { resolvePlanId } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { checkWaitShare, LOCAL_WAIT_SHARES, type WaitShares } from "../waiting/wait-shares.ts";
import { planNamedBy } from "./plan-uri.ts";

interface PlanSubscriptionsParts {
  readonly database: Database;
  readonly watch: Pick<PlanWatch, "watch">;
  readonly shares?: WaitShares;
}

/** The plans that one client wants to hear of. */
export interface PlanSubscription {
  /** False for a URI that names no plan of the caller. */
  add(uri: string): Promise<boolean>;
  remove(uri: string): void;
  close(): void;
}

const MAX_PLANS = 50;

/** Notifies clients that a plan has a new version; they read it with their own permissions. */
export class PlanSubscriptions {
  private readonly parts: PlanSubscriptionsParts;
  private readonly owners = new Map<object, Caller>();

  constructor(parts: PlanSubscriptionsParts) {
    this.parts = parts;
  }

  get count(): number {
    return this.owners.size;
  }

  /** Throws when the caller's share of subscriptions is used up. */
  open(caller: Caller, onUpdated: (uri: string) => void): PlanSubscription {
    const { shares = LOCAL_WAIT_SHARES } = this.parts;
    const callers = this.owners.values();
    const instead = "end some";
    checkWaitShare(caller, { callers, what: "subscriptions", instead }, shares);
    const ends = new Map<string, () => void>();
    const subscription: PlanSubscription = {
      add: async (uri) => {
        if (ends.has(uri)) return true;
        if (ends.size >= MAX_PLANS) throw tooManyPlans();
        // Before the read, so that the limit holds for what arrives meanwhile.
        ends.set(uri, () => undefined);
        const end = await this.watch(caller, uri, onUpdated);
        const isWanted = this.owners.has(subscription) && ends.has(uri);
        if (end && isWanted) ends.set(uri, end);
        else {
          end?.();
          ends.delete(uri);
        }
        return end !== null;
      },
      remove(uri) {
        ends.get(uri)?.();
        ends.delete(uri);
      },
      close: () => {
        for (const uri of [...ends.keys()]) subscription.remove(uri);
        this.owners.delete(subscription);
      },
    };
    this.owners.set(subscription, caller);
    return subscription;
  }

  private async watch(
    { tenant }: Caller,
    uri: string,
    onUpdated: (uri: string) => void,
  ): Promise<(() => void) | null> {
    const named = planNamedBy(uri);
    if (named === null) return null;
    const { database, watch } = this.parts;
    const { planId, state } = await withTenantContext(database, tenant, async (context) => {
      const id = await resolvePlanId(context, named);
      return { planId: id, state: (await readPlanStates(context, [id])).get(id) };
    });
    if (!state) return null;
    let { version } = state;
    const { organizationId } = tenant;
    return watch.watch({ organizationId, planId }, (now) => {
      if (!now || now.version === version) return;
      version = now.version;
      onUpdated(uri);
    });
  }
}

function tooManyPlans(): AppError {
  return new AppError(
    "LIMIT_EXCEEDED",
    `A client may subscribe to ${MAX_PLANS} plans. Next: unsubscribe from some.`,
  );
}
