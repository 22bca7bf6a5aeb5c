import type { ClientBase } from "pg";
import { inTransaction } from "../../../db/src/connection/transaction.ts";
import { loadRows } from "../../../db/src/maintenance/backup/load-rows.ts";
import { migrate } from "../../../db/src/maintenance/migrate.ts";
import {
  copyInto,
  type GoldenBackup,
  insertRows,
  type OldPlan,
  readGoldenBackup,
} from "./golden-copies.ts";
import { addOldResearch, type OldOutput } from "./old-research.ts";

/** The copies are in few organizations, so that each has many plans. */
const ORGANIZATIONS = ["org_old_1", "org_old_2"];

/**
 * Makes an empty database one of version 0.1: with what the backup of that version holds, copied until there are as many
 * plans, and with artifacts and an output for each of them.
 */
export async function createOldDatabase(
  client: ClientBase,
  { goldenFile, plans }: { readonly goldenFile: string; readonly plans: number },
): Promise<OldOutput[]> {
  const golden = await readGoldenBackup(goldenFile);
  await migrate(client, { upTo: golden.header.migration });
  return inTransaction(client, "BEGIN", () => fill(client, { golden, goldenFile, plans }));
}

async function fill(
  client: ClientBase,
  {
    golden,
    goldenFile,
    plans,
  }: { readonly golden: GoldenBackup; readonly goldenFile: string; readonly plans: number },
): Promise<OldOutput[]> {
  await loadRows(client, goldenFile, golden.sha256);
  const names = ORGANIZATIONS.map((id) => [id, id, id]);
  await insertRows(client, "organization", ["id", "name", "slug"], names);

  const all = await copyPlans(client, golden, plans);
  const outputs: OldOutput[] = [];
  for (const organizationId of new Set(all.map((plan) => plan.organizationId))) {
    const own = all.filter((plan) => plan.organizationId === organizationId);
    outputs.push(...(await addOldResearch(client, organizationId, own)));
  }
  return outputs;
}

async function copyPlans(
  client: ClientBase,
  { header, organizations }: GoldenBackup,
  count: number,
): Promise<OldPlan[]> {
  const all = organizations.flatMap(({ plans }) => plans);
  if (count < all.length) throw new Error(`The backup alone has ${all.length} plans.`);
  for (let copy = 1; all.length < count; copy += 1) {
    for (const [index, from] of organizations.entries()) {
      if (from.plans.length > count - all.length) continue;
      const target = ORGANIZATIONS[(copy + index) % ORGANIZATIONS.length] ?? "";
      const suffix = `${from.id}_${copy}`;
      all.push(...(await copyInto(client, target, { from, header, suffix })));
    }
  }
  return all;
}
