import { type Client, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { connectHttp, type Era, type McpClient } from "@trovella/testing/mcp/mcp-client";
import type { CallEntry, Journal } from "../support/mcp-journal.ts";
import type { Entrance } from "../support/service.ts";

/** The parts of replies that agents use. */
interface AgentReply {
  readonly status?: string;
  readonly step?: { readonly stepId: string; readonly attempt?: number };
  readonly lease?: { readonly token: string; readonly expiresAt: string };
  readonly planVersion?: number;
  readonly leaseRenewed?: boolean;
}

export interface AgentCall {
  readonly tool: string;
  readonly agent: string;
  readonly input: {
    readonly planId: string;
    readonly stepId?: string;
    readonly leaseToken?: string;
  };
  readonly isGhost?: boolean;
  /** Simulates the death of the caller. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly entry: CallEntry;
  readonly status: string | null;
}

export interface AgentConnections {
  /** Never throws: every failure is an outcome. */
  send(call: AgentCall): Promise<Answer>;
  close(): Promise<void>;
}

interface Settings {
  readonly entrances: readonly Entrance[];
  /** Index of the first server to use, modulo their number. */
  readonly home: number;
  readonly era: Era;
  readonly giveUpMs: number;
  readonly journal: Journal;
}

/** Has an MCP client for every entrance, uses one and fails over when it does not answer. */
export async function connectAgent(settings: Settings): Promise<AgentConnections> {
  const { entrances, era, giveUpMs, journal } = settings;
  const clients: McpClient[] = await Promise.all(
    entrances.map(({ url, ...known }) => connectHttp(url, { era, ...known })),
  );
  let current = settings.home % clients.length;

  return {
    async send(call) {
      const server = current;
      const client = clients[server]?.client;
      if (!client) throw new Error(`There is no server ${server}.`);
      const sentAt = Date.now();
      const { outcome, reply } = await attemptCall(client, call, giveUpMs);
      const entry = entryOf(call, { outcome, reply, sentAt, server });
      journal.add(entry);
      // A concurrent call of the same agent may have failed over already.
      if (outcome === "timeout" && current === server) current = anotherOf(clients, server);
      return { entry, status: reply.status ?? null };
    },
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
  };
}

async function attemptCall(
  client: Client,
  { tool, input, agent, signal }: AgentCall,
  timeout: number,
): Promise<{ outcome: string; reply: AgentReply }> {
  const named = tool === "get_next_step" ? { ...input, agent } : input;
  try {
    const result = await client.callTool(
      { name: tool, arguments: named },
      { timeout, ...(signal && { signal }) },
    );
    const [content] = result.content as { text?: string }[];
    if (result.isError) return { outcome: content?.text?.split(":", 1)[0] ?? "", reply: {} };
    const planVersion = result._meta?.["trovella/planVersion"];
    return {
      outcome: "ok",
      reply: { ...(result.structuredContent as AgentReply), planVersion } as AgentReply,
    };
  } catch (error) {
    return { outcome: signal?.aborted ? "killed" : unanswered(error), reply: {} };
  }
}

function unanswered(error: unknown): string {
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return "timeout";
  console.error(error);
  return "broken";
}

function entryOf(
  { tool, agent, input, isGhost = false }: AgentCall,
  answer: {
    readonly outcome: string;
    readonly reply: AgentReply;
    readonly sentAt: number;
    readonly server: number;
  },
): CallEntry {
  const { outcome, reply, sentAt, server } = answer;
  // As it is named from outside its plan, also where the agent names it so.
  const claimed = reply.step && `${input.planId}/${reply.step.stepId}`;
  return {
    tool,
    agent,
    server,
    planId: input.planId,
    stepId: input.stepId ?? claimed ?? null,
    attempt: tool === "get_next_step" && reply.step ? (reply.step.attempt ?? 1) : null,
    token: input.leaseToken ?? reply.lease?.token ?? null,
    sentAt,
    endedAt: Date.now(),
    outcome,
    leaseExpiresAt: reply.lease ? Date.parse(reply.lease.expiresAt) : null,
    planVersion: reply.planVersion ?? null,
    isRenewed: reply.leaseRenewed ?? false,
    isGhost,
  };
}

/** A random other server, so that agents do not all fail over to the same one. */
function anotherOf(clients: readonly McpClient[], index: number): number {
  return (index + 1 + Math.floor(Math.random() * (clients.length - 1))) % clients.length;
}
