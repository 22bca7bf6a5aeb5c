import { sealJson } from "@trovella/db";
import { applyEvents, approvalResult, type Plan, type PlanEvent } from "@trovella/plan-engine";
import { resultOf } from "./commands.ts";
import {
  type Author,
  type History,
  isBefore,
  type LoggedCommand,
  type RecordedCall,
} from "./record.ts";

/** The plan at every version, and the call that made it. */
export class Model {
  readonly history: History;
  /** By version; there is no plan at version 0. */
  readonly plans: readonly (Plan | null)[];
  /** Results by the digest that replaces them in events. */
  readonly results = new Map<string, unknown>();
  private readonly calls: ReadonlyMap<string, RecordedCall>;
  private readonly versions: ReadonlyMap<string, number>;

  /** Throws when the log is not that of one plan, version by version. */
  constructor(history: History) {
    this.history = history;
    this.calls = new Map(history.calls.map((call) => [call.id, call]));
    this.versions = new Map(
      history.commands.map(({ callId, version }) => [String(callId), version]),
    );
    this.plans = plansOf(history.commands);
    this.collectResults();
  }

  get lastVersion(): number {
    return this.history.commands.length;
  }

  planAt(version: number): Plan {
    const plan = this.plans[version];
    if (!plan) throw new Error(`there is no version ${version}`);
    return plan;
  }

  commandAt(version: number): LoggedCommand {
    const command = this.history.commands[version - 1];
    if (!command) throw new Error(`there is no version ${version}`);
    return command;
  }

  /** The events of all versions up to this one. */
  eventsUpTo(version: number): PlanEvent[] {
    return this.history.commands.slice(0, version).flatMap(({ events }) => events);
  }

  /** The authors of instructions that were added or reworded up to this version, by step. */
  authorsAt(version: number): ReadonlyMap<string, Author> {
    return new Map(
      this.history.commands
        .slice(0, version)
        .flatMap(({ author, events }) =>
          events.flatMap(instructedSteps).map((stepId) => [stepId, author] as const),
        ),
    );
  }

  callAt(version: number): RecordedCall {
    const call = this.calls.get(String(this.commandAt(version).callId));
    if (!call) throw new Error(`no call made version ${version}`);
    return call;
  }

  /** The version that the call made, if it changed anything. */
  versionBy(call: RecordedCall): number | null {
    return this.versions.get(call.id) ?? null;
  }

  /** The versions that may have been current during the call. */
  versionsDuring(call: RecordedCall): { readonly lowest: number; readonly highest: number } {
    const lowest = this.history.calls
      .filter((other) => isBefore(other, call))
      .reduce((version, other) => Math.max(version, this.seenBy(other)), 0);
    let highest = lowest;
    while (
      highest < this.lastVersion &&
      this.callAt(highest + 1).started.order <= call.ended.order
    ) {
      highest += 1;
    }
    return { lowest, highest };
  }

  private seenBy(call: RecordedCall): number {
    return this.versionBy(call) ?? Number(call.answer.reply?.planVersion ?? 0);
  }

  private collectResults(): void {
    const keep = (value: unknown) =>
      this.results.set(sealJson(value as never).digest, value as unknown);
    for (const { tool, input } of this.history.calls) {
      if (tool === "submit_step_result") keep(resultOf(input.result));
      if (tool !== "submit_user_decision") continue;
      const { stepId, feedback } = input as { stepId?: string; feedback?: string };
      for (const plan of this.plans) if (plan) keep(approvalResult(plan, { stepId, feedback }));
    }
  }
}

/** Steps whose instructions the event sets; those of a branch were given when the plan was created. */
function instructedSteps(event: PlanEvent): readonly string[] {
  if (event.type === "instructions_updated") return [event.stepId];
  if (event.type !== "steps_added" || event.branchOf) return [];
  return event.steps.map(({ id }) => id);
}

function plansOf(commands: readonly LoggedCommand[]): (Plan | null)[] {
  const plans: (Plan | null)[] = [null];
  for (const { version, events } of commands) {
    if (version !== plans.length) {
      throw new Error(`version ${version} follows ${plans.length - 1}`);
    }
    plans.push(applyEvents(plans.at(-1) ?? null, events as [PlanEvent, ...PlanEvent[]]));
  }
  return plans;
}
