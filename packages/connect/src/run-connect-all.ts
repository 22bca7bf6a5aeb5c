import { CLIENT_IDS, CLIENTS, type KnownClient } from "./clients.ts";
import { configPath } from "./config-path.ts";
import { ConnectError } from "./connect-error.ts";
import { type ConnectAllRequest, type ConnectRequest, unsupported } from "./connect-request.ts";
import { connectionState, planConnect } from "./connection.ts";
import { entryFor } from "./entry.ts";
import { chooseServer } from "./installation.ts";
import { isDetected } from "./machine.ts";
import { createReport } from "./report.ts";
import { connectClient, type RunOptions } from "./run-connect.ts";

type Outcome = "done" | "unchanged" | "skipped" | "failed";

interface ClientResult {
  readonly client: KnownClient;
  readonly outcome: Outcome;
  /** A clause or sentence that follows the client's name and a colon. */
  readonly text: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Does the same for every client found on this computer, with a line for each; one failure does not stop the others. */
export async function runConnectAll(
  request: ConnectAllRequest,
  options: RunOptions,
): Promise<void> {
  const { isJson, print } = options;
  const quiet = { ...options, isJson: true, print: () => undefined, handshakes: new Map() };
  const results: ClientResult[] = [];
  for (const client of clientsFor(request, options)) {
    const result = await resultFor({ ...request, client, isUsage: false }, quiet);
    results.push(result);
    if (!isJson) print(`${client.name}: ${result.text}\n`);
  }
  print(
    `${isJson ? JSON.stringify({ clients: results.map(toJson) }) : summary(request, results)}\n`,
  );
  const failed = results.filter(({ outcome }) => outcome === "failed").length;
  if (failed > 0) throw new ConnectError(`${failed} of ${results.length} clients failed.`);
}

/** What was found here, and for an undo also what has an entry all the same. */
function clientsFor({ action, scope }: ConnectAllRequest, { machine }: RunOptions): KnownClient[] {
  return CLIENT_IDS.map((id) => CLIENTS[id]).filter((client) => {
    if (isDetected(client.id, machine)) return true;
    if (action !== "undo" || unsupported(client, scope, "stdio")) return false;
    const file = configPath(client.id, scope, machine);
    return connectionState({ client, scope, file }) === "connected";
  });
}

async function resultFor(request: ConnectRequest, options: RunOptions): Promise<ClientResult> {
  const { client, scope, action } = request;
  const transport = action === "undo" ? "stdio" : request.transport;
  const report = createReport(options);
  const result = (outcome: Outcome, text: string) => ({
    client,
    outcome,
    text,
    facts: report.facts(),
  });
  const problem = unsupported(client, scope, transport);
  if (problem) return result("skipped", `skipped: ${problem}.`);
  try {
    if (action === "show") return previewOf(request, options);
    const file = configPath(client.id, scope, options.machine);
    if (action === "undo" && connectionState({ client, scope, file }) === "foreign") {
      return result("skipped", `skipped: the entry trovella in ${file} is not Trovella's.`);
    }
    await connectClient(request, options, report);
    return result(
      report.facts().changed ? "done" : "unchanged",
      changeText(request, report.facts()),
    );
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    return result("failed", error.message);
  }
}

/** What --write would do. */
function previewOf(request: ConnectRequest, { machine, installation }: RunOptions): ClientResult {
  const { client, scope } = request;
  const file = configPath(client.id, scope, machine);
  const { server } = chooseServer(request, installation);
  const edit = planConnect({ client, scope, file }, entryFor(client, server));
  const facts = { client: client.id, scope, file, changed: false, diff: edit?.diff ?? null };
  if (!edit) {
    return { client, outcome: "unchanged", text: `already connected by ${file}.`, facts };
  }
  const text = edit.isReplacingForeign
    ? `${file} has an entry trovella that points somewhere else; --write would leave it alone.`
    : `would write the entry to ${file}.`;
  return { client, outcome: edit.isReplacingForeign ? "skipped" : "done", text, facts };
}

function changeText({ action }: ConnectRequest, facts: ClientResult["facts"]): string {
  const { file, backup, changed, handshake } = facts;
  const kept = backup ? ` The previous version is kept in ${backup}.` : "";
  if (action === "undo") {
    return changed ? `no longer connected by ${file}.${kept}` : "was not connected.";
  }
  const isSignInLeft = (handshake as { isSignInLeft?: boolean } | undefined)?.isSignInLeft;
  const rest = isSignInLeft ? " The sign-in is left, in the client itself." : "";
  const notes = [facts.notes].flat().map((note) => ` ${note}`);
  return `${changed ? "connected" : "already connected"} by ${file}.${kept}${rest}${notes.join("")}`;
}

const DONE: Readonly<Record<ConnectAllRequest["action"], string>> = {
  show: "to be connected",
  write: "connected",
  undo: "disconnected",
};

function summary({ action }: ConnectAllRequest, results: readonly ClientResult[]): string {
  if (results.length === 0) {
    return "No client was found on this computer. `trovella connect` lists the known ones.";
  }
  const count = (outcome: Outcome) => results.filter((each) => each.outcome === outcome).length;
  const counts = [
    `${count("done")} ${DONE[action]}`,
    ...(["unchanged", "skipped", "failed"] as const)
      .filter((outcome) => count(outcome) > 0)
      .map((outcome) => `${count(outcome)} ${outcome}`),
  ].join(", ");
  const next = {
    show: "Nothing was written. `trovella connect --all --write` does it, with a backup of each file.",
    write: "Next: restart them. Undo with `trovella connect --all --undo`.",
    undo: "Next: restart them.",
  }[action];
  return `${counts}. ${next}`;
}

function toJson({ outcome, text, facts }: ClientResult) {
  return { ...facts, outcome, text };
}
