import { newId } from "@trovella/db";
import { saveAiUsage, sumModelTokens } from "@trovella/db/calls";
import { isArtifactKnown } from "@trovella/db/memory";
import { AppError, invalidField } from "@trovella/foundation";
import { checkLength, storableJson } from "@trovella/research";
import type { Preparation } from "../calls/preparation.ts";
import { findPlan, type PlanReference } from "../plan-reference.ts";
import type { TokenCounts } from "./extraction-model.ts";
import type { Extraction, Extractor } from "./extractor.ts";
import { checkSchemaLimits, refused } from "./schema-limits.ts";
import { checkSchema, validateData } from "./validation.ts";

export const MAX_SOURCE = 400_000;
export const MAX_DATA = 1_000_000;

export interface ExtractionInput extends PlanReference {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly sourceText?: string | undefined;
  readonly instructions?: string | undefined;
  readonly data?: unknown;
  readonly sourceArtifactId?: string | undefined;
}

/** The data to be stored, extracted by the client or by the model. */
export interface Extracted {
  readonly data: unknown;
  readonly json: string;
  readonly isValid: boolean;
  readonly errors: readonly string[];
  /** Null when the client extracted it. */
  readonly model: string | null;
  readonly usage: TokenCounts | null;
}

/**
 * Extracts the data and validates it, outside of any transaction. Invalid data from a client is kept
 * and marked as invalid; data from a model has to be valid.
 */
export async function prepareExtraction(
  input: ExtractionInput,
  preparation: Preparation,
): Promise<Extracted> {
  const { schema, data } = input;
  const { extractor } = preparation;
  const { organizationId } = preparation.caller.tenant;
  if (data !== undefined) {
    const json = storableJson("data", data, MAX_DATA);
    checkSchemaLimits(schema);
    await checkReferences(input, preparation);
    const validated = await validateData(schema, data, organizationId);
    return { ...validated, data, json, model: null, usage: null };
  }
  if (!extractor) {
    throw new AppError(
      "EXTRACTION_NOT_CONFIGURED",
      "The server has no model for extraction. Next: extract the data from the text yourself, then call extract_data again with the same arguments, but with data: {the JSON that fits the schema} instead of sourceText.",
    );
  }
  const work = extractionWork(input);
  await checkReferences(input, preparation);
  await checkDailyTokens(extractor, preparation);
  await checkSchema(schema, organizationId);
  const { signal } = preparation;
  const extraction = await extractor.extract({ ...work, organizationId, signal });
  await recordUsage(extraction, extractor, preparation);
  if ("error" in extraction) throw extraction.error;
  return {
    data: extraction.data,
    json: storableJson("data", extraction.data, MAX_DATA),
    isValid: true,
    errors: [],
    model: extractor.model.model,
    usage: {
      inputTokens: extraction.call.inputTokens,
      outputTokens: extraction.call.outputTokens,
    },
  };
}

function extractionWork({ schema, sourceText, instructions }: ExtractionInput) {
  if (sourceText === undefined) {
    throw invalidField(
      "sourceText",
      "is missing. Next: call extract_data with the text in sourceText, or with what you extracted yourself in data.",
    );
  }
  checkLength("sourceText", sourceText, { max: MAX_SOURCE });
  checkSchemaLimits(schema);
  if (schema.type !== "object") throw refused('must have "type": "object" at its top for a model');
  return { schema, text: sourceText, instructions: instructions ?? null };
}

/** Done before the model is called, which costs money. */
async function checkReferences(input: ExtractionInput, { inTenant }: Preparation): Promise<void> {
  const { sourceArtifactId } = input;
  await inTenant(async (context) => {
    await findPlan(context, input);
    if (sourceArtifactId !== undefined && !(await isArtifactKnown(context, sourceArtifactId))) {
      throw new AppError(
        "NOT_FOUND",
        "There is no such artifact. Next: call search_sources to find it, or leave sourceArtifactId out.",
      );
    }
  });
}

const DAY_MS = 86_400_000;

async function checkDailyTokens(
  { maxDailyTokens }: Extractor,
  { now, inTenant }: Preparation,
): Promise<void> {
  if (maxDailyTokens === null) return;
  const since = new Date(now.getTime() - DAY_MS);
  const used = await inTenant((context) => sumModelTokens(context, since));
  if (used < maxDailyTokens) return;
  throw new AppError(
    "LIMIT_EXCEEDED",
    `Your organization has used ${used} tokens of the model for extraction within 24 hours, and the limit is ${maxDailyTokens}. Next: extract the data yourself and call extract_data with schema and data, or try again tomorrow.`,
  );
}

/** In a transaction of its own, since the tokens are spent even if the call fails. */
async function recordUsage(
  { call }: Extraction,
  { model: { provider, model } }: Extractor,
  { caller, now, inTenant }: Preparation,
): Promise<void> {
  const { userId } = caller;
  const usage = { id: newId("usage"), userId, purpose: "extract_data", provider, model };
  await inTenant((context) => saveAiUsage(context, { ...usage, ...call, createdAt: now }));
}
