import { randomBytes } from "node:crypto";
import { withClient, withTenantContext } from "@trovella/db";
import { resolveItemId } from "@trovella/db/memory";
import { resolvePlanId, resolveStepId } from "@trovella/db/plans";
import { ALL_PERMISSIONS, type Caller } from "@trovella/research";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { withTexts } from "@trovella/testing/mcp/tool-texts";
import { markTexts } from "@trovella/testing/tenants/mark-texts";
import { insertion, names, type Run } from "@trovella/testing/tenants/tenant-attempts";
import { tenantRows } from "@trovella/testing/tenants/tenant-rows";
import { defineStatement } from "../../../packages/db/src/connection/statement.ts";
import { TENANT_TABLES } from "../../../packages/db/src/schema/table-names.ts";
import { inProcess, realClock } from "../history/drivers.ts";
import type { Json } from "../history/record.ts";

/** Another organization whose texts all contain a canary. */
export interface ForeignIds {
  readonly canary: string;
  readonly planId: string;
  readonly stepId: string;
  readonly token: string;
  readonly reviewedPlanId: string;
  readonly idempotencyKey: string;
  readonly userId: string;
  readonly artifactId: string;
  readonly sourceId: string;
  readonly outputId: string;
  readonly executionId: string;
}

/** By their long ids, and the same by their handles, which name the plan. */
export interface ForeignTenant extends ForeignIds {
  readonly handles: ForeignIds;
}

const ORGANIZATION = "org_foreign";
export const SHARED_KEY = "a-key-that-both-use";

export async function fillForeignTenant(test: TestDatabase): Promise<ForeignTenant> {
  const canary = `canary${randomBytes(12).toString("hex")}`;
  await addIdentity(test, canary);
  await fillEveryTable(test, canary);

  const caller: Caller = {
    tenant: { organizationId: ORGANIZATION },
    userId: `user_${ORGANIZATION}`,
    userName: `Foreign ${canary}`,
    userEmail: `${canary}@example.org`,
    permissions: ALL_PERMISSIONS,
    sessionId: `session-${canary}`,
    browserSessionId: null,
    isPerson: false,
    clientName: null,
  };
  const process = inProcess(test.database, caller);
  const line = process.line(realClock);
  const ask = async (tool: string, input: Json): Promise<Json> => {
    const { answer } = await line.send(tool, withTexts(tool, canary, input));
    if (!answer.reply) throw new Error(answer.refusal.text);
    return answer.reply;
  };
  const create = () => ask("create_research_plan", plan(canary));
  const held = await create();
  const { planId } = held as { planId: string };
  const handedOut = (await ask("get_next_step", { planId })) as {
    step: { stepId: string };
    lease: { token: string };
  };
  const reviewed = (await create()) as { planId: string };
  await workOn(reviewed.planId, canary, ask);
  const { stepId } = handedOut.step;
  const stored = await remember({ planId, stepId }, canary, ask);
  await process.close();
  const handles = {
    ...stored,
    userId: caller.userId,
    canary,
    planId,
    stepId: `${planId}/${stepId}`,
    token: handedOut.lease.token,
    reviewedPlanId: reviewed.planId,
    idempotencyKey: SHARED_KEY,
  };
  return { ...(await withLongIds(test, handles)), handles };
}

function withLongIds({ database }: TestDatabase, handles: ForeignIds): Promise<ForeignIds> {
  return withTenantContext(database, { organizationId: ORGANIZATION }, async (context) => {
    const planId = await resolvePlanId(context, handles.planId);
    const artifactId = await resolveItemId(context, planId, handles.artifactId);
    const [source] = await tenantQuery<{ id: string }>(
      context,
      "SELECT id FROM research_source WHERE artifact_id = $1",
      [artifactId],
    );
    const ids = {
      planId,
      artifactId,
      stepId: await resolveStepId(context, planId, handles.stepId),
      reviewedPlanId: await resolvePlanId(context, handles.reviewedPlanId),
      outputId: await resolveItemId(context, planId, handles.outputId),
      sourceId: source?.id ?? "",
    };
    const unresolved = Object.values(ids).filter((id) => !/^[a-z]+_[0-9a-f]{32}$/.test(id));
    if (unresolved.length > 0) throw new Error(`There are no ids for ${unresolved}.`);
    return { ...handles, ...ids };
  });
}

type Ask = (tool: string, input: Json) => Promise<Json>;

/** A result, a decided review and an open one. */
async function workOn(planId: string, canary: string, ask: Ask): Promise<void> {
  const next = async () => {
    const { step } = (await ask("get_next_step", { planId })) as {
      step: { stepId: string };
    };
    return step.stepId;
  };
  await ask("submit_step_result", {
    planId,
    stepId: await next(),
    result: { [canary]: canary },
    missingFields: "accept",
    idempotencyKey: SHARED_KEY,
  });
  const stepId = await next();
  const missingFields = "accept";
  await ask("request_user_review", { planId, stepId, missingFields });
  await ask("submit_user_decision", { planId, decision: "modify" });
  await ask("request_user_review", { planId, stepId: await next(), missingFields });
}

/** One row of everything the research memory stores. */
async function remember(place: { planId: string; stepId: string }, canary: string, ask: Ask) {
  const { planId } = place;
  const [source] = withTexts("store_research", canary).sources as [Json];
  const { artifactId, sourceIds } = (await ask("store_research", {
    ...place,
    artifactType: "finding",
    content: { [canary]: `prepared finding ${canary}` },
    sources: [{ ...source, url: `https://example.com/${canary}` }],
    idempotencyKey: SHARED_KEY,
  })) as { artifactId: string; sourceIds: [string] };
  await ask("extract_data", {
    ...place,
    sourceArtifactId: artifactId,
    schema: { type: "object", title: canary },
    data: { canary },
  });
  await ask("store_subagent_report", place);
  const { outputId } = (await ask("store_research_output", {
    planId,
    mediaType: "markdown",
    content: `# A prepared finding ${canary} [src:${sourceIds[0]}]`,
  })) as { outputId: string };
  await ask("submit_research_feedback", {
    planId,
    feedbackType: "initial",
    satisfaction: "neutral",
  });
  const { executionId } = (await ask("log_skill_execution", {
    status: "failed",
    planId,
  })) as { executionId: string };
  return {
    artifactId: `${planId}/${artifactId}`,
    sourceId: `${planId}/${sourceIds[0]}`,
    outputId: `${planId}/${outputId}`,
    executionId,
  };
}

function plan(canary: string): Json {
  return {
    steps: [1, 2, 3].map(() => ({ stepType: "search", instructions: canary })),
    branchingConditions: [
      {
        afterStepOrder: 1,
        conditionExpression: `result.x === '${canary}'`,
        ifTrueAction: "fail",
        actionParams: { reason: canary },
      },
    ],
  };
}

async function addIdentity({ target }: TestDatabase, canary: string): Promise<void> {
  await withClient(target, async (client) => {
    await client.query("INSERT INTO organization (id, name, slug) VALUES ($1, $2, $2)", [
      ORGANIZATION,
      canary,
    ]);
    await client.query('INSERT INTO "user" (id, name, email) VALUES ($1, $2, $2)', [
      `user_${ORGANIZATION}`,
      canary,
    ]);
  });
}

/** Includes the tables that no tool writes. */
async function fillEveryTable(
  { database, asSuperuser }: TestDatabase,
  canary: string,
): Promise<void> {
  const rows = tenantRows(names(ORGANIZATION, { key: ORGANIZATION, canary }));
  const tenant = { organizationId: ORGANIZATION };
  const run: Run = (text, values = []) =>
    withTenantContext(database, tenant, async (context) => {
      const [result] = await context.send([{ statement: defineStatement(text), values }]);
      return result?.rows ?? [];
    });
  for (const table of TENANT_TABLES) {
    const { text, values } = insertion(run, table, rows, "own rows");
    await run(text, values);
  }
  const unmarked = await withClient(asSuperuser, (client) =>
    markTexts(client, { organizationId: ORGANIZATION, canary }),
  );
  if (unmarked.length > 0) throw new Error(`There is no canary in ${unmarked.join(", ")}.`);
}
