import type { TenantContext } from "@trovella/db";
import type { Actor, CallRecord } from "@trovella/db/calls";
import type { PlanChange } from "@trovella/db/plans";
import type { Permission } from "@trovella/foundation";
import type { Plan } from "@trovella/plan-engine";
import { type Caller, type RuleReader, saveAndCommit } from "@trovella/research";
import type { Console } from "../console-urls.ts";
import type { Client } from "../request-client.ts";
import type { Dialogue } from "../review/question.ts";
import type { CaptureQueue } from "../services.ts";

interface CallParts {
  readonly context: TenantContext;
  readonly caller: Caller;
  readonly client: Client;
  readonly console: Console;
  readonly stallThresholdMs: number;
  readonly documentAfterMs: number;
  /** Null when this server reads no pages. */
  readonly capture: CaptureQueue | null;
  readonly dialogue: Dialogue;
  /** Who may decide reviews in the caller's organization. */
  readonly rule: RuleReader;
  readonly sessionId: string | null;
}

/** One attempt at a call: its transaction, its caller, and the way to commit its result. */
export interface CallContext extends CallParts {
  /** The time of the decision, taken at first use: after the wait for a plan's lock. */
  readonly now: Date;
  readonly actor: Actor;
  /** The plan that the call changed, if it did. */
  readonly plan: Plan | null;
  /** To be called with a changed plan that is not saved by `commit`. */
  changed(plan: Plan): void;
  /** To be called when something searchable was stored by a tool that does so only by the way. */
  stored(): void;
  readonly hasStored: boolean;
  /** Whether the call's record was committed with the plan's change. */
  readonly isRecorded: boolean;
  may(permission: Permission): boolean;
  /** Saves the change and the record of this call in one statement, and commits. Returns the reply. */
  commit<Reply extends object>(change: PlanChange, reply: Reply): Promise<Reply>;
}

export type RecordOf = (reply: object, plan: Plan | null) => CallRecord;

interface CallSources {
  readonly clock: () => Date;
  readonly recordOf: RecordOf;
}

export function createCallContext(parts: CallParts, { clock, recordOf }: CallSources): CallContext {
  const { context, caller, client, sessionId } = parts;
  const name = client.name && client.version ? `${client.name} ${client.version}` : client.name;
  const actor: Actor = { userId: caller.userId, client: name, via: "mcp", sessionId };
  let time: Date | undefined;
  let isRecorded = false;
  let hasStored = false;
  let plan: Plan | null = null;
  return {
    ...parts,
    actor,
    get now() {
      time ??= clock();
      return time;
    },
    get plan() {
      return plan;
    },
    changed(changedPlan) {
      plan = changedPlan;
    },
    stored() {
      hasStored = true;
    },
    get hasStored() {
      return hasStored;
    },
    get isRecorded() {
      return isRecorded;
    },
    may: (permission) => caller.permissions.has(permission),
    async commit(change, reply) {
      plan = change.plan;
      await saveAndCommit(context, change, { actor, callRecord: recordOf(reply, plan) });
      isRecorded = true;
      return reply;
    },
  };
}
