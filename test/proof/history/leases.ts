import { type Plan, renewLease, type Step } from "@trovella/plan-engine";
import type { Model } from "./model.ts";
import { isBefore, type RecordedCall } from "./record.ts";
import { distinctTimes, exactly, type Span, thresholdsOf } from "./spans.ts";

interface Renewal {
  readonly call: RecordedCall;
  readonly stepId: string;
  readonly decided: Span;
  /** Whether it certainly happened; a reply may not show it. */
  readonly isSure: boolean;
}

const MAX_PLANS = 4_096;

/**
 * The possible last heartbeats of each step at any read, derived from the renewals. A renewal is no event
 * and makes no version; a lease expires one threshold after it.
 */
export class Leases {
  private readonly model: Model;
  private readonly thresholdMs: number;
  private readonly renewals: readonly Renewal[];
  private readonly known = new Map<string, readonly Span[]>();

  constructor(model: Model) {
    this.model = model;
    this.thresholdMs = model.planAt(1).stallThresholdMs;
    this.renewals = model.history.calls.flatMap((call) => this.renewalBy(call));
  }

  /** All variants of a version's plan that the call may have read and that differ at `now`. */
  plansAt(version: number, reader: RecordedCall, now: Date): Plan[] {
    const thresholds = thresholdsOf(reader, this.thresholdMs);
    const shown = shownExpiries(reader);
    const plan = this.model.planAt(version);
    // The time of an attempt that waits for a person ends with its lease too.
    const isTimed = plan.budget?.workMinutes !== undefined;
    let plans = [plan];
    for (const { id, status } of plan.steps) {
      if (status !== "in_progress" && !(isTimed && status === "awaiting_input")) continue;
      const signs = this.signsAt(id, version, reader);
      const sign = (shown.get(id) ?? Number.NaN) - this.thresholdMs;
      // The reply shows which one was read.
      const times = signs.some(({ fromMs, toMs }) => sign >= fromMs && sign <= toMs)
        ? [sign]
        : distinctTimes(signs, now.getTime(), { thresholds, isTimed });
      plans = times.flatMap((time) => plans.map((plan) => this.withSign(plan, id, time)));
      if (plans.length > MAX_PLANS) throw new Error("too many leases to choose from");
    }
    return plans;
  }

  /** The possible last heartbeats of all steps in progress at the call. */
  allSignsAt(version: number, reader: RecordedCall): readonly Span[] {
    return this.model
      .planAt(version)
      .steps.filter(({ status }) => status === "in_progress")
      .flatMap(({ id }) => this.signsAt(id, version, reader));
  }

  /** Possible values at the read; without a reader, at the end of the history. */
  signsAt(stepId: string, version: number, reader: RecordedCall | null): readonly Span[] {
    const key = JSON.stringify([stepId, version, reader?.id]);
    const known = this.known.get(key) ?? this.computeSigns(stepId, version, reader);
    this.known.set(key, known);
    return known;
  }

  private computeSigns(
    stepId: string,
    version: number,
    reader: RecordedCall | null,
  ): readonly Span[] {
    const { written, after } = this.lastWrite(stepId, version);
    const writer = this.model.callAt(written);
    const given = this.signGivenBy(written, stepId);
    // Revoking a lease, as a failing plan does, leaves the last heartbeat unchanged.
    const base = given ? [exactly(given.getTime())] : this.signsAt(stepId, written - 1, writer);
    // A step without a holder has no lease to renew.
    if (after.leaseExpiresAt === null) return base;

    const renewals = this.renewals.filter(
      ({ call, stepId: renewed }) =>
        renewed === stepId &&
        call !== reader &&
        !isBefore(call, writer) &&
        !(reader && isBefore(reader, call)),
    );
    // A renewal that was answered is never lost, and an older one never replaces it.
    const done = renewals.filter(
      ({ call, isSure }) => isSure && (!reader || isBefore(call, reader)),
    );
    const earliest = Math.max(...done.map(({ decided }) => decided.fromMs));
    return [...base, ...renewals.map(({ decided }) => decided)].filter(
      ({ toMs }) => toMs >= earliest,
    );
  }

  /** Issuing a step and returning it count as heartbeats; no other event does. */
  private signGivenBy(version: number, stepId: string): Date | undefined {
    return this.model
      .commandAt(version)
      .events.findLast(
        (event) =>
          (event.type === "step_started" || event.type === "step_sent_back") &&
          event.stepId === stepId,
      )?.at;
  }

  private lastWrite(stepId: string, version: number) {
    for (let written = version; written > 0; written -= 1) {
      const after = stepIn(this.model.plans[written], stepId);
      const before = stepIn(this.model.plans[written - 1], stepId);
      if (after && after !== before) return { written, after };
    }
    throw new Error(`${stepId} was never written`);
  }

  private renewalBy(call: RecordedCall): Renewal[] {
    const { reply } = call.answer;
    if (!reply || reply.replayed) return [];
    if (call.tool === "get_step_context" && reply.leaseRenewed === true) {
      return [{ call, stepId: String(call.input.stepId), decided: spanOf(call), isSure: true }];
    }
    if (call.tool === "store_research") return this.renewalByStoring(call);
    const { step, lease } = reply as { step?: { stepId: string }; lease?: { expiresAt: string } };
    if (call.tool !== "get_next_step" || !step || !lease || this.isHandOut(call)) return [];
    // An agent that reclaims its own step gets the new expiry.
    const decided = exactly(Date.parse(lease.expiresAt) - this.thresholdMs);
    return [{ call, stepId: step.stepId, decided, isSure: true }];
  }

  /** With a token only the current holder matters, which the versions show; it may change during the call. */
  private renewalByStoring(call: RecordedCall): Renewal[] {
    const { lowest, highest } = this.model.versionsDuring(call);
    const decided = this.storedAt(call) ?? spanOf(call);
    const now = new Date(decided.fromMs);
    const lease = call.input as { stepId: string; leaseToken: string };
    const renewals = this.model.plans
      .slice(Math.max(lowest, 1), highest + 1)
      .map((plan) => (plan ? renewLease(plan, lease, now) !== null : false));
    if (!renewals.includes(true)) return [];
    return [{ call, stepId: lease.stepId, decided, isSure: !renewals.includes(false) }];
  }

  /** Stored artifacts carry the time of the renewal. */
  private storedAt({ answer }: RecordedCall): Span | undefined {
    const { artifacts } = this.model.history;
    const stored = artifacts.find(({ id }) => id === answer.reply?.artifactId);
    return stored && exactly(stored.createdAt.getTime());
  }

  private isHandOut(call: RecordedCall): boolean {
    const version = this.model.versionBy(call);
    const events = version === null ? [] : this.model.commandAt(version).events;
    return events.some(({ type }) => type === "step_started");
  }

  private withSign(plan: Plan, stepId: string, timeMs: number): Plan {
    const end = new Date(timeMs + this.thresholdMs);
    return {
      ...plan,
      steps: plan.steps.map((step) =>
        step.id === stepId
          ? {
              ...step,
              lastActivityAt: new Date(timeMs),
              leaseExpiresAt: step.leaseExpiresAt && end,
            }
          : step,
      ),
    };
  }
}

/** When the leases of steps end, as far as the answer says so. */
function shownExpiries({ input, answer }: RecordedCall): ReadonlyMap<string, number> {
  const [, refusedUntil] = /holds until (\S+)\. Next:/.exec(answer.refusal?.text ?? "") ?? [];
  if (refusedUntil) return new Map([[String(input.stepId), Date.parse(refusedUntil)]]);
  const reply = (answer.reply ?? {}) as Record<string, unknown>;
  const { inProgressSteps, priorSteps, steps } = {
    ...reply,
    ...(reply.nextStep ?? {}),
  } as typeof reply;
  const listed = [inProgressSteps, priorSteps, steps].flat() as (HeldStep | undefined)[];
  return new Map(
    listed.flatMap((step) => {
      const expiry = step?.leaseExpiresAt ?? step?.held?.leaseExpiresAt;
      return step && expiry ? [[step.stepId, Date.parse(expiry)] as const] : [];
    }),
  );
}

interface HeldStep {
  readonly stepId: string;
  readonly leaseExpiresAt?: string | null;
  readonly held?: { readonly leaseExpiresAt?: string | null };
}

/** The span of the whole call where its decision time is unknown. */
function spanOf({ decidedMs, started, ended }: RecordedCall): Span {
  return decidedMs === null ? { fromMs: started.clockMs, toMs: ended.clockMs } : exactly(decidedMs);
}

function stepIn(plan: Plan | null | undefined, stepId: string): Step | undefined {
  return plan?.steps.find(({ id }) => id === stepId);
}
