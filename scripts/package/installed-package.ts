import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { runNpm } from "./make-tarball.ts";

/** An environment with nothing in it but the package. */
export interface Installed {
  readonly home: string;
  readonly prefix: string;
  readonly dataDirectory: string;
}

export interface Start {
  readonly seconds: number;
  /** Of the process until it answered, where the system tells it. */
  readonly cpuSeconds: number | null;
}

const TICKS_PER_SECOND = 100;
const SEARCH_ATTEMPTS = 300;
const ATTEMPT_MS = 1_000;
/** How npm and the programs that it starts reach the registry here. */
const NETWORK = /^(https?_proxy|no_proxy|node_extra_ca_certs|npm_config_registry)$/i;

/** Without install scripts, and with an empty cache; null uses that of the user. */
export function install(
  tarball: string,
  { prefix, home }: Installed,
  { cache = path.join(home, ".npm") }: { cache?: string | null } = {},
): void {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"];
  const kept = cache === null ? ["--prefer-offline"] : ["--cache", cache];
  runNpm(["install", "--global", "--prefix", prefix, tarball, ...quiet, ...kept], home);
}

/** Runs the installed command and returns its output. */
export async function runInstalled(installed: Installed, options: string[]): Promise<string> {
  const program = path.join(installed.prefix, "bin", "trovella");
  const { stdout } = await promisify(execFile)(program, options, settings(installed));
  return stdout;
}

/** Starts the server as a client does and returns the time until its first answer. */
export async function startMcp(installed: Installed): Promise<Start> {
  const startMs = performance.now();
  const child = spawn(path.join(installed.prefix, "bin", "trovella"), ["mcp"], {
    ...settings(installed),
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  for await (const text of createInterface({ input: child.stdout })) {
    const seconds = (performance.now() - startMs) / 1000;
    const cpuSeconds = cpuSecondsOf(child.pid);
    if (JSON.parse(text).result?.serverInfo?.name !== "trovella") break;
    child.stdin.end();
    await ended;
    return { seconds, cpuSeconds };
  }
  child.kill();
  throw new Error("The server did not answer.");
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "check", version: "1" },
  },
};

/** Stores a text and searches for it in other words until it is found by its meaning, which needs model and runtime. */
export async function searchByMeaning(installed: Installed): Promise<void> {
  const client = new Client({ name: "check", version: "1" });
  const { cwd, env } = settings(installed);
  const command = path.join(installed.prefix, "bin", "trovella");
  await client.connect(
    new StdioClientTransport({ command, args: ["mcp"], cwd, env, stderr: "inherit" }),
  );
  const call = (name: string, input: Record<string, unknown>) =>
    client.callTool({ name, arguments: input });
  try {
    const content = "A man eats bread.";
    await call("store_research", { artifactType: "finding", title: "Bread", content });
    const query = "which food does the person consume now";
    for (let attempt = 0; attempt < SEARCH_ATTEMPTS; attempt += 1) {
      const reply = await call("search_sources", { query, limit: 1 });
      if (JSON.stringify(reply.structuredContent).includes('"Bread"')) return;
      await sleep(ATTEMPT_MS);
    }
    throw new Error("The text was not found by its meaning.");
  } finally {
    await client.close();
  }
}

function settings({ home, dataDirectory }: Installed) {
  const network = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
  const own = { HOME: home, TROVELLA_DATA_DIR: dataDirectory, TROVELLA_CAPTURE: "off" };
  const env = { PATH: process.env.PATH ?? "", ...(Object.fromEntries(network) as object), ...own };
  return { cwd: home, env: env as Record<string, string> };
}

function cpuSecondsOf(pid: number | undefined): number | null {
  if (process.platform !== "linux") return null;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
