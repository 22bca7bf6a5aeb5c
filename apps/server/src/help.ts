import type { ArgDef } from "citty";
import { ABOUT } from "./about.ts";
import { type CommandDescription, positionalsOf } from "./command.ts";
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

export function helpOfCommand(command: CommandDescription): string {
  const { name, description, options } = command;
  const positionals = positionalsOf(options);
  const named = Object.entries(options).filter(([, { type }]) => type !== "positional");
  const usage = ["trovella", name, ...positionals.map(positionalUsage), "[options]"].join(" ");
  const variables = variablesOf(command);
  return page(
    `${description}.`,
    `Usage: ${usage}`,
    ...(positionals.length > 0 ? [section("Arguments", positionals.map(positionalRow))] : []),
    section("Options", [...named.map(optionRow), ["-h, --help", "Show this help"]]),
    ...(variables.length > 0 ? [environmentSection(variables)] : []),
    exitCodeSection(),
  );
}

function optionRow([name, { type, valueHint, description = "" }]: [string, ArgDef]): Row {
  return [type === "boolean" ? `--${name}` : `--${name} <${valueHint}>`, description];
}

function positionalRow([name, { description = "" }]: [string, ArgDef]): Row {
  return [name, description];
}

function positionalUsage([name, { required }]: [string, ArgDef]): string {
  return required ? `<${name}>` : `[${name}]`;
}

/** Whoever has an option for a variable depends on the whole configuration. */
function variablesOf({ options, variables }: CommandDescription): readonly string[] {
  if (variables) return variables;
  const all = Object.keys(CONFIG_SCHEMA.shape);
  return Object.keys(options).some((name) => all.includes(name.toUpperCase())) ? all : [];
}

function environmentSection(names: readonly string[] = Object.keys(CONFIG_SCHEMA.shape)): string {
  return section(
    "Environment variables (the option of the same name wins)",
    describeVariables(CONFIG_SCHEMA).filter(([name]) => names.includes(name)),
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
