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

/** A class, since V8 makes one much faster than an object with as many closures. */
export class CallAttempt implements CallContext {
  readonly context: TenantContext;
  readonly caller: Caller;
  readonly client: Client;
  readonly console: Console;
  readonly stallThresholdMs: number;
  readonly documentAfterMs: number;
  readonly capture: CaptureQueue | null;
  readonly dialogue: Dialogue;
  readonly card: Card | null;
  readonly rule: RuleReader;
  readonly sessionId: string | null;
  readonly pageBytes: number;
  readonly canWait: boolean;
  readonly actor: Actor;
  plan: Plan | null = null;
  shown: ShownPlan | null = null;
  hasStored = false;
  isRecorded = false;
  readonly #sources: CallSources;
  #time: Date | undefined;

  constructor(parts: CallParts, sources: CallSources) {
    const { caller, client, sessionId } = parts;
    const name = client.name && client.version ? `${client.name} ${client.version}` : client.name;
    this.context = parts.context;
    this.caller = caller;
    this.client = client;
    this.console = parts.console;
    this.stallThresholdMs = parts.stallThresholdMs;
    this.documentAfterMs = parts.documentAfterMs;
    this.capture = parts.capture;
    this.dialogue = parts.dialogue;
    this.card = parts.card;
    this.rule = parts.rule;
    this.sessionId = sessionId;
    this.pageBytes = parts.pageBytes;
    this.canWait = parts.canWait;
    this.actor = { userId: caller.userId, client: name, via: "mcp", sessionId };
    this.#sources = sources;
  }

  get now(): Date {
    this.#time ??= this.#sources.clock();
    return this.#time;
  }

  changed(plan: Plan): void {
    this.plan = plan;
  }

  stored(): void {
    this.hasStored = true;
  }

  show(shown: ShownPlan): void {
    this.shown = shown;
  }

  /** Bound, since it is passed on. */
  readonly may = (permission: Permission): boolean => this.caller.permissions.has(permission);

  async commit<Reply extends object>(change: PlanChange, reply: Reply): Promise<Reply> {
    const { requireCaller, recordOf } = this.#sources;
    this.plan = change.plan;
    requireCaller?.();
    const callRecord = recordOf(reply, this.plan);
    await saveAndCommit(this.context, change, { actor: this.actor, callRecord });
    this.isRecorded = true;
    return reply;
  }

  async commitUnanswered(change: PlanChange): Promise<void> {
    if (change.events.length === 0) return;
    this.plan = change.plan;
    await saveAndCommit(this.context, change, { actor: this.actor });
  }
}
