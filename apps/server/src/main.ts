import { type Command, findSubcommand } from "./command.ts";
import { CommandFailure, EXIT, type ExitCode } from "./exit.ts";

/** Commands are loaded on demand: each start pays only for the modules it needs. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./commands/serve/serve.ts")).serveCommand,
  connect: async () => (await import("./commands/connect.ts")).connectCommand,
  mcp: async () => (await import("./commands/mcp.ts")).mcpCommand,
  demo: async () => (await import("./commands/demo.ts")).demoCommand,
  plan: async () => (await import("./commands/plan/plan-command.ts")).planCommand,
  output: async () => (await import("./commands/output/output-command.ts")).outputCommand,
  template: async () => (await import("./commands/template/template-command.ts")).templateCommand,
  theme: async () => (await import("./commands/theme/theme-command.ts")).themeCommand,
  delete: async () => (await import("./commands/delete/delete-command.ts")).deleteCommand,
  prune: async () => (await import("./commands/prune.ts")).pruneCommand,
  doctor: async () => (await import("./commands/doctor.ts")).doctorCommand,
  backup: async () => (await import("./commands/backup.ts")).backupCommand,
  restore: async () => (await import("./commands/restore.ts")).restoreCommand,
  export: async () => (await import("./commands/exchange/export-command.ts")).exportCommand,
  import: async () => (await import("./commands/exchange/import-command.ts")).importCommand,
  audit: async () => (await import("./commands/audit/audit-command.ts")).auditCommand,
  verify: async () => (await import("./commands/verify.ts")).verifyCommand,
  migrate: async () => (await import("./commands/migrate.ts")).migrateCommand,
  user: async () => (await import("./commands/user/user-command.ts")).userCommand,
  token: async () => (await import("./commands/token/token-command.ts")).tokenCommand,
  pin: async () => (await import("./commands/pin/pin-command.ts")).pinCommand,
  "security-log": async () => (await import("./commands/security-log.ts")).securityLogCommand,
  stop: async () => (await import("./commands/stop.ts")).stopCommand,
  version: async () => (await import("./commands/version.ts")).versionCommand,
};

/** They work whatever the data directory holds. */
const WITHOUT_SETTINGS: readonly string[] = ["stop", "version"];

/** Runs the `trovella` command and returns its exit code; it never throws. */
export async function main(rawArguments: string[]): Promise<ExitCode> {
  process.stdout.on("error", ignoreClosedPipe);
  try {
    return await dispatch(rawArguments);
  } catch (error) {
    const { asFailure } = await import("./failure.ts");
    const failure = asFailure(error);
    if (failure) {
      process.stderr.write(`${failure.message}\n`);
      return failure.exitCode;
    }
    const trace = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`Internal error (please report this). ${trace}\n`);
    return EXIT.failed;
  }
}

async function dispatch([first, ...rest]: string[]): Promise<ExitCode> {
  if (first === undefined) {
    process.stderr.write(await overview());
    return EXIT.usage;
  }
  if (first === "help") return dispatch([...rest, "--help"]);

  if (isHelpOption(first)) {
    process.stdout.write(await overview());
    return EXIT.ok;
  }

  const command = await loadCommand(first);
  if (rest.some(isHelpOption)) {
    const { helpOfCommand } = await import("./help.ts");
    process.stdout.write(helpOfCommand(findSubcommand(command, rest) ?? command));
    return EXIT.ok;
  }
  if (!WITHOUT_SETTINGS.includes(command.name)) {
    const { teamVariables } = await import("./stored-team.ts");
    Object.assign(process.env, teamVariables(process.env));
  }
  await command.run(rest);
  return EXIT.ok;
}

async function overview(): Promise<string> {
  const { helpOfTrovella } = await import("./help.ts");
  return helpOfTrovella(await Promise.all(Object.values(COMMANDS).map((load) => load())));
}

function loadCommand(word: string): Promise<Command> {
  const name = word === "--version" || word === "-v" ? "version" : word;
  const load = Object.hasOwn(COMMANDS, name) && COMMANDS[name];
  if (load) return load();
  const problem = name.startsWith("-") ? `no option ${name}` : `no command ${JSON.stringify(name)}`;
  throw new CommandFailure(
    `Trovella has ${problem}. Run \`trovella --help\` for a list.`,
    EXIT.usage,
  );
}

/** `trovella --help | head -1` stops reading early, which is not an error. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

function isHelpOption(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}
