import { verifyPlans } from "@trovella/db/maintenance";
import { createTestApi } from "@trovella/testing/api/test-api";
import { RESULT } from "@trovella/testing/mcp/plan-loop";
import { callerOf, REPORT, type TestServer } from "@trovella/testing/mcp/test-server";
import { ORIGIN } from "./organizations.ts";

export interface Operation {
  readonly name: string;
  run(organizationId: string, round: number): Promise<unknown>;
}

/** What the bench measures, in the order in which it happens. */
export async function operationsOf(server: TestServer): Promise<Operation[]> {
  const api = createTestApi(server.test.database);
  const { plans: all } = await api.as(ORIGIN).researchPlan.list({ limit: 100 });
  const plans = all.filter(({ status }) => status === "planning");
  const { plans: finished } = await api.as(ORIGIN).researchPlan.list({ status: ["completed"] });
  const [finishedPlan] = finished;
  if (plans.length === 0 || !finishedPlan) throw new Error("There are no plans to work on.");
  const visits = new Map<string, number>();
  const claimed = new Map<string, { planId: string; stepId: string; leaseToken: string }>();
  const as = (organizationId: string) => ({
    // All organizations are copies of one, and so are their people.
    caller: { ...callerOf(organizationId), userId: `usr_${ORIGIN}` },
  });
  return [
    {
      name: "claim",
      async run(organizationId, round) {
        const visited = visits.get(organizationId) ?? 0;
        visits.set(organizationId, visited + 1);
        // Each time another plan: one that was seen before would come from the cache.
        const planId = plans[visited % plans.length]?.id ?? "";
        const input = { planId, agent: `agent-${round}` };
        const reply = await server.call("get_next_step", input, as(organizationId));
        const { step, lease } = reply;
        if (!step) throw new Error(`No step: ${JSON.stringify(reply).slice(0, 500)}`);
        claimed.set(organizationId, { planId, stepId: step.stepId, leaseToken: lease.token });
      },
    },
    {
      name: "submit",
      run(organizationId) {
        const result = { result: RESULT, resultSummary: "Found.", stepExecutionReport: REPORT };
        const input = { ...claimed.get(organizationId), ...result };
        return server.call("submit_step_result", input, as(organizationId));
      },
    },
    { name: "list", run: (organizationId) => api.as(organizationId).researchPlan.list() },
    {
      name: "list by text",
      run: (organizationId) => api.as(organizationId).researchPlan.list({ text: "district 42" }),
    },
    {
      name: "inbox",
      run: (organizationId) => api.as(organizationId).review.list({ state: "open" }),
    },
    { name: "home", run: (organizationId) => api.as(organizationId).home.summary() },
    {
      name: "search",
      run: (organizationId) =>
        server.call("search_sources", { query: "savings in district 42" }, as(organizationId)),
    },
    {
      name: "verify a plan",
      run: (organizationId) =>
        verifyPlans(server.test.database, { organizationId }, { planId: finishedPlan.id }),
    },
  ];
}
