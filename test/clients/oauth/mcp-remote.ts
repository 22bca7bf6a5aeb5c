import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { tail } from "../run/findings.ts";
import { commandOf, installClients, versionOf } from "../run/install-clients.ts";
import { endProcessesAt } from "../run/processes.ts";
import type { Bench, Row } from "./oauth-trial.ts";
import { authorizationsIn, browserEnvironment, visitedIn } from "./sign-in.ts";

const MANIFESTS = fileURLToPath(new URL(".", import.meta.url));
const LOOK_MS = 300;
const CALL_MS = 45_000;

export const MCP_REMOTE = {
  id: "mcp-remote",
  package: "mcp-remote",
  program: () => "mcp-remote/dist/proxy.js",
  isJavaScript: true,
};

export function installMcpRemote(): string {
  return installClients(MANIFESTS);
}

/** The bridge for clients without OAuth: it has no model, so its calls are made directly. */
export async function checkMcpRemote({ team, modules }: Bench): Promise<Row> {
  const own = installMcpRemote();
  const home = path.join(team.folder, MCP_REMOTE.id);
  mkdirSync(home, { recursive: true });
  const [node] = commandOf(MCP_REMOTE, modules);
  const transport = new StdioClientTransport({
    command: node,
    args: [path.join(own, MCP_REMOTE.program()), `${team.url}/mcp`],
    env: browserEnvironment(home),
    stderr: "pipe",
  });
  // It prints the address too, for people whose browser it cannot open.
  let printed = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    printed += chunk.toString("utf8");
  });
  const person = watchBrowser(
    () => [...visitedIn(home), ...authorizationsIn(printed)],
    (url) => team.allow(url),
  );
  const client = new Client({ name: "oauth-proof", version: "1.0.0" });
  const call = async (name: string, input = {}) => {
    try {
      const result = await client.callTool({ name, arguments: input }, { timeout: CALL_MS });
      return JSON.stringify(result.content);
    } catch (error) {
      return `failed: ${error instanceof Error ? error.message : error}`;
    }
  };
  try {
    await client.connect(transport, { timeout: CALL_MS });
    const pinged = await call("ping");
    const steps = [{ stepType: "search", instructions: "Look." }];
    const created = await call("create_research_plan", {
      name: "Bridge",
      researchQuestion: "Does it work?",
      steps,
    });
    const first = person.scopes.at(-1);
    const decision = { planId: "p-nobody", decision: "approve" };
    const raised = await call("submit_user_decision", decision);
    const second = person.scopes.at(-1);
    await team.revokeAll();
    person.isThere = false;
    const after = await call("list_active_plans");
    return {
      name: `mcp-remote ${versionOf(MCP_REMOTE, own)}`,
      signIn: pinged.includes("Connected to Trovella") ? `yes, ${first}` : `NO: ${tail(pinged)}`,
      loop: created.includes("planId") ? "yes, a plan (no model)" : `NO: ${tail(created)}`,
      stepUp: `${second}; ${raised.includes("NOT_FOUND") ? "the call was let through" : tail(raised)}`,
      revoke: after.includes("Bridge") ? "NO: still works" : `yes: ${tail(after).slice(0, 160)}`,
    };
  } finally {
    await person.leave();
    await client.close();
    await endProcessesAt(home);
  }
}

/**
 * A person who allows whatever is asked, until they leave. A program that asks several times at once keeps what it needs
 * for the last page only, so that is the one they use.
 */
function watchBrowser(urls: () => readonly string[], allow: (url: string) => Promise<void>) {
  const known = new Set<string>();
  const person = { scopes: [] as (string | null)[], isThere: true, leave };
  let isOver = false;
  const watching = watch();
  return person;

  async function watch(): Promise<void> {
    let seen = 0;
    while (!isOver) {
      const all = urls();
      const url = all.filter((one) => !known.has(one)).at(-1);
      const isSettled = all.length === seen;
      seen = all.length;
      if (url && isSettled && person.isThere) {
        for (const one of all) known.add(one);
        person.scopes.push(new URL(url).searchParams.get("scope"));
        await allow(url);
      }
      await sleep(LOOK_MS);
    }
  }

  async function leave(): Promise<void> {
    isOver = true;
    await watching;
  }
}
