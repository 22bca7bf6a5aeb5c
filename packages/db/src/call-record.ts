/** Who caused an event, for the audit log. */
export interface Actor {
  readonly userId: string | null;
  readonly client: string | null;
  readonly via: string;
  readonly sessionId: string | null;
}

/** A successful mutating call, logged and made repeatable in its own transaction. */
export interface CallRecord {
  readonly id: string;
  readonly userId: string | null;
  readonly toolName: string;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly skillExecutionId: string | null;
  readonly sessionId: string | null;
  readonly clientName: string | null;
  readonly clientVersion: string | null;
  readonly requestMetadata: string;
  readonly responseMetadata: string;
  readonly durationMs: number;
  readonly idempotency: {
    readonly key: string;
    readonly argumentsDigest: string;
    readonly reply: string;
  } | null;
}
