import { type Database, openDatabase, withTenantContext } from "@trovella/db";
import { listOutputs } from "@trovella/db/memory";
import { OUTPUT_FORMATS, type OutputFormat, outputFormat, renderOutput } from "@trovella/research";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES, loadConfig } from "../config.ts";
import { fileSize } from "../counting.ts";
import { databaseSettings, requireDatabase } from "../database.ts";
import { CommandFailure, EXIT } from "../exit.ts";
import { localCaller } from "../mcp/local-caller.ts";
import { requireLocalMode } from "../mode.ts";
import { describeOutputs } from "../outputs/list-text.ts";
import { targetOf, writeWholeFile } from "../outputs/write-file.ts";

const MAX_LISTED = 100;
const STDOUT = "-";

export const outputCommand = defineCommand({
  name: "output",
  description: "List research outputs, or get one as a file",
  options: {
    command: { type: "positional", required: true, description: "list or get" },
    id: {
      type: "positional",
      required: false,
      description: "For get: the output, or a plan for the latest version of its output",
    },
    format: {
      type: "string",
      valueHint: "format",
      description: `One of ${OUTPUT_FORMATS.join(", ")}; by default the one it was stored for`,
    },
    out: {
      type: "string",
      valueHint: "path",
      description: "File or folder to write to, or - for stdout; by default this folder",
    },
    force: { type: "boolean", description: "Replace the file if it exists" },
    plan: { type: "string", valueHint: "plan id", description: "For list: only of this plan" },
    json: { type: "boolean", description: "Print the result as JSON" },
  },
  variables: DATABASE_VARIABLES,

  async run({ command, id, format, out, force = false, plan, json = false }) {
    if (command === "list") {
      refuse("list", { id, format, out, force });
      return withDatabase((database) => list(database, { planId: plan ?? null, isJson: json }));
    }
    if (command !== "get") {
      throw usage(`has no command ${JSON.stringify(command)}: it takes list or get`);
    }
    refuse("get", { plan });
    if (!id) throw usage("get needs the id of an output; `trovella output list` shows them");
    if (out === STDOUT && json) throw usage("get cannot print both the file and JSON to stdout");
    const wanted = { id, format: readFormat(format), out, isForced: force, isJson: json };
    return withDatabase((database) => get(database, wanted));
  },
});

const { tenant } = localCaller(null);

async function list(
  database: Database,
  { planId, isJson }: { readonly planId: string | null; readonly isJson: boolean },
): Promise<void> {
  const outputs = await outputsOf(database, planId);
  const listed = outputs.map(({ id, ...rest }) => ({ outputId: id, ...rest }));
  const text = isJson ? JSON.stringify({ outputs: listed }) : describeOutputs(outputs, MAX_LISTED);
  process.stdout.write(`${text}\n`);
}

interface Wanted {
  readonly id: string;
  readonly format: OutputFormat | undefined;
  readonly out: string | undefined;
  readonly isForced: boolean;
  readonly isJson: boolean;
}

async function get(
  database: Database,
  { id, format, out, isForced, isJson }: Wanted,
): Promise<void> {
  const outputId = id.startsWith("plan_") ? await latestOf(database, id) : id;
  const { bytes, fileName } = await renderOutput(database, tenant, { outputId, format });
  if (out === STDOUT) {
    process.stdout.write(bytes);
    return;
  }
  const file = await targetOf(out, fileName);
  await writeWholeFile(file, bytes, { isReplacing: isForced });
  const text = isJson
    ? JSON.stringify({ outputId, file, bytes: bytes.length })
    : `Wrote ${file} (${fileSize(bytes.length)}).`;
  process.stdout.write(`${text}\n`);
}

async function latestOf(database: Database, planId: string): Promise<string> {
  const outputs = await outputsOf(database, planId);
  const [latest] = outputs.toSorted((one, other) => other.version - one.version);
  if (latest) return latest.id;
  throw new CommandFailure(
    "There is no such plan, or it has no output yet. `trovella output list` shows what there is.",
  );
}

function outputsOf(database: Database, planId: string | null) {
  return withTenantContext(database, tenant, (context) =>
    listOutputs(context, { planId, limit: MAX_LISTED }),
  );
}

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  requireLocalMode(config, "output");
  const settings = databaseSettings(config);
  await requireDatabase(settings);
  const database = await openDatabase(settings);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

function readFormat(word: string | undefined): OutputFormat | undefined {
  const format = word === undefined ? undefined : outputFormat(word);
  if (word === undefined || format) return format;
  throw usage(`has no format ${JSON.stringify(word)}: it takes ${OUTPUT_FORMATS.join(", ")}`);
}

/** What the other command takes would be passed over without a word. */
function refuse(command: string, options: Readonly<Record<string, unknown>>): void {
  const [given] = Object.entries(options).find(([, value]) => value) ?? [];
  if (!given) return;
  throw usage(`${command} takes no ${given === "id" ? "id" : `--${given}`}`);
}

function usage(problem: string): CommandFailure {
  return new CommandFailure(
    `\`trovella output\` ${problem}. Run \`trovella output --help\` to see what it takes.`,
    EXIT.usage,
  );
}
