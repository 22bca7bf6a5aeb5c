import { newId } from "@trovella/db";
import { ARTIFACT_TYPES, type NewSource, saveArtifact } from "@trovella/db/memory";
import type { Json } from "@trovella/foundation";
import { LIMITS } from "@trovella/plan-engine";
import { indexArtifact } from "@trovella/search";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { confidence, leaseToken, next, planId, stepId, summaryText, title } from "../fields.ts";
import { findPlan, renewLeaseAt } from "../plan-reference.ts";
import { readMoment } from "../text/read-moment.ts";
import { readableText } from "../text/readable-text.ts";
import { checkLength, MAX_TEXT, storableJson } from "../text/text-limits.ts";

const MAX_SOURCES = 100;
const MAX_URL = 2_000;
const MAX_QUOTE = 10_000;

const source = z.strictObject({
  url: z.string().max(MAX_URL).refine(isWebUrl, "must be an http or https URL").optional(),
  title,
  author: z.string().min(1).max(LIMITS.nameLength).optional(),
  publishedAt: z.string().min(1).max(40).optional().describe("Year or date"),
  retrievedAt: z
    .string()
    .max(40)
    .refine((text) => readMoment(text) !== null, "must be an ISO date or time")
    .optional(),
  quote: z.string().min(1).max(MAX_QUOTE).optional().describe("The words that support it"),
  doi: z.string().max(300).refine(isDoi, "must be a DOI such as 10.1000/182").optional(),
});

export const storeResearch = defineTool({
  name: "store_research",
  title: "Store a finding with its sources",
  description:
    "Stores what is worth keeping beyond this conversation: a finding, an analysis, data, a note, with the sources it rests on. search_sources finds it again, from any plan. The sourceIds that come back are what outputs cite as [src:ID].",
  input: {
    artifactType: z.enum(ARTIFACT_TYPES),
    title,
    content: z.unknown().describe("Text (Markdown) or JSON"),
    contentText: z
      .string()
      .optional()
      .describe("The content in words, if its JSON is hard to read"),
    summary: summaryText.optional(),
    confidence,
    sources: z.array(source).max(MAX_SOURCES).optional(),
    planId: planId.optional(),
    stepId: stepId.optional(),
    leaseToken,
  },
  output: {
    artifactId: z.string(),
    sourceIds: z.array(z.string()),
    stored: z.literal(true),
    next,
  },
  permission: "write",
  writes: "memory",

  async run({ planId, stepId, leaseToken, sources = [], ...artifact }, call) {
    const { context, caller, now } = call;
    const content = storableJson("content", artifact.content, MAX_TEXT);
    const contentText = artifact.contentText ?? readableText(artifact.content as Json);
    checkLength("contentText", contentText, { max: MAX_TEXT });
    const { summary = null } = artifact;
    const plan = await findPlan(context, { planId, stepId });

    const id = newId("artifact");
    const stored = sources.map(newSource);
    await saveArtifact(context, {
      id,
      userId: caller.userId,
      planId: planId ?? null,
      stepId: stepId ?? null,
      artifactType: artifact.artifactType,
      title: artifact.title,
      content,
      contentText,
      summary,
      confidence: artifact.confidence ?? null,
      createdAt: now,
      sources: stored,
    });
    await indexArtifact(context, { id, title: artifact.title, summary, contentText });
    await renewLeaseAt(call, plan, { stepId, leaseToken });
    return {
      artifactId: id,
      sourceIds: stored.map((one) => one.id),
      stored: true as const,
      next: nextAfter(stored.length, stepId !== undefined),
    };
  },
});

function newSource(given: z.output<typeof source>): NewSource {
  return {
    id: newId("source"),
    url: given.url ?? null,
    title: given.title,
    author: given.author ?? null,
    publishedAt: given.publishedAt ?? null,
    retrievedAt: given.retrievedAt === undefined ? null : readMoment(given.retrievedAt),
    quote: given.quote ?? null,
    doi: given.doi === undefined ? null : plainDoi(given.doi),
  };
}

function nextAfter(sourceCount: number, isForStep: boolean): string {
  const cite = sourceCount > 0 ? "Cite the sources as [src:ID] with these sourceIds. " : "";
  return `${cite}${isForStep ? "Go on with the step, then call submit_step_result." : "search_sources finds it from now on."}`;
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\/\S+$/i.test(url) && URL.canParse(url);
}

function isDoi(text: string): boolean {
  return /^10\.\d{4,9}\/\S+$/.test(plainDoi(text));
}

/** DOIs are often copied with the URL of their resolver. */
function plainDoi(text: string): string {
  return text.trim().replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, "");
}
