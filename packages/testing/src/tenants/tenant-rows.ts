import type { StatementValue } from "../../../db/src/connection/statement.ts";

export type TenantRow = Readonly<Record<string, StatementValue>>;

export interface RowNames {
  readonly organizationId: string;
  /** Suffix of the rows' own ids. */
  readonly key: string;
  /** Suffix of the referenced ids. */
  readonly refersTo: string;
  /** Marker text in every row that has a text column. */
  readonly canary: string;
  /** Makes numbers unique within a plan. */
  readonly position: number;
}

/** Replaces the canary in rows that hold only numbers. */
export const CANARY_NUMBER = 8_273_645_190_283_746;

const AT = new Date("2026-01-01T12:00:00.123Z");

/** A valid row of every tenant table, with all references set. */
export function tenantRows(names: RowNames): Readonly<Record<string, TenantRow>> {
  const own = (table: string) => ({
    organization_id: names.organizationId,
    id: `${table}_${names.key}`,
  });
  return {
    ...planRows(names, own),
    ...memoryRows(names, own),
    ...callRows(names, own),
    ...notificationRows(names, own),
  };
}

type OwnKey = (table: string) => { organization_id: string; id: string };

function planRows({ key, refersTo, canary, position }: RowNames, own: OwnKey) {
  const plan = { plan_id: `research_plan_${refersTo}` };
  const step = { ...plan, step_id: `plan_step_${refersTo}` };
  return {
    research_plan: {
      ...own("research_plan"),
      handle: `p-${key}`,
      name: canary,
      research_question: canary,
      status: "planning",
      version: 1,
      audit_seq: 1,
      steps_created: position,
      stall_threshold_ms: 1000,
      review_policy: "human_only",
    },
    plan_tag: { organization_id: own("plan_tag").organization_id, ...plan, tag: canary },
    plan_text: {
      organization_id: own("plan_text").organization_id,
      ...plan,
      name: canary,
      text: canary,
    },
    plan_step: {
      ...own("plan_step"),
      ...plan,
      number: position,
      step_order: position,
      step_type: "search",
      instructions: canary,
      status: "pending",
      depends_on: [],
      attempt: 0,
    },
    plan_branching_condition: {
      ...own("plan_branching_condition"),
      ...step,
      position,
      condition_expression: canary,
      if_true_action: "continue",
      action_params: "{}",
    },
    plan_review: {
      ...own("plan_review"),
      ...step,
      summary: canary,
      questions: "[]",
      requested_at: AT,
    },
    plan_audit_log: {
      ...own("plan_audit_log"),
      ...step,
      seq: position,
      plan_version: 1,
      event_type: "step_started",
      action: "next",
      payload: JSON.stringify({ canary }),
      actor_via: "mcp",
      payload_digest: "",
      entry_hash: "",
    },
    plan_import: {
      organization_id: own("plan_import").organization_id,
      ...plan,
      imported_at: AT,
      origin_server: canary,
      origin_organization: canary,
      exported_at: AT,
      original_handle: canary,
      audit_seq: 1,
      audit_head: canary,
    },
    audit_leaf: {
      organization_id: own("audit_leaf").organization_id,
      position,
      // No reference: the leaf outlives the plan.
      plan_id: canary,
      seq: 1,
      head: "",
      hash: "",
    },
    audit_checkpoint: {
      organization_id: own("audit_checkpoint").organization_id,
      size: position,
      root: "",
      edge: "",
      note: canary,
      public_key: "",
    },
    plan_template: {
      ...own("plan_template"),
      name: `${canary}-${position}`,
      template: JSON.stringify({ canary }),
    },
  } satisfies Record<string, TenantRow>;
}

function memoryRows({ organizationId, refersTo, canary, position }: RowNames, own: OwnKey) {
  const plan = { plan_id: `research_plan_${refersTo}` };
  const step = { ...plan, step_id: `plan_step_${refersTo}` };
  const artifactId = `research_artifact_${refersTo}`;
  const chunk = { chunk_id: `document_chunk_${refersTo}` };
  const term = { organization_id: organizationId, term: `${canary}-${position}` };
  return {
    research_artifact: {
      ...own("research_artifact"),
      ...step,
      artifact_type: "finding",
      title: canary,
      content: "{}",
      content_text: canary,
    },
    research_source: {
      ...own("research_source"),
      artifact_id: artifactId,
      position,
      title: canary,
    },
    plan_source: {
      organization_id: organizationId,
      ...plan,
      number: position,
      key: `${canary}-${position}`,
      source_id: `research_source_${refersTo}`,
    },
    extraction_result: {
      ...own("extraction_result"),
      ...step,
      source_artifact_id: artifactId,
      schema: "{}",
      data: JSON.stringify({ canary }),
      is_valid: true,
      errors: "[]",
    },
    research_output: {
      ...own("research_output"),
      ...plan,
      title: canary,
      media_type: "html",
      version: position,
      content: canary,
    },
    research_feedback: {
      ...own("research_feedback"),
      ...plan,
      feedback_type: "initial",
      satisfaction: "neutral",
      feedback_summary: canary,
    },
    subagent_report: { ...own("subagent_report"), ...step, task: canary, report: canary },
    ...evidenceRows({ refersTo, canary, position }, own),
    document_chunk: {
      ...own("document_chunk"),
      source_table: "research_artifact",
      source_id: artifactId,
      position,
      content: canary,
      content_digest: "d",
    },
    posting: { ...term, ...chunk, tf: 1, dl: 1 },
    term_stat: { ...term, chunk_count: 1 },
    corpus_stat: {
      organization_id: organizationId,
      chunk_count: canary ? CANARY_NUMBER : 1,
      total_length: 1,
    },
    indexing_queue: { ...own("indexing_queue"), ...chunk, last_error: canary },
  } satisfies Record<string, TenantRow>;
}

function evidenceRows(
  { refersTo, canary, position }: Pick<RowNames, "refersTo" | "canary" | "position">,
  own: OwnKey,
) {
  const claim = { claim_id: `claim_${refersTo}` };
  return {
    source_capture: {
      ...own("source_capture"),
      key: `${canary}-${position}`,
      captured_by: "server",
      fetched_at: AT,
      text_sha256: canary,
      text: canary,
      words: 1,
    },
    capture_job: { ...own("capture_job"), key: `${canary}-${position}`, url: canary },
    claim: {
      ...own("claim"),
      plan_id: `research_plan_${refersTo}`,
      step_id: `plan_step_${refersTo}`,
      number: position,
      statement: canary,
      kind: "fact",
      is_key: true,
      is_disputed: false,
      rests_on: [],
      digest: canary,
      status: "unchecked",
      level: 0,
      problems: "[]",
      judged_at: AT,
    },
    claim_evidence: {
      ...own("claim_evidence"),
      ...claim,
      position,
      source_id: `research_source_${refersTo}`,
      key: canary,
      stance: "supports",
      quote: canary,
      capture_id: `source_capture_${refersTo}`,
    },
    claim_audit: {
      ...own("claim_audit"),
      ...claim,
      claim_digest: canary,
      verdict: "agree",
      note: canary,
      user_id: canary,
      via: canary,
    },
  };
}

function callRows({ organizationId, key, refersTo, canary }: RowNames, own: OwnKey) {
  const user = { user_id: `user_${refersTo}` };
  return {
    skill_execution: {
      ...own("skill_execution"),
      ...user,
      plan_id: `research_plan_${refersTo}`,
      skill_name: canary,
    },
    mcp_tool_call_log: {
      ...own("mcp_tool_call_log"),
      tool_name: "get_next_step",
      skill_execution_id: `skill_execution_${refersTo}`,
      request_metadata: JSON.stringify({ canary }),
      is_error: false,
      duration_ms: 1,
    },
    idempotency_key: {
      organization_id: organizationId,
      ...user,
      tool_name: "get_next_step",
      key,
      arguments_digest: "d",
      reply: JSON.stringify({ canary }),
    },
    ai_usage: {
      ...own("ai_usage"),
      purpose: canary,
      provider: canary,
      model: canary,
      duration_ms: 1,
    },
    usage_report: {
      ...own("usage_report"),
      plan_id: `research_plan_${refersTo}`,
      step_id: `plan_step_${refersTo}`,
      session_id: canary,
      client: canary,
      model: canary,
      reported_at: AT,
      dedupe_key: `${canary} ${key}`,
    },
    share_link: {
      ...own("share_link"),
      plan_id: `research_plan_${refersTo}`,
      output_id: `research_output_${refersTo}`,
      created_by: canary,
      token_ending: "abcd",
      expires_at: AT,
    },
    personal_access_token: {
      ...own("personal_access_token"),
      ...user,
      name: canary,
      token_ending: "abcd",
      scopes: [],
      expires_at: AT,
    },
    security_event: {
      ...own("security_event"),
      kind: "sign_in",
      actor_name: canary,
      subject_label: canary,
      after: JSON.stringify({ canary }),
    },
  } satisfies Record<string, TenantRow>;
}

function notificationRows({ organizationId, refersTo, canary, position }: RowNames, own: OwnKey) {
  const plan = { plan_id: `research_plan_${refersTo}` };
  const webhook = { webhook_id: `webhook_${refersTo}` };
  return {
    notification_event: {
      ...own("notification_event"),
      ...plan,
      seq: position,
      type: "plan.completed",
      payload: JSON.stringify({ canary }),
      // Nothing that a server would deliver.
      dispatched_at: AT,
    },
    webhook: {
      ...own("webhook"),
      name: canary,
      format: "json",
      events: [],
      is_enabled: false,
      sealed_url: canary,
      shown_url: canary,
      sealed_secret: canary,
    },
    notification_delivery: {
      ...own("notification_delivery"),
      ...plan,
      ...webhook,
      event_id: `notification_event_${refersTo}`,
      seq: position,
      due_at: AT,
      last_error: canary,
    },
    webhook_attempt: {
      ...own("webhook_attempt"),
      ...webhook,
      event_id: canary,
      event_type: canary,
      attempt: 1,
      duration_ms: 1,
    },
    notification_setting: {
      organization_id: organizationId,
      user_id: `user_${own("").id}`,
      choices: JSON.stringify({ canary }),
      plans: "all",
      time_zone: canary,
      digest_hour: 8,
      address: canary,
    },
    inbox_mark: {
      organization_id: organizationId,
      user_id: canary,
      item_id: `${canary}-${position}`,
      ...plan,
      until: AT,
      after_seq: position,
    },
    sample_plan: { organization_id: organizationId, ...plan, part: canary },
    document_theme: {
      organization_id: organizationId,
      theme: JSON.stringify({ canary }),
      updated_by: canary,
    },
  } satisfies Record<string, TenantRow>;
}
