import type { TenantContext } from "@trovella/db";
import { resolveItemId } from "@trovella/db/memory";
import { readStepHandle, resolvePlanId, resolveStepId } from "@trovella/db/plans";

type Input = Readonly<Record<string, unknown>>;

/** Gives the id behind a handle. What is no handle, or names nothing, comes back as it is, so that it is refused like an unknown id. */
type Resolve = (
  context: TenantContext,
  given: string,
  /** The call's plan, which handles without a plan of their own belong to. */
  planId: string | undefined,
) => Promise<string>;

const itemReference: Resolve = (context, given, planId) => resolveItemId(context, planId, given);
const stepReference: Resolve = (context, given, planId) => resolveStepId(context, planId, given);

/** The fields of tool inputs that name something within a plan, each a text or a list of texts. */
const REFERENCE_FIELDS: Readonly<Record<string, Resolve>> = {
  stepId: stepReference,
  stepIds: stepReference,
  takeOverStepId: stepReference,
  ids: itemReference,
  outputId: itemReference,
  sourceArtifactId: itemReference,
};

/** The input with handles replaced by ids. The plan comes first, since the others are resolved within it. */
export async function resolveReferences<T extends Input>(
  context: TenantContext,
  input: T,
): Promise<T> {
  const planId = await planOf(context, input);
  const resolved: Record<string, unknown> = planId === undefined ? {} : { planId };
  for (const [field, resolve] of Object.entries(REFERENCE_FIELDS)) {
    const given = input[field];
    const resolveOne = (one: unknown) =>
      typeof one === "string" ? resolve(context, one, planId) : one;
    if (typeof given === "string") resolved[field] = await resolveOne(given);
    if (Array.isArray(given)) resolved[field] = await inTurn(given, resolveOne);
  }
  return { ...input, ...resolved };
}

/** Whether anything in the input may be a handle, so that a call without one needs no transaction for it. */
export function hasReferences(input: Input): boolean {
  return ["planId", ...Object.keys(REFERENCE_FIELDS)].some((field) => input[field] !== undefined);
}

/** `p-k7q2x9/s4` alone names the plan too. */
async function planOf(context: TenantContext, input: Input): Promise<string | undefined> {
  const { planId, stepId } = input;
  const handle =
    planId === undefined && typeof stepId === "string" ? readStepHandle(stepId)?.plan : planId;
  return typeof handle === "string" ? resolvePlanId(context, handle) : undefined;
}

/** One after the other, since one transaction answers one question at a time. */
async function inTurn(
  given: readonly unknown[],
  resolveOne: (one: unknown) => unknown,
): Promise<unknown[]> {
  const resolved: unknown[] = [];
  for (const one of given) resolved.push(await resolveOne(one));
  return resolved;
}
