import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "@trovella/testing/programs/free-port";
import { ROOT } from "@trovella/testing/sources";
import { type ClientReport, failuresOf } from "../capabilities.ts";
import { TEST_CLIENTS } from "../catalog/index.ts";
import { startModelServer } from "../model/model-server.ts";
import { tableOf, withTable } from "../table.ts";
import { checkClient } from "./check-client.ts";
import { checkInspector, INSPECTOR_ID } from "./check-inspector.ts";
import { installClients } from "./install-clients.ts";
import { runOffline } from "./offline.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import type { Bench } from "./session.ts";
import { Store } from "./store.ts";

const PAGE = path.join(ROOT, "docs/clients.md");

/** Returns the exit code: 0 if everything holds, 1 if not, 2 for wrong options. */
export async function runClients(args: readonly string[]): Promise<number> {
  let options: Options | null;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    return 2;
  }
  if (!options) {
    console.log(USAGE);
    return 0;
  }
  const modules = installClients();
  return runOffline() ?? (await checkAll(options, modules));
}

async function checkAll(options: Options, modules: string): Promise<number> {
  const port = await freePort();
  const store = await Store.open(port);
  const { own, instructions } = await store.describe();
  const model = await startModelServer({ port, own, decide: (review) => store.decide(review) });
  try {
    const reports = await reportsOf({ store, model, own, modules, instructions }, options);
    console.log(`\n${tableOf(reports)}\n`);
    const verified = await store.command(store.folder, ["verify"]);
    console.log(verified.output.trim().split("\n").at(-1));
    const failures = failuresOf(reports);
    for (const failure of failures) console.log(`NO  ${failure}`);
    if (options.isWritten) {
      writeFileSync(PAGE, withTable(readFileSync(PAGE, "utf8"), tableOf(reports)));
    }
    return verified.code === 0 && failures.length === 0 ? 0 : 1;
  } finally {
    await model.close();
    await store.close();
  }
}

async function reportsOf(bench: Bench, options: Options): Promise<ClientReport[]> {
  const reports: ClientReport[] = [];
  for (const client of TEST_CLIENTS.filter(({ id }) => options.only.includes(id))) {
    reports.push(said(await checkClient(bench, client, options)));
  }
  if (options.only.includes(INSPECTOR_ID)) {
    reports.push(said(await checkInspector(bench, options)));
  }
  return reports;
}

function said(report: ClientReport): ClientReport {
  const { name, version, remarks } = report;
  const failures = failuresOf([report]);
  const words = failures.length === 0 ? "ok" : `${failures.length} failed`;
  console.log(`${name} ${version}: ${words} (${remarks.join(", ")})`);
  for (const failure of failures) console.log(`  ${failure}`);
  return report;
}
