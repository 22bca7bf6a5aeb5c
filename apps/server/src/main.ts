import { databaseFailure } from "@trovella/db";
import { AppError } from "@trovella/plan-engine";
import { backupCommand } from "./commands/backup.ts";
import { connectCommand } from "./commands/connect.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { outputCommand } from "./commands/output.ts";
import { restoreCommand } from "./commands/restore.ts";
import { serveCommand } from "./commands/serve.ts";
import { stopCommand } from "./commands/stop.ts";
import { tokenCommand } from "./commands/token.ts";
import { userCommand } from "./commands/user.ts";
import { verifyCommand } from "./commands/verify.ts";
import { versionCommand } from "./commands/version.ts";
import { CommandFailure, EXIT, type ExitCode } from "./exit.ts";
import { helpOfCommand, helpOfTrovella } from "./help.ts";

const COMMANDS = [
  serveCommand,
  connectCommand,
  mcpCommand,
  demoCommand,
  outputCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  migrateCommand,
  userCommand,
  tokenCommand,
  stopCommand,
  versionCommand,
];

/** Runs the `trovella` command and says how it ended; it never throws. */
export async function main(rawArguments: string[]): Promise<ExitCode> {
  process.stdout.on("error", ignoreClosedPipe);
  try {
    return await dispatch(rawArguments);
  } catch (error) {
    const failure = asFailure(error);
    if (failure) {
      process.stderr.write(`${failure.message}\n`);
      return failure.exitCode;
    }
    const trace = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`Trovella failed in a way it should not. ${trace}\n`);
    return EXIT.failed;
  }
}

/** What the person can act on; anything else is a bug. */
function asFailure(error: unknown): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  const known = error instanceof AppError ? error : databaseFailure(error);
  return known && new CommandFailure(known.message);
}

async function dispatch([first, ...rest]: string[]): Promise<ExitCode> {
  if (first === undefined) {
    process.stderr.write(helpOfTrovella(COMMANDS));
    return EXIT.usage;
  }
  if (first === "help") return dispatch([...rest, "--help"]);

  if (isHelpOption(first)) {
    process.stdout.write(helpOfTrovella(COMMANDS));
    return EXIT.ok;
  }

  const command = findCommand(first);
  if (rest.some(isHelpOption)) {
    process.stdout.write(helpOfCommand(command));
    return EXIT.ok;
  }
  await command.run(rest);
  return EXIT.ok;
}

function findCommand(name: string) {
  if (name === "--version" || name === "-v") return versionCommand;

  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command) return command;
  const problem = name.startsWith("-") ? `no option ${name}` : `no command ${JSON.stringify(name)}`;
  throw new CommandFailure(
    `Trovella has ${problem}. Run \`trovella --help\` to see what there is.`,
    EXIT.usage,
  );
}

/** `trovella --help | head -1` stops reading early, which is no failure of ours. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

function isHelpOption(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}
