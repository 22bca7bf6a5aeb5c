import { type Database, sealJson, type Tenant, withTenantContext } from "@trovella/db";
import { loadPlanForUpdate, planChange, savePlan } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import {
  approvalResult,
  type Command,
  decide,
  type Plan,
  type PlanEvent,
  refusalOf,
} from "@trovella/plan-engine";
import { CommandSource } from "../engine/command-source.ts";
import { creationOf, type HistorySpec } from "../engine/history-spec.ts";

const ACTOR = { userId: null, client: "test", via: "mcp", sessionId: null };

/** Plays a random history and counts its events; commands that are refused leave nothing. */
export async function playHistory(
  database: Database,
  tenant: Tenant,
  spec: HistorySpec,
): Promise<{ readonly planId: string; readonly events: number }> {
  const source = new CommandSource(spec);
  const created = decide(null, creationOf(spec, source.newId), new Date());
  let { plan } = await withTenantContext(database, tenant, (context) =>
    savePlan(context, planChange(null, created), { actor: ACTOR, commit: true }),
  );
  let total = created.length;
  let now = plan.createdAt;
  for (const draw of spec.draws) {
    now = new Date(now.getTime() + draw.minutes * 60_000);
    try {
      const command = sealed(plan, source.command(plan, draw));
      const newLeaseToken = draw.secondChance ? source.fresh("token") : undefined;
      const done = await carryOut(database, tenant, plan.id, command, { now, newLeaseToken });
      plan = done.plan;
      total += done.events.length;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return { planId: plan.id, events: total };
}

/** The command with the digests of the texts that come with it. */
function sealed(plan: Plan, command: Command): Command {
  const { result, report } = textsOf(plan, command) ?? {};
  if (!result) return command;
  const digests = { resultDigest: result.digest, ...(report && { reportDigest: report.digest }) };
  return { ...command, ...digests } as Command;
}

function textsOf(plan: Plan, command: Command) {
  if (command.type === "submit_result") {
    return { result: sealJson(command.result), report: sealJson(command.report) };
  }
  if (command.type !== "decide_review" || command.decision !== "approve") return undefined;
  return { result: sealJson(approvalResult(plan, command)), report: null };
}

export function carryOut(
  database: Database,
  tenant: Tenant,
  planId: string,
  command: Command,
  {
    now = new Date(),
    newLeaseToken,
  }: { readonly now?: Date; readonly newLeaseToken?: string | undefined } = {},
): Promise<{ plan: Plan; events: readonly PlanEvent[] }> {
  return withTenantContext(database, tenant, async (context) => {
    const loaded = await loadPlanForUpdate(context, planId);
    const events = decide(loaded.plan, command, now);
    const texts = textsOf(loaded.plan, command);
    // A result may come with the next hand-out, in the same commit.
    const isContinued = newLeaseToken && command.type === "submit_result" && !refusalOf(events);
    const start = isContinued && { type: "start_next_step" as const, newLeaseToken };
    const after = planChange(loaded, events, texts).plan;
    const all = start ? [...events, ...decide(after, start, now)] : events;
    const change = planChange(loaded, all, texts);
    const { plan } = await savePlan(context, change, { actor: ACTOR, commit: true });
    return { plan, events: all };
  });
}
