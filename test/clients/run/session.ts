import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { TROVELLA } from "@trovella/testing/mcp/mcp-client";
import type { EntryOptions, Place, TestClient, Transport } from "../catalog/test-client.ts";
import type { ModelServer, RunRecord } from "../model/model-server.ts";
import type { OwnTools } from "../model/offered-tools.ts";
import { promptFor } from "../model/play.ts";
import type { ScenarioName } from "../scenarios/index.ts";
import { commandOf } from "./install-clients.ts";
import { type Ended, endProcessesAt, runProgram } from "./processes.ts";
import type { Store } from "./store.ts";

export const SCENARIO_TIMEOUT_MS = 120_000;

export interface Bench {
  readonly store: Store;
  readonly model: ModelServer;
  readonly own: OwnTools;
  /** What the server tells clients to tell their models. */
  readonly instructions: string;
  /** The node_modules with the clients. */
  readonly modules: string;
}

/** A client in a home of its own. */
export class Session {
  readonly client: TestClient;
  readonly place: Place;
  readonly label: string;
  readonly configFile: string;
  readonly #bench: Bench;
  readonly #options: EntryOptions;

  constructor(
    bench: Bench,
    client: TestClient,
    {
      purpose,
      transport = "stdio",
      ...options
    }: EntryOptions & {
      readonly purpose: string;
      readonly transport?: Transport;
    },
  ) {
    this.client = client;
    this.#bench = bench;
    this.#options = options;
    this.label = `${client.id}-${purpose}`;
    const base = path.join(bench.store.folder, this.label);
    const folders = { home: path.join(base, "home"), folder: path.join(base, "folder") };
    for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
    this.place = { ...folders, modelUrl: bench.model.url, server: serverOf(bench, transport) };
    this.configFile = path.join(folders.home, client.configFile);
    client.prepare?.(this.place);
  }

  get environment(): Record<string, string> {
    const nodeFolder = path.dirname(process.execPath);
    return {
      PATH: `${nodeFolder}:/usr/local/bin:/usr/bin:/bin`,
      HOME: this.place.home,
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      ...this.#bench.store.environment,
      ...this.client.environment(this.place, this.#options),
    };
  }

  get command(): readonly [string, ...string[]] {
    return commandOf(this.client, this.#bench.modules);
  }

  /** The file with the client's servers, or null. */
  config(): Buffer | null {
    try {
      return readFileSync(this.configFile);
    } catch {
      return null;
    }
  }

  writeEntry(): void {
    this.client.writeEntry(this.place, this.#options);
  }

  /** Some clients take their model's key only by a command. */
  async signIn(): Promise<void> {
    const args = this.client.signIn?.(this.place);
    if (args) await this.run(args);
  }

  run(args: readonly string[]): Promise<Ended> {
    return runProgram([...this.command, ...args], {
      cwd: this.place.folder,
      env: this.environment,
      timeoutMs: SCENARIO_TIMEOUT_MS,
    });
  }

  /**
   * Has the model play a scenario, and says what it was shown. On a busy machine some clients start without their servers; a
   * person would try again then, and so does this, once.
   */
  async play(scenario: ScenarioName): Promise<Played> {
    const played = await this.#playOnce(scenario);
    return played.record ? played : this.#playOnce(scenario);
  }

  async #playOnce(scenario: ScenarioName): Promise<Played> {
    const label = `${this.label}-${scenario}`;
    const args = this.client.ask(promptFor(scenario, label), this.place, this.#options);
    const { output } = await this.run(args);
    return { label, output, record: this.#bench.model.record(label) };
  }

  end(): Promise<void> {
    return endProcessesAt(this.place.home);
  }
}

export interface Played {
  readonly label: string;
  readonly output: string;
  readonly record: RunRecord | undefined;
}

export function serverOf({ store }: Bench, transport: Transport): Place["server"] {
  if (transport === "http") return { transport, url: `${store.url}/mcp` };
  const { environment: env } = store;
  return { transport, command: process.execPath, args: [TROVELLA, "mcp"], env };
}
