/** What a call knows of its client, for those that wait or take long. */
export interface CallConnection {
  readonly requestId: string | number;
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Whether a request of its own cancels the call, as over HTTP until 2025; others close their connection or stream. */
  readonly isCancelledApart: boolean;
  /** Notifies the client of progress; null when it did not ask for it. */
  readonly report: ((progress: CallProgress) => void) | null;
  /** Whether the caller's credential still counts, for calls that outlive their authentication. */
  readonly isStillAuthorized?: (() => Promise<boolean>) | undefined;
}

export interface CallProgress {
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}
