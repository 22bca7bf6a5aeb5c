import type { Plan } from "@trovella/plan-engine";
import { LRUCache } from "lru-cache";

const MAX_PLANS = 2_000;

/** The ids behind the handles of one plan. */
export interface PlanReferences {
  readonly id: string;
  readonly handle: string;
  /** The ids of its steps, by number. A removed step may still be among them. */
  readonly stepIds: ReadonlyMap<number, string>;
}

/** Handles never change their meaning, so that an entry can be incomplete but not wrong. */
export class ReferenceCache {
  private readonly plans = new LRUCache<string, PlanReferences>({ max: 2 * MAX_PLANS });

  /** By handle or by id. */
  get(organizationId: string, plan: string): PlanReferences | null {
    return this.plans.get(keyOf(organizationId, plan)) ?? null;
  }

  set(organizationId: string, references: PlanReferences): void {
    this.plans.set(keyOf(organizationId, references.handle), references);
    this.plans.set(keyOf(organizationId, references.id), references);
  }

  setPlan(organizationId: string, { id, handle, steps }: Plan): void {
    const known = this.get(organizationId, handle);
    if (known && steps.every(({ number }) => known.stepIds.has(number))) return;
    const stepIds = new Map(steps.map((step) => [step.number, step.id]));
    this.set(organizationId, { id, handle, stepIds });
  }
}

function keyOf(organizationId: string, plan: string): string {
  return JSON.stringify([organizationId, plan]);
}
