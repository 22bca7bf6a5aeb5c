import { freePort } from "@trovella/testing/programs/free-port";
import { startModelServer } from "../model/model-server.ts";
import { installClients } from "../run/install-clients.ts";
import { runOffline } from "../run/offline.ts";
import { checkMcpRemote, installMcpRemote, MCP_REMOTE } from "./mcp-remote.ts";
import { OAUTH_CLIENTS } from "./oauth-clients.ts";
import { type Bench, OAuthTrial, type Row } from "./oauth-trial.ts";
import { TeamServer } from "./team-server.ts";

/** Returns the exit code: 0 if every client signs in, works, and is shut out when its access is revoked. */
export async function runOAuth(only: readonly string[]): Promise<number> {
  const modules = installClients();
  installMcpRemote();
  return runOffline() ?? (await checkAll(only, modules));
}

async function checkAll(only: readonly string[], modules: string): Promise<number> {
  const team = await TeamServer.start();
  const own = await team.tools();
  const port = await freePort();
  const model = await startModelServer({ port, own, decide: (review) => team.decide(review) });
  try {
    const rows = await rowsOf({ team, model, modules }, only);
    console.log(`\n${tableOf(rows)}\n`);
    return rows.length > 0 && rows.every(isGood) ? 0 : 1;
  } finally {
    await model.close();
    await team.stop();
  }
}

async function rowsOf(bench: Bench, only: readonly string[]): Promise<Row[]> {
  const isChosen = (id: string) => only.length === 0 || only.includes(id);
  const rows: Row[] = [];
  for (const one of OAUTH_CLIENTS.filter(({ client }) => isChosen(client.id))) {
    rows.push(said(await new OAuthTrial(bench, one).run()));
  }
  if (isChosen(MCP_REMOTE.id)) rows.push(said(await checkMcpRemote(bench)));
  return rows;
}

function said(row: Row): Row {
  console.log(JSON.stringify(row));
  return row;
}

function isGood({ signIn, loop, revoke }: Row): boolean {
  return [signIn, loop, revoke].every((text) => text.startsWith("yes"));
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${Object.values(row).join(" | ")} |`);
  const head = "| Client | sign in | loop | step-up to review | after revoking |";
  return [head, "| --- | --- | --- | --- | --- |", ...lines].join("\n");
}
