import type { Json } from "./record.ts";

export interface KnownStep {
  readonly stepId: string;
  status: string;
  /** All lease tokens issued for it, oldest first. */
  readonly tokens: string[];
}

interface Held {
  readonly stepId: string;
  readonly token: string;
  readonly isCheckpoint: boolean;
}

/** The agents' knowledge from replies so far, some of it stale. */
export class Board {
  steps: KnownStep[] = [];
  planStatus = "planning";
  private readonly held = new Map<number, Held>();

  heldBy(agent: number): Held | undefined {
    return this.held.get(agent);
  }

  inStatus(...statuses: readonly string[]): KnownStep[] {
    return this.steps.filter(({ status }) => statuses.includes(status));
  }

  get isClosed(): boolean {
    return this.planStatus === "completed" || this.planStatus === "failed";
  }

  /** Agents drop a step that is known to be settled. */
  private forget(stepId: string): void {
    for (const [agent, held] of this.held) if (held.stepId === stepId) this.held.delete(agent);
  }

  /** Updates the knowledge from a reply. */
  learn(agent: number, reply: Json): void {
    const status = reply.planStatus ?? (typeof reply.name === "string" ? reply.status : undefined);
    if (typeof status === "string") this.planStatus = status;
    if (reply.status === "awaiting_review") this.planStatus = "awaiting_review";
    if (reply.status === "plan_complete") this.planStatus = "completed";
    if (reply.status === "plan_failed") this.planStatus = "failed";
    if (Array.isArray(reply.steps)) this.replace(reply.steps as Json[]);
    for (const stepId of (reply.stepIds ?? []) as string[]) this.note(stepId, "awaiting_input");
    if (typeof reply.stepId === "string") {
      this.note(reply.stepId, String(reply.stepStatus));
      this.forget(reply.stepId);
    }
    this.learnLease(agent, reply);
    this.learnBranch(reply);
    if (reply.nextStep) this.learn(agent, reply.nextStep as Json);
  }

  private learnLease(agent: number, { step, lease }: Json): void {
    if (!step || !lease) return;
    const { stepId, stepType } = step as { stepId: string; stepType: string };
    const { token } = lease as { token: string };
    const known = this.note(stepId, "in_progress");
    if (!known.tokens.includes(token)) known.tokens.push(token);
    this.held.set(agent, { stepId, token, isCheckpoint: stepType === "checkpoint" });
    this.planStatus = "executing";
  }

  private learnBranch({ branch }: Json): void {
    const { skippedStepIds = [], addedStepIds = [] } = (branch ?? {}) as Record<string, string[]>;
    for (const stepId of skippedStepIds) this.note(stepId, "skipped");
    for (const stepId of addedStepIds) this.note(stepId, "pending");
  }

  private replace(steps: readonly Json[]): void {
    this.steps = steps.map(({ stepId, status }) => ({
      stepId: String(stepId),
      status: String(status ?? "pending"),
      tokens: this.steps.find((known) => known.stepId === stepId)?.tokens ?? [],
    }));
  }

  private note(stepId: string, status: string): KnownStep {
    const known = this.steps.find((step) => step.stepId === stepId);
    if (known) {
      known.status = status;
      return known;
    }
    const added = { stepId, status, tokens: [] };
    this.steps.push(added);
    return added;
  }
}
