import {
  MODIFICATION_ACTIONS,
  MODIFICATIONS,
  type ModificationAction,
} from "@trovella/plan-engine";
import { modificationInput, valueKind } from "@trovella/testing/engine/modification-input";
import { ERAS, REPORT } from "@trovella/testing/mcp/mcp-client";
import type { Json } from "../history/record.ts";
import type { ForeignIds } from "./foreign.ts";
import { type Exchange, type FuzzConnection, message, type RawCall, toolCall } from "./http.ts";
import { memoryQuestions, type StoredIds, type ToolQuestion } from "./memory-questions.ts";
import { unlike } from "./mutations.ts";
import type { KnownPlan } from "./world.ts";

interface Question {
  readonly what: string;
  /** The call for a plan, a step and their stored rows, of any owner. */
  readonly about: (planId: string, stepId: string, stored: StoredIds) => RawCall;
}

/**
 * Sends every request for another tenant's plan and for one that does not exist: the replies must be
 * indistinguishable. Returns the differences and the number of compared pairs.
 */
export async function compareForeignIds(
  connection: FuzzConnection,
  foreign: ForeignIds,
  own: KnownPlan,
  onReply: (exchange: Exchange) => void,
): Promise<{ readonly compared: number; readonly problems: string[] }> {
  const problems: string[] = [];
  const all = questions(own);
  const unknown = unlikeAll(foreign);
  for (const { what, about } of all) {
    const ask = (ids: ForeignIds) => connection.send(about(ids.planId, ids.stepId, ids));
    const actual = await ask(foreign);
    const expected = await ask(unknown);
    for (const exchange of [actual, expected]) onReply(exchange);
    const isSame =
      actual.status === expected.status &&
      withoutIds(actual.body, foreign) === withoutIds(expected.body, unknown);
    if (!isSame) {
      problems.push(
        `${what} distinguishes a foreign id from an unknown one: ${actual.body.slice(0, 300)} but ${expected.body.slice(0, 300)}`,
      );
    }
  }
  return { compared: all.length, problems };
}

/** Well-formed ids and a word that do not exist. */
function unlikeAll(ids: ForeignIds): ForeignIds {
  return {
    ...ids,
    planId: unlike(ids.planId),
    stepId: unlike(ids.stepId),
    artifactId: unlike(ids.artifactId),
    sourceId: unlike(ids.sourceId),
    outputId: unlike(ids.outputId),
    executionId: unlike(ids.executionId),
    userId: `${ids.userId}000000`,
    canary: unlike(ids.canary),
  };
}

/** The reply without ids, since stored rows get new ids each time. */
function withoutIds(body: string, ids: ForeignIds): string {
  const { planId, stepId, artifactId, sourceId, outputId, executionId, canary } = ids;
  return Object.entries({ planId, stepId, artifactId, sourceId, outputId, executionId, canary })
    .reduce((text, [name, id]) => text.replaceAll(id, name), body)
    .replaceAll(/out_[0-9a-f]{32}|\bo\d+\b/g, "a new output")
    .replaceAll(/version\\?":\d+/g, "a version");
}

function questions(own: KnownPlan): Question[] {
  const ownPlan = own.planId;
  const [ownStep = ""] = own.stepIds;
  const tools: readonly ToolQuestion[] = [
    ...memoryQuestions(own),
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
    ...MODIFICATION_ACTIONS.flatMap((action) => modificationQuestions(action, own)),
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
      about: (planId: string, stepId: string, stored: StoredIds) =>
        toolCall(era, { name, argumentsJson: JSON.stringify(input(planId, stepId, stored)) }),
    })),
    {
      what: "the plan's resource",
      about: (planId: string) => {
        const uri = `trovella://plans/${planId}`;
        return message(era, { method: "resources/read", params: `"uri":"${uri}"`, name: uri });
      },
    },
    {
      what: "the output's resource",
      about: (_planId: string, _stepId: string, { outputId }: StoredIds) => {
        const uri = `trovella://outputs/${outputId}`;
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

/** The action in a foreign plan, and in an own plan with a foreign step where it names steps. */
function modificationQuestions(action: ModificationAction, own: KnownPlan): ToolQuestion[] {
  const input = (stepId: string) => {
    const steps = own.stepIds.with(0, stepId).map((id) => ({ id, status: "pending" }));
    const modificationRationale = "It turned out so.";
    return { ...modificationInput(action, { steps, stepId }), modificationRationale };
  };
  const inForeignPlan: ToolQuestion = [
    "modify_plan",
    (planId, stepId) => ({ planId, ...input(stepId) }),
  ];
  const kinds = MODIFICATIONS[action].required.map(valueKind);
  if (!kinds.includes("stepId") && !kinds.includes("stepIds")) return [inForeignPlan];
  return [
    inForeignPlan,
    ["modify_plan", (_planId, stepId) => ({ planId: own.planId, ...input(stepId) })],
  ];
}

function submission(planId: string, stepId: string): Json {
  return { planId, stepId, result: 1, stepExecutionReport: REPORT };
}

function cursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}
