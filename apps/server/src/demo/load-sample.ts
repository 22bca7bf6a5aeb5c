import { randomUUID } from "node:crypto";
import { type TenantContext, withTenantContext } from "@trovella/db";
import { addSamplePlan, listSamplePlans, SAMPLE_CLIENT } from "@trovella/db/console";
import { resolvePlanId } from "@trovella/db/plans";
import { runCall, type Services, TOOLS } from "@trovella/mcp";
import { ALL_PERMISSIONS, type Caller } from "@trovella/research";
import type { Assistant, Reply } from "./assistant.ts";
import { doSamplePart, SAMPLE } from "./sample-parts.ts";
import { SilentStage } from "./stage.ts";

/** Does the sample's research in this process, as an assistant of the caller would; parts that are there are left alone. */
export function sampleLoader(services: Services): (caller: Caller) => Promise<void> {
  // Two clicks, or two people of an organization, load it once.
  const loading = new Map<string, Promise<void>>();
  return (caller) => {
    const { organizationId } = caller.tenant;
    const known = loading.get(organizationId);
    if (known) return known;
    const load = loadMissingParts(services, caller).finally(() => loading.delete(organizationId));
    loading.set(organizationId, load);
    return load;
  };
}

async function loadMissingParts(services: Services, caller: Caller): Promise<void> {
  const inTenant = <T>(work: (context: TenantContext) => Promise<T>) =>
    withTenantContext(services.database, caller.tenant, work);
  const there = new Set((await inTenant(listSamplePlans)).map(({ part }) => part));
  for (const sample of SAMPLE.filter(({ part }) => !there.has(part))) {
    await doSamplePart(assistantOf(services, caller), sample, {
      stage: new SilentStage(),
      // At once, so that it can be removed even if the rest of it fails.
      onStarted: ({ planId: handle }) =>
        inTenant(async (context) => {
          const planId = await resolvePlanId(context, handle);
          await addSamplePlan(context, { planId, part: sample.part });
        }),
    });
  }
}

/** An assistant without a transport, with a session of its own. Its sources are invented, so no page is fetched. */
function assistantOf(services: Services, person: Caller): Assistant {
  const offline: Services = { ...services, capture: null };
  const caller: Caller = {
    ...person,
    permissions: ALL_PERMISSIONS,
    sessionId: `sample-${randomUUID()}`,
    browserSessionId: null,
    isPerson: false,
  };
  return {
    name: SAMPLE_CLIENT,
    async call(name, input) {
      const tool = TOOLS.find((candidate) => candidate.name === name);
      if (!tool) throw new Error(`There is no tool ${name}.`);
      const client = { name: SAMPLE_CLIENT, version: "1.0.0" };
      const outcome = await runCall(offline, { tool, input, caller, client });
      if (outcome.kind === "reply") return outcome.reply as Reply;
      throw new Error(
        `The sample could not be loaded: ${name} answered ${outcome.kind === "failure" ? outcome.text : "a question"}`,
      );
    },
    kill: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
