import {
  ExtractionFailure,
  type ExtractionModel,
  type ExtractionReply,
  type ExtractionRequest,
  type FailureKind,
  type TokenCounts,
} from "./extraction-model.ts";
import type { EXTRACTION_PROVIDERS } from "./extraction-providers.ts";

export interface ModelSettings {
  readonly provider: (typeof EXTRACTION_PROVIDERS)[number];
  readonly model: string;
  /** Local servers need none. */
  readonly apiKey: string | null;
  /** Anthropic's own when null. */
  readonly baseUrl: string | null;
}

const ANTHROPIC_URL = "https://api.anthropic.com/v1";
const MAX_OUTPUT_TOKENS = 16_000;
/** Retries when the provider is busy, within the same timeout. */
const MAX_RETRIES = 1;

/** A model of one of the providers, called with the AI SDK, which is loaded at first use. */
export function createExtractionModel(settings: ModelSettings): ExtractionModel {
  return {
    provider: settings.provider,
    model: settings.model,
    extract: (request) => ask(settings, request),
  };
}

async function ask(
  settings: ModelSettings,
  { system, prompt, schema, signal }: ExtractionRequest,
): Promise<ExtractionReply> {
  // Its warnings would go to standard output, which may carry the protocol.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { generateText, jsonSchema, Output } = await import("ai");
  try {
    const { output, usage } = await generateText({
      model: await languageModel(settings),
      system,
      prompt,
      output: Output.object({ schema: jsonSchema(schema) }),
      abortSignal: signal,
      maxRetries: MAX_RETRIES,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      // Strict mode has no optional fields; the data is validated against the schema here instead.
      providerOptions: { openaiCompatible: { strictJsonSchema: false } },
    });
    return { data: output, ...tokensOf(usage) };
  } catch (error) {
    signal.throwIfAborted();
    throw await failureOf(error);
  }
}

async function languageModel({ provider, model, apiKey, baseUrl }: ModelSettings) {
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const baseURL = baseUrl ?? ANTHROPIC_URL;
    return createAnthropic({ apiKey: apiKey ?? "", baseURL, fetch: guardedFetch })(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name: "openaiCompatible",
    baseURL: baseUrl ?? "",
    ...(apiKey ? { apiKey } : {}),
    supportsStructuredOutputs: true,
    fetch: guardedFetch,
  })(model);
}

/** Only the kind, since the text of an error may contain the request. */
async function failureOf(error: unknown): Promise<ExtractionFailure> {
  const { APICallError, NoObjectGeneratedError, NoOutputGeneratedError, RetryError } = await import(
    "ai"
  );
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(cause)) return new ExtractionFailure(kindOf(cause.statusCode));
  if (NoObjectGeneratedError.isInstance(cause)) {
    return new ExtractionFailure("unusable", tokensOf(cause.usage));
  }
  if (NoOutputGeneratedError.isInstance(cause)) return new ExtractionFailure("unusable");
  return new ExtractionFailure("busy");
}

function kindOf(status: number | undefined): FailureKind {
  // A malformed response has a success status.
  if (status !== undefined && status < 300) return "unusable";
  if (status === 401 || status === 403 || status === 404) return "refused";
  const isRejected = status !== undefined && status < 500 && status !== 408 && status !== 429;
  return isRejected ? "rejected" : "busy";
}

function tokensOf(
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined,
): TokenCounts {
  return {
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
  };
}

const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/** Fetches without following redirects, which could leak the key, and limits the size of the body. */
const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limitTo(MAX_REPLY_BYTES)), {
    status,
    statusText,
    headers,
  });
};

function limitTo(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let receivedBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      receivedBytes += chunk.byteLength;
      if (receivedBytes > maxBytes) controller.error(new Error("The reply is too large."));
      else controller.enqueue(chunk);
    },
  });
}
