import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stopPostgres } from "@trovella/db/embedded";
import { fieldOf } from "@trovella/testing/identity/test-identity";
import { connectHttp, TROVELLA, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { freePort } from "@trovella/testing/programs/free-port";
import { locationOf, WebBrowser } from "../../e2e/support/web-browser.ts";
import { fieldsIn, listIn, stringIn } from "../model/conversation.ts";
import type { OwnTools } from "../model/offered-tools.ts";
import { runProgram } from "../run/processes.ts";
import type { AwaitedReview } from "../scenarios/scenario.ts";

const EMAIL = "ada@research.example";
const COMMAND_TIMEOUT_MS = 60_000;

/** A server that `trovella serve --team` set up, and its owner in front of a browser. */
export class TeamServer {
  readonly folder = mkdtempSync(path.join(tmpdir(), "trovella-oauth-"));
  readonly url: string;
  #server: ChildProcess | undefined;
  #password = "";

  private constructor(url: string) {
    this.url = url;
    // As root the embedded PostgreSQL runs as another user, who must get there.
    chmodSync(this.folder, 0o755);
  }

  static async start(): Promise<TeamServer> {
    const team = new TeamServer(`http://127.0.0.1:${await freePort()}`);
    const options = ["--team", "--public-url", team.url, "--owner-email", EMAIL];
    const server = spawn(process.execPath, [TROVELLA, "serve", ...options], {
      env: team.#environment,
      stdio: ["ignore", "pipe", "inherit"],
    });
    team.#server = server;
    let output = "";
    for await (const text of server.stdout.setEncoding("utf8")) {
      output += text;
      if (output.includes("Press Ctrl+C")) break;
    }
    [, team.#password = ""] = /shown only once:\n(\w+)/.exec(output) ?? [];
    return team;
  }

  get #environment(): Record<string, string> {
    const { PATH = "" } = process.env;
    return {
      PATH,
      HOME: this.folder,
      TROVELLA_DATA_DIR: path.join(this.folder, "data"),
      TROVELLA_CLIENT_DOCUMENTS: "off",
      LOG_LEVEL: "warn",
      ...WITHOUT_MODEL,
    };
  }

  /** The names of the tools and of their fields, as the scripted model needs them. */
  async tools(): Promise<OwnTools> {
    const { client, close } = await connectHttp(this.url, { token: await this.#token() });
    const { tools } = await client.listTools();
    await close();
    return new Map(
      tools.map(({ name, inputSchema }) => [
        name,
        new Set(Object.keys(fieldsIn(inputSchema.properties))),
      ]),
    );
  }

  async #token(): Promise<string> {
    const create = ["token", "create", "--email", EMAIL, "--name", "Tools", "--json"];
    const { output } = await this.command(create);
    return stringIn(fieldsIn(JSON.parse(output)).token);
  }

  command(args: readonly string[]) {
    return runProgram([process.execPath, TROVELLA, ...args], {
      cwd: this.folder,
      env: this.#environment,
      timeoutMs: COMMAND_TIMEOUT_MS,
    });
  }

  /** The owner signs in, allows everything the program asks for, and is sent back to it. */
  async allow(authorizationUrl: string): Promise<void> {
    const browser = this.#browser();
    const start = await browser.get(authorizationUrl);
    const signIn = await (await browser.get(locationOf(start))).text();
    const returnTo = fieldOf(signIn, "return_to");
    const signedIn = await browser.signIn(EMAIL, this.#password, returnTo);
    const page = await (await browser.get(locationOf(signedIn))).text();
    const [, organization = ""] = /<option value="([^"]+)"/.exec(page) ?? [];
    const callback = await browser.allow(page, organization);
    // A program that printed its address twice no longer listens the second time; a browser would show an error page.
    const response = await fetch(callback, { redirect: "manual" }).catch(() => null);
    await response?.body?.cancel();
  }

  /** Approves a review in the console. */
  async decide({ planId, stepId }: AwaitedReview): Promise<void> {
    await this.#ask("review.decide", { planId, stepId, expectedAttempt: 1, decision: "approve" });
  }

  /** How the reviews of a plan with this name were decided, and what became of it. */
  async planNamed(name: string): Promise<{ status: string; decidedVia: string } | null> {
    const { plans } = fieldsIn(await this.#ask("researchPlan.list", { search: name }, "GET"));
    const plan = listIn(plans).find((one) => one.name === name);
    if (!plan) return null;
    const detail = await this.#ask("researchPlan.detail", { planId: plan.id }, "GET");
    const [, decidedVia = "nobody"] = /"decidedVia":"(\w+)"/.exec(JSON.stringify(detail)) ?? [];
    return { status: stringIn(plan.status), decidedVia };
  }

  /** Ends the access of all programs; returns how many there were. */
  async revokeAll(): Promise<number> {
    const { grants } = fieldsIn(await this.#ask("grant.list", {}, "GET"));
    for (const { id } of listIn(grants)) await this.#ask("grant.revoke", { grantId: id });
    return listIn(grants).length;
  }

  async #ask(procedure: string, input: object, method: "GET" | "POST" = "POST"): Promise<unknown> {
    const browser = this.#browser();
    await browser.signIn(EMAIL, this.#password);
    const json = JSON.stringify(input);
    const query = method === "GET" ? `?input=${encodeURIComponent(json)}` : "";
    const response = await fetch(`${this.url}/api/trpc/${procedure}${query}`, {
      method,
      headers: {
        "content-type": "application/json",
        cookie: browser.cookie,
        origin: this.url,
        "sec-fetch-site": "same-origin",
      },
      ...(method === "POST" ? { body: json } : {}),
    });
    if (!response.ok) throw new Error(`${procedure}: ${await response.text()}`);
    return fieldsIn(fieldsIn(await response.json()).result).data;
  }

  #browser(): WebBrowser {
    return new WebBrowser(this.url, "127.0.0.1");
  }

  async stop(): Promise<void> {
    this.#server?.kill("SIGTERM");
    if (this.#server && this.#server.exitCode === null) await once(this.#server, "exit");
    await stopPostgres({ dataDirectory: path.join(this.folder, "data") });
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
