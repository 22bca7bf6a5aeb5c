import type { Permission } from "@trovella/foundation";
import { TOOLS } from "@trovella/mcp";
import { describedProcedures } from "@trovella/testing/api/described-procedures";
import { ERAS, type Era } from "@trovella/testing/mcp/mcp-client";
import type { Asker, Exchange, Json } from "./asker.ts";
import { type IdArgument, idArguments, leastValue, type Schema } from "./kinds.ts";
import type { Ids } from "./organization.ts";
import type { Subject } from "./research.ts";

/** A tool or a procedure: whatever takes arguments and answers for an organization. */
export interface Operation {
  readonly name: string;
  readonly type: "tool" | "query" | "mutation";
  readonly permission: Permission;
  /** Whether it changes more than traces of having been here. */
  readonly isChanging: boolean;
  readonly schema: Schema;
  readonly arguments: readonly IdArgument[];
  ask(asker: Asker, input: Json, era?: Era): Promise<Exchange>;
}

export const TOOL_OPERATIONS: readonly Operation[] = TOOLS.map((tool) => {
  const { name, permission, isMutating: isChanging } = tool;
  const schema = tool.listing.inputSchema as Schema;
  return {
    ...{ name, permission, isChanging, schema, type: "tool" },
    arguments: idArguments(name, schema),
    ask: (asker, input, era = ERAS[0]) => asker.tool(name, input, era),
  };
});

export const PROCEDURE_OPERATIONS: readonly Operation[] = describedProcedures().map(
  ({ name, type, permission, schema }) => ({
    ...{ name, type, permission, schema, isChanging: type === "mutation" },
    arguments: idArguments(name, schema),
    ask: (asker, input) => asker.procedure(name, type, input),
  }),
);

/** Somebody's own things: what an operation can be carried out on. */
export interface Own {
  readonly subject: Subject;
  readonly ids: Ids;
}

/** What is decided by a person, in a plan that waits for one. */
export const DECISIONS = ["submit_user_decision", "review.decide"];

/** What an operation needs beyond the least that its schema takes, to be carried out on one's own things. */
const SAMPLES: Readonly<Record<string, (subject: Subject, argument: string) => Json>> = {
  modify_plan: ({ pendingSteps, step }, argument) => {
    if (argument === "stepId") return { action: "fail_step", reason: "x" };
    if (argument === "stepIds")
      return { action: "reorder_steps", stepIds: [step, ...pendingSteps] };
    return { action: "add_steps", steps: [{ stepType: "custom", instructions: "x" }] };
  },
  submit_user_decision: ({ waiting: { planId, stepId } }, argument) =>
    argument === "stepId" ? { planId, stepId } : { planId },
  extract_data: () => ({ schema: { type: "object" }, data: {} }),
  log_skill_execution: (_subject, argument) =>
    argument === "executionId" ? { status: "executing" } : { skillName: "x" },
  "review.decide": ({ waiting: { planId, stepId, reviewId } }, argument) =>
    argument === "stepId" ? { planId, stepId, expectedAttempt: 1 } : { planId, reviewId },
};

/** What is only found together with something else. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  step: ["planId"],
  lease: ["planId", "stepId"],
};

/** Arguments with which the operation can be carried out on one's own things, this one among them. */
export function ownInput(operation: Operation, argument: IdArgument | null, own: Own): Json {
  const { subject } = own;
  const sample = SAMPLES[operation.name]?.(subject, argument?.name ?? "") ?? {};
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
    ...(leastValue({ type: "object", ...operation.schema }) as Json),
    ...Object.fromEntries(ids),
    ...sample,
  };
}

/** The same with a stranger's id in one place. */
export function strangeInput(own: Json, { name, isList }: IdArgument, id: string): Json {
  const before = own[name];
  return { ...own, [name]: isList && Array.isArray(before) ? [id, ...before.slice(1)] : id };
}
