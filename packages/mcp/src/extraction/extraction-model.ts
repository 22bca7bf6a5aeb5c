/** A language model that fills a schema from a text. What lies outside is only this. */
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
  /** JSON, not yet compared with the schema. */
  readonly data: unknown;
}

/**
 * `refused`: the key or the address is wrong. `busy`: later may work. `rejected`: the model does not
 * take this request. `unusable`: it answered with something that is no JSON.
 */
export type FailureKind = "refused" | "busy" | "rejected" | "unusable";

/** Why a model brought nothing, without any text of the model's. */
export class ExtractionFailure extends Error {
  readonly kind: FailureKind;
  readonly tokens: TokenCounts;

  constructor(kind: FailureKind, tokens: TokenCounts = { inputTokens: null, outputTokens: null }) {
    super(`The model brought nothing: ${kind}.`);
    this.kind = kind;
    this.tokens = tokens;
  }
}
