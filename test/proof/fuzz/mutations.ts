import { MODIFICATIONS, type ModificationAction } from "@trovella/plan-engine";
import type { Random } from "@trovella/testing/engine/random";
import { inputSchema } from "@trovella/testing/mcp/tool-texts";
import type { Json } from "../history/record.ts";
import type { ForeignIds, ForeignTenant } from "./foreign.ts";
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
  readonly foreign: ForeignTenant;
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
    // A single value counts as a list of one.
    const fields = Object.keys(valid).filter(
      (name) => !isAnything(toolName, name) && !Array.isArray(valid[name]),
    );
    if (fields.length === 0) return null;
    const field = random.pick(fields);
    const value = ofOtherType(random, valid[field]);
    // Null for an optional field counts as absent.
    const isRefused = value !== null || isRequired(toolName, field);
    return { field, input: { ...valid, [field]: value }, refusals: isRefused ? INVALID : [] };
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
    // Another spelling of a field that is missing is understood, any other key is ignored.
    return { field, input: { ...valid, [field]: "something" }, refusals: [] };
  },

  async otherId(toolName, valid, { random, world, foreign }) {
    const fields = ID_FIELDS.filter((name) => valid[name] !== undefined);
    if (fields.length === 0) return null;
    const field = random.pick(fields);
    const idIn = ({ planId, artifactId, stepId }: ForeignIds) =>
      ({ planId, sourceArtifactId: artifactId })[field] ?? stepId;
    const strange = [idIn(foreign), idIn(foreign.handles)];
    const other = await world.heldStep();
    const id = random.pick([...strange, ...strange.map(unlike), `${other.planId}/${other.stepId}`]);
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
        (value !== "" || isRequired(toolName, field)),
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
  // A number is understood where a text is expected.
  const own = typeof value === "string" ? ["string", "number"] : [typeof value];
  return kinds[random.pick(Object.keys(kinds).filter((kind) => !own.includes(kind)))];
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
  // A step is looked up in its plan.
  const isPlace = name === "planId" && valid.stepId !== undefined;
  // What may be anything counts as optional in a schema; of these only usage really is.
  const isAnythingNeeded = isAnything(toolName, name) && name !== "usage";
  return isRequired(toolName, name) || isAnythingNeeded || isPlace;
}

function isRequired(toolName: string, name: string): boolean {
  return inputSchema(toolName).required?.includes(name) ?? false;
}

/** Fields of any type, such as the result of a step. */
function isAnything(toolName: string, name: string): boolean {
  const property = propertiesOf(toolName)[name];
  return property !== undefined && property.type === undefined;
}

function propertiesOf(toolName: string): Readonly<Record<string, Property>> {
  return inputSchema(toolName).properties ?? {};
}

/** A well-formed id or handle that does not exist. */
export function unlike(id: string): string {
  return id.startsWith("p-")
    ? id.replace(/^p-.{6}/, "p-222222")
    : id.replace(/[0-9a-f]{6}$/, "000000");
}
