import { type Command, decide } from "@trovella/plan-engine";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { creation, modify, NOW, step } from "@trovella/testing/engine/test-support";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connectDatabase, type Database } from "../connection/database.ts";
import { newHandle, newId } from "../connection/new-id.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import type { LoadedPlan } from "./loaded-plan.ts";
import { resolvePlanId, resolveStepId } from "./resolve-handles.ts";
import { planChange, savePlan } from "./save-plan.ts";

const TENANT = { organizationId: "org_a" };
const ACTOR = { userId: null, client: null, via: "mcp", sessionId: null } as const;

let test: TestDatabase;
let database: Database;
/** Another process, which has nothing cached. */
let other: Database;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), ["org_a", "org_b"]);
  database = connectDatabase({ target: test.target });
  other = connectDatabase({ target: test.target });
});
afterAll(async () => {
  await Promise.all([database.close(), other.close()]);
  await test.drop();
});

describe("a handle", () => {
  it("names its plan and its steps, in any case and with spaces around it", async () => {
    const { plan } = await create();
    const first = plan.steps[0]?.id;
    for (const given of [plan.handle, ` ${plan.handle.toUpperCase()} `, plan.id]) {
      expect(await planId(other, given)).toBe(plan.id);
    }
    for (const given of ["s1", " S1", `${plan.handle}/s1`, first ?? ""]) {
      expect(await stepId(other, plan.id, given)).toBe(first);
    }
    expect(await stepId(other, undefined, `${plan.handle}/s1`)).toBe(first);
  });

  it("that names nothing stays as it is", async () => {
    const { plan } = await create();
    expect(await planId(other, "p-zzzzzz")).toBe("p-zzzzzz");
    expect(await stepId(other, plan.id, "s9")).toBe("s9");
    expect(await stepId(other, "plan_unknown", "s1")).toBe("s1");
    expect(await stepId(other, undefined, "s1")).toBe("s1");
  });

  it("of another organization names nothing", async () => {
    const { plan } = await create();
    const foreign = { organizationId: "org_b" };
    for (const one of [database, other]) {
      const found = withTenantContext(one, foreign, (context) =>
        resolvePlanId(context, plan.handle),
      );
      expect(await found).toBe(plan.handle);
    }
  });

  it("needs no statement in the process that saved the plan, nor a second time in another", async () => {
    const { plan } = await create();
    expect(await statements(database, plan.handle)).toBe(0);
    await planId(other, plan.handle);
    expect(await statements(other, plan.handle)).toBe(0);
  });

  it("of a step that another process added is found, and a removed one keeps its number", async () => {
    const created = await create();
    await stepId(other, created.plan.id, "s1");
    const removed = created.plan.steps[1]?.id ?? "";
    const shorter = await save(created, modify({ action: "remove_step", stepId: removed }));
    const longer = await save(shorter, modify({ action: "add_steps", steps: [step()] }, newId));
    const added = longer.plan.steps.at(-1);
    expect(added?.number).toBe(3);
    expect(await stepId(other, created.plan.id, "s3")).toBe(added?.id);
    expect(await stepId(other, created.plan.id, "s2")).toMatch(/^s2$|^step_/);
  });

  it("that is taken already is drawn again", async () => {
    const { plan } = await create();
    const drawn = [plan.handle, newHandle()];
    const second = await withTenantContext(database, TENANT, (context) =>
      savePlan(context, creationOf(drawn.shift() ?? ""), { actor: ACTOR, commit: true }),
    );
    expect(drawn).toEqual([]);
    expect(second.plan.handle).not.toBe(plan.handle);
  });
});

function creationOf(handle: string) {
  const command = creation(2, { planId: newId("plan"), handle, newId });
  return planChange(null, decide(null, command, NOW));
}

function create(): Promise<LoadedPlan> {
  return withTenantContext(database, TENANT, (context) =>
    savePlan(context, creationOf(newHandle()), { actor: ACTOR, commit: true }),
  );
}

function save(loaded: LoadedPlan, command: Command): Promise<LoadedPlan> {
  const change = planChange(loaded, decide(loaded.plan, command, NOW));
  return withTenantContext(database, TENANT, (context) =>
    savePlan(context, change, { actor: ACTOR, commit: true }),
  );
}

function planId(from: Database, given: string): Promise<string> {
  return withTenantContext(from, TENANT, (context) => resolvePlanId(context, given));
}

function stepId(from: Database, plan: string | undefined, given: string): Promise<string> {
  return withTenantContext(from, TENANT, (context) => resolveStepId(context, plan, given));
}

/** How many batches resolving the plan and its second step takes. */
function statements(from: Database, handle: string): Promise<number> {
  return withTenantContext(from, TENANT, async (context) => {
    let sent = 0;
    const counting = {
      ...context,
      tenant: context.tenant,
      isOptimistic: false,
      cachedPlan: () => null,
      cachePlan: () => undefined,
      invalidatePlan: () => undefined,
      cachedReferences: (plan: string) => context.cachedReferences(plan),
      cacheReferences: () => undefined,
      send: (...values: Parameters<typeof context.send>) => {
        sent += 1;
        return context.send(...values);
      },
    };
    const id = await resolvePlanId(counting, handle);
    expect(await resolveStepId(counting, id, "s2")).toMatch(/^step_/);
    return sent;
  });
}
