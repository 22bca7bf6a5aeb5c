/** One call as its caller saw it. Times are wall-clock times, shared with the servers. */
export interface CallEntry {
  readonly tool: string;
  readonly agent: string;
  /** Index of the server, from 0. */
  readonly server: number;
  readonly planId: string;
  readonly stepId: string | null;
  readonly attempt: number | null;
  /** The lease token, as received or as submitted. */
  readonly token: string | null;
  readonly sentAt: number;
  readonly endedAt: number;
  /** `ok`, an error code, or a reason in UNANSWERED. */
  readonly outcome: string;
  readonly leaseExpiresAt: number | null;
  readonly planVersion: number | null;
  readonly isRenewed: boolean;
  /** Whether the caller had vanished before. */
  readonly isGhost: boolean;
}

/** Reasons for a missing reply: the server was suspended, the connection broke, the caller was killed. */
export const UNANSWERED = ["timeout", "broken", "killed"] as const;

export interface Journal {
  readonly entries: readonly CallEntry[];
  add(entry: CallEntry): void;
  /** The highest attempt of a step issued to any caller. */
  lastAttempt(stepId: string): number;
}

/** The calls of all callers, in order of completion. */
export function newJournal(): Journal {
  const entries: CallEntry[] = [];
  const attempts = new Map<string, number>();
  const lastAttempt = (stepId: string) => attempts.get(stepId) ?? 0;
  return {
    entries,
    lastAttempt,
    add(entry) {
      entries.push(entry);
      const { stepId, attempt } = entry;
      if (stepId && attempt) attempts.set(stepId, Math.max(attempt, lastAttempt(stepId)));
    },
  };
}

export function isClaim({ tool, outcome, stepId }: CallEntry): boolean {
  return tool === "get_next_step" && outcome === "ok" && stepId !== null;
}

export function isAccepted({ tool, outcome }: CallEntry): boolean {
  return tool === "submit_step_result" && outcome === "ok";
}
