import { connectHttp, connectStdio, type McpClient } from "@trovella/testing/mcp/mcp-client";
import type { ServerProcess } from "../support/mcp-server.ts";

/** The name that the skill gives to every assistant that searches. */
const AGENT = "search-1";
const STEPS = 8;

interface Holder {
  readonly client: McpClient;
  /** Without a session every call is that of another holder (R34). */
  readonly session: "of the process" | "named" | "none";
  readonly input: { readonly agent: string; readonly sessionId?: string };
}

interface HandedOut {
  readonly step: { readonly stepId: string; readonly attempt?: number };
  readonly lease: { readonly token: string };
  readonly held?: true;
  readonly reissued?: true;
}

export interface HolderCounts {
  readonly leases: number;
  readonly shared: number;
  readonly returned: number;
  readonly wrong: number;
}

/** In every plan all clients ask for a step at once, then all ask again. */
export async function runHolders(run: {
  readonly servers: readonly ServerProcess[];
  readonly dataDirectory: string;
  readonly plans: number;
}): Promise<HolderCounts> {
  const holders = await connectHolders(run);
  let [leases, shared, returned, wrong] = [0, 0, 0, 0];
  for (let made = 0; made < run.plans; made += 1) {
    const planId = await createPlan(holders, made);
    const first = await askAll(holders, planId);
    const again = await askAll(holders, planId);
    const holdersOf = new Map<string, Set<number>>();
    for (const [index, { step, lease }] of [...first.entries(), ...again.entries()]) {
      for (const key of [lease.token, `${step.stepId} ${step.attempt ?? 1}`]) {
        holdersOf.set(key, (holdersOf.get(key) ?? new Set()).add(index));
      }
    }
    leases += new Set([...first, ...again].map(({ lease }) => lease.token)).size;
    shared += [...holdersOf.values()].filter(({ size }) => size > 1).length;
    returned += again.filter(({ held }) => held).length;
    wrong += first.filter(({ held, reissued }) => held || reissued).length;
    wrong += again.filter(
      (reply, index) => !isAsAllowed(holders[index], first[index], reply),
    ).length;
  }
  await Promise.all(holders.map(({ client }) => client.close()));
  return { leases, shared, returned, wrong };
}

/** A session gets its own step back with the same token, a caller without one gets another step. */
function isAsAllowed(
  holder: Holder | undefined,
  first: HandedOut | undefined,
  again: HandedOut,
): boolean {
  const isSame = first?.lease.token === again.lease.token;
  return holder?.session === "none" ? !isSame && !again.held : isSame && again.held === true;
}

async function connectHolders({
  servers: [first, second],
  dataDirectory,
}: {
  readonly servers: readonly ServerProcess[];
  readonly dataDirectory: string;
}): Promise<Holder[]> {
  if (!first || !second) throw new Error("Two servers are needed.");
  const environment = { TROVELLA_DATA_DIR: dataDirectory };
  const input = { agent: AGENT };
  return [
    { client: await connectStdio(environment), session: "of the process", input },
    {
      client: await connectStdio(environment, { era: "2025-11-25" }),
      session: "of the process",
      input,
    },
    {
      client: await connectHttp(first.url),
      session: "named",
      input: { ...input, sessionId: "the-session-of-one-chat" },
    },
    { client: await connectHttp(second.url, { era: "2025-11-25" }), session: "none", input },
  ];
}

async function createPlan([holder]: readonly Holder[], made: number): Promise<string> {
  if (!holder) throw new Error("There is no client.");
  const { planId } = await holder.client.call<{ planId: string }>("create_research_plan", {
    name: `Plan ${made}`,
    researchQuestion: "Who holds what?",
    steps: Array.from({ length: STEPS }, (_, index) => ({
      stepType: "search",
      instructions: `Search ${index + 1}.`,
    })),
  });
  return planId;
}

function askAll(holders: readonly Holder[], planId: string): Promise<HandedOut[]> {
  return Promise.all(
    holders.map(({ client, input }) =>
      client.call<HandedOut>("get_next_step", { planId, ...input }),
    ),
  );
}
