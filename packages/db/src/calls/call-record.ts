/** The originator of an event, for the audit log. */
export interface Actor {
  readonly userId: string | null;
  readonly client: string | null;
  readonly via: string;
  readonly sessionId: string | null;
}

/** A tool call as it is logged. */
export interface LoggedCall {
  readonly id: string;
  readonly userId: string | null;
  readonly toolName: string;
  readonly planId: string | null;
  readonly stepId: string | null;
  /** Null when the call names none; then that of its plan is used, else that of its session. */
  readonly skillExecutionId: string | null;
  readonly sessionId: string | null;
  readonly clientName: string | null;
  readonly clientVersion: string | null;
  readonly requestMetadata: string;
  readonly responseMetadata: string;
  readonly durationMs: number;
  readonly createdAt: Date;
}

/** A successful mutating call, logged and made idempotent in its own transaction. */
export interface CallRecord extends LoggedCall {
  readonly idempotency: {
    readonly key: string;
    readonly argumentsDigest: string;
    readonly reply: string;
  } | null;
}

/** Any other call, logged after its reply. */
export interface FinishedCall extends LoggedCall {
  readonly isError: boolean;
  readonly errorCode: string | null;
}
