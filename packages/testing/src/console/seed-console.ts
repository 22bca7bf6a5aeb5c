// Seeds an organization with plans, runs and related rows, in the volume the console must stay fast with.
import { withClient } from "@trovella/db";
import { fillFiguresOf, writePlanTextsOf } from "@trovella/db/plans";
import type { TestDatabase } from "../database/test-database.ts";

export interface SeedSize {
  readonly plans: number;
  readonly auditRows: number;
  readonly toolCalls: number;
}

export const FULL_SIZE: SeedSize = { plans: 10_000, auditRows: 100_000, toolCalls: 50_000 };
const STEPS = 6;
/** Age of the oldest plan. */
const DAYS = 120;

/** A time-ordered id like the application's, generated in SQL. */
const idOf = (prefix: string, number: string, time: string) =>
  `'${prefix}_' || lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || lpad(to_hex(${number}), 20, '0')`;
const planTime = `$2::timestamptz - (($3::int - n) * ${DAYS} * 86400.0 / $3::int) * interval '1 second'`;
const planId = idOf("plan", "n", planTime);
const planStatus = `CASE WHEN n % 100 < 72 THEN 'completed' WHEN n % 100 < 80 THEN 'failed' WHEN n % 100 < 90 THEN 'executing'
  WHEN n % 100 < 94 THEN 'awaiting_review' WHEN n % 100 < 97 THEN 'stalled' ELSE 'planning' END`;
/** Each plan with its number, id, time and status. */
const PLANS = `SELECT n, ${planId} AS plan_id, ${planTime} AS at, ${planStatus} AS plan_status FROM generate_series(1, $3::int) AS n`;
const stepStatus = `CASE WHEN plan_status = 'completed' THEN 'completed' WHEN plan_status = 'planning' THEN 'pending'
  WHEN k <= 2 THEN 'completed' WHEN k > 3 THEN 'pending' WHEN plan_status = 'failed' THEN 'failed'
  WHEN plan_status = 'awaiting_review' THEN 'awaiting_input' ELSE 'in_progress' END`;
const STEP_ROWS = `SELECT *, ${stepStatus} AS step_status, ${idOf("step", `n * ${STEPS} + k`, "at")} AS step_id
  FROM (${PLANS}) AS plan, generate_series(1, ${STEPS}) AS k`;

/** The person whom tests sign in as has few of the plans and calls. */
const owner = "CASE WHEN n % 100 = 3 THEN 'usr_' || $1 ELSE 'usr_' || n % 50 END";

const STATEMENTS = [
  `INSERT INTO research_plan (organization_id, id, handle, steps_created, created_by, assignee_id, name, research_question, status, version, audit_seq, stall_threshold_ms,
     review_policy, failure_reason, is_cancelled, archived_at, tags, spent, phase, phase_cause, mode, completed_at, closed_at, created_at, updated_at)
   SELECT $1, plan_id, 'p-' || n, 6, ${owner}, CASE WHEN n % 500 = 9 THEN 'usr_' || $1 END, CASE n % 3 WHEN 0 THEN '[Scan] ' WHEN 1 THEN '[Deep] ' ELSE '' END || 'Heat pumps in district ' || n || ' of ' || $1,
     'What do heat pumps cost and save in district ' || n || '? ' || repeat('Consider climate, prices and subsidies. ', 5),
     plan_status, 8, 10, 1800000, 'relayed_allowed', CASE plan_status WHEN 'failed' THEN 'Rejected in review.' END, n % 100 = 79,
     CASE WHEN n % 100 = 5 THEN at + interval '1 day' END, CASE WHEN n % 500 = 9 THEN '{rare}' WHEN n % 10 = 9 THEN '{energy}' ELSE '{}' END::text[],
     jsonb_build_object('attempts', 6, 'workMs', 600000 + n % 50 * 60000, 'toolCalls', n % 40, 'subagents', n % 4, 'tokens', n % 5 * 20000,
       'costUsd', n % 5 * 0.25, 'refusals', 0, 'failuresFrom', null),
     CASE WHEN n % 1000 = 85 THEN 'closing' ELSE 'open' END, CASE WHEN n % 1000 = 85 THEN 'attempts' END,
     CASE n % 3 WHEN 0 THEN 'scan' WHEN 1 THEN 'deep' END, CASE plan_status WHEN 'completed' THEN at + interval '2 hours' END,
     CASE WHEN plan_status IN ('completed', 'failed') THEN at + (n % 7200) * interval '1 second' END, at, at + (n % 7200) * interval '1 second'
   FROM (${PLANS}) AS plan`,
  `INSERT INTO plan_tag (organization_id, plan_id, tag)
   SELECT $1, plan_id, CASE WHEN n % 500 = 9 THEN 'rare' ELSE 'energy' END FROM (${PLANS}) AS plan WHERE n % 10 = 9`,
  `INSERT INTO plan_step (organization_id, id, plan_id, number, step_order, step_type, instructions, status, depends_on, attempt, result,
     result_digest, result_summary, confidence, started_at, completed_at, last_activity_at, lease_expires_at, created_at, updated_at)
   SELECT $1, step_id, plan_id, k, k, (ARRAY['search','extract','analyze','critique','checkpoint','synthesize'])[k],
     repeat('Look for what is known and note where it was found. ', 6), step_status, '{}', 1,
     CASE step_status WHEN 'completed' THEN jsonb_build_object('found', repeat('x', 300)) END, CASE step_status WHEN 'completed' THEN 'd' END,
     CASE step_status WHEN 'completed' THEN 'Found some of it.' END, CASE step_status WHEN 'completed' THEN 0.4 + (n % 50) / 100.0 END,
     CASE step_status WHEN 'pending' THEN NULL ELSE at + k * interval '10 minutes' END,
     CASE WHEN step_status IN ('completed', 'failed') THEN at + k * interval '15 minutes' END,
     CASE step_status WHEN 'pending' THEN NULL ELSE at + k * interval '12 minutes' END, NULL, at, at
   FROM (${STEP_ROWS}) AS step`,
  `INSERT INTO plan_review (organization_id, id, plan_id, step_id, summary, questions, requested_at, decision, decided_via, decided_by, decided_at)
   SELECT $1, ${idOf("rev", "n", "at")}, plan_id, step_id, repeat('The first findings agree. ', 20), '["Go on like this?"]', at + interval '1 hour',
     CASE WHEN step_status <> 'awaiting_input' THEN (ARRAY['approve','modify','skip','approve'])[1 + n % 4] END,
     CASE WHEN step_status <> 'awaiting_input' THEN (ARRAY['console','relayed','elicitation'])[1 + n % 3] END, 'usr_' || $1,
     CASE WHEN step_status <> 'awaiting_input' THEN at + interval '90 minutes' END
   FROM (${STEP_ROWS}) AS step WHERE k = 3 AND n % 2 = 0 AND step_status <> 'pending'`,
  `INSERT INTO skill_execution (organization_id, id, user_id, skill_name, status, plan_id, metadata, claude_code_session_id, started_at,
     completed_at, duration_ms, created_at, updated_at)
   SELECT $1, ${idOf("exec", "n", "at")}, 'usr_' || $1, (ARRAY['research','research-scan','research-deep'])[1 + n % 3], status, plan_id,
     jsonb_build_object('topic', 'Heat pumps ' || n, 'delegatedTo', 'deep', 'originalQuery', repeat('How about heat pumps? ', 10)),
     'session-' || n / 3, at, CASE WHEN status IN ('completed', 'failed') THEN at + interval '3 hours' END,
     CASE WHEN status IN ('completed', 'failed') THEN 600000 + n END, at, at
   FROM (SELECT *, CASE plan_status WHEN 'completed' THEN 'completed' WHEN 'failed' THEN 'failed' WHEN 'planning' THEN 'started' ELSE 'executing' END AS status
     FROM (${PLANS}) AS plan) AS run`,
  `INSERT INTO research_artifact (organization_id, id, user_id, plan_id, artifact_type, title, content, content_text, summary, confidence, created_at, updated_at)
   SELECT $1, ${idOf("art", "n * 2 + k", "at")}, 'usr_' || $1, plan_id, (ARRAY['finding','analysis','source','note'])[1 + (n + k) % 4],
     'Finding ' || k || ' about district ' || n, '"x"', repeat('Heat pumps save a third of the energy. ', 20), 'They save a third.', 0.8, at, at
   FROM (${PLANS}) AS plan, generate_series(1, 2) AS k`,
  `INSERT INTO research_source (organization_id, id, artifact_id, position, url, title, quote)
   SELECT organization_id, 'src_' || substr(id, 5) || k, id, k, 'https://example.org/' || id, 'Report ' || k, 'A third.'
   FROM research_artifact, generate_series(1, 2) AS k WHERE organization_id = $1 AND $2::timestamptz IS NOT NULL AND $3::int > 0`,
  `INSERT INTO source_capture (organization_id, id, key, url, captured_by, fetched_at, text_sha256, text, words)
   SELECT $1, 'cap_' || substr(id, 5), key, url, 'server', $2::timestamptz, 'seed', repeat('Heat pumps save a third of the energy. ', 20), 160
   FROM research_source WHERE organization_id = $1 AND position = 1 AND $3::int > 0`,
  `INSERT INTO claim (organization_id, id, plan_id, number, statement, kind, is_key, is_disputed, rests_on, digest, status, level, problems,
     judged_at, withdrawn_at, created_at, updated_at)
   SELECT $1, ${idOf("clm", "n * 4 + k", "at")}, plan_id, k, 'Heat pumps save a third of the energy in district ' || n, 'fact', k = 1, false, '{}',
     'digest ' || n || ' ' || k, CASE WHEN n % 500 = 7 THEN 'contradicted' WHEN (n + k) % 5 = 0 THEN 'weak' ELSE 'supported' END, 3,
     CASE WHEN (n + k) % 5 = 0 THEN '[{"code":"NUMBER_MISSING","isWeakening":true,"message":"No quote has the figure 3. Next: quote it."}]' ELSE '[]' END::jsonb,
     at, CASE WHEN n % 1000 = 9 THEN at END, at, at
   FROM (${PLANS}) AS plan, generate_series(1, 3) AS k`,
  `INSERT INTO claim_evidence (organization_id, id, claim_id, position, source_id, key, stance, quote, verdict, level, capture_id, start_at, end_at, passage)
   SELECT $1, ${idOf("evi", "n * 4 + k", "at")}, ${idOf("clm", "n * 4 + k", "at")}, 1, source.id, source.key, 'supports', 'save a third of the energy', 'exact', 3,
     'cap_' || substr(source.id, 5), 11, 37, 'save a third of the energy'
   FROM (${PLANS}) AS plan CROSS JOIN generate_series(1, 3) AS k
   JOIN research_source AS source ON source.organization_id = $1 AND source.id = 'src_' || substr(${idOf("art", "n * 2 + 1", "at")}, 5) || 1`,
  `INSERT INTO claim_audit (organization_id, id, claim_id, claim_digest, verdict, seconds, user_id, via, created_at)
   SELECT $1, 'cau_' || substr(id, 5), id, digest, CASE WHEN number = 1 THEN 'agree' ELSE 'unsure' END, 20, 'usr_' || $1, 'console', $2::timestamptz
   FROM claim WHERE organization_id = $1 AND number < 3 AND $3::int > 0 AND hashtext(id) % 20 = 0`,
  `INSERT INTO research_output (organization_id, id, plan_id, user_id, title, media_type, version, content, created_at, updated_at, origin)
   SELECT $1, ${idOf("out", "n", "at")}, plan_id, 'usr_' || $1, 'Heat pumps in district ' || n, 'markdown', 1, repeat('# Heat pumps save energy. ', 60), at, at,
     CASE WHEN n % 10 = 0 THEN 'server' ELSE 'assistant' END
   FROM (${PLANS}) AS plan WHERE plan_status = 'completed'`,
  `INSERT INTO usage_report (organization_id, id, plan_id, session_id, client, input_tokens, cost_usd, reported_at, dedupe_key)
   SELECT $1, ${idOf("use", "n", "at")}, plan_id, 'session-' || n / 3, 'claude-code', n % 5 * 20000, n % 5 * 0.25, at, 'seed ' || n
   FROM (${PLANS}) AS plan WHERE n % 2 = 0 AND n % 5 > 0`,
  `INSERT INTO research_feedback (organization_id, id, plan_id, user_id, feedback_type, satisfaction, feedback_summary, created_at, updated_at)
   SELECT $1, ${idOf("fb", "n", "at")}, plan_id, 'usr_' || $1, 'closing', (ARRAY['very_satisfied','satisfied','neutral','dissatisfied'])[1 + n % 4],
     'It was useful.', at, at
   FROM (${PLANS}) AS plan WHERE plan_status = 'completed' AND n % 3 = 0`,
  `INSERT INTO security_event (organization_id, id, kind, actor_user_id, actor_name, credential_kind, ip_address, subject_id, created_at)
   SELECT $1, ${idOf("sec", "n", "at")}, (ARRAY['sign_in','sign_out','token_created'])[1 + n % 3], 'usr_' || n % 50, 'Ada', 'session',
     '203.0.113.9', 'usr_' || n % 70, at
   FROM (${PLANS}) AS plan`,
];
const AUDIT = `INSERT INTO plan_audit_log (organization_id, id, plan_id, seq, plan_version, event_type, action, payload, actor_user_id, actor_client,
     actor_via, session_id, created_at, payload_digest, entry_hash)
   SELECT $1, ${idOf("aud", "n * $4::int + k", "at")}, plan_id, k, k, 'plan_modified', CASE WHEN k = 4 AND n % 33 = 0 THEN 'stall_detected' ELSE 'status_changed' END,
     '{"type":"plan_status_changed"}', 'usr_' || $1, 'claude-code 2.1', 'mcp', 'session-' || n / 3, at + k * interval '5 minutes', '', ''
   FROM (${PLANS}) AS plan, generate_series(1, $4::int) AS k`;
const CALLS = `INSERT INTO mcp_tool_call_log (organization_id, id, user_id, tool_name, plan_id, skill_execution_id, session_id, client_name, client_version,
     request_metadata, response_metadata, is_error, error_code, duration_ms, created_at)
   SELECT $1, ${idOf("call", "n * $4::int + k", "at + k * interval '1 minute'")}, ${owner},
     (ARRAY['get_next_step','submit_step_result','store_research','get_plan_status','search_sources'])[1 + (n + k) % 5], plan_id,
     ${idOf("exec", "n", "at")}, 'session-' || n / 3, (ARRAY['claude-code','codex','gemini-cli'])[1 + n % 3], '2.1',
     jsonb_build_object('query', repeat('x', 100)), jsonb_build_object('size', 1000), (n + k) % 40 = 0,
     CASE WHEN (n + k) % 40 = 0 THEN 'STALE_LEASE' END, 5 + k, at + k * interval '1 minute'
   FROM (${PLANS}) AS plan, generate_series(1, $4::int) AS k`;

/** Seeds one organization; the newest plan is from `now`. */
export async function seedConsole(
  { asSuperuser }: Pick<TestDatabase, "asSuperuser">,
  { organizationId, now, size }: { organizationId: string; now: Date; size: SeedSize },
): Promise<void> {
  const values = [organizationId, now, size.plans];
  await withClient(asSuperuser, async (client) => {
    // Skips foreign key checks, which would take longer than all the inserts.
    await client.query("SET session_replication_role = replica");
    for (const statement of STATEMENTS) await client.query(statement, values);
    await client.query(AUDIT, [...values, Math.round(size.auditRows / size.plans)]);
    await client.query(CALLS, [...values, Math.round(size.toolCalls / size.plans)]);
    await client.query(fillFiguresOf("own.organization_id = $1"), [organizationId]);
    await client.query(writePlanTextsOf("own.organization_id = $1"), [organizationId]);
    // The table as if each row had been written once.
    await client.query("VACUUM FULL research_plan");
    await client.query("VACUUM ANALYZE");
  });
}

const HISTORY = `INSERT INTO plan_audit_log (organization_id, id, plan_id, seq, plan_version, event_type, action, payload, actor_client, actor_via, session_id, created_at, payload_digest, entry_hash)
  SELECT organization_id, 'aud_' || id || '_' || n, id, n, version + n, 'plan_modified', CASE WHEN n % 1000 = 0 THEN 'stall_detected' ELSE 'instructions_updated' END,
    jsonb_build_object('type', 'instructions_updated', 'instructions', 'Change number ' || n), 'seed 1.0', 'mcp', 'session-seed',
    created_at + n * interval '1 millisecond', '', ''
  FROM research_plan, generate_series(audit_seq + 1, $2::int) AS n WHERE $1 IN (id, handle)`;

/** Pads a plan's audit log to `events` entries. They are for display only: no rule produced them. */
export async function lengthenHistory(
  asSuperuser: TestDatabase["asSuperuser"],
  { planId, eventCount }: { planId: string; eventCount: number },
): Promise<void> {
  await withClient(asSuperuser, async (client) => {
    await client.query(HISTORY, [planId, eventCount]);
    await client.query("UPDATE research_plan SET audit_seq = $2 WHERE $1 IN (id, handle)", [
      planId,
      eventCount,
    ]);
  });
}
