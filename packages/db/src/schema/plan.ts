import {
  AUDIT_EVENT_TYPES,
  BRANCH_ACTIONS,
  DECIDED_VIA,
  EVIDENCE_POLICIES,
  NOTHING_SPENT,
  PHASES,
  PLAN_MODES,
  PLAN_STATUSES,
  REVIEW_DECISIONS,
  REVIEW_POLICIES,
  STEP_STATUSES,
  STEP_TYPES,
} from "@trovella/plan-engine";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  bytes,
  createdAt,
  moment,
  oneOf,
  tenantKey,
  tenantPrimaryKey,
  tenantReference,
  updatedAt,
} from "./columns.ts";
import { organization } from "./identity.ts";

export const researchPlan = pgTable(
  "research_plan",
  {
    ...tenantKey(),
    createdBy: text("created_by"),
    /** The short name that people and models use. */
    handle: text("handle").notNull(),
    name: text("name").notNull(),
    mode: text("mode", { enum: PLAN_MODES }),
    researchQuestion: text("research_question").notNull(),
    status: text("status", { enum: PLAN_STATUSES }).notNull(),
    version: integer("version").notNull(),
    /** The `seq` of the plan's newest audit row, so that the next one needs no query. */
    auditSeq: bigint("audit_seq", { mode: "number" }).notNull(),
    /** The hash of that row, which covers all rows before it; zeros before the first. */
    auditHead: bytes("audit_head").notNull().default(sql`decode(repeat('00', 32), 'hex')`),
    /** Counts removed steps too, so that no number is given twice. */
    stepsCreated: integer("steps_created").notNull(),
    stallThresholdMs: bigint("stall_threshold_ms", { mode: "number" }).notNull(),
    reviewPolicy: text("review_policy", { enum: REVIEW_POLICIES }).notNull(),
    planDesignRationale: text("plan_design_rationale"),
    outputFormattingNotes: text("output_formatting_notes"),
    /** Of a cancelled plan, what the person said. */
    failureReason: text("failure_reason"),
    isCancelled: boolean("is_cancelled").notNull().default(false),
    archivedAt: moment("archived_at"),
    /** `plan_tag` has the same, to find plans by them. */
    tags: text("tags").array().notNull().default(sql`'{}'`),
    budget: jsonb("budget"),
    spent: jsonb("spent").notNull().default(NOTHING_SPENT),
    phase: text("phase", { enum: PHASES }).notNull().default("open"),
    phaseCause: text("phase_cause"),
    closingAcceptedAt: moment("closing_accepted_at"),
    /** The person who is asked to review it instead of the one who created it. */
    assigneeId: text("assignee_id"),
    evidencePolicy: text("evidence_policy", { enum: EVIDENCE_POLICIES }).notNull().default("warn"),
    /** The level and number of sources from which on a claim is supported. */
    minLevel: integer("min_level").notNull().default(1),
    minSources: integer("min_sources").notNull().default(1),
    /** Counts the repair steps that the gate added. */
    repairs: integer("repairs").notNull().default(0),
    completedAt: moment("completed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Lists order by it: an index on `updated_at` itself would have to be changed with every call. */
    closedAt: moment("closed_at"),
    /** What lists show of its steps; see `PlanFigures`. */
    stepCount: integer("step_count").notNull().default(0),
    doneCount: integer("done_count").notNull().default(0),
    failedCount: integer("failed_count").notNull().default(0),
    waitingCount: integer("waiting_count").notNull().default(0),
    confidence: doublePrecision("confidence"),
    currentStepId: text("current_step_id"),
    closedProgress: integer("closed_progress"),
    lastSignAt: moment("last_sign_at"),
    /** How many sources its register has. */
    sourceCount: integer("source_count").notNull().default(0),
    /** Orders open plans roughly: an index on `updated_at` would have to be changed with every call. */
    updatedOn: date("updated_on")
      .notNull()
      .generatedAlwaysAs(sql`(updated_at at time zone 'UTC')::date`),
    /** The day on which it stalls unless something happens; until then it may be worked on. */
    stallsOn: date("stalls_on")
      .notNull()
      .generatedAlwaysAs(
        sql`((greatest(updated_at, last_sign_at) at time zone 'UTC') + stall_threshold_ms * interval '1 millisecond')::date`,
      ),
  },
  (table) => [
    tenantPrimaryKey(table),
    uniqueIndex("research_plan_handle").on(table.organizationId, table.handle),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organization.id] }).onDelete(
      "cascade",
    ),
    oneOf("research_plan_status_known", table.status, PLAN_STATUSES),
    oneOf("research_plan_mode_known", table.mode, PLAN_MODES),
    oneOf("research_plan_review_policy_known", table.reviewPolicy, REVIEW_POLICIES),
    oneOf("research_plan_phase_known", table.phase, PHASES),
    oneOf("research_plan_evidence_policy_known", table.evidencePolicy, EVIDENCE_POLICIES),
    check("research_plan_version_counts", sql`${table.version} >= 1 and ${table.auditSeq} >= 1`),
    check(
      "research_plan_completed_at_fits",
      sql`(${table.status} = 'completed') = (${table.completedAt} is not null)`,
    ),
    check(
      "research_plan_closed_at_fits",
      sql`(${table.status} in ('completed', 'failed')) = (${table.closedAt} is not null)`,
    ),
    check(
      "research_plan_cancelled_fits",
      sql`not ${table.isCancelled} or ${table.status} = 'failed'`,
    ),
    check(
      "research_plan_archived_at_fits",
      sql`${table.archivedAt} is null or ${table.closedAt} is not null`,
    ),
    check(
      "research_plan_failure_reason_fits",
      sql`(${table.status} = 'failed') = (${table.failureReason} is not null)`,
    ),
  ],
);

/** The tags of plans as plain values: under row-level security no index covers an array. */
export const planTag = pgTable(
  "plan_tag",
  {
    organizationId: text("organization_id").notNull(),
    planId: text("plan_id").notNull(),
    tag: text("tag").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.planId, table.tag] }),
    planReference(table),
    index("plan_tag_tag").on(table.organizationId, table.tag, table.planId),
  ],
);

/**
 * The beginnings of a plan's name and question in lower case: lists look for a part of them, for which no index can be used
 * under row-level security. Reading them out of short rows takes a quarter of the time.
 */
export const planText = pgTable(
  "plan_text",
  {
    organizationId: text("organization_id").notNull(),
    planId: text("plan_id").notNull(),
    name: text("name").notNull(),
    /** Name and question. */
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.planId] }), planReference(table)],
);

export const planStep = pgTable(
  "plan_step",
  {
    ...tenantKey(),
    planId: text("plan_id").notNull(),
    number: integer("number").notNull(),
    stepOrder: integer("step_order").notNull(),
    stepType: text("step_type", { enum: STEP_TYPES }).notNull(),
    requiresReview: boolean("requires_review").notNull().default(false),
    isClosing: boolean("is_closing").notNull().default(false),
    addedAfterStepId: text("added_after_step_id"),
    instructions: text("instructions").notNull(),
    status: text("status", { enum: STEP_STATUSES }).notNull(),
    dependsOn: text("depends_on").array().notNull(),
    attempt: integer("attempt").notNull(),
    leaseToken: text("lease_token"),
    leaseHolder: text("lease_holder"),
    leaseUserId: text("lease_user_id"),
    leaseSessionId: text("lease_session_id"),
    leaseClient: text("lease_client"),
    leaseExpiresAt: moment("lease_expires_at"),
    result: jsonb("result"),
    resultDigest: text("result_digest"),
    resultSummary: text("result_summary"),
    confidence: doublePrecision("confidence"),
    stepExecutionReport: jsonb("step_execution_report"),
    reportDigest: text("report_digest"),
    outputFormattingNotes: text("output_formatting_notes"),
    failureReason: text("failure_reason"),
    usage: jsonb("usage"),
    startedAt: moment("started_at"),
    completedAt: moment("completed_at"),
    lastActivityAt: moment("last_activity_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    uniqueIndex("plan_step_number").on(table.organizationId, table.planId, table.number),
    oneOf("plan_step_type_known", table.stepType, STEP_TYPES),
    oneOf("plan_step_status_known", table.status, STEP_STATUSES),
    check("plan_step_order_counts", sql`${table.stepOrder} >= 1`),
    check("plan_step_attempt_counts", sql`${table.attempt} >= 0`),
    check("plan_step_confidence_fits", sql`${table.confidence} between 0 and 1`),
    check(
      "plan_step_lease_fits",
      sql`${table.leaseExpiresAt} is null or ${table.status} in ('in_progress', 'awaiting_input')`,
    ),
    check(
      "plan_step_completed_at_fits",
      sql`(${table.status} in ('completed', 'skipped', 'failed')) = (${table.completedAt} is not null)`,
    ),
    check(
      "plan_step_result_fits",
      sql`(${table.status} = 'completed') = (${table.resultDigest} is not null)`,
    ),
  ],
);

export const planBranchingCondition = pgTable(
  "plan_branching_condition",
  {
    ...tenantKey(),
    planId: text("plan_id").notNull(),
    stepId: text("step_id").notNull(),
    /** Conditions are evaluated in the order in which they were created. */
    position: integer("position").notNull(),
    conditionExpression: text("condition_expression").notNull(),
    ifTrueAction: text("if_true_action", { enum: BRANCH_ACTIONS }).notNull(),
    actionParams: jsonb("action_params").notNull(),
    firedAt: moment("fired_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    stepReference(table),
    index("plan_branching_condition_plan").on(table.organizationId, table.planId, table.position),
    index("plan_branching_condition_step").on(table.organizationId, table.stepId),
    oneOf("plan_branching_condition_action_known", table.ifTrueAction, BRANCH_ACTIONS),
  ],
);

export const planReview = pgTable(
  "plan_review",
  {
    ...tenantKey(),
    planId: text("plan_id").notNull(),
    stepId: text("step_id").notNull(),
    summary: text("summary").notNull(),
    questions: jsonb("questions").notNull(),
    result: jsonb("result"),
    requestedAt: moment("requested_at").notNull(),
    declinedAt: moment("declined_at"),
    decision: text("decision", { enum: REVIEW_DECISIONS }),
    feedback: text("feedback"),
    decidedVia: text("decided_via", { enum: DECIDED_VIA }),
    decidedBy: text("decided_by"),
    decidedAt: moment("decided_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    stepReference(table),
    index("plan_review_plan").on(table.organizationId, table.planId, table.requestedAt),
    index("plan_review_step").on(table.organizationId, table.stepId),
    oneOf("plan_review_decision_known", table.decision, REVIEW_DECISIONS),
    oneOf("plan_review_decided_via_known", table.decidedVia, DECIDED_VIA),
    check(
      "plan_review_decision_fits",
      sql`(${table.decision} is null) = (${table.decidedAt} is null)`,
    ),
  ],
);

/** Insert and select only. Rows without a plan are skill events, which have no `seq`. */
export const planAuditLog = pgTable(
  "plan_audit_log",
  {
    ...tenantKey(),
    planId: text("plan_id"),
    stepId: text("step_id"),
    seq: bigint("seq", { mode: "number" }),
    planVersion: integer("plan_version"),
    eventType: text("event_type", { enum: AUDIT_EVENT_TYPES }).notNull(),
    action: text("action").notNull(),
    payload: jsonb("payload").notNull(),
    actorUserId: text("actor_user_id"),
    actorClient: text("actor_client"),
    actorVia: text("actor_via").notNull(),
    sessionId: text("session_id"),
    createdAt: createdAt(),
    /** SHA-256 of the payload, and of this row with all before it. */
    payloadDigest: bytes("payload_digest"),
    entryHash: bytes("entry_hash"),
  },
  (table) => [
    tenantPrimaryKey(table),
    oneOf("plan_audit_log_event_type_known", table.eventType, AUDIT_EVENT_TYPES),
    check("plan_audit_log_seq_fits", sql`(${table.seq} is null) = (${table.planVersion} is null)`),
    check(
      "plan_audit_log_hash_fits",
      sql`${table.planId} is null or ${table.seq} is null or num_nonnulls(${table.payloadDigest}, ${table.entryHash}) = 2`,
    ),
  ],
);

export function planReference(table: { organizationId: AnyPgColumn; planId: AnyPgColumn }) {
  return tenantReference(table.organizationId, table.planId, researchPlan);
}

function stepReference(table: { organizationId: AnyPgColumn; stepId: AnyPgColumn }) {
  return tenantReference(table.organizationId, table.stepId, planStep);
}

/** An organization's own templates of plans, beside those that come with the server. */
export const planTemplate = pgTable(
  "plan_template",
  {
    ...tenantKey(),
    /** Lower-case, since names are compared without regard to case. */
    name: text("name").notNull(),
    template: jsonb("template").notNull(),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    uniqueIndex("plan_template_name").on(table.organizationId, table.name),
  ],
);

/** Where a plan came from that was not researched here. Its record is the one that its own server wrote. */
export const planImport = pgTable(
  "plan_import",
  {
    organizationId: text("organization_id").notNull(),
    planId: text("plan_id").notNull(),
    importedBy: text("imported_by"),
    importedAt: moment("imported_at").notNull(),
    /** The server and the organization that exported it. */
    originServer: text("origin_server").notNull(),
    originOrganization: text("origin_organization").notNull(),
    exportedAt: moment("exported_at").notNull(),
    /** The handle that its audit log and its texts name; another plan may have had it here. */
    originalHandle: text("original_handle").notNull(),
    /** Where its audit log ended. */
    auditSeq: bigint("audit_seq", { mode: "number" }).notNull(),
    auditHead: text("audit_head").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.planId] }), planReference(table)],
);
