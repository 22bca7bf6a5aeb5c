import type { Machine } from "./config-path.ts";
import { ConnectError } from "./connect-error.ts";
import { type ConnectRequest, commandFor } from "./connect-request.ts";
import { chooseServer, type Installation } from "./installation.ts";
import { replaceFile } from "./replace-file.ts";
import { createReport, type Report, type ReportOptions } from "./report.ts";
import { planNoUsage, planUsage, rivalsOf, type UsageEdit, usageSnippet } from "./usage-edit.ts";
import { type UsageClientId, type UsageSettings, usageSettings } from "./usage-settings.ts";

interface UsageOptions extends ReportOptions {
  readonly machine: Machine;
  readonly installation: Installation;
}

interface Run extends UsageOptions {
  readonly request: ConnectRequest;
  readonly settings: UsageSettings;
  readonly serverUrl: string;
  readonly report: Report;
}

/** Shows, writes or removes the settings with which a client reports its tokens and cost. */
export function runUsage(request: ConnectRequest, options: UsageOptions): void {
  const { client, action } = request;
  const report = createReport(options);
  const { machine, installation } = options;
  const serverUrl = urlOf(request, installation);
  // The request is only parsed for these clients.
  const settings = usageSettings(client.id as UsageClientId, serverUrl, machine);
  const run = { ...options, request, settings, serverUrl, report };
  report.add({ client: client.id, file: settings.file });
  try {
    if (action === "show") show(run);
    if (action === "write") write(run);
    if (action === "undo") remove(run);
  } finally {
    report.end();
  }
}

/** Also for a client that starts the server itself: metrics go to the one that `trovella serve` runs. */
function urlOf(request: ConnectRequest, installation: Installation): string {
  const { server } = chooseServer({ ...request, transport: "http" }, installation);
  return server.transport === "http" ? server.url : installation.httpUrl();
}

function show(run: Run): void {
  const { request, settings, report } = run;
  const snippet = usageSnippet(settings);
  report.add({ snippet, rivals: rivals(run) });
  report.say(`${request.client.name} reads its settings from ${settings.file}. Those for usage:`);
  report.say("", snippet, "");
  noteRest(run);
  report.say(
    `Nothing was written. \`${commandFor(request, "--write")}\` writes it and keeps a backup.`,
  );
}

function write(run: Run): void {
  const { request, settings, report } = run;
  const { name } = request.client;
  refuseRivals(run);
  const edit = planUsage(settings);
  report.add({ changed: edit !== null });
  // In full: the diff masks the values of variables.
  if (edit) report.say(usageSnippet(settings), "");
  if (edit) apply(run, edit);
  else report.say(`${name} already reports its usage by ${settings.file}. Nothing was changed.`);
  noteRest(run);
  report.say(
    `Next: restart ${name}. Usage is counted while the server runs. Undo with \`${commandFor(request, "--undo")}\`.`,
  );
}

function remove(run: Run): void {
  const { request, settings, report } = run;
  const { name } = request.client;
  const edit = planNoUsage(settings);
  report.add({ changed: edit !== null });
  if (!edit) {
    report.say(`${name} does not report its usage by ${settings.file}. Nothing was changed.`);
    return;
  }
  refuseRivals(run);
  apply(run, edit);
  report.say(`${name} no longer reports its usage. Next: restart it.`);
}

function apply({ settings, report }: Run, edit: UsageEdit): void {
  report.add({ diff: edit.diff });
  report.say(edit.diff, "");
  const { backup } = replaceFile(edit.found, edit.bytes, { isPrivate: true });
  report.add({ backup });
  const kept = backup ? ` The previous version is kept in ${backup}.` : "";
  report.say(`${edit.bytes ? "Wrote" : "Removed"} ${settings.file}.${kept}`);
}

/** Telemetry that the person set up for something else is theirs. */
function refuseRivals(run: Run): void {
  const { request, report } = run;
  const found = rivals(run);
  if (found.length === 0 || request.isForced) return;
  report.add({ rivals: found });
  throw new ConnectError(
    `${request.client.name} has other settings for telemetry: ${found.join(", ")}. Nothing was changed. Next: leave them and let your collector forward the metrics to Trovella, or add --force to replace them.`,
  );
}

/** Variables of the shell do not matter when the settings are removed. */
function rivals({ request, settings, machine }: Run): string[] {
  return rivalsOf(settings, request.action === "undo" ? {} : machine.environment);
}

function noteRest({ request, settings, machine, serverUrl, report }: Run): void {
  const { name } = request.client;
  for (const [variable, value] of Object.entries(settings.variables)) {
    if (machine.environment[variable] === value) continue;
    report.note(
      `Set ${variable}=${value} where ${name} is started: its settings cannot, and without it nothing is counted.`,
    );
  }
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(serverUrl).hostname)) return;
  report.note(
    `Set OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer $TROVELLA_TOKEN" where ${name} is started, with a personal access token that may write. It is not written into the file.`,
  );
}
