import type { KnownClient } from "./clients.ts";
import { addCommandLine } from "./command-line.ts";
import { entrySnippet } from "./config-entry.ts";
import { configPath, type Machine, supersededFile } from "./config-path.ts";
import { ConnectError } from "./connect-error.ts";
import { type ConnectRequest, commandFor } from "./connect-request.ts";
import {
  applyEdit,
  type ConfigEdit,
  type ConfigLocation,
  connectionState,
  currentEntry,
  planConnect,
  planDisconnect,
} from "./connection.ts";
import { entryFor, parseEntry, type ServerEndpoint, type ServerEntry } from "./entry.ts";
import type { HandshakeResult } from "./handshake.ts";
import { chooseServer, type Installation, type ServerChoice } from "./installation.ts";
import { isForwarded, keptSettings } from "./kept-settings.ts";
import { createReport, type Report, type ReportOptions } from "./report.ts";

const HANDSHAKE_TIMEOUT_MS = 30_000;

export interface RunOptions extends ReportOptions {
  readonly machine: Machine;
  readonly installation: Installation;
  readonly isVerified: boolean;
  /** Handshakes that were made already, by server; one run tests each server once. */
  readonly handshakes?: Map<string, Promise<HandshakeResult>>;
}

interface Run extends RunOptions {
  readonly request: ConnectRequest;
  readonly location: ConfigLocation & { readonly client: KnownClient };
  readonly report: Report;
}

/** Shows, writes or removes the entry of one client and reports each part as it is done. */
export async function runConnect(request: ConnectRequest, options: RunOptions): Promise<void> {
  const report = createReport(options);
  try {
    await connectClient(request, options, report);
  } finally {
    report.end();
  }
}

export async function connectClient(
  request: ConnectRequest,
  options: RunOptions,
  report: Report,
): Promise<void> {
  const { client, scope, action } = request;
  const location = { client, scope, file: configPath(client.id, scope, options.machine) };
  const run = { ...options, request, location, report };
  report.add({ client: client.id, scope, file: location.file });
  if (action === "show") show(run);
  if (action === "write") await connect(run);
  if (action === "undo") disconnect(run);
}

function show(run: Run): void {
  const { request, location, machine, report } = run;
  const { client, scope, file } = location;
  const choice = chooseServer(request, run.installation);
  const { server } = choice;
  const snippet = entrySnippet(client, entryFor(client, server));
  const commandLine = addCommandLine(client, scope, server, machine.platform);
  const state = connectionState(location);

  report.add({ transport: server.transport, state, snippet, commandLine });
  report.say(`${client.name} reads its servers from ${file}. The entry for Trovella:`);
  report.say("", snippet, "");
  if (commandLine) report.say(`${client.name} can add it by itself:`, "", commandLine, "");
  noteWithheld(run, choice);
  report.say(
    state === "connected"
      ? "The file already has an entry for Trovella."
      : `Nothing was written. \`${commandFor(request, "--write")}\` writes it, keeps a backup and tests the connection.`,
  );
}

async function connect(run: Run): Promise<void> {
  const { request, location, report } = run;
  const { client, scope, file } = location;
  const choice = chooseServer(request, run.installation);
  const { server } = choice;
  const wanted = entryFor(client, server);
  refuseSuperseding(run);
  const edit = planConnect(location, wanted);
  if (!edit?.isReplacingForeign) noteKept(run, wanted);
  report.add({ transport: server.transport, changed: edit !== null });
  if (edit) write(run, edit);
  else report.say(`${client.name} is already connected by ${file}. Nothing was changed.`);

  noteWithheld(run, choice);
  if (scope === "project" && server.transport === "stdio") {
    report.note("The entry holds paths of this computer; do not commit or share the file.");
  }
  const isSignInLeft = run.isVerified && (await verify(run, choice));
  const next = isSignInLeft ? client.signIn : `Next: ${client.nextStep[scope]}`;
  report.say(`${next} Undo with \`${commandFor(request, "--undo")}\`.`);
}

/** A new file must not hide the settings that the client reads so far. */
function refuseSuperseding({ location: { client, scope, file }, machine }: Run): void {
  const old = scope === "user" ? supersededFile(client.id, machine) : null;
  if (old === null) return;
  throw new ConnectError(
    `${client.name} would no longer read ${old} if there were a ${file}. Nothing was changed. Next: let ${client.name} convert that file, or add the entry to it by hand.`,
  );
}

function disconnect(run: Run): void {
  const { location, report } = run;
  const { client, file } = location;
  const edit = planDisconnect(location);
  report.add({ changed: edit !== null });
  if (!edit) {
    report.say(`${client.name} is not connected by ${file}. Nothing was changed.`);
    return;
  }
  write(run, edit);
  report.say(`${client.name} is no longer connected. Next: restart it.`);
}

function write({ request, location, report }: Run, edit: ConfigEdit): void {
  report.add({ diff: edit.diff });
  report.say(edit.diff, "");
  if (edit.isReplacingForeign && !request.isForced) {
    throw new ConnectError(
      `${location.file} has an entry trovella that points somewhere else. Nothing was changed. Next: rename that entry, or add --force to replace it.`,
    );
  }
  const { backup } = applyEdit(edit, location);
  report.add({ backup });
  const kept = backup ? ` The previous version is kept in ${backup}.` : "";
  report.say(`${edit.bytes ? "Wrote" : "Removed"} ${location.file}.${kept}`);
}

/** Settings that an update keeps are named, since a shared folder may bring them; those that carry a risk need --force. */
function noteKept({ request, location, machine, report }: Run, wanted: ServerEntry): void {
  const kept = keptSettings(currentEntry(location), wanted, machine.environment, location.client);
  if (kept.length === 0) return;
  report.add({ kept: kept.map(({ shown }) => shown) });
  report.note(`The existing entry keeps ${kept.map(({ shown }) => shown).join(", ")}.`);
  const risky = kept.filter(({ isRisky }) => isRisky).map(({ name }) => name);
  if (risky.length === 0 || request.isForced) return;
  throw new ConnectError(
    `${location.file} sets ${risky.join(", ")} for the server: that can run other code or move your data. Nothing was changed and nothing was started. Next: remove it from the entry, or add --force if it is yours and meant.`,
  );
}

/** Starts what this command itself would write, never what else stands in the file. Returns whether a sign-in is left. */
async function verify(run: Run, { server, withheldVariable: withheld }: ServerChoice) {
  const { request, location, report } = run;
  const tested = withheld === null ? server : withForwarded(server, withheld, location);
  if (!tested) {
    report.say(`The connection was not tested because ${withheld} is missing.`);
    return false;
  }
  const handshake = await handshakeWith(tested, run);
  report.add({ handshake });
  if (handshake.ok) {
    const { version, user, tools } = handshake;
    report.say(`Connected to Trovella ${version} as ${user}; ${tools} tools.`);
    return false;
  }
  if (handshake.isSignInLeft) {
    report.say(`The entry is in place. ${handshake.problem}`);
    return true;
  }
  throw new ConnectError(
    `The entry was written, but the connection does not work. ${handshake.problem}\nNext: fix that and run \`${commandFor(request, "--write")}\` again, or remove the entry with \`${commandFor(request, "--undo")}\`.`,
  );
}

async function handshakeWith(
  server: ServerEndpoint,
  { machine, installation, handshakes }: Run,
): Promise<HandshakeResult> {
  const key = JSON.stringify(server);
  const known = handshakes?.get(key);
  if (known) return known;
  // Loaded only here: an MCP client is large, and every command would wait for it.
  const { performHandshake } = await import("./handshake.ts");
  const made = performHandshake(server, {
    timeoutMs: HANDSHAKE_TIMEOUT_MS,
    environment: machine.environment,
    version: installation.version,
  });
  handshakes?.set(key, made);
  return made;
}

function noteWithheld(run: Run, { withheldVariable: variable, settings }: ServerChoice): void {
  const { location, report } = run;
  const { name, forwardVariables } = location.client;
  const forwardAll = (names: readonly string[]) =>
    forwardVariables
      ? `set ${names.length > 1 ? "them" : names[0]} where ${name} is started and ${forwardVariables(names)}`
      : null;
  if (variable !== null) {
    const forward = forwardAll([variable]);
    report.note(
      `${variable} holds a password, so it is not written into the entry; without it the embedded PostgreSQL would be used. Next: ${forward ? `${forward}, or ` : ""}keep the password in ~/.pgpass, remove it from ${variable} and run this again.`,
    );
  }
  const withheld = (settings?.withheld ?? []).filter((each) => !isForwardedIn(location, each));
  if (withheld.length === 0) return;
  report.add({ withheld });
  const way = forwardAll(withheld) ?? `let ${name} call a running server with --transport http`;
  report.note(
    `A secret is never written into the entry, so servers that ${name} starts do not get ${withheld.join(", ")}. If they need it: ${way}.`,
  );
}

function isForwardedIn(location: ConfigLocation, name: string): boolean {
  const found = parseEntry(currentEntry(location));
  return found?.transport === "stdio" && isForwarded(name, found.env[name]);
}

/** The server with the user's own variable, if the entry forwards it. */
function withForwarded(
  server: ServerEndpoint,
  name: string,
  location: ConfigLocation,
): ServerEndpoint | null {
  const found = parseEntry(currentEntry(location));
  const value = found?.transport === "stdio" ? found.env[name] : undefined;
  if (server.transport !== "stdio" || value === undefined || !isForwarded(name, value)) return null;
  return { ...server, env: { ...server.env, [name]: value } };
}
