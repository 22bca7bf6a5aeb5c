/** The words that people read, by the values that the server sends. Unknown values are shown as they are. */

const STEP_STATUSES: Readonly<Record<string, string>> = {
  pending: "To do",
  in_progress: "In progress",
  awaiting_input: "Waiting for you",
  completed: "Done",
  skipped: "Skipped",
  failed: "Failed",
};

const PLAN_STATUSES: Readonly<Record<string, string>> = {
  planning: "Planned",
  executing: "Running",
  awaiting_review: "Waiting for you",
  stalled: "Stalled",
  completed: "Completed",
  failed: "Ended",
};

const DECISIONS: Readonly<Record<string, string>> = {
  approve: "Approved",
  modify: "Changes requested",
  skip: "Step skipped",
  reject: "Rejected, the plan has ended",
};

const CHANNELS: Readonly<Record<string, string>> = {
  console: "in the console",
  app: "here in the chat",
  elicitation: "in the assistant",
  api: "by a program",
  relayed: "through the assistant",
};

/** `contradicted` → "Contradicted", `result_bytes` → "Result bytes". */
export function plainWord(value: string): string {
  const words = value
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function stepStatusWord(status: string): string {
  return STEP_STATUSES[status] ?? plainWord(status);
}

export function planStatusWord(status: string): string {
  return PLAN_STATUSES[status] ?? plainWord(status);
}

export function outcomeWords(decision: string, decidedVia: string | null): string {
  const what = DECISIONS[decision] ?? plainWord(decision);
  const where = decidedVia && CHANNELS[decidedVia];
  return where ? `${what} ${where}` : what;
}

/** Names of plans begin with their mode: "[Deep] Heat pumps". */
export function splitName(name: string): { mode: string | null; topic: string } {
  const [, mode = null, topic = name] = /^\[(\w+)\] (.+)$/s.exec(name) ?? [];
  return { mode, topic };
}
