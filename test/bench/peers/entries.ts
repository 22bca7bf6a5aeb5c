export interface Entry {
  /** The file in contestants/. */
  readonly contestant: string;
  readonly title: string;
  readonly callers: number;
  /** Pairs per measurement: about a second and a half for each entry. */
  readonly pairs: number;
  /** Warm-up pairs: cold code is two to three times slower. */
  readonly warmUpPairs: number;
}

export interface Goal {
  /** Which of our contestants is compared. */
  readonly own: string;
  readonly peer: string;
  readonly callers: number;
  /** Null where there is no goal. */
  readonly times: number | null;
}

/** A task file allows one caller; the others run several plans concurrently. */
export const ENTRIES: readonly Entry[] = [
  { contestant: "trovella", title: "Trovella", callers: 8, pairs: 1500, warmUpPairs: 3000 },
  {
    contestant: "trovella-two-calls",
    title: "Trovella, two calls a step",
    callers: 8,
    pairs: 1000,
    warmUpPairs: 2000,
  },
  { contestant: "dbos", title: "DBOS", callers: 8, pairs: 480, warmUpPairs: 1500 },
  { contestant: "langgraph", title: "LangGraph", callers: 8, pairs: 360, warmUpPairs: 1200 },
  { contestant: "trovella", title: "Trovella", callers: 1, pairs: 800, warmUpPairs: 300 },
  {
    contestant: "trovella-two-calls",
    title: "Trovella, two calls a step",
    callers: 1,
    pairs: 500,
    warmUpPairs: 200,
  },
  { contestant: "task-master", title: "task-master-ai", callers: 1, pairs: 80, warmUpPairs: 250 },
  {
    contestant: "task-master-short",
    title: "task-master-ai, one-sentence tasks",
    callers: 1,
    pairs: 120,
    warmUpPairs: 250,
  },
];

export const GOALS: readonly Goal[] = [
  { own: "trovella", peer: "dbos", callers: 8, times: 2 },
  { own: "trovella", peer: "langgraph", callers: 8, times: 2.5 },
  { own: "trovella", peer: "task-master", callers: 1, times: 8 },
  { own: "trovella", peer: "task-master-short", callers: 1, times: null },
  { own: "trovella-two-calls", peer: "dbos", callers: 8, times: null },
  { own: "trovella-two-calls", peer: "langgraph", callers: 8, times: null },
  { own: "trovella-two-calls", peer: "task-master", callers: 1, times: null },
];
