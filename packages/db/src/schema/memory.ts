import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  createdAt,
  moment,
  oneOf,
  tenantKey,
  tenantPrimaryKey,
  tenantReference,
  updatedAt,
} from "./columns.ts";
import { planReference } from "./plan.ts";
import {
  ARTIFACT_TYPES,
  FEEDBACK_TYPES,
  MEDIA_TYPES,
  OUTPUT_ORIGINS,
  SATISFACTIONS,
} from "./value-lists.ts";

export const researchArtifact = pgTable(
  "research_artifact",
  {
    ...tenantKey(),
    userId: text("user_id"),
    planId: text("plan_id"),
    stepId: text("step_id"),
    /** Counted per plan, never reused; null without a plan. */
    number: integer("number"),
    artifactType: text("artifact_type", { enum: ARTIFACT_TYPES }).notNull(),
    title: text("title").notNull(),
    content: jsonb("content").notNull(),
    contentText: text("content_text").notNull(),
    summary: text("summary"),
    confidence: doublePrecision("confidence"),
    /** Of what was imported: the file, with the entry in it. */
    importPath: text("import_path"),
    /** A hash of its content or, for a reference, of its source's key: what is there is not imported again. */
    importHash: text("import_hash"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    index("research_artifact_import_hash").on(table.organizationId, table.importHash),
    index("research_artifact_import_path").on(table.organizationId, table.importPath),
    index("research_artifact_plan").on(table.organizationId, table.planId),
    uniqueIndex("research_artifact_number").on(table.organizationId, table.planId, table.number),
    index("research_artifact_step").on(table.organizationId, table.stepId),
    index("research_artifact_created").on(table.organizationId, table.createdAt, table.id),
    oneOf("research_artifact_type_known", table.artifactType, ARTIFACT_TYPES),
    check("research_artifact_confidence_fits", sql`${table.confidence} between 0 and 1`),
  ],
);

export const researchSource = pgTable(
  "research_source",
  {
    ...tenantKey(),
    artifactId: text("artifact_id").notNull(),
    position: integer("position").notNull(),
    url: text("url"),
    title: text("title").notNull(),
    author: text("author"),
    publishedAt: text("published_at"),
    retrievedAt: moment("retrieved_at"),
    quote: text("quote"),
    doi: text("doi"),
    /** Equal for mentions of one source: its DOI, else its URL, else a hash of its text, each normalised. */
    key: text("key").notNull().generatedAlwaysAs(sql`source_key(url, doi, title, quote)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    tenantReference(table.organizationId, table.artifactId, researchArtifact),
    index("research_source_artifact").on(table.organizationId, table.artifactId, table.position),
    index("research_source_key").on(table.organizationId, table.key),
  ],
);

/** The register of a plan's sources: each once, with the number that its documents cite. */
export const planSource = pgTable(
  "plan_source",
  {
    organizationId: text("organization_id").notNull(),
    planId: text("plan_id").notNull(),
    number: integer("number").notNull(),
    key: text("key").notNull(),
    /** The mention that describes it; of another plan when it was adopted from there. */
    sourceId: text("source_id").notNull(),
    /** What documents of this plan call it by a plan that is not here any more, such as `p-k7q2x9/7`. */
    formerRefs: text("former_refs").array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.planId, table.number] }),
    planReference(table),
    tenantReference(table.organizationId, table.sourceId, researchSource),
    uniqueIndex("plan_source_key").on(table.organizationId, table.planId, table.key),
    index("plan_source_mention").on(table.organizationId, table.sourceId),
    check("plan_source_number_counts", sql`${table.number} >= 1`),
  ],
);

export const extractionResult = pgTable(
  "extraction_result",
  {
    ...tenantKey(),
    userId: text("user_id"),
    planId: text("plan_id"),
    stepId: text("step_id"),
    sourceArtifactId: text("source_artifact_id"),
    schema: jsonb("schema").notNull(),
    instructions: text("instructions"),
    data: jsonb("data").notNull(),
    isValid: boolean("is_valid").notNull(),
    errors: jsonb("errors").notNull(),
    model: text("model"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    index("extraction_result_plan").on(table.organizationId, table.planId),
    index("extraction_result_artifact").on(table.organizationId, table.sourceArtifactId),
  ],
);

export const researchOutput = pgTable(
  "research_output",
  {
    ...tenantKey(),
    planId: text("plan_id").notNull(),
    userId: text("user_id"),
    title: text("title").notNull(),
    mediaType: text("media_type", { enum: MEDIA_TYPES }).notNull(),
    version: integer("version").notNull(),
    content: text("content").notNull(),
    formattingNotes: text("formatting_notes"),
    /** Stored while steps or reviews of the plan were open. */
    isDraft: boolean("is_draft").notNull().default(false),
    /** Where the plan's audit log ended and what was sealed when it was stored; null of older versions. */
    record: jsonb("record"),
    /** How its claims stood when it was stored, and what kept it a draft; null where there were none. */
    evidence: jsonb("evidence"),
    origin: text("origin", { enum: OUTPUT_ORIGINS }).notNull().default("assistant"),
    /** Kept for lists, which would otherwise read every text as a whole. */
    characters: integer("characters").notNull().generatedAlwaysAs(sql`length(content)`),
    isCiting: boolean("is_citing")
      .notNull()
      .generatedAlwaysAs(sql`strpos(content, '[src:') > 0 or strpos(content, '[clm:') > 0`),
    /** In an index with the plan, so that a list can look through it. */
    foldedTitle: text("folded_title").notNull().generatedAlwaysAs(sql`left(lower(title), 300)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    uniqueIndex("research_output_version").on(table.organizationId, table.planId, table.version),
    oneOf("research_output_media_type_known", table.mediaType, MEDIA_TYPES),
    oneOf("research_output_origin_known", table.origin, OUTPUT_ORIGINS),
  ],
);

export const researchFeedback = pgTable(
  "research_feedback",
  {
    ...tenantKey(),
    planId: text("plan_id").notNull(),
    userId: text("user_id"),
    feedbackType: text("feedback_type", { enum: FEEDBACK_TYPES }).notNull(),
    satisfaction: text("satisfaction", { enum: SATISFACTIONS }).notNull(),
    feedbackSummary: text("feedback_summary").notNull(),
    improvementSuggestions: text("improvement_suggestions"),
    followUpRequested: boolean("follow_up_requested").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    index("research_feedback_plan").on(table.organizationId, table.planId),
    oneOf("research_feedback_type_known", table.feedbackType, FEEDBACK_TYPES),
    oneOf("research_feedback_satisfaction_known", table.satisfaction, SATISFACTIONS),
  ],
);

export const subagentReport = pgTable(
  "subagent_report",
  {
    ...tenantKey(),
    planId: text("plan_id"),
    stepId: text("step_id"),
    agent: text("agent"),
    task: text("task").notNull(),
    report: text("report").notNull(),
    status: text("status"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    index("subagent_report_plan").on(table.organizationId, table.planId),
    index("subagent_report_step").on(table.organizationId, table.stepId),
  ],
);
