/** The script of an assistant: its questions, findings and texts, all marked as invented. */
export interface Research {
  readonly request: string;
  readonly mode: "scan" | "deep";
  /** The assistant's understanding, as log_skill_execution stores it. */
  readonly interview: Readonly<Record<string, unknown>>;
  readonly searchQuery: string;
  readonly plan: Readonly<Record<string, unknown>> & { readonly steps: readonly object[] };
  readonly work: readonly StepWork[];
  /** Its Markdown cites sources as `[src:KEY]`; the keys become ids. */
  readonly output: Readonly<Record<"title" | "mediaType" | "markdown", string>>;
  readonly feedback: Readonly<Record<string, unknown>>;
}

/** The assistant's work on the step with these instructions. */
export interface StepWork {
  readonly instructions: string;
  readonly thinking: string;
  readonly webSearches?: readonly object[];
  readonly artifact?: SampleArtifact;
  /** Checked against its schema and stored. */
  readonly extraction?: { readonly schema: object; readonly data: object };
  readonly question?: string;
  /** Added after the user has sent it back once. */
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
