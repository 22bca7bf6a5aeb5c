import { type Database, type TenantContext, withTenantContext } from "@trovella/db";
import { verifyDatabase } from "@trovella/db/maintenance";
import { unknownCitations } from "@trovella/db/memory";
import { readPlan } from "@trovella/db/plans";
import { citedRefs } from "@trovella/deliverables";
import { replayPlan } from "@trovella/plan-engine";
import { readOutputWithSources } from "@trovella/research";
import { defineStatement, execution } from "../../../db/src/connection/statement.ts";
import { readAuditLog } from "../../../db/src/maintenance/verify/compare-with-log.ts";
import type { OldOutput } from "./old-research.ts";

/** Counts of what an upgraded database has, and what is wrong with it in words. */
export interface UpgradeFigures {
  readonly plans: number;
  readonly events: number;
  readonly steps: number;
  readonly outputs: number;
  readonly citations: number;
  readonly mentions: number;
  readonly sources: number;
  /** Plans with their handles, the numbers of their steps and their registers, to compare two databases. */
  readonly names: readonly string[];
  readonly faults: readonly string[];
}

export async function checkUpgrade(
  database: Database,
  outputs: readonly OldOutput[],
): Promise<UpgradeFigures> {
  const { plans, events, differenceCount, differences } = await verifyDatabase(database);
  const faults = differences.map(({ planId, where }) => `verify: ${planId}, ${where}`);
  if (differenceCount > faults.length) faults.push(`verify: ${differenceCount} differences`);
  const counts = { steps: 0, outputs: 0, citations: 0, mentions: 0, sources: 0 };
  const names: string[] = [];
  for (const organizationId of new Set(outputs.map((output) => output.organizationId))) {
    const own = outputs.filter((output) => output.organizationId === organizationId);
    const found = await withTenantContext(database, { organizationId }, async (context) => {
      const parts = [await checkRegisters(context), await checkOutputs(context)];
      for (const output of own) parts.push(await checkPlan(context, output));
      return parts;
    });
    for (const part of found) {
      for (const [name, count] of Object.entries(part.counts)) {
        counts[name as keyof typeof counts] += count;
      }
      faults.push(...part.faults.map((fault) => `${organizationId}: ${fault}`));
      names.push(...part.names.map((name) => `${organizationId}: ${name}`));
    }
  }
  return { plans, events, ...counts, names, faults };
}

interface Part {
  readonly counts: Readonly<Record<string, number>>;
  readonly names: readonly string[];
  readonly faults: readonly string[];
}

const HANDLE = /^p-[2-9b-df-hj-km-np-tv-xz]{6}$/;

/** The plan's handle, its steps' numbers against its log, and the numbers of what the added output cites. */
async function checkPlan(
  context: TenantContext,
  { planId, outputId, numbers }: OldOutput,
): Promise<Part> {
  const faults: string[] = [];
  const { plan } = await readPlan(context, planId);
  if (!HANDLE.test(plan.handle)) faults.push(`${planId} has the handle ${plan.handle}`);
  const replayed = replayPlan(await readAuditLog(context, planId));
  const found = plan.steps.map(({ id, number }) => `${id} ${number}`);
  const expected = replayed.steps.map(({ id, number }) => `${id} ${number}`);
  if (found.toSorted().join() !== expected.toSorted().join()) faults.push(`steps of ${planId}`);
  if (plan.stepsCreated !== replayed.stepsCreated) faults.push(`count of steps of ${planId}`);

  const output = await readOutputWithSources(context, outputId);
  const given = Object.fromEntries(
    output?.sources.flatMap(({ refs, number }) => refs.map((ref) => [ref, number])) ?? [],
  );
  for (const [id, number] of Object.entries(numbers)) {
    if (given[id] !== number) faults.push(`${id} in ${outputId} is ${given[id]}, not ${number}`);
  }
  const names = [`${planId} ${plan.handle}`, ...found];
  return { counts: { steps: found.length }, names, faults };
}

const READ_OUTPUTS = defineStatement(
  "SELECT id, plan_id, content, is_draft FROM research_output ORDER BY id",
);

/** Every citation of every output names a source that has a number. */
async function checkOutputs(context: TenantContext): Promise<Part> {
  const [result] = await context.send([execution(READ_OUTPUTS)]);
  const faults: string[] = [];
  let citations = 0;
  for (const row of result?.rows ?? []) {
    const refs = citedRefs(String(row.content));
    citations += refs.length;
    const unknown = await unknownCitations(context, String(row.plan_id), refs);
    const output = await readOutputWithSources(context, String(row.id));
    const numbered = new Set(output?.sources.flatMap((source) => source.refs));
    const lost = refs.filter((ref) => unknown.includes(ref) || !numbered.has(ref));
    faults.push(...lost.map((ref) => `${ref} in ${row.id} names no source`));
    if (row.is_draft) faults.push(`${row.id} became a draft`);
  }
  return { counts: { outputs: result?.rows.length ?? 0, citations }, names: [], faults };
}

const READ_REGISTERS = defineStatement(`
  SELECT plan_id, number, entry.key, source_id, url,
    row_number() OVER (PARTITION BY plan_id ORDER BY number) AS place
  FROM plan_source AS entry JOIN research_source AS source ON source.id = source_id AND source.key = entry.key
  ORDER BY plan_id, number`);
const READ_MENTIONS = defineStatement(`
  SELECT source.id, artifact.number AS artifact, EXISTS (SELECT FROM plan_source AS entry
    WHERE entry.plan_id = artifact.plan_id AND entry.key = source.key) AS "isRegistered"
  FROM research_source AS source JOIN research_artifact AS artifact ON artifact.id = artifact_id
  WHERE artifact.plan_id IS NOT NULL ORDER BY source.id`);

/** Numbers without gaps, and a place in the register for every mention. */
async function checkRegisters(context: TenantContext): Promise<Part> {
  const [registers, mentions] = await context.send([
    execution(READ_REGISTERS),
    execution(READ_MENTIONS),
  ]);
  const sources = registers?.rows ?? [];
  const found = mentions?.rows ?? [];
  const faults = [
    ...sources
      .filter(({ number, place }) => Number(number) !== Number(place))
      .map(({ plan_id, number }) => `gap before source ${number} of ${plan_id}`),
    ...found
      .filter(({ artifact, isRegistered }) => artifact === null || !isRegistered)
      .map(({ id }) => `${id} is in no register`),
  ];
  const names = [
    ...sources.map(({ plan_id, number, key, source_id }) =>
      [plan_id, number, key, source_id].join(" "),
    ),
    ...found.map(({ id, artifact }) => `${id} a${artifact}`),
  ];
  return { counts: { sources: sources.length, mentions: found.length }, names, faults };
}
