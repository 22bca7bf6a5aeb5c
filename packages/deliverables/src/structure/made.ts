/** How the research was done, from the records of the plan, never from the text. */
export interface Made {
  readonly searches: number;
  readonly pagesRead: number;
  readonly steps: number;
  /** The names of the programs that did the steps. */
  readonly assistants: readonly string[];
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly approvals: readonly Approval[];
}

export interface Approval {
  /** What was to be reviewed, in one line. */
  readonly what: string;
  readonly decision: "approve" | "reject" | "modify" | "skip";
  /** The person's name; null where it is not known. */
  readonly by: string | null;
  readonly at: Date;
  /** Whether an assistant passed the decision on. */
  readonly isRelayed: boolean;
}
