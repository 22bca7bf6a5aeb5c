/** Imports 1,000 files of all kinds, kills the command meanwhile and runs it again: everything is there once, and found. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type Database, withClient, withTenantContext } from "@trovella/db";
import type { EmbeddedPostgres } from "@trovella/db/embedded";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import { verifyDatabase } from "@trovella/db/maintenance";
import type { DocumentImportSummary } from "@trovella/research";
import { searchAndCommit } from "@trovella/search";
import { TROVELLA } from "@trovella/testing/mcp/mcp-client";
import { type Corpus, writeCorpus } from "./importing/import-corpus.ts";
import { localService } from "./support/service.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";
import { whileServing } from "./support/trovella-commands.ts";

const FILES = Number(process.argv[2] ?? 1_000);
const KILLS = Number(process.argv[3] ?? 3);

const folder = mkdtempSync(path.join(tmpdir(), "trovella-corpus-"));
try {
  const corpus = writeCorpus(folder, FILES);
  const whole = await withTemporaryCluster("import", (cluster) => importWhole(cluster, corpus));
  const killed = await withTemporaryCluster("import-kills", (cluster) =>
    importWithKills(cluster, corpus),
  );
  check("the same rows after kills as without", killed.join("\n") === whole.join("\n"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function importWhole(cluster: EmbeddedPostgres, corpus: Corpus): Promise<string[]> {
  await prepare(cluster);
  const startedMs = performance.now();
  const first = await runImport(cluster);
  const seconds = (performance.now() - startedMs) / 1_000;
  console.log(
    `${corpus.files} files, ${corpus.words.length} texts: ${JSON.stringify(first.imported)} in ${seconds.toFixed(1)} s (${Math.round(corpus.files / seconds)} files/s)`,
  );
  const { documents, references, notes } = corpus;
  check(
    "all texts imported, none skipped",
    JSON.stringify(first.imported) === JSON.stringify({ documents, references, notes }) &&
      first.skippedCount === 0,
  );
  const again = await runImport(cluster);
  check(
    `the second run imports nothing (${again.unchanged} unchanged)`,
    total(again) === 0 && again.unchanged === corpus.words.length,
  );
  return judge(cluster, corpus);
}

async function importWithKills(cluster: EmbeddedPostgres, corpus: Corpus): Promise<string[]> {
  await prepare(cluster);
  let kills = 0;
  for (let round = 1; round <= KILLS; round += 1) {
    const child = startImport(cluster);
    const ended = once(child, "exit");
    const goal = Math.floor((corpus.words.length * round) / (KILLS + 1));
    while (child.exitCode === null && (await countArtifacts(cluster)) < goal) await sleep(100);
    if (child.exitCode === null) kills += 1;
    child.kill("SIGKILL");
    await ended;
  }
  const stored = await countArtifacts(cluster);
  const last = await runImport(cluster);
  console.log(`${kills} kills left ${stored} texts; the next run imported ${total(last)} more`);
  check("kills hit the import", kills === KILLS && stored < corpus.words.length);
  check("the next run imports the rest", stored + total(last) === corpus.words.length);
  return judge(cluster, corpus);
}

/** What was stored, as lines. Every text is found by its own word. */
async function judge(cluster: EmbeddedPostgres, { words }: Corpus): Promise<string[]> {
  const database = openCluster(cluster);
  try {
    let found = 0;
    for (const query of words) if ((await hitsFor(database, query)) === 1) found += 1;
    console.log(`${found} of ${words.length} texts are found by their own words`);
    check("every text is found", found === words.length);
    const { differences } = await verifyDatabase(database);
    check("the index is exact", differences.length === 0);
    return await storedLines(cluster);
  } finally {
    await database.close();
  }
}

async function hitsFor(database: Database, query: string): Promise<number> {
  const tenant = { organizationId: LOCAL_ORGANIZATION_ID };
  const { results } = await withTenantContext(database, tenant, (context) =>
    searchAndCommit(context, null, { query, limit: 5 }),
  );
  return results.length;
}

function openCluster(cluster: EmbeddedPostgres): Database {
  return connectDatabase({ target: localService(cluster, []).target, maxConnections: 2 });
}

/** A server creates the database. */
async function prepare(cluster: EmbeddedPostgres): Promise<void> {
  await whileServing({ env: environment(cluster) }, async () => undefined);
}

async function runImport(cluster: EmbeddedPostgres): Promise<DocumentImportSummary> {
  const child = startImport(cluster);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The import ended with ${code}: ${output.slice(0, 2_000)}`);
  return JSON.parse(output);
}

function startImport(cluster: EmbeddedPostgres) {
  return spawn(process.execPath, [TROVELLA, "import", folder, "--json"], {
    env: { PATH: process.env.PATH ?? "", ...environment(cluster) },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

function environment({ dataDirectory }: EmbeddedPostgres): Record<string, string> {
  return { TROVELLA_DATA_DIR: dataDirectory, TROVELLA_EMBEDDER: "none" };
}

async function countArtifacts(cluster: EmbeddedPostgres): Promise<number> {
  const [row] = await rows(cluster, "SELECT count(*) AS count FROM research_artifact");
  return Number(row?.count);
}

async function storedLines(cluster: EmbeddedPostgres): Promise<string[]> {
  const found = await rows(
    cluster,
    `SELECT artifact_type, title, import_path, import_hash, md5(content_text) AS text, summary,
       (SELECT string_agg(key, ' ' ORDER BY position) FROM research_source WHERE artifact_id = artifact.id) AS sources
     FROM research_artifact AS artifact ORDER BY import_path, import_hash`,
  );
  return found.map((row) => JSON.stringify(row));
}

function rows(cluster: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  return withClient(
    localService(cluster, []).asSuperuser,
    async (client) => (await client.query(text)).rows,
  );
}

function total({ imported: { documents, references, notes } }: DocumentImportSummary): number {
  return documents + references + notes;
}

function check(what: string, holds: boolean): void {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (!holds) process.exitCode = 1;
}
