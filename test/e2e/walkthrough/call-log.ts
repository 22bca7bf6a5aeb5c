import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { describe, expect, it } from "vitest";
import { clientOf } from "../support/mcp-connections.ts";
import {
  callRows,
  insertSkillExecution,
  insertUser,
  newSession,
  query,
  type Row,
} from "../support/mcp-rows.ts";
import { codeOf, searches, type Trovella } from "../support/mcp-support.ts";

/** Tests of the tool-call log. */
export function logging(trovella: Trovella): void {
  const client = clientOf(trovella.way);

  describe("the tool-call log", () => {
    it("has a row for every call but ping", async () => {
      const sessionId = newSession();
      const plan = await trovella.createPlan(3, { sessionId });
      const step = await trovella.nextStep(plan, { sessionId });
      await trovella.call("ping", { sessionId });
      await trovella.stepContext(step, { sessionId });
      await trovella.submit(step, { sessionId });
      await trovella.status(plan, { sessionId });
      await trovella.call("list_active_plans", { sessionId, limit: 1 });
      await trovella.context(plan, { sessionId });
      await trovella.modify(plan, "fail_step", { stepId: plan.step(3), sessionId });
      await trovella.requestReview(await trovella.nextStep(plan, { sessionId }), { sessionId });
      await trovella.decide(plan, "approve", { stepId: plan.step(2), sessionId });
      await trovella.nextReply(plan, { sessionId });
      await trovella.store({ planId: plan.planId, sessionId });
      await trovella.search("tea", { limit: 1, planId: plan.planId, sessionId });
      await trovella.extract({ planId: plan.planId, data: {}, sessionId });
      await trovella.storeReport({ planId: plan.planId, stepId: plan.step(1) }, { sessionId });
      await trovella.storeOutput(plan, { sessionId });
      await trovella.giveFeedback(plan, "closing", { sessionId });

      const rows = await loggedCalls(sessionId, 18);
      expect(rows.map(({ tool_name, step_id }) => [tool_name, step_id])).toEqual([
        ["create_research_plan", null],
        ["get_next_step", plan.step(1)],
        ["get_step_context", plan.step(1)],
        ["submit_step_result", plan.step(1)],
        ["get_plan_status", null],
        ["list_active_plans", null],
        ["get_research_context", null],
        ["modify_plan", plan.step(3)],
        ["get_next_step", plan.step(2)],
        ["request_user_review", plan.step(2)],
        ["submit_user_decision", plan.step(2)],
        ["get_next_step", null],
        ["store_research", null],
        ["search_sources", null],
        ["extract_data", null],
        ["store_subagent_report", plan.step(1)],
        ["store_research_output", null],
        ["submit_research_feedback", null],
      ]);
      for (const row of rows) {
        expect(row).toMatchObject({
          user_id: "usr_local",
          session_id: sessionId,
          client_name: client.name,
          client_version: client.version,
          plan_id: row.tool_name === "list_active_plans" ? null : plan.planId,
          skill_execution_id: null,
          is_error: false,
          error_code: null,
        });
        expect(row.duration_ms).toBeGreaterThanOrEqual(0);
      }
    });

    it("stores input and output", async () => {
      const plan = await trovella.createPlan(1);
      const reply = await trovella.nextReply(plan, { agent: "ada" });
      const [, row] = await callRows(plan.planId);
      expect(row).toMatchObject({
        request_metadata: { planId: plan.planId, agent: "ada" },
        response_metadata: reply,
      });
    });

    it("shows refused calls as errors with their code", async () => {
      const sessionId = newSession();
      const plan = await trovella.createPlan(1, { sessionId });
      const step = { planId: plan.planId, stepId: plan.step(1), leaseToken: "lease_old" };
      expect(await codeOf(trovella.submit(step, { sessionId }))).toBe("INVALID_LEASE");
      expect(await codeOf(trovella.requestReview(step, { sessionId }))).toBe("INVALID_LEASE");
      const unreadable = { stepExecutionReport: "none", sessionId };
      expect(await codeOf(trovella.submit(step, unreadable))).toBe("INVALID_INPUT");
      const unknown = { planId: "plan_unknown" };
      expect(await codeOf(trovella.status(unknown, { sessionId }))).toBe("NOT_FOUND");

      const [created, ...refused] = await loggedCalls(sessionId, 5);
      expect(created).toMatchObject({ is_error: false });
      expect(refused.map((row) => [row.tool_name, row.error_code, row.plan_id])).toEqual([
        ["submit_step_result", "INVALID_LEASE", plan.planId],
        ["request_user_review", "INVALID_LEASE", plan.planId],
        ["submit_step_result", "INVALID_INPUT", plan.planId],
        ["get_plan_status", "NOT_FOUND", "plan_unknown"],
      ]);
      for (const { is_error, response_metadata, error_code } of refused) {
        const text = expect.stringMatching(new RegExp(`^${error_code}: .* Next: `));
        expect({ is_error, response_metadata }).toEqual({
          is_error: true,
          response_metadata: { error: text },
        });
      }
    });

    it("shortens texts over 500 characters, lists over 10 entries and what lies deeper than 5", async () => {
      const plan = await trovella.createPlan([
        { stepType: "search", instructions: "x".repeat(500) },
        { stepType: "search", instructions: "x".repeat(501) },
        ...searches(10),
      ]);
      await trovella.submit(await trovella.nextStep(plan), {
        result: {
          list: Array.from({ length: 12 }, (_, index) => index),
          a: { b: { c: { d: { e: 1 }, list: [1], text: "seen" } } },
        },
        stepExecutionReport: { ...REPORT, thinking: "y".repeat(4_321) },
      });
      const [created, , submitted] = await callRows(plan.planId);
      expect(created?.request_metadata).toMatchObject({
        steps: [
          { instructions: "x".repeat(500) },
          { instructions: "[501 chars]" },
          ...searches(8),
          "...[2 more]",
        ],
      });
      expect(created?.response_metadata).toMatchObject({
        stepCount: 12,
        steps: expect.arrayContaining(["...[2 more]"]),
      });
      expect(submitted?.request_metadata).toMatchObject({
        result: {
          list: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "...[2 more]"],
          a: { b: { c: { d: "[object]", list: "[array]", text: "seen" } } },
        },
        stepExecutionReport: { thinking: "[4321 chars]" },
      });
    });

    it("names the skill execution of the plan, else the session's newest unfinished one", async () => {
      const sessionId = newSession();
      const ofPlan = await insertSkillExecution({ sessionId, minutesAgo: 3 });
      const plan = await trovella.createPlan(1, { sessionId });
      const ofSession = await insertSkillExecution({
        sessionId,
        minutesAgo: 2,
        status: "executing",
      });
      await insertSkillExecution({ sessionId, minutesAgo: 1, status: "failed" });
      await insertSkillExecution({ sessionId, userId: await insertUser() });
      await trovella.nextStep(plan, { sessionId: newSession() });
      await trovella.status(plan, { sessionId });
      await trovella.call("list_active_plans", { sessionId, limit: 1 });

      expect(await loggedCalls(sessionId, 3)).toMatchObject([
        { tool_name: "create_research_plan", skill_execution_id: ofPlan },
        { tool_name: "get_plan_status", skill_execution_id: ofPlan },
        { tool_name: "list_active_plans", skill_execution_id: ofSession },
      ]);
      const [, next] = await callRows(plan.planId);
      expect(next).toMatchObject({ tool_name: "get_next_step", skill_execution_id: ofPlan });
    });

    it("has a row for a repeated call too", async () => {
      const sessionId = newSession();
      const key = { sessionId, idempotencyKey: newSession() };
      const plan = await trovella.createPlan(1, key);
      expect((await trovella.createPlan(1, key)).planId).toBe(plan.planId);
      const rows = await loggedCalls(sessionId, 2);
      expect(rows.map(({ response_metadata }) => response_metadata)).toMatchObject([
        { planId: plan.planId },
        { planId: plan.planId, replayed: true },
      ]);
    });

    it("has none for a tool that does not exist", async () => {
      const name = `no_such_tool_${newSession()}`;
      await expect(trovella.client.callTool({ name, arguments: {} })).rejects.toMatchObject({
        code: -32602,
      });
      expect(await query("SELECT FROM mcp_tool_call_log WHERE tool_name = $1", [name])).toEqual([]);
    });
  });
}

/** Read-only calls are logged asynchronously, shortly after the reply. */
async function loggedCalls(sessionId: string, count: number): Promise<Row[]> {
  const read = () =>
    query("SELECT * FROM mcp_tool_call_log WHERE session_id = $1 ORDER BY created_at, id", [
      sessionId,
    ]);
  await expect
    .poll(async () => (await read()).length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count);
  return read();
}
