import { ARTIFACT_TYPES } from "@trovella/db/memory";
import { LIMITS } from "@trovella/plan-engine";
import { isDoi, readMoment } from "@trovella/research";
import { z } from "zod";
import { findingClaims } from "./claim-fields.ts";
import { confidence, summaryText, title } from "./fields.ts";
import { meanings, unlisted } from "./input/meanings.ts";
import { isWebUrl, sourceMeaning } from "./input/source-meaning.ts";

const MAX_SOURCES = 100;
const MAX_URL = 2_000;
const MAX_QUOTE = 10_000;
/** As much as a long page has. */
const MAX_SOURCE_TEXT = 400_000;

const source = z
  .strictObject({
    url: z.string().max(MAX_URL).refine(isWebUrl, "must be an http or https URL").optional(),
    title,
    author: z.string().min(1).max(LIMITS.nameLength).optional(),
    publishedAt: z.string().min(1).max(40).optional().describe("Year or date"),
    retrievedAt: unlisted(
      z
        .string()
        .max(40)
        .refine((text) => readMoment(text) !== null, "must be an ISO date or time"),
    ),
    quote: z.string().min(1).max(MAX_QUOTE).optional().describe("Verbatim support"),
    doi: z.string().max(300).refine(isDoi, "must be a DOI such as 10.1000/182").optional(),
    // Replies ask for it where a page cannot be read.
    text: unlisted(z.string().min(1).max(MAX_SOURCE_TEXT)),
  })
  .register(meanings, sourceMeaning);

/** The fields of something stored with its sources, by store_research or with a step's result. */
export const findingFields = {
  artifactType: z.enum(ARTIFACT_TYPES),
  title,
  content: z
    .unknown()
    .describe("Markdown, or JSON")
    .register(meanings, { listedAs: { type: "string" } }),
  contentText: z.string().optional().describe("JSON content in words"),
  summary: summaryText.optional(),
  confidence,
  sources: z.array(source).max(MAX_SOURCES).optional(),
};

const MAX_FINDINGS = 20;
const { contentText: _, ...fieldsWithResult } = findingFields;

/** Findings that are stored with a step's result. */
export const findings = z
  .array(
    z.strictObject({
      ...fieldsWithResult,
      artifactType: findingFields.artifactType.optional(),
      claims: findingClaims,
    }),
  )
  .max(MAX_FINDINGS)
  .register(meanings, { listedAs: { items: { type: "object" } } })
  .optional()
  .describe("What to keep: {title, content, sources…} as in store_research, claims: [statement…]");

/** The sources in a reply, each once. */
export const sourcesInReply = z.array(
  z.object({
    ref: z.union([z.int(), z.string()]),
    title: z.string(),
    isNew: z.literal(true).optional(),
  }),
);
