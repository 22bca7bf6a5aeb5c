/** What the person was asked and wants, as it is kept with the run that led to a plan. */
export interface Brief {
  readonly originalQuery?: string | undefined;
  readonly topic?: string | undefined;
  readonly researchType?: string | undefined;
  readonly scope?: string | undefined;
  readonly depthSignals?: string | undefined;
  readonly decisionContext?: string | undefined;
  readonly knownContext?: string | undefined;
  readonly outputMediaType?: string | undefined;
  readonly outputFormattingInstructions?: string | undefined;
  readonly clarifyingQuestions?: readonly object[] | undefined;
  readonly skipQuestionsReason?: string | undefined;
  readonly routingRationale?: string | undefined;
  readonly mode?: string | undefined;
  readonly priorResearch?: unknown;
}

/** The brief under the keys that skills use for their own records. */
export function runMetadata({ mode, priorResearch, ...rest }: Brief): Record<string, unknown> {
  return {
    ...rest,
    ...(mode === undefined ? {} : { delegatedTo: mode.toLowerCase() }),
    ...(priorResearch === undefined ? {} : { priorResearchCheck: priorResearch }),
  };
}
