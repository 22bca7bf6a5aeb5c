import { t } from "../../language/messages.ts";

/** Metadata of a run: conventional names, arbitrary values. */
export type RunMetadata = Readonly<Record<string, unknown>>;

export interface Fact {
  readonly name: string;
  readonly label: string;
  /** Null if the value is empty. */
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
  topic: t("Topic"),
  originalQuery: t("Original request"),
  researchType: t("Research type"),
  scope: t("Scope"),
  depthSignals: t("Depth cues"),
  decisionContext: t("Decision to support"),
  knownContext: t("Background"),
  outputMediaType: t("Format"),
  outputFormattingInstructions: t("Output notes"),
};
const ROUTING = { delegatedTo: t("Mode"), routingRationale: t("Why") };
const PRIOR = {
  userDecision: t("Decision"),
  userConversation: t("User's answer"),
  refreshContext: t("To update"),
  closedReason: t("Reason for closing"),
};
const OUTCOME = {
  stepsCompleted: t("Steps completed"),
  artifactsStored: t("Findings stored"),
  mode: t("Mode"),
  checkpointFeedback: t("Feedback at checkpoints"),
};

const CODES = new Map([
  ["researchType general_topic", t("General topic")],
  ["researchType competitive_analysis", t("Competitive analysis")],
  ["researchType decision_support", t("Decision support")],
  ["userDecision use_existing", t("Use existing research")],
  ["userDecision refresh", t("Update existing research")],
  ["userDecision unique", t("Research from scratch")],
]);

/** Groups the metadata of a run by section; everything unconventional is under `other`. */
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

/** The keys without values: spread first, they define the order. */
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

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
