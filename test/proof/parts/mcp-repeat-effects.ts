import { type ConnectionSettings, withClient } from "@trovella/db";
import type { Trial } from "./mcp-repeat-trial.ts";

/** How far each trial's plan has come; 0 where there is none yet. */
export function readVersions(
  target: ConnectionSettings["target"],
  trials: readonly Trial[],
): Promise<number[]> {
  return withClient(target, async (client) => {
    const { rows } = await client.query<{ id: string; version: number }>(
      "SELECT id, version FROM research_plan WHERE id = ANY($1)",
      [trials.map(({ prepared }) => prepared.planId)],
    );
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    return trials.map(({ prepared }) => versions.get(prepared.planId ?? "") ?? 0);
  });
}

/** One command of the trial's plan was committed, and the key was kept once. */
export async function checkEffects(
  target: ConnectionSettings["target"],
  trials: readonly Trial[],
  versions: readonly number[],
): Promise<void> {
  await withClient(target, async (client) => {
    for (const [index, trial] of trials.entries()) {
      const { rows } = await client.query<Record<string, number>>(EFFECTS, [
        trial.label,
        versions[index] ?? 0,
        trial.repeated.tool,
        trial.key,
      ]);
      checkEffect(trial, rows[0] ?? {}, versions[index] ?? 0);
    }
  });
}

const EFFECTS = `
  SELECT count(DISTINCT p.id)::integer AS plans, max(p.version) AS version,
    count(DISTINCT a.plan_version)::integer AS commands,
    (SELECT count(*)::integer FROM idempotency_key WHERE tool_name = $3 AND key = $4) AS keys
  FROM research_plan p
  LEFT JOIN plan_audit_log a ON a.plan_id = p.id AND a.plan_version > $2
  WHERE p.name = $1`;

function checkEffect(
  { repeated, replies, problems }: Trial,
  { plans, version, commands, keys }: Record<string, number>,
  before: number,
): void {
  if (plans !== 1) problems.push(`there are ${plans} plans instead of one`);
  if (commands !== 1) problems.push(`there were ${commands} effects instead of one`);
  if (version !== before + 1) problems.push(`the version is ${version}, it was ${before}`);
  if (keys !== (repeated.isKeyed ? 1 : 0)) problems.push(`the key was kept ${keys} times`);
  if (replies.some(({ planVersion }) => planVersion !== version)) {
    problems.push(`a reply tells of another version than ${version}`);
  }
}
