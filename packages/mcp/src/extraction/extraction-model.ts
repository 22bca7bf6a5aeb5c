/** A language model that fills a schema from a text; the only external part of extraction. */
export interface ExtractionModel {
  readonly provider: string;
  readonly model: string;
  /** Asks once, and rejects with an ExtractionFailure when nothing usable comes back. */
  extract(request: ExtractionRequest): Promise<ExtractionReply>;
}

export interface ExtractionRequest {
  readonly system: string;
  readonly prompt: string;
  /** A JSON Schema of an object. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface TokenCounts {
  /** Null when the model did not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

export interface ExtractionReply extends TokenCounts {
  /** JSON, not yet validated against the schema. */
  readonly data: unknown;
}

/**
 * `refused`: the key or the URL is wrong. `busy`: a retry may work. `rejected`: the model does not
 * accept this request. `unusable`: its answer is not JSON.
 */
export type FailureKind = "refused" | "busy" | "rejected" | "unusable";

/** Why an extraction failed, without any text from the model. */
export class ExtractionFailure extends Error {
  readonly kind: FailureKind;
  readonly tokens: TokenCounts;

  constructor(kind: FailureKind, tokens: TokenCounts = { inputTokens: null, outputTokens: null }) {
    super(`The model brought nothing: ${kind}.`);
    this.kind = kind;
    this.tokens = tokens;
  }
}
