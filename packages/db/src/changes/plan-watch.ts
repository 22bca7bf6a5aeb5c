import { FairQueue } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { withBackgroundContext } from "../connection/tenant-context.ts";
import type { ChangeTopic } from "./change.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { type PlanState, readPlanStates } from "./plan-states.ts";

export interface PlanWatchParts {
  readonly database: Database;
  readonly changes: Pick<ChangeFeed, "subscribe">;
  readonly onProblem: (error: unknown) => void;
  readonly now?: () => Date;
}

export interface WatchedPlan {
  readonly organizationId: string;
  readonly planId: string;
}

/** Called after every look, with null for a plan that does not exist. */
export type OnPlanState = (state: PlanState | null) => void;

/** Changes of a busy organization are looked at together. */
const GAP_MS = 50;
const RETRY_MS = 1_000;
/** Nobody waits for longer; a lease that ends later is noticed by a later look. */
const MAX_TIMER_MS = 60_000;
/** Connections of all organizations together, for as long as a look takes. */
const LOOKS_AT_ONCE = 2;
const MAX_WAIT_MS = 10_000;

/**
 * Reads the state of plans whenever something changed in their organization: one read for all of its watched plans, at
 * most one at a time. Between reads it holds no connection.
 */
export class PlanWatch {
  private readonly organizations = new Map<string, OrganizationWatch>();
  private readonly parts: PlanWatchParts;
  private readonly looks = new FairQueue({
    atOnce: LOOKS_AT_ONCE,
    perKey: 1,
    maxWaitingPerKey: 1,
    maxWaitMs: MAX_WAIT_MS,
    refusal: () => new Error("Too many organizations wait for changes of their plans."),
  });

  constructor(parts: PlanWatchParts) {
    this.parts = parts;
  }

  /** Looks at once, and after every change until the returned function is called. */
  watch({ organizationId, planId }: WatchedPlan, listener: OnPlanState): () => void {
    const known = this.organizations.get(organizationId);
    const watched = known ?? this.start(organizationId);
    watched.add(planId, listener);
    return () => {
      watched.remove(planId, listener);
      if (watched.isIdle && this.organizations.get(organizationId) === watched) {
        watched.stop();
        this.organizations.delete(organizationId);
      }
    };
  }

  /** Looks again at the plans of the organization, if it has watched ones. */
  look(organizationId: string): void {
    this.organizations.get(organizationId)?.lookSoon();
  }

  private start(organizationId: string): OrganizationWatch {
    const { database } = this.parts;
    const read = (planIds: readonly string[]) =>
      this.looks.run(organizationId, () =>
        withBackgroundContext(database, { organizationId }, (context) =>
          readPlanStates(context, planIds),
        ),
      );
    const watched = new OrganizationWatch(organizationId, read, this.parts);
    this.organizations.set(organizationId, watched);
    return watched;
  }
}

type ReadStates = (planIds: readonly string[]) => ReturnType<typeof readPlanStates>;

/** The watched plans of one organization. */
class OrganizationWatch {
  private readonly listeners = new Map<string, Set<OnPlanState>>();
  private readonly unsubscribe: () => void;
  private readonly read: ReadStates;
  private readonly parts: PlanWatchParts;
  private timer: NodeJS.Timeout | undefined;
  private leaseTimer: NodeJS.Timeout | undefined;
  private lookedAtMs = Number.NEGATIVE_INFINITY;
  private isLooking = false;
  private isDirty = false;
  private isStopped = false;

  constructor(organizationId: string, read: ReadStates, parts: PlanWatchParts) {
    this.read = read;
    this.parts = parts;
    this.unsubscribe = parts.changes.subscribe(organizationId, (topics) => {
      if (topics.some(isAboutPlans)) this.lookSoon();
    });
  }

  get isIdle(): boolean {
    return this.listeners.size === 0;
  }

  add(planId: string, listener: OnPlanState): void {
    const known = this.listeners.get(planId) ?? new Set();
    known.add(listener);
    this.listeners.set(planId, known);
    // The plan may have changed between the caller's own read and this.
    this.lookSoon();
  }

  remove(planId: string, listener: OnPlanState): void {
    const known = this.listeners.get(planId);
    known?.delete(listener);
    if (known?.size === 0) this.listeners.delete(planId);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.leaseTimer);
    this.unsubscribe();
  }

  lookSoon(delayMs = 0): void {
    if (this.isStopped) return;
    if (this.isLooking) {
      this.isDirty = true;
      return;
    }
    const gapMs = this.lookedAtMs + GAP_MS - performance.now();
    this.timer ??= setTimeout(() => void this.look(), Math.max(gapMs, delayMs, 0)).unref();
  }

  private async look(): Promise<void> {
    this.timer = undefined;
    if (this.isStopped || this.isIdle) return;
    this.isLooking = true;
    this.isDirty = false;
    const planIds = [...this.listeners.keys()];
    let retryMs: number | null = null;
    try {
      const states = await this.read(planIds);
      for (const planId of planIds) this.tell(planId, states.get(planId) ?? null);
      this.lookWhenLeaseEnds(states);
    } catch (error) {
      this.parts.onProblem(error);
      retryMs = RETRY_MS;
    }
    this.isLooking = false;
    this.lookedAtMs = performance.now();
    if (retryMs !== null || this.isDirty) this.lookSoon(retryMs ?? 0);
  }

  private tell(planId: string, state: PlanState | null): void {
    for (const listener of [...(this.listeners.get(planId) ?? [])]) listener(state);
  }

  private lookWhenLeaseEnds(states: ReadonlyMap<string, PlanState>): void {
    clearTimeout(this.leaseTimer);
    const { now = () => new Date() } = this.parts;
    const fromNow = [...states.values()]
      .map(({ leaseEndsAt }) => (leaseEndsAt?.getTime() ?? 0) - now().getTime())
      .filter((ms) => ms > 0 && ms <= MAX_TIMER_MS);
    if (fromNow.length === 0) return;
    this.leaseTimer = setTimeout(() => this.lookSoon(), Math.min(...fromNow) + 1).unref();
  }
}

function isAboutPlans(topic: ChangeTopic): boolean {
  return topic === "plan" || topic === "review";
}
