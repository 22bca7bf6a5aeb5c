import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CLAUDE_CODE } from "../catalog/claude-code.ts";
import { CODEX } from "../catalog/codex.ts";
import { GEMINI_CLI } from "../catalog/gemini-cli.ts";
import { OPENCODE } from "../catalog/opencode.ts";
import type { Place, TestClient } from "../catalog/test-client.ts";
import { writeJson } from "../catalog/test-client.ts";
import { fieldsIn } from "../model/conversation.ts";
import { type ModelServer, startModelServer } from "../model/model-server.ts";
import { promptFor } from "../model/play.ts";
import { doneOf, tail } from "../run/findings.ts";
import { commandOf, installClients, versionOf } from "../run/install-clients.ts";
import { runOffline } from "../run/offline.ts";
import { endProcessesAt, runProgram } from "../run/processes.ts";
import { browserFolder, type SignedIn, signIn } from "./sign-in.ts";
import { TeamServer } from "./team-server.ts";

const PLAY_MS = 120_000;
const REVIEW = "read write review offline_access";

/** How a client signs in to a server, and how it asks for the right to decide reviews. */
interface OAuthClient {
  readonly client: TestClient;
  readonly args: readonly string[];
  readonly typed?: readonly string[];
  readonly success?: RegExp;
  /** Other arguments, or a changed file, for more rights. */
  stepUp(place: Place): readonly string[];
}

const CLIENTS: readonly OAuthClient[] = [
  {
    client: CLAUDE_CODE,
    args: ["mcp", "login", "trovella"],
    stepUp: () => ["mcp", "login", "trovella"],
  },
  {
    client: CODEX,
    args: ["mcp", "login", "trovella"],
    stepUp: () => ["mcp", "login", "trovella", "--scopes", REVIEW.replaceAll(" ", ",")],
  },
  {
    client: GEMINI_CLI,
    args: [],
    typed: ["/mcp auth trovella"],
    success: /Successfully authenticated|authentication (was )?successful/i,
    stepUp: ({ home }) =>
      addToEntry(home, ".gemini/settings.json", "mcpServers", {
        oauth: { enabled: true, scopes: REVIEW.split(" ") },
      }),
  },
  {
    client: OPENCODE,
    args: ["mcp", "auth", "trovella"],
    stepUp({ home }) {
      addToEntry(home, ".config/opencode/opencode.json", "mcp", { oauth: { scope: REVIEW } });
      return ["mcp", "auth", "trovella"];
    },
  },
];

interface Row {
  readonly name: string;
  readonly signIn: string;
  readonly loop: string;
  readonly stepUp: string;
  readonly revoke: string;
}

/** Returns the exit code: 0 if every client signs in, works, and is shut out when it is revoked. */
export async function runOAuth(args: readonly string[]): Promise<number> {
  const modules = installClients();
  return runOffline() ?? (await checkAll(args, modules));
}

async function checkAll(only: readonly string[], modules: string): Promise<number> {
  const team = await TeamServer.start();
  const model = await startModelServer({
    own: await team.tools(),
    decide: (review) => team.decide(review),
  });
  const rows: Row[] = [];
  try {
    for (const one of CLIENTS) {
      if (only.length > 0 && !only.includes(one.client.id)) continue;
      const row = await new OAuthTrial({ team, model, modules }, one).run();
      console.log(JSON.stringify(row));
      rows.push(row);
    }
  } finally {
    await model.close();
    await team.stop();
  }
  console.log(tableOf(rows));
  const isGood = ({ signIn, loop, revoke }: Row) =>
    [signIn, loop, revoke].every((text) => text.startsWith("yes"));
  return rows.length > 0 && rows.every(isGood) ? 0 : 1;
}

interface Bench {
  readonly team: TeamServer;
  readonly model: ModelServer;
  readonly modules: string;
}

class OAuthTrial {
  readonly #bench: Bench;
  readonly #one: OAuthClient;
  readonly #place: Place;

  constructor(bench: Bench, one: OAuthClient) {
    this.#bench = bench;
    this.#one = one;
    const base = path.join(bench.team.folder, one.client.id);
    const folders = { home: path.join(base, "home"), folder: path.join(base, "folder") };
    for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
    const server = { transport: "http", url: `${bench.team.url}/mcp` } as const;
    this.#place = { ...folders, modelUrl: bench.model.url, server };
    one.client.prepare?.(this.#place);
    one.client.writeEntry(this.#place, {});
  }

  async run(): Promise<Row> {
    const { client, args, stepUp } = this.#one;
    const { team, modules } = this.#bench;
    const name = `${client.name} ${versionOf(client, modules)}`;
    const first = await this.#signIn(args);
    const loop = await this.#play("first");
    const second = await this.#signIn(stepUp(this.#place));
    const raised = await this.#play("second");
    await team.revokeAll();
    const after = await this.#play("third");
    await endProcessesAt(this.#place.home);
    return {
      name,
      signIn: first.isDone ? `yes, ${first.scopes}` : `NO: ${problemOf(first)}`,
      loop: loop.startsWith("completed") ? `yes, ${loop}` : `NO: ${loop}`,
      stepUp: `${second.isDone ? second.scopes : `not done: ${problemOf(second)}`}; ${raised}`,
      revoke: after.startsWith("completed") ? `NO: ${after}` : `yes: ${after.slice(0, 160)}`,
    };
  }

  #signIn(args: readonly string[]): Promise<SignedIn> {
    const { client, typed, success } = this.#one;
    const { team, modules } = this.#bench;
    const command = [...commandOf(client, modules), ...args] as [string, ...string[]];
    return signIn(
      this.#place.home,
      {
        command,
        cwd: this.#place.folder,
        env: this.#environment,
        ...(typed ? { typed } : {}),
        ...(success ? { success } : {}),
      },
      (url) => team.allow(url),
    );
  }

  /** What became of the plan that the model was told to make. */
  async #play(purpose: string): Promise<string> {
    const { client } = this.#one;
    const { team, model, modules } = this.#bench;
    const label = `${client.id}-${purpose}`;
    const args = client.ask(promptFor("loop", label), this.#place);
    const { output } = await runProgram([...commandOf(client, modules), ...args], {
      cwd: this.#place.folder,
      env: this.#environment,
      timeoutMs: PLAY_MS,
    });
    const plan = await team.planNamed(`Loop of ${label}`);
    if (plan?.status === "completed") return `completed, decided by ${plan.decidedVia}`;
    const done = doneOf({ label, output, record: model.record(label) });
    return typeof done === "string" ? tail(done) : `plan is ${plan?.status ?? "not there"}`;
  }

  get #environment(): Record<string, string> {
    const { home } = this.#place;
    const nodeFolder = path.dirname(process.execPath);
    return {
      PATH: `${browserFolder(home)}:${nodeFolder}:/usr/local/bin:/usr/bin:/bin`,
      HOME: home,
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      // Without one, programs do not even try to open a browser.
      DISPLAY: ":99",
      ...this.#one.client.environment(this.#place),
    };
  }
}

function problemOf({ scopes, output }: SignedIn): string {
  return scopes === null ? `it never opened a browser: ${tail(output)}` : tail(output);
}

function addToEntry(home: string, file: string, key: string, more: object): readonly string[] {
  const where = path.join(home, file);
  const config = fieldsIn(JSON.parse(readFileSync(where, "utf8")));
  const servers = fieldsIn(config[key]);
  const trovella = { ...fieldsIn(servers.trovella), ...more };
  writeJson(where, { ...config, [key]: { ...servers, trovella } });
  return [];
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${Object.values(row).join(" | ")} |`);
  const head = "| Client | sign in | loop | step-up to review | after revoking |";
  return [head, "| --- | --- | --- | --- | --- |", ...lines].join("\n");
}
