import { CommandFailure } from "../exit.ts";
import { addCommandLine } from "./command-line.ts";
import { configFile, type Machine } from "./config-path.ts";
import { snippetOf } from "./config-text.ts";
import {
  apply,
  type Change,
  entryIn,
  type Place,
  planConnecting,
  planDisconnecting,
  stateOf,
} from "./connection.ts";
import { entryFor, type Server, serverOf } from "./entry.ts";
import {
  installedServer,
  refuseVariables,
  runningServer,
  type ServerChoice,
} from "./installation.ts";
import { createReport, type Report } from "./report.ts";
import { commandFor, type Request } from "./request.ts";

const HANDSHAKE_MS = 30_000;

interface Manner {
  readonly isJson: boolean;
  readonly isVerified: boolean;
}

/** What was asked for, where, and to whom it is told. */
interface Task {
  readonly request: Request;
  readonly place: Place;
  readonly machine: Machine;
  readonly report: Report;
}

/** Does what was asked for one client, telling each part as it is done. */
export async function carryOut(request: Request, machine: Machine, manner: Manner): Promise<void> {
  const { client, scope, action } = request;
  const place = { client, scope, file: configFile(client.id, scope, machine) };
  const task = { request, place, machine, report: createReport(manner) };
  task.report.add({ client: client.id, scope, file: place.file });
  try {
    if (action === "show") show(task);
    if (action === "write") await connect(task, manner);
    if (action === "undo") disconnect(task);
  } finally {
    task.report.end();
  }
}

function show(task: Task): void {
  const { request, place, machine, report } = task;
  const { client, scope, file } = place;
  const { server, withheld } = chooseServer(task);
  const snippet = snippetOf(client, entryFor(client, server));
  const commandLine = addCommandLine(client, scope, server, machine.platform);
  const state = stateOf(place);

  report.add({ transport: server.transport, state, snippet, commandLine });
  report.say(`${client.name} reads its servers from ${file}. The entry for Trovella:`);
  report.say("", snippet, "");
  if (commandLine) report.say(`${client.name} can add it by itself:`, "", commandLine, "");
  tellWithheld(task, withheld);
  report.say(
    state === "connected"
      ? "An entry of Trovella is there already."
      : `Nothing was written. \`${commandFor(request, "--write")}\` does it, with a backup, and tries the connection.`,
  );
}

async function connect(task: Task, { isVerified }: Manner): Promise<void> {
  const { request, place, report } = task;
  const { client, scope, file } = place;
  const { server, withheld } = chooseServer(task);
  const change = planConnecting(place, entryFor(client, server));
  report.add({ transport: server.transport, changed: change !== null });
  if (change) make(task, change);
  else report.say(`${client.name} is connected already, by ${file}. Nothing was changed.`);

  tellWithheld(task, withheld);
  if (scope === "project" && server.transport === "stdio") {
    report.note("The entry holds paths of this computer; leave the file out of what you share.");
  }
  if (isVerified) await verify(task, withheld);
  report.say(`Next: ${client.afterwards[scope]} Undo with \`${commandFor(request, "--undo")}\`.`);
}

function disconnect(task: Task): void {
  const { place, report } = task;
  const { client, file } = place;
  const change = planDisconnecting(place);
  report.add({ changed: change !== null });
  if (!change) {
    report.say(`${client.name} is not connected by ${file}. Nothing was changed.`);
    return;
  }
  make(task, change);
  report.say(`${client.name} is no longer connected. Next: start it anew.`);
}

function chooseServer({ request, machine: { environment } }: Task): ServerChoice {
  const { client, transport, url } = request;
  const choice =
    transport === "http" ? runningServer(environment, url) : installedServer(environment);
  refuseVariables(client, choice.server);
  return choice;
}

function make({ request, place, report }: Task, change: Change): void {
  report.add({ diff: change.diff });
  report.say(change.diff, "");
  if (change.isOverForeign && !request.isForced) {
    throw new CommandFailure(
      `${place.file} has an entry trovella that leads somewhere else. Nothing was changed. Next: rename that entry, or add --force to replace it.`,
    );
  }
  const { backup } = apply(change, place);
  report.add({ backup });
  const kept = backup ? ` The file as it was is kept in ${backup}.` : "";
  report.say(`${change.bytes ? "Wrote" : "Removed"} ${place.file}.${kept}`);
}

/** Tries what stands in the file, which may be more than was written there now. */
async function verify({ request, place, machine, report }: Task, withheld: string | null) {
  const server = serverOf(entryIn(place));
  if (!server || (withheld !== null && !hasVariable(server, withheld))) {
    report.say(`The connection was not tried, since ${withheld} is missing.`);
    return;
  }
  // Loaded only here: an MCP client is large, and every command would wait for it.
  const { shakeHands } = await import("./handshake.ts");
  const handshake = await shakeHands(server, {
    timeoutMs: HANDSHAKE_MS,
    environment: machine.environment,
  });
  report.add({ handshake });
  if (handshake.ok) {
    const { version, user, tools } = handshake;
    report.say(`Connected to Trovella ${version} as ${user}; ${tools} tools.`);
    return;
  }
  throw new CommandFailure(
    `The entry is in place, but the connection does not work. ${handshake.problem}\nNext: mend that and run \`${commandFor(request, "--write")}\` again, or take the entry back with \`${commandFor(request, "--undo")}\`.`,
  );
}

function tellWithheld({ place: { client }, report }: Task, variable: string | null): void {
  if (variable === null) return;
  const handOn = client.passesOn
    ? `set ${variable} where ${client.name} is started and ${client.passesOn(variable)}, or `
    : "";
  report.note(
    `${variable} holds a password, so it is not written into the entry; without it the embedded PostgreSQL would be used. Next: ${handOn}keep the password in ~/.pgpass, leave it out of ${variable} and run this again.`,
  );
}

function hasVariable(server: Server, name: string): boolean {
  return server.transport === "stdio" && Object.hasOwn(server.env, name);
}
