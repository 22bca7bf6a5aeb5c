import type { Permission } from "@trovella/foundation";
import { TOOLS } from "@trovella/mcp";
import { describedProcedures } from "@trovella/testing/api/described-procedures";
import { ERAS, type Era } from "@trovella/testing/mcp/mcp-client";
import { inputSchema } from "@trovella/testing/mcp/tool-texts";
import type { Caller, Exchange, Json } from "./caller.ts";
import { type IdArgument, idArguments, minimalValue, type Schema } from "./kinds.ts";
import type { Ids } from "./organization.ts";
import type { Subject } from "./research.ts";

/** A tool or a procedure that acts for an organization. */
export interface Operation {
  readonly name: string;
  readonly type: "tool" | "query" | "mutation";
  readonly permission: Permission;
  /** Whether it changes more than logs. */
  readonly isChanging: boolean;
  readonly schema: Schema;
  readonly arguments: readonly IdArgument[];
  ask(caller: Caller, input: Json, era?: Era): Promise<Exchange>;
}

export const TOOL_OPERATIONS: readonly Operation[] = TOOLS.map((tool) => {
  const { name, permission, isMutating: isChanging } = tool;
  const schema = inputSchema(name) as Schema;
  return {
    ...{ name, permission, isChanging, schema, type: "tool" },
    arguments: idArguments(name, schema),
    ask: (caller, input, era = ERAS[0]) => caller.tool(name, input, era),
  };
});

export const PROCEDURE_OPERATIONS: readonly Operation[] = describedProcedures().map(
  ({ name, type, permission, isPersonal, schema }) => ({
    ...{ name, type, permission, schema, isChanging: type === "mutation" },
    arguments: idArguments(name, schema),
    ask: (caller, input) => caller.procedure(name, type, input, { isPersonal }),
  }),
);

/** An organization's own objects that operations can use. */
export interface Own {
  readonly subject: Subject;
  readonly ids: Ids;
}

/** A step under review, in a plan that waits for a decision. */
export const DECISIONS = ["submit_user_decision", "review.decide"];

/** Arguments that an operation needs beyond the minimal ones to succeed on own objects. */
const SAMPLES: Readonly<Record<string, (subject: Subject, argument: string, ids: Ids) => Json>> = {
  modify_plan: ({ pendingSteps, step }, argument) => {
    if (argument === "stepId") return { action: "fail_step", reason: "x" };
    if (argument === "stepIds")
      return { action: "reorder_steps", stepIds: [step, ...pendingSteps] };
    return { action: "add_steps", steps: [{ stepType: "custom", instructions: "x" }] };
  },
  create_research_plan: () => ({
    name: "x",
    steps: [{ stepType: "custom", instructions: "x" }],
  }),
  get_research_context: ({ plan, word }, argument) => {
    if (argument === "cursor") return { planId: plan };
    return ["planId", "ids"].includes(argument) ? {} : { query: word };
  },
  record_claims: ({ word }) => ({ claims: [{ statement: word }] }),
  get_skill: () => ({ name: "research" }),
  store_research_output: ({ plan }, argument) =>
    argument === "outputId"
      ? { content: "x" }
      : { planId: plan, title: "x", mediaType: "markdown", content: "x" },
  submit_step_result: () => ({ result: { x: "x" } }),
  request_user_review: () => ({ result: { x: "x" } }),
  submit_user_decision: ({ waiting: { planId, stepId } }, argument) =>
    argument === "stepId" ? { planId, stepId } : { planId },
  extract_data: () => ({ schema: { type: "object" }, data: {} }),
  log_skill_execution: (_subject, argument) =>
    argument === "executionId" ? { status: "executing" } : { skillName: "x" },
  "notification.createWebhook": () => ({ url: "https://hooks.example/x" }),
  "notification.changeWebhook": () => ({ name: "x" }),
  "notification.saveSettings": () => ({ timeZone: "UTC", address: null }),
  "inbox.snooze": () => ({ until: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString() }),
  "researchPlan.createDraft": (_subject, argument) =>
    argument === "template" ? {} : { template: "general_topic" },
  // The plan with a claim and a finding.
  "claims.sample": (_subject, _argument, { plan }) => ({ planId: plan }),
  "researchPlan.result": (_subject, _argument, { plan }) => ({ planId: plan }),
  "researchPlan.evidence": (_subject, _argument, { plan }) => ({ planId: plan }),
  "csv.evidence": (_subject, _argument, { plan }) => ({ planId: plan }),
  "review.decide": ({ waiting: { planId, stepId, reviewId } }, argument) =>
    argument === "stepId" ? { planId, stepId, expectedAttempt: 1 } : { planId, reviewId },
};

/** Ids that are only resolved together with another id. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  step: ["planId"],
  lease: ["planId", "stepId"],
};

/** Arguments with which the operation succeeds on own objects. */
export function ownInput(operation: Operation, argument: IdArgument | null, own: Own): Json {
  const { subject } = own;
  const sample = SAMPLES[operation.name]?.(subject, argument?.name ?? "", own.ids) ?? {};
  const needed = operation.arguments.filter(
    ({ name, isRequired }) =>
      isRequired || name === argument?.name || COMPANIONS[argument?.kind ?? ""]?.includes(name),
  );
  const ids = needed
    .filter(({ kind }) => kind !== "cursor")
    .map(({ name, kind, isList }) => {
      const id = { ...own.ids, ...subject }[kind as keyof Ids];
      return [name, isList ? [id] : id];
    });
  return {
    ...(minimalValue({ type: "object", ...operation.schema }) as Json),
    ...Object.fromEntries(ids),
    ...sample,
  };
}

/** The same with a foreign id in one place. */
export function strangeInput(own: Json, { name, isList }: IdArgument, id: string): Json {
  const before = own[name];
  return { ...own, [name]: isList && Array.isArray(before) ? [id, ...before.slice(1)] : id };
}
