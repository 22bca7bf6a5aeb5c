import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Place } from "../catalog/test-client.ts";
import type { ModelServer } from "../model/model-server.ts";
import { promptFor } from "../model/play.ts";
import { doneOf, tail } from "../run/findings.ts";
import { commandOf, versionOf } from "../run/install-clients.ts";
import { endProcessesAt, runProgram } from "../run/processes.ts";
import type { OAuthClient } from "./oauth-clients.ts";
import { browserEnvironment, type SignedIn, signIn } from "./sign-in.ts";
import type { TeamServer } from "./team-server.ts";

const PLAY_MS = 120_000;

/** What was seen of one client. */
export interface Row {
  readonly name: string;
  readonly signIn: string;
  readonly loop: string;
  readonly stepUp: string;
  readonly revoke: string;
}

export interface Bench {
  readonly team: TeamServer;
  readonly model: ModelServer;
  readonly modules: string;
}

/** One client from its sign-in to its end. */
export class OAuthTrial {
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
    const { client, args, signOut, stepUp } = this.#one;
    const { team, modules } = this.#bench;
    const name = `${client.name} ${versionOf(client, modules)}`;
    const first = await this.#signIn(args);
    const loop = await this.#play("first");
    if (signOut) await this.#command(signOut);
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
    const { client, options } = this.#one;
    const { team, model } = this.#bench;
    const label = `${client.id}-${purpose}`;
    const args = client.ask(promptFor("loop", label), this.#place);
    const { output } = await this.#command([...(options ?? []), ...args]);
    const plan = await team.planNamed(`Loop of ${label}`);
    if (plan?.status === "completed") return `completed, decided by ${plan.decidedVia}`;
    const done = doneOf({ label, output, record: model.record(label) });
    return typeof done === "string" ? tail(done) : `plan is ${plan?.status ?? "not there"}`;
  }

  #command(args: readonly string[]) {
    return runProgram([...commandOf(this.#one.client, this.#bench.modules), ...args], {
      cwd: this.#place.folder,
      env: this.#environment,
      timeoutMs: PLAY_MS,
    });
  }

  get #environment(): Record<string, string> {
    const { home } = this.#place;
    return { ...browserEnvironment(home), ...this.#one.client.environment(this.#place) };
  }
}

function problemOf({ scopes, output }: SignedIn): string {
  return scopes === null ? `it never opened a browser: ${tail(output)}` : tail(output);
}
