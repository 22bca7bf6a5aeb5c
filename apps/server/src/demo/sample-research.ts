/** The script of an assistant: its questions, findings and texts, all marked as invented. */
export interface Research {
  readonly request: string;
  readonly mode: "scan" | "deep";
  /** Whether its checkpoint is left for a person to decide. */
  readonly leavesReview?: boolean;
  /** The assistant's understanding of the request. */
  readonly brief: SampleBrief;
  readonly searchQuery: string;
  readonly plan: Readonly<Record<string, unknown>> & { readonly steps: readonly object[] };
  readonly work: readonly StepWork[];
  /** Its Markdown cites sources as `[src:KEY]`; the keys become refs. */
  readonly output: Readonly<Record<"title" | "mediaType" | "markdown", string>>;
  readonly feedback: Readonly<Record<string, unknown>>;
}

interface SampleBrief {
  readonly topic: string;
  readonly researchType: string;
  readonly scope: string;
  readonly depthSignals: string;
  readonly decisionContext?: string;
  readonly knownContext?: string;
  readonly outputMediaType: string;
  readonly outputFormattingInstructions?: string;
  readonly clarifyingQuestions?: readonly { readonly question: string; readonly answer: string }[];
  readonly skipQuestionsReason?: string;
  readonly routingRationale: string;
}

/** The assistant's work on the step with these instructions. */
export interface StepWork {
  readonly instructions: string;
  readonly thinking: string;
  readonly webSearches?: readonly object[];
  readonly finding?: SampleFinding;
  /** Checked against its schema and stored. */
  readonly extraction?: { readonly schema: object; readonly data: object };
  readonly question?: string;
  /** Added after the user has sent it back once. */
  readonly afterFeedback?: string;
  readonly result: object;
  readonly resultSummary: string;
  readonly confidence: number;
}

export interface SampleFinding {
  readonly title: string;
  readonly content: string;
  readonly summary: string;
  readonly sources: readonly SampleSource[];
}

export interface SampleSource {
  /** The key by which outputs of the script cite it. */
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly author: string;
  readonly publishedAt: string;
  readonly quote: string;
}

/** A source at a URL that is reserved for examples. */
export function sampleSource(
  key: string,
  title: string,
  { author, year, quote }: { author: string; year: string; quote: string },
): SampleSource {
  return {
    key,
    url: `https://example.org/samples/${key}`,
    title: `${title} (sample)`,
    author,
    publishedAt: year,
    quote,
  };
}
