import type { TenantContext } from "@trovella/db";
import type { Actor, CallRecord } from "@trovella/db/calls";
import type { PlanChange } from "@trovella/db/plans";
import type { Permission } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { saveAndCommit } from "@trovella/research";
import type { Client } from "../client.ts";
import type { Console } from "../console-urls.ts";
import type { Dialogue } from "../review/question.ts";

/** One attempt at a call: its transaction, its caller, and the way to commit its result. */
export class CallContext {
  readonly context: TenantContext;
  readonly caller: Caller;
  readonly client: Client;
  readonly console: Console;
  readonly stallThresholdMs: number;
  readonly dialogue: Dialogue;
  readonly sessionId: string | null;
  /** Whether the call's record was committed with the plan's change. */
  isRecorded = false;
  private readonly recordOf: (reply: object) => CallRecord;
  private readonly clock: () => Date;
  private time: Date | undefined;

  constructor(parts: {
    context: TenantContext;
    caller: Caller;
    client: Client;
    console: Console;
    stallThresholdMs: number;
    dialogue: Dialogue;
    sessionId: string | null;
    clock: () => Date;
    recordOf: (reply: object) => CallRecord;
  }) {
    this.context = parts.context;
    this.caller = parts.caller;
    this.client = parts.client;
    this.console = parts.console;
    this.stallThresholdMs = parts.stallThresholdMs;
    this.dialogue = parts.dialogue;
    this.sessionId = parts.sessionId;
    this.clock = parts.clock;
    this.recordOf = parts.recordOf;
  }

  /** The time of the decision, taken at first use: after the wait for a plan's lock. */
  get now(): Date {
    this.time ??= this.clock();
    return this.time;
  }

  may(permission: Permission): boolean {
    return this.caller.permissions.has(permission);
  }

  get actor(): Actor {
    const { name, version } = this.client;
    const client = name && version ? `${name} ${version}` : name;
    return { userId: this.caller.userId, client, via: "mcp", sessionId: this.sessionId };
  }

  /** Saves the change and the record of this call in one statement, and commits. Returns the reply. */
  async commit<Reply extends object>(change: PlanChange, reply: Reply): Promise<Reply> {
    const callRecord = this.recordOf(reply);
    await saveAndCommit(this.context, change, { actor: this.actor, callRecord });
    this.isRecorded = true;
    return reply;
  }
}
