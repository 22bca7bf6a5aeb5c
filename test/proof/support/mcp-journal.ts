/** One call, as its caller saw it. Times are the wall clock's, which the servers share. */
export interface CallEntry {
  readonly tool: string;
  readonly agent: string;
  /** Which of the servers was asked, counted from 0. */
  readonly server: number;
  readonly planId: string;
  readonly stepId: string | null;
  readonly attempt: number | null;
  /** The lease's token: as it was given, or as it was handed in. */
  readonly token: string | null;
  readonly sentAt: number;
  readonly endedAt: number;
  /** `ok`, the code of a refusal, or what kept the answer away. */
  readonly outcome: string;
  readonly leaseExpiresAt: number | null;
  readonly planVersion: number | null;
  readonly isRenewed: boolean;
  /** Whether the caller pretended to be dead before. */
  readonly isGhost: boolean;
}

/** What keeps an answer away: the server stood still, the connection broke, the caller was killed. */
export const UNANSWERED = ["timeout", "broken", "killed"] as const;

export interface Journal {
  readonly entries: readonly CallEntry[];
  add(entry: CallEntry): void;
  /** The highest attempt at a step that any caller was given. */
  lastAttempt(stepId: string): number;
}

/** What all callers together know, in the order in which they learnt it. */
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
