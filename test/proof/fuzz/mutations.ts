import { TOOLS, type Tool } from "@trovella/mcp";
import { MODIFICATIONS, type ModificationAction } from "@trovella/plan-engine";
import type { Random } from "@trovella/testing/engine/random";
import type { Json } from "../history/record.ts";
import type { ForeignIds } from "./foreign.ts";
import type { World } from "./world.ts";

export interface Mutated {
  readonly kind: string;
  /** The changed field. */
  readonly field: string;
  readonly input: Json;
  /** Allowed error codes; empty when it may also be accepted. */
  readonly refusals: readonly string[];
}

export interface Surroundings {
  readonly random: Random;
  readonly world: World;
  readonly foreign: ForeignIds;
}

interface Property {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

const ID_FIELDS = ["planId", "stepId", "takeOverStepId", "sourceArtifactId"];
const INVALID = ["INVALID_INPUT"];
const UNKNOWN_FIELD = "surprise";

/** Valid arguments with one mutation. */
export async function mutate(
  toolName: string,
  valid: Json,
  surroundings: Surroundings,
): Promise<Mutated> {
  const { random } = surroundings;
  for (;;) {
    const kind = random.weighted({
      wrongType: 3,
      missing: 2,
      unknown: 1,
      otherId: 3,
      wrongState: 2,
      beyondLimit: 3,
    });
    const mutated = await MUTATIONS[kind](toolName, valid, surroundings);
    if (mutated) return { kind, ...mutated };
  }
}

/** Null where the mutation does not apply. */
type Change = Omit<Mutated, "kind"> | null;
type Mutation = (
  toolName: string,
  valid: Json,
  surroundings: Surroundings,
) => Change | Promise<Change>;

const MUTATIONS = {
  wrongType(toolName, valid, { random }) {
    const fields = Object.keys(valid).filter((name) => !isAnything(toolName, name));
    if (fields.length === 0) return null;
    const field = random.pick(fields);
    return {
      field,
      input: { ...valid, [field]: ofOtherType(random, valid[field]) },
      refusals: INVALID,
    };
  },

  missing(toolName, valid, { random }) {
    const needed = Object.keys(valid).filter((name) => isNeeded(toolName, valid, name));
    if (needed.length === 0) return null;
    const field = random.pick(needed);
    const { [field]: _, ...input } = valid;
    // Without data the tool would need a model.
    const isForModel = toolName === "extract_data" && field === "data";
    return { field, input, refusals: isForModel ? ["EXTRACTION_NOT_CONFIGURED"] : INVALID };
  },

  unknown(_toolName, valid, { random }) {
    const field = random.pick([UNKNOWN_FIELD, "PlanId", "plan_id", "organizationId"]);
    return { field, input: { ...valid, [field]: "something" }, refusals: INVALID };
  },

  async otherId(toolName, valid, { random, world, foreign }) {
    const fields = ID_FIELDS.filter((name) => valid[name] !== undefined);
    if (fields.length === 0) return null;
    const field = random.pick(fields);
    const strange =
      { planId: foreign.planId, sourceArtifactId: foreign.artifactId }[field] ?? foreign.stepId;
    const other = await world.heldStep();
    const id = random.pick([strange, unlike(strange), other.stepId]);
    // A search in an unknown plan is valid and has no hits.
    const refusals = toolName === "search_sources" ? [] : ["NOT_FOUND"];
    return { field, input: { ...valid, [field]: id }, refusals };
  },

  async wrongState(_toolName, valid, { random, world }) {
    if (valid.planId === undefined) return null;
    const { planId, stepId, token } = await world.anyState(random);
    const input = {
      ...valid,
      planId,
      ...(valid.stepId === undefined ? {} : { stepId }),
      ...(valid.leaseToken === undefined ? {} : { leaseToken: token }),
    };
    return { field: "planId", input, refusals: [] };
  },

  beyondLimit(toolName, valid, { random }) {
    const limited = Object.entries(propertiesOf(toolName)).flatMap(([field, property]) =>
      beyond(property).map((value) => ({ field, value })),
    );
    // A field that the action does not know is refused for that reason first.
    const usable = limited.filter(
      ({ field, value }) =>
        (toolName !== "modify_plan" || field in valid) &&
        !(field === "contentText" && value === ""),
    );
    if (usable.length === 0) return null;
    const { field, value } = random.pick(usable);
    return { field, input: { ...valid, [field]: value }, refusals: INVALID };
  },
} satisfies Readonly<Record<string, Mutation>>;

function ofOtherType(random: Random, value: unknown): unknown {
  const kinds: Readonly<Record<string, unknown>> = {
    string: "text",
    number: 12.5,
    boolean: true,
    object: { a: 1 },
    array: [1, "two"],
    null: null,
  };
  const own = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  return kinds[random.pick(Object.keys(kinds).filter((kind) => kind !== own))];
}

/** A value just outside the schema's limits. */
function beyond({ type, minimum, maximum, maxLength, maxItems }: Property): unknown[] {
  return [
    ...(type === "string" ? [""] : []),
    ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(type === "integer" ? [1.5, Number.MAX_SAFE_INTEGER + 1] : []),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => "x")]),
  ];
}

/** Whether the schema, the action or the decision requires the field. */
function isNeeded(toolName: string, valid: Json, name: string): boolean {
  if (toolName === "modify_plan") {
    const { required } = MODIFICATIONS[valid.action as ModificationAction];
    return ["planId", "action", "modificationRationale", ...required].includes(name);
  }
  if (toolName === "submit_user_decision" && name === "feedback") {
    return valid.decision === "modify";
  }
  // A review may go without the result of its step.
  if (toolName === "request_user_review" && name === "result") return false;
  const { required = [] } = toolNamed(toolName).listing.inputSchema as { required?: string[] };
  // A step is looked up in its plan.
  const isPlace = name === "planId" && valid.stepId !== undefined;
  return required.includes(name) || isAnything(toolName, name) || isPlace;
}

/** Fields of any type, such as the result of a step. */
function isAnything(toolName: string, name: string): boolean {
  const property = propertiesOf(toolName)[name];
  return property !== undefined && property.type === undefined;
}

function propertiesOf(toolName: string): Readonly<Record<string, Property>> {
  return (toolNamed(toolName).listing.inputSchema.properties ?? {}) as never;
}

export function toolNamed(name: string): Tool {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}

/** A well-formed id that does not exist. */
export function unlike(id: string): string {
  return id.replace(/[0-9a-f]{6}$/, "000000");
}
