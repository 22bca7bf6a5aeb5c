import type { TenantContext } from "@trovella/db";
import type { Actor, CallRecord } from "@trovella/db/calls";
import type { PlanChange } from "@trovella/db/plans";
import type { Permission } from "@trovella/foundation";
import type { Plan } from "@trovella/plan-engine";
import { type Caller, type RuleReader, saveAndCommit } from "@trovella/research";
import type { Card, ShownPlan } from "../board/card.ts";
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
  /** Null when the client shows no card. */
  readonly card: Card | null;
  /** Who may decide reviews in the caller's organization. */
  readonly rule: RuleReader;
  readonly sessionId: string | null;
  /** The size of a reply in pages, unless the call says so. */
  readonly pageBytes: number;
  /** Whether the tool may return Waiting instead of its reply. */
  readonly canWait: boolean;
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
  /** To be called with the plan that the card in the chat should show. */
  show(shown: ShownPlan): void;
  readonly shown: ShownPlan | null;
  /** Whether the call's record was committed with the plan's change. */
  readonly isRecorded: boolean;
  may(permission: Permission): boolean;
  /** Saves the change and the record of this call in one statement, and commits. Returns the reply. */
  commit<Reply extends object>(change: PlanChange, reply: Reply): Promise<Reply>;
  /** Saves a change of a call that is not answered yet, and commits. */
  commitUnanswered(change: PlanChange): Promise<void>;
}

export type RecordOf = (reply: object, plan: Plan | null) => CallRecord;

interface CallSources {
  readonly clock: () => Date;
  readonly recordOf: RecordOf;
  /** Throws when nobody is there any more to take what is about to be committed. */
  readonly requireCaller?: () => void;
}

export function createCallContext(
  parts: CallParts,
  { clock, recordOf, requireCaller }: CallSources,
): CallContext {
  const { context, caller, client, sessionId } = parts;
  const name = client.name && client.version ? `${client.name} ${client.version}` : client.name;
  const actor: Actor = { userId: caller.userId, client: name, via: "mcp", sessionId };
  let time: Date | undefined;
  let isRecorded = false;
  let hasStored = false;
  let shown: ShownPlan | null = null;
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
    show(shownPlan) {
      shown = shownPlan;
    },
    get shown() {
      return shown;
    },
    get isRecorded() {
      return isRecorded;
    },
    may: (permission) => caller.permissions.has(permission),
    async commit(change, reply) {
      plan = change.plan;
      requireCaller?.();
      await saveAndCommit(context, change, { actor, callRecord: recordOf(reply, plan) });
      isRecorded = true;
      return reply;
    },
    async commitUnanswered(change) {
      if (change.events.length === 0) return;
      plan = change.plan;
      await saveAndCommit(context, change, { actor });
    },
  };
}
