import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { embeddedConnection, ensurePostgres, stopPostgres } from "@trovella/db/embedded";
import { connectHttp, TROVELLA, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { freePort } from "@trovella/testing/programs/free-port";
import pg from "pg";
import { fieldsIn } from "../model/conversation.ts";
import type { OwnTools } from "../model/offered-tools.ts";
import type { AwaitedReview } from "../scenarios/scenario.ts";
import { type Ended, runProgram } from "./processes.ts";

const COMMAND_TIMEOUT_MS = 60_000;

/** A Trovella that all clients share: its data, its running server, its command. */
export class Store {
  readonly folder: string;
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly #server: ChildProcess;
  readonly #pool: pg.Pool;

  private constructor(opened: {
    folder: string;
    url: string;
    environment: Readonly<Record<string, string>>;
    server: ChildProcess;
    pool: pg.Pool;
  }) {
    this.folder = opened.folder;
    this.url = opened.url;
    this.environment = opened.environment;
    this.#server = opened.server;
    this.#pool = opened.pool;
  }

  /** Its extract_data asks the model at this port. */
  static async open(modelPort: number): Promise<Store> {
    const folder = mkdtempSync(path.join(tmpdir(), "trovella-clients-"));
    // As root the embedded PostgreSQL runs as another user, who must get there.
    chmodSync(folder, 0o755);
    const dataDirectory = path.join(folder, "data");
    const environment = {
      TROVELLA_DATA_DIR: dataDirectory,
      TROVELLA_EXTRACT_PROVIDER: "openai-compatible",
      TROVELLA_EXTRACT_MODEL: "scripted",
      TROVELLA_EXTRACT_BASE_URL: `http://127.0.0.1:${modelPort}/v1`,
      ...WITHOUT_MODEL,
    };
    const port = await freePort();
    const server = spawn(process.execPath, [TROVELLA, "serve", "--port", String(port)], {
      env: { PATH: process.env.PATH ?? "", HOME: folder, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await untilRunning(server);
    const cluster = await ensurePostgres({ dataDirectory });
    const target = { ...cluster, user: cluster.bootstrapUser, database: "trovella" };
    const pool = new pg.Pool({ ...embeddedConnection(target), max: 1 });
    return new Store({ folder, url: `http://127.0.0.1:${port}`, environment, server, pool });
  }

  /** Runs `trovella` as a person does whose home this is. */
  command(home: string, args: readonly string[]): Promise<Ended> {
    mkdirSync(home, { recursive: true });
    return runProgram([process.execPath, TROVELLA, ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? "", HOME: home, ...this.environment },
      timeoutMs: COMMAND_TIMEOUT_MS,
    });
  }

  /** What the server says of itself to every client. */
  async describe(): Promise<{ own: OwnTools; instructions: string }> {
    const { client, close } = await connectHttp(this.url);
    const { tools } = await client.listTools();
    const instructions = client.getInstructions() ?? "";
    await close();
    const own = tools.map(
      ({ name, inputSchema }) =>
        [name, new Set(Object.keys(fieldsIn(inputSchema.properties)))] as const,
    );
    return { own: new Map(own), instructions };
  }

  /** The reply of a tool, called directly. */
  async call(name: string, input: object): Promise<Record<string, unknown>> {
    const { client, close } = await connectHttp(this.url);
    try {
      const result = await client.callTool({ name, arguments: { ...input } });
      return fieldsIn(result.structuredContent);
    } finally {
      await close();
    }
  }

  /** Approves a review in the console's API, as a person. */
  async decide({ planId, stepId }: AwaitedReview): Promise<void> {
    const verdict = { planId, stepId, expectedAttempt: 1, decision: "approve" };
    const response = await fetch(`${this.url}/api/trpc/review.decide`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(verdict),
    });
    if (!response.ok) throw new Error(`The console refused the decision: ${await response.text()}`);
  }

  /** Stored rows of all tenants; the product never reads like this. */
  async rows(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#pool.query(sql, [...values])).rows;
  }

  async close(): Promise<void> {
    await this.#pool.end();
    this.#server.kill("SIGTERM");
    if (this.#server.exitCode === null) await once(this.#server, "exit");
    await stopPostgres({ dataDirectory: path.join(this.folder, "data") });
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function untilRunning(server: ChildProcess): Promise<void> {
  const ended = once(server, "exit").then(([code]) => {
    throw new Error(`trovella serve ended with ${code}.`);
  });
  const running = new Promise<void>((resolve) => {
    let output = "";
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (/running at \S+/.test(output)) resolve();
    });
  });
  await Promise.race([running, ended]);
  ended.catch(() => undefined);
}
