/** What a scripted assistant asks, finds and writes. All of it is invented and says so. */
export interface Research {
  /** What the person types. */
  readonly request: string;
  readonly mode: "scan" | "deep";
  /** What the assistant understood, as log_skill_execution keeps it. */
  readonly interview: Readonly<Record<string, unknown>>;
  readonly searchQuery: string;
  readonly plan: Readonly<Record<string, unknown>> & { readonly steps: readonly PlannedStep[] };
  readonly work: readonly StepWork[];
  readonly output: OutputDraft;
  readonly feedback: Readonly<Record<string, unknown>>;
}

interface PlannedStep {
  readonly stepType: string;
  readonly instructions: string;
  readonly dependsOn?: readonly number[];
}

/** What the assistant does when it is given the step with these instructions. */
export interface StepWork {
  readonly instructions: string;
  readonly thinking: string;
  readonly webSearches?: readonly object[];
  readonly artifact?: SampleArtifact;
  /** Checked against its schema and stored. */
  readonly extraction?: { readonly schema: object; readonly data: object };
  /** What a person is asked to decide on. */
  readonly question?: string;
  /** What is added when the person has sent it back once. */
  readonly afterFeedback?: string;
  readonly result: object;
  readonly resultSummary: string;
  readonly confidence: number;
}

interface SampleArtifact {
  readonly artifactType: string;
  readonly title: string;
  readonly content: string;
  readonly summary: string;
  readonly sources: readonly SampleSource[];
}

export interface SampleSource {
  /** By which outputs of the script cite it. */
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly author: string;
  readonly publishedAt: string;
  readonly quote: string;
}

interface OutputDraft {
  readonly title: string;
  readonly mediaType: string;
  /** Cites sources as `[src:KEY]`; the keys become ids. */
  readonly markdown: string;
}

/** A source at an address that exists for examples only. */
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
