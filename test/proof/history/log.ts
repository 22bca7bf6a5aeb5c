import { type Database, type Tenant, withTenantContext } from "@trovella/db";
import { readPlan, resolvePlanId } from "@trovella/db/plans";
import { type Plan, type PlanEvent, reviveEvent } from "@trovella/plan-engine";
import { mapTexts } from "@trovella/testing/database/rows-with-handles";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import type { Author, History, LoggedCommand, RecordedCall } from "./record.ts";

/**
 * The calls on a plan with its stored outcome, after all agents have stopped. The outcome has handles in place of ids, as
 * the agents see them.
 */
export async function readHistory(
  database: Database,
  tenant: Tenant,
  { planId, calls }: Pick<History, "planId" | "calls">,
): Promise<History> {
  const { commands, ...outcome } = await readOutcome(database, tenant, planId);
  return { planId, calls, ...outcome, commands: commands.map((one) => linked(one, calls)) };
}

/**
 * Asking for a step belongs to a session that lasts. Of its calls, the first that was answered with the version has
 * made it: later ones only saw it.
 */
function linked(command: LoggedCommand, calls: readonly RecordedCall[]): LoggedCommand {
  const { callId: sessionId, version } = command;
  if (calls.some(({ id }) => id === sessionId)) return command;
  const isHandOut = command.events.some(({ type }) => type === "step_started");
  const [maker] = calls
    .filter(
      ({ tool, input, answer }) =>
        tool === "get_next_step" &&
        input.sessionId === sessionId &&
        answer.reply?.planVersion === version &&
        !answer.reply.replayed &&
        // Two clients may share a session; the one that got back what it held has handed out nothing.
        (!isHandOut || (answer.reply.status === "step_ready" && !answer.reply.held)),
    )
    .toSorted((one, other) => one.started.order - other.started.order);
  return maker ? { ...command, callId: maker.id } : command;
}

function readOutcome(
  database: Database,
  tenant: Tenant,
  planId: string,
): Promise<Pick<History, "commands" | "rows" | "artifacts">> {
  return withTenantContext(database, tenant, async (context) => {
    const id = await resolvePlanId(context, planId);
    const { plan } = await readPlan(context, id);
    const events = await tenantQuery(
      context,
      "SELECT plan_version, session_id, actor_client, actor_user_id, payload FROM plan_audit_log WHERE plan_id = $1 ORDER BY seq",
      [id],
    );
    const stored = await tenantQuery(
      context,
      "SELECT id, number, step_id, title, created_at FROM research_artifact WHERE plan_id = $1",
      [id],
    );
    const commands = commandsOf(events);
    return withHandles(plan, commands, {
      commands,
      rows: plan,
      artifacts: stored.map((row) => ({
        id: `a${row.number}`,
        stepId: row.step_id as string | null,
        title: String(row.title),
        createdAt: new Date(row.created_at as string | Date),
      })),
    });
  });
}

/** Everything with the handles of this plan and of all steps it ever had. */
function withHandles<T>({ id, handle }: Plan, commands: readonly LoggedCommand[], outcome: T): T {
  const steps = commands
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.type === "plan_created" || event.type === "steps_added" ? event.steps : [],
    );
  const handles = new Map([[id, handle]]);
  for (const [index, step] of steps.entries()) handles.set(step.id, `s${index + 1}`);
  return mapTexts(outcome, (text) => handles.get(text) ?? text) as T;
}

/** The rows of one version form one command; a version with interleaved rows shows up twice. */
function commandsOf(rows: readonly Record<string, unknown>[]): LoggedCommand[] {
  const commands: (LoggedCommand & { events: PlanEvent[] })[] = [];
  for (const row of rows) {
    const version = Number(row.plan_version);
    const callId = row.session_id as string | null;
    const last = commands.at(-1);
    const event = reviveEvent(row.payload);
    if (last?.version === version && last.callId === callId) last.events.push(event);
    else commands.push({ version, callId, author: authorIn(row), events: [event] });
  }
  return commands;
}

function authorIn(row: Record<string, unknown>): Author {
  return {
    client: row.actor_client as string | null,
    userId: row.actor_user_id as string | null,
  };
}
