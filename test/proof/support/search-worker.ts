import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { type ConnectionSettings, connectDatabase } from "@trovella/db";
import { CallLog, runCall, type Services, TOOLS } from "@trovella/mcp";
import { ALL_PERMISSIONS, type Caller } from "@trovella/research";
import { startIndexing } from "@trovella/search";
import { createTestEmbedder } from "@trovella/testing/search/search-model";
import { contentOf, titleOf } from "./search-texts.ts";

/** Command-line options of a worker process, as JSON. */
export interface SearchWorkerOptions {
  readonly target: ConnectionSettings["target"];
  readonly journalFile: string;
  /** Numbers of the texts to store; when empty, the worker only computes the missing vectors. */
  readonly from: number;
  readonly to: number;
}

/** An acknowledged text. */
export interface StoredText {
  readonly number: number;
  readonly artifactId: string;
}

const CALLERS = 4;
/** Short, so that another process soon takes over a killed one's work. */
const LOCK_MS = 2000;

const CALLER: Caller = {
  tenant: { organizationId: "org_a" },
  userId: "usr_a",
  userName: "Ada",
  userEmail: "ada@example.org",
  permissions: ALL_PERMISSIONS,
  sessionId: null,
  browserSessionId: null,
  isPerson: false,
  clientName: null,
};

const options = JSON.parse(process.argv[2] ?? "") as SearchWorkerOptions;
const journal = openSync(options.journalFile, "a");
const database = connectDatabase({ target: options.target });
const embedder = await createTestEmbedder();
const indexing = startIndexing({ database, embedder: Promise.resolve(embedder), lockMs: LOCK_MS });
const services: Services = {
  database,
  console: { url: "http://127.0.0.1:4737", isRunning: () => false },
  log: new CallLog(database, () => undefined),
  stallThresholdMs: 60_000,
  documentAfterMs: 0,
  embedder: () => Promise.resolve(embedder),
  extractor: null,
  capture: null,
  storage: null,
  waiting: null,
  announce: () => undefined,
  onStored: ({ organizationId }) => indexing.wake(organizationId),
  now: () => new Date(),
  onFailure: (error) => console.error(error),
};

let next = options.from;
await Promise.all(Array.from({ length: CALLERS }, storeTexts));
await indexing.idle();
await indexing.close();
await services.log.flush();
await embedder.close();
await database.close();
closeSync(journal);

async function storeTexts(): Promise<void> {
  while (next < options.to) {
    const number = next;
    next += 1;
    const outcome = await runCall(services, {
      tool: toolNamed("store_research"),
      input: {
        artifactType: "note",
        title: titleOf(number),
        content: contentOf(number),
      },
      caller: CALLER,
      client: { name: "proof", version: "1" },
    });
    if (outcome.kind !== "reply") throw new Error(JSON.stringify(outcome));
    const { artifactId } = outcome.reply as { artifactId: string };
    writeSync(journal, `${JSON.stringify({ number, artifactId } satisfies StoredText)}\n`);
    fsyncSync(journal);
  }
}

function toolNamed(name: string) {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}
