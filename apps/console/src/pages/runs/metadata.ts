/** What a client noted about a run: names by convention, values as it likes. */
export type RunMetadata = Readonly<Record<string, unknown>>;

export interface Fact {
  readonly name: string;
  readonly label: string;
  /** Null when the client said that there is nothing to say. */
  readonly text: string | null;
}

export interface PriorResearch {
  readonly found: number | null;
  readonly artifactIds: readonly string[];
  readonly facts: readonly Fact[];
}

export interface RunNotes {
  readonly interview: readonly Fact[];
  readonly questions: readonly { readonly question: string; readonly answer: string | null }[];
  readonly skipQuestionsReason: string | null;
  readonly routing: readonly Fact[];
  readonly priorResearch: PriorResearch | null;
  readonly planDesignRationale: string | null;
  readonly outcome: readonly Fact[];
  readonly other: readonly Fact[];
}

const INTERVIEW = {
  topic: "Topic",
  originalQuery: "Asked in these words",
  researchType: "Kind of research",
  scope: "Scope",
  depthSignals: "Words about depth",
  decisionContext: "Decision it is for",
  knownContext: "Known before",
  outputMediaType: "Form of the output",
  outputFormattingInstructions: "Wishes for the output",
};
const ROUTING = { delegatedTo: "Mode", routingRationale: "Why" };
const PRIOR = {
  userDecision: "Decision",
  userConversation: "What the person said",
  refreshContext: "To be added",
  closedReason: "Why it ended there",
};
const OUTCOME = {
  stepsCompleted: "Steps completed",
  artifactsStored: "Findings stored",
  mode: "Mode",
  checkpointFeedback: "Feedback at checkpoints",
};

/** Names with values by convention, and what those mean. */
const CODES = new Map([
  ["researchType general_topic", "General topic"],
  ["researchType competitive_analysis", "Competitive analysis"],
  ["researchType decision_support", "Decision support"],
  ["userDecision use_existing", "Use what was there"],
  ["userDecision refresh", "Bring it up to date"],
  ["userDecision unique", "Research anew"],
]);

/** Sorts what a client noted into what a reader looks for. Whatever does not fit stands under other. */
export function readNotes(metadata: RunMetadata | null): RunNotes {
  const rest = new Map(Object.entries(metadata ?? {}));
  const take = (name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return value;
  };
  const facts = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).flatMap(([name, label]) => factOf(name, label, take(name)));
  const questions = questionsOf(rest.get("clarifyingQuestions"));
  if (questions) rest.delete("clarifyingQuestions");
  const priorResearch = priorResearchOf(rest.get("priorResearchCheck"));
  if (priorResearch) rest.delete("priorResearchCheck");
  return {
    interview: facts(INTERVIEW),
    questions: questions ?? [],
    skipQuestionsReason: textOf(take("skipQuestionsReason")),
    routing: facts(ROUTING),
    priorResearch,
    planDesignRationale: textOf(take("planDesignRationale")),
    outcome: facts(OUTCOME),
    other: [...rest].flatMap(([name, value]) => factOf(name, name, value)),
  };
}

function priorResearchOf(value: unknown): PriorResearch | null {
  if (!isRecord(value)) return null;
  const { found, artifactIds, ...rest } = value;
  const ids = Array.isArray(artifactIds)
    ? artifactIds.filter((id): id is string => typeof id === "string" && id !== "")
    : [];
  const labels = new Map(Object.entries(PRIOR));
  return {
    found: typeof found === "number" ? found : null,
    artifactIds: [...new Set(ids)],
    facts: Object.entries({ ...emptyOf(PRIOR), ...rest }).flatMap(([name, fact]) =>
      factOf(name, labels.get(name) ?? name, fact),
    ),
  };
}

/** The names of an object without values, to give others their order. */
function emptyOf(labels: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(labels).map((name) => [name, undefined]));
}

function questionsOf(value: unknown): RunNotes["questions"] | null {
  if (!Array.isArray(value) || !value.every(isRecord)) return null;
  return value.map((entry) => ({
    question: textOf(entry.question) ?? "",
    answer: textOf(entry.answer),
  }));
}

function factOf(name: string, label: string, value: unknown): Fact[] {
  if (value === undefined) return [];
  const meaning = typeof value === "string" ? CODES.get(`${name} ${value}`) : undefined;
  return [{ name, label, text: meaning ?? textOf(value) }];
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
