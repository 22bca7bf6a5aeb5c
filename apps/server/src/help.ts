import { ABOUT } from "./about.ts";
import { type CommandDescription, lastWord } from "./command.ts";
import { CONFIG_SCHEMA } from "./config.ts";
import { EXIT_MEANINGS } from "./exit.ts";
import { type Options, positionalsOf } from "./options.ts";
import { describeVariables } from "./read-variables.ts";

type Row = [term: string, meaning: string];

const HELP_ROW: Row = ["-h, --help", "Show this help"];
const GROUP_HELP_ROW: Row = [
  "-h, --help",
  "Show this help, or after a command the help of that command",
];

export function helpOfTrovella(commands: readonly CommandDescription[]): string {
  return page(
    `Trovella ${ABOUT.version}: the project manager for research done by AI assistants.`,
    "Usage: trovella <command> [options]",
    commandSection(commands),
    section("Options", [GROUP_HELP_ROW, ["-v, --version", "Show the version"]]),
    environmentSection(),
    exitCodeSection(),
    "Without a command it shows this help on stderr and exits with code 2.",
  );
}

export function helpOfCommand(command: CommandDescription): string {
  const { name, description, options, subcommands } = command;
  const positionals = positionalsOf(options);
  const usage = positionals.map(([name, positional]) => {
    const more = "isRest" in positional ? "…" : "";
    return positional.required ? `<${name}>${more}` : `[${name}]`;
  });
  const words = subcommands ? ["<command>"] : usage;
  const args = positionals.map(([name, { description }]): Row => [name, description]);
  const variables = variablesOf(command);
  return page(
    `${description}.`,
    `Usage: ${["trovella", name, ...words, "[options]"].join(" ")}`,
    ...(subcommands ? [commandSection(subcommands)] : []),
    ...(args.length > 0 ? [section("Arguments", args)] : []),
    section("Options", [...optionRows(options), subcommands ? GROUP_HELP_ROW : HELP_ROW]),
    ...(variables.length > 0 ? [environmentSection(variables)] : []),
    exitCodeSection(),
  );
}

function commandSection(commands: readonly CommandDescription[]): string {
  return section(
    "Commands",
    commands.map((command): Row => [lastWord(command), command.description]),
  );
}

function optionRows(options: Options): Row[] {
  return Object.entries(options).flatMap(([name, option]): Row[] => {
    if (option.type === "positional") return [];
    const value = option.type === "string" ? ` <${option.valueHint}>` : "";
    const short = option.type === "string" && option.short ? `-${option.short}, ` : "";
    return [[`${short}--${name}${value}`, option.description]];
  });
}

/** A command with an option for one variable depends on the whole configuration. */
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
