import { CLAIM_KINDS, CLAIM_STATUSES } from "@trovella/evidence/claim";
import { QUOTE_VERDICTS } from "@trovella/evidence/quote";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
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
import { researchSource } from "./memory.ts";
import { planReference } from "./plan.ts";
import { AUDIT_VERDICTS, CAPTURE_FAILURES, CAPTURED_BY, STANCES } from "./value-lists.ts";

/** The text of a source, as somebody read it at some time. */
export const sourceCapture = pgTable(
  "source_capture",
  {
    ...tenantKey(),
    /** That of `research_source`: all mentions of one source share its captures. */
    key: text("key").notNull(),
    url: text("url"),
    finalUrl: text("final_url"),
    capturedBy: text("captured_by", { enum: CAPTURED_BY }).notNull(),
    httpStatus: integer("http_status"),
    contentType: text("content_type"),
    fetchedAt: moment("fetched_at").notNull(),
    bytesSha256: text("bytes_sha256"),
    textSha256: text("text_sha256").notNull(),
    /** Empty when there was none to be had. */
    text: text("text").notNull(),
    words: integer("words").notNull(),
    language: text("language"),
    extractor: text("extractor"),
    failure: text("failure", { enum: CAPTURE_FAILURES }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    uniqueIndex("source_capture_text").on(
      table.organizationId,
      table.key,
      table.capturedBy,
      table.textSha256,
    ),
    oneOf("source_capture_by_known", table.capturedBy, CAPTURED_BY),
    oneOf("source_capture_failure_known", table.failure, CAPTURE_FAILURES),
    check("source_capture_words_count", sql`${table.words} >= 0`),
  ],
);

/** Sources whose page this server has yet to fetch. */
export const captureJob = pgTable(
  "capture_job",
  {
    ...tenantKey(),
    key: text("key").notNull(),
    url: text("url").notNull(),
    attempts: integer("attempts").notNull().default(0),
    lockedUntil: moment("locked_until"),
    lastError: text("last_error"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    uniqueIndex("capture_job_key").on(table.organizationId, table.key),
    index("capture_job_created").on(table.organizationId, table.createdAt),
  ],
);

export const claim = pgTable(
  "claim",
  {
    ...tenantKey(),
    planId: text("plan_id").notNull(),
    stepId: text("step_id"),
    /** Counted per plan, never reused. */
    number: integer("number").notNull(),
    userId: text("user_id"),
    statement: text("statement").notNull(),
    kind: text("kind", { enum: CLAIM_KINDS }).notNull(),
    isKey: boolean("is_key").notNull(),
    isDisputed: boolean("is_disputed").notNull(),
    /** Ids of the claims that an inference follows from. */
    restsOn: text("rests_on").array().notNull(),
    /** Of everything that is judged; an audit holds for one digest. */
    digest: text("digest").notNull(),
    status: text("status", { enum: CLAIM_STATUSES }).notNull(),
    level: integer("level").notNull(),
    problems: jsonb("problems").notNull(),
    judgedAt: moment("judged_at").notNull(),
    /** The assistant took it back; it stays on record. */
    withdrawnAt: moment("withdrawn_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    uniqueIndex("claim_number").on(table.organizationId, table.planId, table.number),
    index("claim_status").on(table.organizationId, table.status, table.id),
    oneOf("claim_kind_known", table.kind, CLAIM_KINDS),
    oneOf("claim_status_known", table.status, CLAIM_STATUSES),
    check("claim_level_fits", sql`${table.level} between 0 and 4`),
    check("claim_number_counts", sql`${table.number} >= 1`),
  ],
);

/** What a claim rests on: a quote of a source, and where the source's text has it. */
export const claimEvidence = pgTable(
  "claim_evidence",
  {
    ...tenantKey(),
    claimId: text("claim_id").notNull(),
    position: integer("position").notNull(),
    sourceId: text("source_id").notNull(),
    key: text("key").notNull(),
    stance: text("stance", { enum: STANCES }).notNull(),
    quote: text("quote").notNull(),
    /** Null while there is no text to look in. */
    verdict: text("verdict", { enum: QUOTE_VERDICTS }),
    level: integer("level").notNull().default(0),
    /** Null for text that came with a finding. */
    captureId: text("capture_id"),
    startAt: integer("start_at"),
    endAt: integer("end_at"),
    /** The source's own words, and what stands before and after them. */
    passage: text("passage"),
    prefix: text("prefix"),
    suffix: text("suffix"),
    /** What the quote leaves out, what differs, and what comes closest, for people to look at. */
    details: jsonb("details"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    tenantReference(table.organizationId, table.claimId, claim),
    tenantReference(table.organizationId, table.sourceId, researchSource),
    uniqueIndex("claim_evidence_position").on(table.organizationId, table.claimId, table.position),
    index("claim_evidence_source").on(table.organizationId, table.sourceId),
    index("claim_evidence_key").on(table.organizationId, table.key),
    oneOf("claim_evidence_stance_known", table.stance, STANCES),
    oneOf("claim_evidence_verdict_known", table.verdict, QUOTE_VERDICTS),
  ],
);

/** A person looked at a claim and its evidence. */
export const claimAudit = pgTable(
  "claim_audit",
  {
    ...tenantKey(),
    claimId: text("claim_id").notNull(),
    /** It counts while the claim has this digest. */
    claimDigest: text("claim_digest").notNull(),
    verdict: text("verdict", { enum: AUDIT_VERDICTS }).notNull(),
    note: text("note"),
    seconds: integer("seconds"),
    userId: text("user_id").notNull(),
    via: text("via").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    tenantReference(table.organizationId, table.claimId, claim),
    index("claim_audit_claim").on(table.organizationId, table.claimId),
    oneOf("claim_audit_verdict_known", table.verdict, AUDIT_VERDICTS),
    check("claim_audit_seconds_count", sql`${table.seconds} >= 0`),
  ],
);
