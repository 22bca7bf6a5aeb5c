import { fileURLToPath } from "node:url";
import { instructionsOf, type Settings, STEPS_PER_PLAN } from "./contestant.ts";
import { startStdioServer } from "./stdio-client.ts";

const BIN = fileURLToPath(new URL("../../../apps/server/bin/trovella.mjs", import.meta.url));
const STEPS = Array.from({ length: STEPS_PER_PLAN }, (_, index) => ({
  stepType: "search",
  instructions: instructionsOf(index + 1),
}));

interface HandOut {
  readonly status?: string;
  readonly step?: { readonly stepId: string };
  readonly lease?: { readonly token: string };
}

interface Reply extends HandOut {
  readonly planId: string;
  readonly nextStep?: HandOut;
}

/** What a result needs to be accepted. */
export interface HandedOut {
  readonly stepId: string;
  readonly leaseToken: string;
}

/** One `trovella mcp` process shared by all callers, each with its own plan. */
export async function startTrovella({ dataDirectory, folder }: Settings) {
  const server = await startStdioServer({
    script: BIN,
    arguments: ["mcp"],
    environment: { TROVELLA_DATA_DIR: dataDirectory },
    folder,
  });
  const call = async (name: string, input: Record<string, unknown>) =>
    (await server.call(name, input)).structuredContent as Reply;
  return {
    pid: server.pid,
    close: server.close,
    call,
    createPlan: (input: { readonly start?: true }) =>
      call("create_research_plan", {
        name: "[Deep] A plan to work on",
        researchQuestion: "How fast can steps be handed out and taken back?",
        steps: STEPS,
        ...input,
      }),
  };
}

export function heldStep({ status, step, lease }: HandOut = {}): HandedOut {
  if (!step || !lease) throw new Error(`No step was handed out, but ${status}.`);
  return { stepId: step.stepId, leaseToken: lease.token };
}
