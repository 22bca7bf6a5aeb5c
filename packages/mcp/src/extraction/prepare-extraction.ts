import { newId } from "@trovella/db";
import { saveAiUsage } from "@trovella/db/calls";
import { isArtifactKnown } from "@trovella/db/memory";
import { AppError } from "@trovella/foundation";
import type { Preparation } from "../calls/preparation.ts";
import { findPlan, type PlanReference } from "../plan-reference.ts";
import { checkLength, storableJson } from "../text/text-limits.ts";
import type { Extraction, Extractor } from "./extractor.ts";
import { checkSchemaLimits, refused } from "./schema-limits.ts";
import { checkSchema, validateData } from "./validation.ts";

const MAX_SOURCE = 400_000;
const MAX_DATA = 1_000_000;

export interface ExtractionInput extends PlanReference {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly sourceText?: string | undefined;
  readonly instructions?: string | undefined;
  readonly data?: unknown;
  readonly sourceArtifactId?: string | undefined;
}

/** What is to be stored, whoever extracted it. */
export interface Extracted {
  readonly data: unknown;
  readonly json: string;
  readonly isValid: boolean;
  readonly errors: readonly string[];
  /** Null when the client extracted it. */
  readonly model: string | null;
  readonly usage: {
    readonly inputTokens: number | null;
    readonly outputTokens: number | null;
  } | null;
}

/**
 * Gets the data and compares it with the schema, outside of any transaction. What a client brings
 * is kept even if it does not fit, marked as invalid; what a model brings has to fit.
 */
export async function prepareExtraction(
  input: ExtractionInput,
  preparation: Preparation,
): Promise<Extracted> {
  const { schema, data } = input;
  const { extractor } = preparation;
  if (data !== undefined) {
    const json = storableJson("data", data, MAX_DATA);
    checkSchemaLimits(schema);
    await checkPlace(input, preparation);
    return { ...(await validateData(schema, data)), data, json, model: null, usage: null };
  }
  if (!extractor) throw notConfigured();
  const work = modelWork(input);
  await checkPlace(input, preparation);
  await checkSchema(schema);
  const extraction = await extractor.extract(work);
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

function modelWork({ schema, sourceText, instructions }: ExtractionInput) {
  if (sourceText === undefined) throw nothingToExtract();
  checkLength("sourceText", sourceText, { max: MAX_SOURCE });
  checkSchemaLimits(schema);
  if (schema.type !== "object") throw refused('must have "type": "object" at its top for a model');
  return { schema, text: sourceText, instructions: instructions ?? null };
}

/** Before anything is paid for. */
async function checkPlace(input: ExtractionInput, { inTenant }: Preparation): Promise<void> {
  const { sourceArtifactId } = input;
  await inTenant(async (context) => {
    await findPlan(context, input);
    if (sourceArtifactId !== undefined && !(await isArtifactKnown(context, sourceArtifactId))) {
      throw unknownArtifact();
    }
  });
}

/** In a transaction of its own: it was spent, whether or not anything comes of it. */
async function recordUsage(
  { call }: Extraction,
  { model: { provider, model } }: Extractor,
  { caller, now, inTenant }: Preparation,
): Promise<void> {
  const { userId } = caller;
  const usage = { id: newId("usage"), userId, purpose: "extract_data", provider, model };
  await inTenant((context) => saveAiUsage(context, { ...usage, ...call, createdAt: now }));
}

function notConfigured(): AppError {
  return new AppError(
    "EXTRACTION_NOT_CONFIGURED",
    "The server has no model for extraction. Next: extract the data from the text yourself, then call extract_data again with the same arguments, but with data: {the JSON that fits the schema} instead of sourceText.",
  );
}

function nothingToExtract(): AppError {
  return new AppError(
    "INVALID_INPUT",
    "sourceText: is missing. Next: call extract_data with the text in sourceText, or with what you extracted yourself in data.",
    { field: "sourceText" },
  );
}

function unknownArtifact(): AppError {
  return new AppError(
    "NOT_FOUND",
    "There is no such artifact. Next: call search_sources to find it, or leave sourceArtifactId out.",
  );
}
