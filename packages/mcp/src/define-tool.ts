import type { Tool as Listing } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Permission } from "./caller.ts";
import { idempotencyKey, sessionId } from "./fields.ts";
import type { Question } from "./question.ts";
import type { ToolCall } from "./tool-call.ts";

type Shape = Readonly<Record<string, z.ZodType>>;

/** What the model and the client are told about a tool, and what it does. */
interface Definition<Input extends Shape, Output extends Shape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** What the caller must be allowed to do. */
  readonly permission: Permission;
  /**
   * `plan`: a repeated call would change more, so it takes an idempotency key and is recorded with
   * its effect. `traces`: it may note that it was here (a lease, a session, a stall), which harms nobody when repeated.
   */
  readonly writes: "plan" | "traces" | "nothing";
  /** Whether it can take something away that a later call cannot bring back. */
  readonly isDestructive?: boolean;
  run(
    input: z.output<z.ZodObject<Input>> & CommonInput,
    call: ToolCall,
  ): Promise<z.input<z.ZodObject<Output>> | Question>;
}

interface CommonInput {
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface Tool {
  readonly name: string;
  readonly permission: Permission;
  readonly isMutating: boolean;
  readonly isLogged: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** The tool as `tools/list` shows it. */
  readonly listing: Listing;
  run(input: Record<string, unknown>, call: ToolCall): Promise<object>;
}

type JsonSchema = Listing["inputSchema"];

/** Adds what all tools have in common, and makes the listing once. */
export function defineTool<Input extends Shape, Output extends Shape>(
  definition: Definition<Input, Output>,
): Tool {
  const { name, title, description, permission, writes, isDestructive = false } = definition;
  const isMutating = writes === "plan";
  const input = z.strictObject({
    ...definition.input,
    ...(isMutating ? { idempotencyKey } : {}),
    sessionId,
  });
  const output = z.object({
    ...definition.output,
    ...(isMutating ? { replayed: z.literal(true).optional() } : {}),
  });
  return {
    name,
    permission,
    isMutating,
    isLogged: name !== "ping",
    input,
    output,
    listing: {
      name,
      title,
      description,
      inputSchema: jsonSchema(input, "input"),
      outputSchema: jsonSchema(output, "output"),
      annotations: {
        readOnlyHint: writes === "nothing",
        destructiveHint: isDestructive,
        idempotentHint: writes !== "plan",
        openWorldHint: false,
      },
    },
    run: definition.run as Tool["run"],
  };
}

/** Clients send the schemas to the model with every conversation, so nothing is said twice. */
function jsonSchema(schema: z.ZodObject, io: "input" | "output"): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => withoutNoise(jsonSchema as Record<string, unknown>, io),
  });
  return rest as JsonSchema;
}

function withoutNoise(jsonSchema: Record<string, unknown>, io: "input" | "output"): void {
  // A later version may say more.
  if (io === "output") delete jsonSchema.additionalProperties;
  // What zod adds to every whole number.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
