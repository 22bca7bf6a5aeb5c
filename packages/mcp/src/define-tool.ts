import type { Tool as Listing } from "@modelcontextprotocol/server";
import type { ChangeTopic } from "@trovella/db/changes";
import type { Permission } from "@trovella/foundation";
import { z } from "zod";
import type { CallContext } from "./calls/call-context.ts";
import type { Preparation } from "./calls/preparation.ts";
import { clientHints } from "./client-hints.ts";
import { idempotencyKey, sessionId } from "./fields.ts";
import { type ObjectField, objectField } from "./input/field.ts";
import { listedInput, listedOutput } from "./input/listed-schema.ts";
import type { Question } from "./review/question.ts";
import type { Waiting } from "./waiting/waiting.ts";

type Writes = "plan" | "memory" | "record" | "traces" | "nothing";
type Shape = Readonly<Record<string, z.ZodType>>;

/** A tool as its file defines it: what clients see of it, and what it does. */
interface Definition<Input extends Shape, Output extends Shape, Groundwork> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly permission: Permission;
  /**
   * `plan`, `memory` (searchable content) and `record`: a repeated call would change or store more, so it takes an
   * idempotency key and is recorded with its effect. `traces`: it may renew a lease or note a session or a stall, which
   * is harmless when repeated.
   */
  readonly writes: Writes;
  /** Whether a call with this input stores searchable content, for tools that do so only sometimes. */
  isStoring?(input: z.output<z.ZodObject<Input>>): boolean;
  /** Whether it can remove something that a later call cannot restore. */
  readonly isDestructive?: boolean;
  /** Whether hosts that can show the board do so for its replies. */
  readonly hasBoard?: boolean;
  /** Whether it may return a Question instead of its reply. */
  readonly asksPerson?: boolean;
  /** Whether a call with this input is prepared; each is if left out. */
  needsPreparation?(input: z.output<z.ZodObject<Input>>): boolean;
  /** Slow or external work, done before the transaction; `run` gets its result. */
  prepare?(
    input: z.output<z.ZodObject<Input>> & CommonInput,
    preparation: Preparation,
  ): Promise<Groundwork>;
  run(
    input: z.output<z.ZodObject<Input>> & CommonInput,
    call: CallContext,
    groundwork: Groundwork,
  ): Promise<z.input<z.ZodObject<Output>> | Question | Waiting>;
}

interface CommonInput {
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface Tool {
  readonly name: string;
  readonly permission: Permission;
  readonly isMutating: boolean;
  /** Whether its effect is a change of a plan. */
  readonly changesPlan: boolean;
  /** Whether a call with this checked input stores searchable content. */
  isStoring(input: Record<string, unknown>): boolean;
  readonly isLogged: boolean;
  readonly hasBoard: boolean;
  readonly asksPerson: boolean;
  readonly changes: readonly ChangeTopic[];
  readonly input: z.ZodObject;
  /** The form of the input, by which arguments are understood before they are checked. */
  readonly inputField: ObjectField;
  readonly output: z.ZodObject;
  /** The tool as `tools/list` shows it. */
  readonly listing: Listing;
  needsPreparation(input: Record<string, unknown>): boolean;
  readonly prepare:
    | ((input: Record<string, unknown>, preparation: Preparation) => Promise<unknown>)
    | undefined;
  run(input: Record<string, unknown>, call: CallContext, groundwork: unknown): Promise<object>;
}

/** Stored content belongs to a plan; a new plan may be linked to its run, and feedback closes the run. */
const CHANGES: Readonly<Record<Writes, readonly ChangeTopic[]>> = {
  plan: ["plan", "review", "run", "toolCall"],
  memory: ["plan", "toolCall"],
  record: ["plan", "run", "toolCall"],
  traces: ["plan"],
  nothing: [],
};

/** Adds the fields that all tools share, and builds the listing once. */
export function defineTool<Input extends Shape, Output extends Shape, Groundwork = undefined>(
  definition: Definition<Input, Output, Groundwork>,
): Tool {
  const { name, title, description, permission, writes } = definition;
  const { isDestructive = false } = definition;
  const isMutating = writes !== "traces" && writes !== "nothing";
  const input = z.strictObject({
    ...definition.input,
    ...(isMutating ? { idempotencyKey } : {}),
    sessionId,
  });
  const output = z.object({
    ...definition.output,
    ...(isMutating ? { replayed: z.literal(true).optional() } : {}),
    warnings: z.array(z.string()).optional(),
  });
  return {
    name,
    permission,
    isMutating,
    changesPlan: writes === "plan",
    isStoring: (definition.isStoring as Tool["isStoring"]) ?? (() => writes === "memory"),
    isLogged: name !== "ping",
    hasBoard: definition.hasBoard ?? false,
    asksPerson: definition.asksPerson ?? false,
    changes: CHANGES[writes],
    input,
    inputField: objectField(input),
    output,
    listing: {
      name,
      title,
      description,
      inputSchema: listedInput(input),
      // Without what every reply may have: replayed and warnings.
      outputSchema: listedOutput(z.object(definition.output)),
      annotations: {
        readOnlyHint: writes === "nothing",
        destructiveHint: isDestructive,
        idempotentHint: !isMutating,
        // A call cannot choose whom the server asks: at most the one model that its operator configured.
        openWorldHint: false,
      },
      _meta: clientHints(name),
    },
    needsPreparation: (definition.needsPreparation as Tool["needsPreparation"]) ?? (() => true),
    prepare: definition.prepare as Tool["prepare"],
    run: definition.run as Tool["run"],
  };
}
