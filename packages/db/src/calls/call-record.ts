/** Who caused an event, for the audit log. */
export interface Actor {
  readonly userId: string | null;
  readonly client: string | null;
  readonly via: string;
  readonly sessionId: string | null;
}

/** What the log keeps of one call of a tool. */
export interface LoggedCall {
  readonly id: string;
  readonly userId: string | null;
  readonly toolName: string;
  readonly planId: string | null;
  readonly stepId: string | null;
  /** Null when the call names none: it then belongs to its plan's, else to its session's. */
  readonly skillExecutionId: string | null;
  readonly sessionId: string | null;
  readonly clientName: string | null;
  readonly clientVersion: string | null;
  readonly requestMetadata: string;
  readonly responseMetadata: string;
  readonly durationMs: number;
  readonly createdAt: Date;
}

/** A successful mutating call, logged and made repeatable in its own transaction. */
export interface CallRecord extends LoggedCall {
  readonly idempotency: {
    readonly key: string;
    readonly argumentsDigest: string;
    readonly reply: string;
  } | null;
}

/** Any other call, logged after it was answered. */
export interface FinishedCall extends LoggedCall {
  readonly isError: boolean;
  readonly errorCode: string | null;
}
