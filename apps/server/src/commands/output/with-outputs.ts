import { type Database, openDatabase, withStoringContext, withTenantContext } from "@trovella/db";
import {
  findOutput,
  type ListedOutput,
  listOutputs,
  type OutputOrigin,
  resolveItemId,
} from "@trovella/db/memory";
import { resolvePlanId } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import { composeDocument } from "@trovella/research";
import { type Config, loadConfig } from "../../config.ts";
import { databaseSettings, requireDatabase } from "../../database.ts";
import { CommandFailure } from "../../exit.ts";
import { requireLocalMode } from "../../mode.ts";
import { localCaller } from "../../services/local-caller.ts";

export const MAX_LISTED = 100;

export const { tenant } = localCaller(null);

/** Runs `work` on the local database; refuses team mode. */
export async function withOutputs(
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  const config = loadConfig(process.env);
  requireLocalMode(config, "output");
  const settings = databaseSettings(config);
  await requireDatabase(settings);
  const database = await openDatabase(settings);
  try {
    await work(database, config);
  } finally {
    await database.close();
  }
}

/** `p-k7q2x9/o2`, by which every command and tool finds the output again. */
export function outputHandle({
  planHandle,
  version,
}: Pick<ListedOutput, "planHandle" | "version">): string {
  return `${planHandle}/o${version}`;
}

/** Of all plans, or of the one with this handle or id. */
export function readOutputs(database: Database, plan: string | null): Promise<ListedOutput[]> {
  return withTenantContext(database, tenant, async (context) => {
    const planId = plan && (await resolvePlanId(context, plan));
    return listOutputs(context, { planId, limit: MAX_LISTED });
  });
}

/** The handle of the output with this id or handle; `o2` alone needs its plan. An unknown one comes back as it is. */
export function findOutputHandle(
  database: Database,
  output: string,
  plan: string | undefined,
): Promise<string> {
  return withTenantContext(database, tenant, async (context) => {
    const planId = plan && (await resolvePlanId(context, plan));
    const found = await findOutput(context, await resolveItemId(context, planId, output));
    return found ? outputHandle(found) : output;
  });
}

export interface LocalDocument {
  /** Its handle. */
  readonly outputId: string;
  readonly origin: OutputOrigin;
  /** Whether it was composed just now. */
  readonly isNew: boolean;
}

/** The latest output of the plan with this handle or id, composed from what is stored if there is none. */
export async function composeLocalDocument(
  database: Database,
  plan: string,
): Promise<LocalDocument> {
  const found = await withStoringContext(database, tenant, async (context) => {
    const planId = await resolvePlanId(context, plan);
    const document = await composeDocument(context, planId, { now: new Date() }).catch(unknownPlan);
    const output = document && (await findOutput(context, document.id));
    return document && output && { ...document, outputId: outputHandle(output) };
  });
  if (found) return found;
  throw new CommandFailure(
    "This plan has no output, and nothing is stored yet from which one could be composed. `trovella output list` shows all outputs.",
  );
}

/** The error of the tools tells a model what to call next. */
function unknownPlan(error: unknown): never {
  const isUnknown = error instanceof AppError && error.code === "NOT_FOUND";
  throw isUnknown
    ? new CommandFailure("There is no such plan. `trovella output list` shows all outputs.")
    : error;
}
