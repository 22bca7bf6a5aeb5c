import { ERAS, REPORT } from "../../mcp-client.ts";
import type { ForeignIds } from "./fuzz-foreign.ts";
import { type FuzzConnection, message, type RawCall, toolCall } from "./fuzz-http.ts";
import { unlike } from "./fuzz-mutations.ts";
import type { KnownPlan } from "./fuzz-world.ts";
import type { Json } from "./history-record.ts";

interface Question {
  readonly what: string;
  /** The call about a plan and a step, whoever they belong to. */
  readonly about: (planId: string, stepId: string) => RawCall;
}

/**
 * Asks everything about another tenant's plan and about one that does not exist: no answer may tell
 * the one from the other. Returns what differs, and how many pairs were compared.
 */
export async function compareStrangers(
  connection: FuzzConnection,
  { planId, stepId }: ForeignIds,
  own: KnownPlan,
): Promise<{ readonly compared: number; readonly problems: string[] }> {
  const problems: string[] = [];
  const all = questions(own);
  for (const { what, about } of all) {
    const foreign = await connection.send(about(planId, stepId));
    const unknown = await connection.send(about(unlike(planId), unlike(stepId)));
    const withoutIds = (body: string) =>
      body
        .replaceAll(planId, "PLAN")
        .replaceAll(unlike(planId), "PLAN")
        .replaceAll(stepId, "STEP")
        .replaceAll(unlike(stepId), "STEP");
    const isSame =
      foreign.status === unknown.status && withoutIds(foreign.body) === withoutIds(unknown.body);
    if (!isSame) {
      problems.push(
        `${what} tells a foreign id from an unknown one: ${foreign.body.slice(0, 300)} but ${unknown.body.slice(0, 300)}`,
      );
    }
  }
  return { compared: all.length, problems };
}

function questions(own: KnownPlan): Question[] {
  const ownPlan = own.planId;
  const [ownStep = ""] = own.stepIds;
  const tools: readonly (readonly [string, (planId: string, stepId: string) => Json])[] = [
    ["get_next_step", (planId) => ({ planId })],
    ["get_next_step", (_planId, stepId) => ({ planId: ownPlan, takeOverStepId: stepId })],
    ["submit_step_result", (planId, stepId) => submission(planId, stepId)],
    ["submit_step_result", (_planId, stepId) => submission(ownPlan, stepId)],
    ["get_step_context", (planId, stepId) => ({ planId, stepId })],
    ["get_step_context", (_planId, stepId) => ({ planId: ownPlan, stepId })],
    [
      "get_step_context",
      (_planId, stepId) => ({
        planId: ownPlan,
        stepId: ownStep,
        cursor: cursor({ id: stepId, from: 0 }),
      }),
    ],
    ["get_plan_status", (planId) => ({ planId })],
    ["get_research_context", (planId) => ({ planId, sessionId: "stranger" })],
    [
      "get_research_context",
      (_planId, stepId) => ({ planId: ownPlan, cursor: cursor({ id: stepId, from: 0 }) }),
    ],
    [
      "modify_plan",
      (planId) => ({
        planId,
        action: "add_steps",
        steps: [{ stepType: "custom", instructions: "x" }],
      }),
    ],
    ...["remove_step", "fail_step", "retry_step"].flatMap(
      (action) =>
        [
          ["modify_plan", (planId: string, stepId: string) => ({ planId, action, stepId })],
          [
            "modify_plan",
            (_planId: string, stepId: string) => ({ planId: ownPlan, action, stepId }),
          ],
        ] as const,
    ),
    [
      "modify_plan",
      (_planId, stepId) => ({
        planId: ownPlan,
        action: "update_step_instructions",
        stepId,
        instructions: "x",
      }),
    ],
    [
      "modify_plan",
      (_planId, stepId) => ({
        planId: ownPlan,
        action: "reorder_steps",
        stepIds: [stepId, ...own.stepIds.slice(1)],
      }),
    ],
    ["request_user_review", (planId, stepId) => ({ planId, stepId, summary: "x" })],
    ["request_user_review", (_planId, stepId) => ({ planId: ownPlan, stepId, summary: "x" })],
    ["submit_user_decision", (planId) => ({ planId, decision: "approve" })],
    [
      "submit_user_decision",
      (_planId, stepId) => ({ planId: ownPlan, stepId, decision: "approve" }),
    ],
  ];
  return ERAS.flatMap((era) => [
    ...tools.map(([name, input]) => ({
      what: name,
      about: (planId: string, stepId: string) =>
        toolCall(era, { name, argumentsJson: JSON.stringify(input(planId, stepId)) }),
    })),
    {
      what: "the plan's resource",
      about: (planId: string) => {
        const uri = `trovella://plans/${planId}`;
        return message(era, { method: "resources/read", params: `"uri":"${uri}"`, name: uri });
      },
    },
    {
      what: "completion of a plan's id",
      about: (planId: string) =>
        message(era, {
          method: "completion/complete",
          params: `"ref":{"type":"ref/resource","uri":"trovella://plans/{planId}"},"argument":{"name":"planId","value":"${planId}"}`,
        }),
    },
  ]);
}

function submission(planId: string, stepId: string): Json {
  return { planId, stepId, result: 1, stepExecutionReport: REPORT };
}

function cursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}
