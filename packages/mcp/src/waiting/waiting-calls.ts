import { type Database, withBackgroundContext } from "@trovella/db";
import type { PlanState, PlanWatch } from "@trovella/db/changes";
import { readPlan } from "@trovella/db/plans";
import type { Plan } from "@trovella/plan-engine";
import type { Caller } from "@trovella/research";
import type { PlanWait } from "./plan-wait.ts";
import { checkWaitShare, LOCAL_WAIT_SHARES, type WaitShares } from "./wait-shares.ts";

interface WaitingCallsParts {
  readonly database: Database;
  readonly watch: Pick<PlanWatch, "watch" | "look">;
  readonly onProblem: (error: unknown) => void;
  readonly shares?: WaitShares;
  readonly now?: () => Date;
}

interface WaitingCaller {
  readonly caller: Caller;
  /** Ends with the connection of the call, or when its client cancels it. */
  readonly signal?: AbortSignal | undefined;
  /** The idempotency key of the call; repeated calls share it. */
  readonly key?: string | undefined;
}

/** `changed`: the tool may have another answer now. `over`: it must answer as it is. `gone`: nobody reads the answer. */
type WaitEnd = "changed" | "over" | "gone";

/** The place of one call among those that wait; to be left when the call is answered. */
export interface WaitingPlace {
  until(wait: PlanWait, deadlineMs: number): Promise<WaitEnd>;
  readonly isGone: boolean;
  leave(): void;
}

/** Calls that wait for something to happen to their plan. They hold no connection, no transaction and no lock. */
export class WaitingCalls {
  private readonly places = new Set<Place>();
  private readonly plans = new Map<string, WaitersOfPlan>();
  private readonly parts: WaitingCallsParts;
  private isClosed = false;

  constructor(parts: WaitingCallsParts) {
    this.parts = parts;
  }

  /** The number of calls that asked to wait and are not answered yet. */
  get count(): number {
    return this.places.size;
  }

  /** The number of those that wait at this moment. */
  get asleepCount(): number {
    return [...this.places].filter(({ isAsleep }) => isAsleep).length;
  }

  /** Takes a place before the call has any effect; throws when the caller's share is used up. */
  enter(caller: WaitingCaller): WaitingPlace {
    const { shares = LOCAL_WAIT_SHARES } = this.parts;
    const callers = [...this.places].map(({ person }) => person);
    const instead = "call again without waitSeconds";
    checkWaitShare(caller.caller, { callers, what: "calls", instead }, shares);
    const place = new Place(caller, {
      waitersOf: (planId) => this.waitersOf(caller.caller.tenant.organizationId, planId),
      onLeft: () => this.places.delete(place),
    });
    this.places.add(place);
    if (this.isClosed) place.close();
    return place;
  }

  /** For shutdown: all are answered at once as they are, and none waits any more. */
  close(): void {
    this.isClosed = true;
    for (const place of this.places) place.close();
  }

  private waitersOf(organizationId: string, planId: string): WaitersOfPlan {
    const key = JSON.stringify([organizationId, planId]);
    const known = this.plans.get(key);
    if (known) return known;
    const { database, watch, onProblem, now = () => new Date() } = this.parts;
    const tenant = { organizationId };
    const waiters = new WaitersOfPlan({
      watch: (listener) => watch.watch({ organizationId, planId }, listener),
      look: () => watch.look(organizationId),
      read: () =>
        withBackgroundContext(database, tenant, async (context) => {
          const { plan } = await readPlan(context, planId);
          return plan;
        }),
      onProblem,
      now,
      onEmpty: () => this.plans.delete(key),
    });
    this.plans.set(key, waiters);
    return waiters;
  }
}

interface PlaceParts {
  waitersOf(planId: string): WaitersOfPlan;
  onLeft(): void;
}

/** A call from its start to its answer; it waits while `wake` is set. */
class Place implements WaitingPlace {
  readonly person: Caller;
  readonly key: string | undefined;
  wait: PlanWait | undefined;
  /** The version of the plan that had nothing for this call; null when that is not known. */
  seenVersion: number | null = null;
  private readonly parts: PlaceParts;
  private readonly signal: AbortSignal | undefined;
  private waiters: WaitersOfPlan | undefined;
  private end: ((end: WaitEnd) => void) | undefined;
  private isOver = false;

  constructor({ caller, signal, key }: WaitingCaller, parts: PlaceParts) {
    this.person = caller;
    this.key = key;
    this.signal = signal;
    this.parts = parts;
  }

  get isGone(): boolean {
    return this.signal?.aborted === true;
  }

  get isAsleep(): boolean {
    return this.end !== undefined;
  }

  until(wait: PlanWait, deadlineMs: number): Promise<WaitEnd> {
    const leftMs = deadlineMs - performance.now();
    if (this.isGone) return Promise.resolve("gone");
    if (this.isOver || leftMs <= 0) return Promise.resolve("over");
    this.wait = wait;
    this.seenVersion = wait.plan.version;
    return new Promise((resolve) => {
      const onAbort = () => this.wake("gone");
      const timer = setTimeout(() => this.wake("over"), leftMs);
      this.signal?.addEventListener("abort", onAbort, { once: true });
      this.end = (end) => {
        clearTimeout(timer);
        this.signal?.removeEventListener("abort", onAbort);
        resolve(end);
      };
      this.waiters ??= this.parts.waitersOf(wait.plan.id);
      this.waiters.add(this);
    });
  }

  wake(end: WaitEnd): void {
    const { end: resolve } = this;
    this.end = undefined;
    resolve?.(end);
  }

  close(): void {
    this.isOver = true;
    this.wake("over");
  }

  leave(): void {
    this.wake("over");
    this.waiters?.remove(this);
    this.parts.onLeft();
  }
}

interface WaitersOfPlanParts {
  watch(listener: (state: PlanState | null) => void): () => void;
  look(): void;
  read(): Promise<Plan>;
  readonly onProblem: (error: unknown) => void;
  readonly now: () => Date;
  onEmpty(): void;
}

/** The calls that wait for one plan, in the order in which they came. */
class WaitersOfPlan {
  private readonly places = new Set<Place>();
  private readonly parts: WaitersOfPlanParts;
  private readonly unwatch: () => void;
  private isOffering = false;
  /** Whether something was seen while the plan was being read. */
  private isOutdated = false;

  constructor(parts: WaitersOfPlanParts) {
    this.parts = parts;
    this.unwatch = parts.watch((state) => this.onState(state));
  }

  add(place: Place): void {
    this.places.add(place);
    // The plan may have changed since the call read it.
    this.parts.look();
  }

  remove(place: Place): void {
    this.places.delete(place);
    if (this.places.size === 0) {
      this.unwatch();
      this.parts.onEmpty();
      return;
    }
    for (const other of this.places) if (isRepeated(place, other)) other.wake("changed");
    // A call that was woken and left without taking anything leaves it to the others.
    this.parts.look();
  }

  private onState(state: PlanState | null): void {
    const asleep = [...this.places].filter(({ isAsleep }) => isAsleep);
    // The tool says what has become of a plan that is not there any more.
    if (!state) for (const place of asleep) place.wake("changed");
    if (!state) return;
    if (this.isOffering) {
      this.isOutdated = true;
      return;
    }
    const { version, leaseEndsAt } = state;
    const isLeaseOver = leaseEndsAt !== null && leaseEndsAt <= this.parts.now();
    const isNews = asleep.some(({ seenVersion }) => seenVersion !== version) || isLeaseOver;
    if (!isNews) return;
    const [only, ...others] = asleep;
    // Its tool finds out as quickly. An ended lease of a step that it may not have would wake it again and again.
    const canTry = others.length === 0 && !isLeaseOver && only?.wait?.canRetry;
    if (canTry) only?.wake("changed");
    else void this.offer(isLeaseOver).catch(this.parts.onProblem);
  }

  /** Reads the plan once and wakes those for whom it has something, each with what those before it leave. */
  private async offer(isLeaseOver: boolean): Promise<void> {
    this.isOffering = true;
    this.isOutdated = false;
    try {
      const plan = await this.parts.read();
      const now = this.parts.now();
      let left = plan;
      for (const place of this.places) {
        // The tool has said already that this version has nothing for it.
        const hasSeen = place.seenVersion === plan.version && !isLeaseOver;
        if (!place.isAsleep || hasSeen) continue;
        const after = place.wait?.claim(left, now) ?? null;
        // A later call may get what a woken one leaves.
        if (!after) place.seenVersion = left === plan ? plan.version : null;
        else {
          left = after;
          place.wake("changed");
        }
      }
    } finally {
      this.isOffering = false;
      if (this.isOutdated) this.parts.look();
    }
  }
}

/** Whether both are the same call, which gets one answer. */
function isRepeated(call: Place, other: Place): boolean {
  return (
    call.key !== undefined && call.key === other.key && call.person.userId === other.person.userId
  );
}
