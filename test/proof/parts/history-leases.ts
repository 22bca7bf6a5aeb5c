import { type Plan, renewLease, type Step } from "@trovella/plan-engine";
import type { Model } from "./history-model.ts";
import { isBefore, type RecordedCall } from "./history-record.ts";

/** How long a lease lasts is no event: a sign of life puts its end off without a new version. */
export interface LeaseTimes {
  readonly leaseExpiresAt: Date | null;
  readonly lastActivityAt: Date | null;
}

interface Renewal {
  readonly call: RecordedCall;
  readonly stepId: string;
  /** When it was decided; the earliest and the latest moment where that is not known exactly. */
  readonly timesMs: readonly number[];
  /** Whether it took place for certain; a reply need not tell. */
  readonly isSure: boolean;
}

const MAX_PLANS = 4_096;

/** What leases the steps may have had whenever somebody looked, given who renewed them and when. */
export class Leases {
  private readonly model: Model;
  private readonly thresholdMs: number;
  private readonly renewals: readonly Renewal[];
  private readonly known = new Map<string, readonly LeaseTimes[]>();

  constructor(model: Model) {
    this.model = model;
    this.thresholdMs = model.planAt(1).stallThresholdMs;
    this.renewals = model.history.calls.flatMap((call) => this.renewalBy(call));
  }

  /** The plan of a version with all leases it may have had when the call read it. */
  plansAt(version: number, reader: RecordedCall): Plan[] {
    let plans = [this.model.planAt(version)];
    for (const { id, status } of this.model.planAt(version).steps) {
      if (status !== "in_progress") continue;
      const times = this.timesAt(id, version, reader);
      plans = times.flatMap((one) => plans.map((plan) => withTimes(plan, id, one)));
      if (plans.length > MAX_PLANS) throw new Error("too many leases to choose from");
    }
    return plans;
  }

  /** What the reader may have found; without a reader, what may be left when all is over. */
  timesAt(stepId: string, version: number, reader: RecordedCall | null): readonly LeaseTimes[] {
    const key = JSON.stringify([stepId, version, reader?.id]);
    const known = this.known.get(key) ?? this.computeTimes(stepId, version, reader);
    this.known.set(key, known);
    return known;
  }

  private computeTimes(
    stepId: string,
    version: number,
    reader: RecordedCall | null,
  ): readonly LeaseTimes[] {
    const { written, before, after } = this.lastWrite(stepId, version);
    const writer = this.model.callAt(written);
    const isCarriedOver = before && same(before, after);
    const base = isCarriedOver
      ? this.timesAt(stepId, written - 1, writer)
      : [{ leaseExpiresAt: after.leaseExpiresAt, lastActivityAt: after.lastActivityAt }];
    // A step that nobody holds has nothing to renew.
    if (after.leaseExpiresAt === null) return base;

    const renewals = this.renewals.filter(
      ({ call, stepId: renewed }) =>
        renewed === stepId &&
        call !== reader &&
        !isBefore(call, writer) &&
        !(reader && isBefore(reader, call)),
    );
    const isDone = ({ call, isSure }: Renewal) => isSure && (!reader || isBefore(call, reader));
    const isBaseGone = renewals.some((one) => isBefore(writer, one.call) && isDone(one));
    const visible = renewals.filter(
      (one) => !renewals.some((other) => isBefore(one.call, other.call) && isDone(other)),
    );
    return distinct([
      ...(isBaseGone ? [] : base),
      ...visible.flatMap(({ timesMs }) => timesMs.map((time) => this.renewedAt(time))),
    ]);
  }

  private lastWrite(stepId: string, version: number) {
    for (let written = version; written > 0; written -= 1) {
      const after = stepIn(this.model.plans[written], stepId);
      const before = stepIn(this.model.plans[written - 1], stepId);
      if (after && after !== before) return { written, before, after };
    }
    throw new Error(`${stepId} was never written`);
  }

  private renewalBy(call: RecordedCall): Renewal[] {
    const { reply } = call.answer;
    if (!reply || reply.replayed) return [];
    if (call.tool === "get_step_context" && reply.leaseRenewed === true) {
      return [{ call, stepId: String(call.input.stepId), timesMs: timesOf(call), isSure: true }];
    }
    if (call.tool === "store_research") return this.renewalByStoring(call);
    const { step, lease } = reply as { step?: { stepId: string }; lease?: { expiresAt: string } };
    if (call.tool !== "get_next_step" || !step || !lease || this.isHandOut(call)) return [];
    // Whoever gets back the step it holds is told the new end of its lease.
    const timesMs = [Date.parse(lease.expiresAt) - this.thresholdMs];
    return [{ call, stepId: step.stepId, timesMs, isSure: true }];
  }

  /** With a token it only matters whose the step is, which versions tell; that may change meanwhile. */
  private renewalByStoring(call: RecordedCall): Renewal[] {
    const { lowest, highest } = this.model.versionsDuring(call);
    const timesMs = timesOf(call);
    const now = new Date(timesMs[0] ?? 0);
    const lease = call.input as { stepId: string; leaseToken: string };
    const renewals = this.model.plans
      .slice(Math.max(lowest, 1), highest + 1)
      .map((plan) => (plan ? renewLease(plan, lease, now) !== null : false));
    if (!renewals.includes(true)) return [];
    return [{ call, stepId: lease.stepId, timesMs, isSure: !renewals.includes(false) }];
  }

  private isHandOut(call: RecordedCall): boolean {
    const version = this.model.versionBy(call);
    const events = version === null ? [] : this.model.commandAt(version).events;
    return events.some(({ type }) => type === "step_started");
  }

  private renewedAt(timeMs: number): LeaseTimes {
    return {
      leaseExpiresAt: new Date(timeMs + this.thresholdMs),
      lastActivityAt: new Date(timeMs),
    };
  }
}

/** Where it is not known when a call was decided, the earliest and the latest moment. */
function timesOf({ decidedMs, started, ended }: RecordedCall): number[] {
  return decidedMs === null ? [started.clockMs, ended.clockMs] : [decidedMs];
}

function withTimes(plan: Plan, stepId: string, times: LeaseTimes): Plan {
  return {
    ...plan,
    steps: plan.steps.map((step) => (step.id === stepId ? { ...step, ...times } : step)),
  };
}

function stepIn(plan: Plan | null | undefined, stepId: string): Step | undefined {
  return plan?.steps.find(({ id }) => id === stepId);
}

function same(one: LeaseTimes, other: LeaseTimes): boolean {
  return spell(one) === spell(other);
}

function distinct(times: readonly LeaseTimes[]): LeaseTimes[] {
  return [...new Map(times.map((one) => [spell(one), one])).values()];
}

function spell({ leaseExpiresAt, lastActivityAt }: LeaseTimes): string {
  return `${leaseExpiresAt?.getTime()} ${lastActivityAt?.getTime()}`;
}
