import type { PlanStep } from "../plan-detail.ts";

type Movable = Pick<PlanStep, "id" | "status" | "dependsOn">;

/** The new order when the step changes places with its neighbour; null where that cannot be. */
export function movedOrder(
  steps: readonly Movable[],
  stepId: string,
  direction: "up" | "down",
): string[] | null {
  const at = steps.findIndex(({ id }) => id === stepId);
  const from = direction === "up" ? at - 1 : at;
  const [upper, lower] = steps.slice(Math.max(0, from), from + 2);
  if (at < 0 || from < 0 || !upper || !lower) return null;
  const isFree = upper.status === "pending" && lower.status === "pending";
  if (!isFree || lower.dependsOn.includes(upper.id)) return null;
  const ids = steps.map(({ id }) => id);
  return ids.toSpliced(from, 2, lower.id, upper.id);
}

/** The order with the step in the place of another one; null where that cannot be. */
export function droppedOrder(
  steps: readonly Movable[],
  stepId: string,
  targetId: string,
): string[] | null {
  const step = steps.find(({ id }) => id === stepId);
  const target = steps.findIndex(({ id }) => id === targetId);
  if (step?.status !== "pending" || steps[target]?.status !== "pending") return null;
  const order = steps.filter(({ id }) => id !== stepId).toSpliced(target, 0, step);
  const isAfterDependencies = (one: Movable, position: number) =>
    one.dependsOn.every((id) => order.findIndex((other) => other.id === id) < position);
  return order.every(isAfterDependencies) ? order.map(({ id }) => id) : null;
}
