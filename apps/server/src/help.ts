import type { ArgDef } from "citty";
import { ABOUT } from "./about.ts";
import type { CommandDescription } from "./command.ts";
import { CONFIG_SCHEMA } from "./config.ts";
import { describeVariables } from "./environment.ts";
import { EXIT_MEANINGS } from "./exit.ts";

type Row = [term: string, meaning: string];

export function helpOfTrovella(commands: readonly CommandDescription[]): string {
  return page(
    `Trovella ${ABOUT.version}: the project manager for research done by AI assistants.`,
    "Usage: trovella <command> [options]",
    section(
      "Commands",
      commands.map(({ name, description }): Row => [name, description]),
    ),
    section("Options", [
      ["-h, --help", "Show this help, or after a command the help of that command"],
      ["-v, --version", "Show the version"],
    ]),
    environmentSection(),
    exitCodeSection(),
    "Without a command it shows this help on stderr and ends with exit code 2.",
  );
}

export function helpOfCommand({ name, description, options }: CommandDescription): string {
  const isConfigured = Object.keys(options).some(
    (option) => option.toUpperCase() in CONFIG_SCHEMA.shape,
  );
  return page(
    `${description}.`,
    `Usage: trovella ${name} [options]`,
    section("Options", [
      ...Object.entries(options).map(optionRow),
      ["-h, --help", "Show this help"],
    ]),
    ...(isConfigured ? [environmentSection()] : []),
    exitCodeSection(),
  );
}

function optionRow([name, { type, valueHint, description = "" }]: [string, ArgDef]): Row {
  return [type === "boolean" ? `--${name}` : `--${name} <${valueHint}>`, description];
}

function environmentSection(): string {
  return section(
    "Environment variables (the option of the same name wins)",
    describeVariables(CONFIG_SCHEMA),
  );
}

function exitCodeSection(): string {
  return section("Exit codes", Object.entries(EXIT_MEANINGS));
}

function section(title: string, rows: Row[]): string {
  const width = Math.max(...rows.map(([term]) => term.length));
  return [`${title}:`, ...rows.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`)].join(
    "\n",
  );
}

function page(...parts: string[]): string {
  return `${parts.join("\n\n")}\n`;
}
