import { newId } from "@trovella/db";
import { saveExtraction } from "@trovella/db/memory";
import { indexExtraction } from "@trovella/search";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { type Extracted, prepareExtraction } from "../extraction/prepare-extraction.ts";
import { artifactId, next, note, notice, planId, renewedLeaseToken, stepId } from "../fields.ts";
import { findPlan, renewLeaseAt } from "../plan-reference.ts";
import { DATA_NOTICE } from "../replies/data-notice.ts";

export const extractData = defineTool({
  name: "extract_data",
  title: "Extract structured data",
  description:
    "Fills a JSON Schema from sourceText, checks and stores the data. On EXTRACTION_NOT_CONFIGURED extract it yourself and pass data.",
  input: {
    schema: z.record(z.string(), z.unknown()).describe("JSON Schema"),
    sourceText: z.string().min(1).optional(),
    instructions: note.optional(),
    data: z.unknown().optional().describe("Extracted by you"),
    sourceArtifactId: artifactId.optional(),
    planId: planId.optional(),
    stepId: stepId.optional(),
    leaseToken: renewedLeaseToken,
  },
  output: {
    extractionId: z.string(),
    data: z.unknown().optional().describe("Left out if you sent it and it is long"),
    valid: z.boolean(),
    errors: z.array(z.string()),
    model: z.string().nullable(),
    usage: z
      .object({ inputTokens: z.int().nullable(), outputTokens: z.int().nullable() })
      .nullable(),
    notice: notice.optional(),
    next,
  },
  permission: "write",
  writes: "memory",

  prepare: prepareExtraction,

  async run(input, call, extracted: Extracted) {
    const { context, caller, now } = call;
    const { schema, planId, stepId, sourceArtifactId } = input;
    const { instructions = null } = input;
    const plan = await findPlan(context, input);
    const id = newId("extraction");
    await saveExtraction(context, {
      id,
      userId: caller.userId,
      planId: planId ?? null,
      stepId: stepId ?? null,
      sourceArtifactId: sourceArtifactId ?? null,
      schema: JSON.stringify(schema),
      instructions,
      data: extracted.json,
      isValid: extracted.isValid,
      errors: JSON.stringify(extracted.errors),
      model: extracted.model,
      createdAt: now,
    });
    await indexExtraction(context, { id, instructions, data: extracted.data });
    await renewLeaseAt(call, plan, input);
    return replyFor(id, extracted);
  },
});

const SHOWN_ERRORS = 10;
/** Data that the client sent is echoed only up to this length. */
const ECHOED_CHARACTERS = 4_000;

function replyFor(extractionId: string, extracted: Extracted) {
  const { data, json, isValid, errors, model, usage } = extracted;
  const isShown = model !== null || json.length <= ECHOED_CHARACTERS;
  return {
    extractionId,
    ...(isShown ? { data } : {}),
    valid: isValid,
    errors: errors.slice(0, SHOWN_ERRORS),
    model,
    usage,
    ...(isShown ? { notice: DATA_NOTICE } : {}),
    next: isValid
      ? "Use the data; search_sources finds it from now on."
      : "It is stored as invalid. Correct what errors name and call extract_data again with schema and data.",
  };
}
