import { type ConnectionSettings, withClient } from "@trovella/db";
import { STORED_KINDS } from "./repeat-case.ts";
import type { Trial } from "./repeat-trial.ts";

/** Version of each trial's plan; 0 where it does not exist yet. */
export function readVersions(
  target: ConnectionSettings["target"],
  trials: readonly Trial[],
): Promise<number[]> {
  return withClient(target, async (client) => {
    const { rows } = await client.query<{ id: string; version: number }>(
      "SELECT handle AS id, version FROM research_plan WHERE handle = ANY($1)",
      [trials.map(({ prepared }) => prepared.planId)],
    );
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    return trials.map(({ prepared }) => versions.get(prepared.planId ?? "") ?? 0);
  });
}

/** The effect was committed exactly once, and the key was stored once. */
export async function checkEffects(
  target: ConnectionSettings["target"],
  trials: readonly Trial[],
  versions: readonly number[],
): Promise<void> {
  await withClient(target, async (client) => {
    for (const [index, trial] of trials.entries()) {
      const before = versions[index] ?? 0;
      const { tool } = trial.repeated;
      const { rows } = await client.query<Effects>(EFFECTS, [trial.label, before, tool, trial.key]);
      if (rows[0]) checkEffect(trial, rows[0], before);
      else trial.problems.push("its plan is unknown");
    }
  });
}

type Effects = Readonly<Record<"plans" | "version" | "commands" | "keys" | StoredKind, number>> & {
  /** Handles, or else ids, of everything stored in the plan that a reply can name. */
  readonly stored: readonly string[] | null;
};
type StoredKind = (typeof STORED_KINDS)[number];

const EFFECTS = `
  WITH plan AS (SELECT organization_id, id, handle, version FROM research_plan WHERE name = $1),
    artifact AS (SELECT a.id, 'a' || number AS name FROM research_artifact a JOIN plan ON plan.id = a.plan_id),
    source AS (SELECT s.id, entry.number::text AS name FROM research_source s JOIN artifact ON artifact.id = s.artifact_id
      CROSS JOIN plan LEFT JOIN plan_source entry ON entry.plan_id = plan.id AND entry.key = s.key),
    extraction AS (SELECT e.id, e.id AS name FROM extraction_result e JOIN plan ON plan.id = e.plan_id),
    output AS (SELECT o.id, 'o' || o.version AS name FROM research_output o JOIN plan ON plan.id = o.plan_id),
    feedback AS (SELECT f.id, f.id AS name FROM research_feedback f JOIN plan ON plan.id = f.plan_id),
    report AS (SELECT r.id, r.id AS name FROM subagent_report r JOIN plan ON plan.id = r.plan_id),
    execution AS (SELECT e.id, e.id AS name FROM skill_execution e JOIN plan ON plan.id = e.plan_id),
    claim_of_plan AS (SELECT c.id, 'c' || c.number AS name FROM claim c JOIN plan ON plan.id = c.plan_id),
    searched AS (TABLE artifact UNION ALL TABLE extraction UNION ALL TABLE output UNION ALL TABLE claim_of_plan)
  SELECT (SELECT count(*)::integer FROM plan) AS plans, (SELECT max(version) FROM plan) AS version,
    (SELECT count(DISTINCT a.plan_version)::integer FROM plan_audit_log a JOIN plan ON plan.id = a.plan_id
      WHERE a.plan_version > $2) AS commands,
    (SELECT count(*)::integer FROM idempotency_key WHERE tool_name = $3
      AND (key = $4 OR key IN (SELECT id || ' ' || $4 FROM plan))) AS keys,
    (SELECT count(*)::integer FROM artifact) AS artifacts,
    (SELECT count(*)::integer FROM source) AS sources,
    (SELECT count(*)::integer FROM extraction) AS extractions,
    (SELECT count(*)::integer FROM output) AS outputs,
    (SELECT count(*)::integer FROM feedback) AS feedback,
    (SELECT count(*)::integer FROM report) AS reports,
    (SELECT count(*)::integer FROM execution) AS executions,
    (SELECT count(*)::integer FROM claim_of_plan) AS claims,
    (SELECT count(*)::integer FROM document_chunk c JOIN searched ON searched.id = c.source_id) AS chunks,
    (SELECT array_agg(name ORDER BY name) FROM (TABLE searched UNION ALL TABLE source UNION ALL TABLE feedback
      UNION ALL TABLE report UNION ALL TABLE execution) AS one) AS stored`;

function checkEffect(trial: Trial, found: Effects, before: number): void {
  const { repeated, prepared, replies, problems } = trial;
  const { plans, version, commands, keys } = found;
  const due = prepared.stores && !prepared.isCounted ? 0 : 1;
  if (plans !== 1) problems.push(`there are ${plans} plans instead of one`);
  if (commands !== due) problems.push(`there were ${commands} commands instead of ${due}`);
  if (version !== before + due) problems.push(`the version is ${version}, it was ${before}`);
  if (keys !== (repeated.isKeyed ? 1 : 0)) problems.push(`the key was stored ${keys} times`);
  for (const kind of STORED_KINDS) {
    const expected = prepared.stores?.[kind] ?? 0;
    if (found[kind] !== expected) {
      problems.push(`there are ${found[kind]} ${kind} instead of ${expected}`);
    }
  }
  if (prepared.stores) checkNames(trial, found.stored ?? []);
  else if (replies.some(({ planVersion }) => planVersion !== version)) {
    problems.push(`a reply reports a version other than ${version}`);
  }
}

/** Replies must name exactly the stored rows. */
function checkNames({ replies, problems }: Trial, stored: readonly string[]): void {
  for (const reply of replies) {
    const {
      artifactId,
      sourceIds = [],
      extractionId,
      outputId,
      feedbackId,
      reportId,
      executionId,
      claims = [],
    } = reply;
    const claimIds = (claims as { claimId: string }[]).map(({ claimId }) => claimId);
    const named = [artifactId, ...(sourceIds as string[]), extractionId, outputId]
      .concat(feedbackId, reportId, executionId, claimIds)
      .filter((id) => id !== undefined);
    if (named.toSorted().join() !== stored.toSorted().join()) {
      problems.push(`a reply names ${named}, but stored are ${stored}`);
    }
  }
}
