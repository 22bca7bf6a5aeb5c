/** Kills a process 30 times while it stores 2,000 texts and computes vectors: every text is found and the index is exact. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient, withTenantContext } from "@trovella/db";
import { verifyDatabase } from "@trovella/db/maintenance";
import { meaningOf, searchAndCommit } from "@trovella/search";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { bundledProgram } from "@trovella/testing/programs/bundled-program";
import { createTestEmbedder } from "@trovella/testing/search/search-model";
import { contentOf, titleOf } from "./support/search-texts.ts";
import type { SearchWorkerOptions, StoredText } from "./support/search-worker.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const KILLS = Number(process.argv[2] ?? 30);
const TEXTS = Number(process.argv[3] ?? 2000);
const BETWEEN_KILLS = Math.floor(TEXTS / (KILLS + 1));
const WORKER = await bundledProgram(new URL("./support/search-worker.ts", import.meta.url));

await withTemporaryCluster("search-kills", async (cluster) => {
  const test = await createTestDatabase(cluster.socketDirectory);
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-journals-"));
  let kills = 0;
  for (let round = 1; round <= KILLS; round += 1) {
    const worker = startWorker(test, folder, round, TEXTS);
    await untilStored(folder, round * BETWEEN_KILLS);
    // Hits storing, embedding or both.
    await sleep(Math.random() * 400);
    worker.kill("SIGKILL");
    await ended(worker);
    kills += 1;
  }
  // The last worker is not killed and finishes the rest.
  const last = startWorker(test, folder, KILLS + 1, TEXTS);
  await ended(last);
  await untilEmbedded(test, folder);
  await judge(test, readJournals(folder), kills);
  rmSync(folder, { recursive: true, force: true });
  await test.drop();
});

async function judge(test: TestDatabase, stored: StoredText[], kills: number): Promise<void> {
  const embedder = await createTestEmbedder();
  const find = async (query: string) => {
    const meaning = await meaningOf(embedder, query);
    return withTenantContext(test.database, { organizationId: "org_a" }, (context) =>
      searchAndCommit(context, meaning, { query, limit: 100 }),
    );
  };
  let unfound = 0;
  let withoutVector = 0;
  for (const { number, artifactId } of stored) {
    const isIt = ({ sourceId }: { sourceId: string }) => sourceId === artifactId;
    const byWord = (await find(`marker${number}`)).results.find(isIt);
    if (!byWord?.inKeyword) unfound += 1;
    // The nearest neighbour of a text is itself.
    const itself = (await find(`${titleOf(number)} ${contentOf(number)}`)).results.find(isIt);
    if (!itself?.inSemantic) withoutVector += 1;
  }
  await embedder.close();
  const { sources, chunks, differenceCount, differences } = await verifyDatabase(test.database);
  console.log(
    `${kills} kills: ${stored.length} texts acknowledged, ${sources} stored in ${chunks} chunks; ${unfound} not found by words, ` +
      `${withoutVector} not found by meaning; verify: ${differenceCount} differences`,
  );
  if (differenceCount > 0) console.log(differences.slice(0, 10));
  if (unfound + withoutVector + differenceCount > 0 || stored.length < TEXTS) process.exitCode = 1;
}

/** Chunks locked by a killed process become available when the lock expires. */
async function untilEmbedded(test: TestDatabase, folder: string): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    const waiting = await withClient(test.asSuperuser, async (client) => {
      const { rows } = await client.query("SELECT count(*) AS count FROM indexing_queue");
      return Number(rows[0].count);
    });
    if (waiting === 0) return;
    if (waits > 60) throw new Error(`${waiting} chunks are stuck in the queue.`);
    await sleep(1000);
    await ended(startWorker(test, folder, KILLS + 2, 0));
  }
}

async function untilStored(folder: string, count: number): Promise<void> {
  for (let waits = 0; readJournals(folder).length < count; waits += 1) {
    if (waits > 1200) throw new Error("Timed out waiting for stored texts.");
    await sleep(50);
  }
}

/** A truncated line was never acknowledged. */
function readJournals(folder: string): StoredText[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as StoredText),
  );
}

function startWorker(test: TestDatabase, folder: string, round: number, to: number): ChildProcess {
  const options: SearchWorkerOptions = {
    target: test.target,
    journalFile: path.join(folder, `${round}.jsonl`),
    from: readJournals(folder).length,
    to,
  };
  return spawn(process.execPath, [...WORKER, JSON.stringify(options)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}
