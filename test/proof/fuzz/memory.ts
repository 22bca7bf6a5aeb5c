import { withClient } from "@trovella/db";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import { verifyPlans, verifySearch } from "@trovella/db/maintenance";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { ERAS } from "@trovella/testing/mcp/mcp-client";
import type { Json } from "../history/record.ts";
import { outcomeOf, problemsOf } from "./checks.ts";
import { type Exchange, FuzzConnection, toolCall } from "./http.ts";
import type { MemoryCase } from "./memory-case.ts";
import { memoryCases } from "./memory-cases.ts";
import type { Field } from "./probes.ts";
import type { World } from "./world.ts";

const STORED_TABLES = [
  "research_artifact",
  "research_source",
  "extraction_result",
  "research_output",
  "research_feedback",
  "subagent_report",
  "skill_execution",
];
const COUNTED_TABLES = [
  ...STORED_TABLES,
  ...["document_chunk", "posting", "term_stat", "indexing_queue", "idempotency_key", "ai_usage"],
];
const MAX_DURATION_MS = 20_000;
const SHOWN = 300;
const LENGTHY = 100;

/** Sends every case on its own, so that side effects of refused ones are visible. */
export async function fuzzMemory(
  field: Field,
  { test, isQuick }: { readonly test: TestDatabase; readonly isQuick: boolean },
): Promise<void> {
  const { world, findings } = field;
  const connection = new FuzzConnection(field.url);
  await withClient(test.asSuperuser, async (client) => {
    const count = async () => JSON.stringify((await client.query(COUNTS)).rows[0]);
    await storeLengthy(world);
    const all = memoryCases(await world.artifact());
    const cases = all.filter(({ isSlow }) => !(isSlow && isQuick));
    let before = await count();
    for (const [index, one] of cases.entries()) {
      const era = ERAS[index % ERAS.length] ?? ERAS[0];
      const argumentsJson = JSON.stringify(one.input);
      const exchange = await connection.send(toolCall(era, { name: one.tool, argumentsJson }));
      const after = await count();
      findings.memoryCases += 1;
      findings.note(answerOf(exchange), exchange, `${one.tool} with ${one.what}`);
      const problems = [
        ...problemsOf(one.tool, exchange, { canary: field.foreign.canary, names: [] }),
        ...caseProblems(one, exchange),
        ...traceProblems(one, exchange, { before, after }),
      ];
      const outcome = outcomeOf(exchange);
      if (outcome?.kind === "reply") findings.noteStored(outcome.reply, one.input);
      for (const problem of problems) {
        findings.problems.push(`${one.tool} with ${one.what} (${era}): ${problem}`);
      }
      before = after;
    }
  });
  connection.close();
}

/** Every row was acknowledged, every acknowledged row is stored, and the index matches. */
export async function checkMemory({ findings }: Field, test: TestDatabase): Promise<void> {
  await withClient(test.asSuperuser, async (client) => {
    const { rows } = await client.query<{ id: string }>(ALL_IDS);
    const found = new Set(rows.map(({ id }) => id));
    for (const id of findings.stored) {
      if (!found.has(id)) findings.problems.push(`${id} was acknowledged and is not stored`);
    }
    for (const id of found) {
      if (!findings.stored.has(id))
        findings.problems.push(`${id} is stored, but was not acknowledged`);
    }
  });
  const tenant = { organizationId: LOCAL_ORGANIZATION_ID };
  for (const verify of [verifyPlans, verifySearch]) {
    const { differenceCount, differences } = await verify(test.database, tenant);
    if (differenceCount > 0) {
      findings.problems.push(
        `${differenceCount} differences, first ${JSON.stringify(differences[0])}`,
      );
    }
  }
}

const OF_OURS = `organization_id = '${LOCAL_ORGANIZATION_ID}'`;
/** How replies name the rows of a plan, where not by their ids. */
const HANDLES: Readonly<Record<string, string>> = {
  research_artifact: "(SELECT handle FROM research_plan WHERE id = plan_id) || '/a' || number",
  research_output: "(SELECT handle FROM research_plan WHERE id = plan_id) || '/o' || version",
  research_source: `(SELECT handle || '/' || registered.number
    FROM research_artifact AS artifact JOIN research_plan AS plan ON plan.id = artifact.plan_id
    JOIN plan_source AS registered ON registered.plan_id = plan.id AND registered.key = research_source.key
    WHERE artifact.id = artifact_id)`,
};
const ALL_IDS = STORED_TABLES.map(
  (table) =>
    `SELECT coalesce(${HANDLES[table] ?? "NULL"}, id) AS id FROM ${table} WHERE ${OF_OURS}`,
).join(" UNION ALL ");
const COUNTS = `SELECT ${COUNTED_TABLES.map(
  (table) => `(SELECT count(*) FROM ${table} WHERE ${OF_OURS}) AS ${table}`,
).join(", ")},
  (SELECT sum(version) FROM research_plan WHERE ${OF_OURS}) AS versions,
  (SELECT total_length FROM corpus_stat WHERE ${OF_OURS}) AS words,
  (SELECT md5(string_agg(lease_expires_at::text, ' ' ORDER BY id)) FROM plan_step WHERE ${OF_OURS}) AS leases`;

/** Differences from the outcome that the case expects. */
function caseProblems({ expects, findsNothing, input }: MemoryCase, exchange: Exchange): string[] {
  const outcome = outcomeOf(exchange);
  const answer = exchange.body.slice(0, SHOWN);
  const kind = outcome?.kind === "refusal" ? outcome.code : outcome?.kind;
  const isMet = expects === "success" ? kind === "reply" : expects.includes(kind ?? "");
  const found = outcome?.kind === "reply" ? ((outcome.reply.results ?? []) as unknown[]) : [];
  return [
    ...(isMet ? [] : [`${expects} expected, but got ${answer}`]),
    ...(findsNothing && found.length > 0 ? [`it found ${found.length}`] : []),
    ...(found.length > 0 ? sizeProblems(input, found) : []),
    ...(exchange.durationMs > MAX_DURATION_MS ? [`${Math.round(exchange.durationMs)} ms`] : []),
  ];
}

/** The size limit grows with the number of hits. */
function sizeProblems({ limit = 20 }: Json, found: readonly unknown[]): string[] {
  const { length } = JSON.stringify(found);
  const isFitting = found.length <= Number(limit) && length <= Math.max(8_000, Number(limit) * 400);
  return isFitting ? [] : [`${found.length} hits of ${length} characters`];
}

/** Enough text that the full hits of a search would far exceed the size limit. */
async function storeLengthy(world: World): Promise<void> {
  for (let count = 0; count < LENGTHY; count += 1) {
    await world.ask("store_research", {
      artifactType: "note",
      title: "A lengthy note ".repeat(33),
      content: "So lengthy that it says everything twice. ".repeat(20),
      summary: "It is lengthy. ".repeat(30),
    });
  }
}

/** Searches and refused calls store nothing; accepted calls store something. */
function traceProblems(
  { tool }: MemoryCase,
  exchange: Exchange,
  { before, after }: { readonly before: string; readonly after: string },
): string[] {
  const isStored = outcomeOf(exchange)?.kind === "reply" && tool !== "search_sources";
  if (isStored === (before !== after)) return [];
  return [isStored ? "nothing was stored" : `it changed row counts: ${before} became ${after}`];
}

function answerOf(exchange: Exchange): string {
  const outcome = outcomeOf(exchange);
  return outcome?.kind === "refusal" ? outcome.code : (outcome?.kind ?? `HTTP ${exchange.status}`);
}
