import type { Database } from "@trovella/db";
import { OUTPUT_FORMATS, type OutputFormat, outputFormat, renderOutput } from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { DATABASE_VARIABLES } from "../../config.ts";
import { CommandFailure } from "../../exit.ts";
import { formatFileSize } from "../../format-count.ts";
import { argument, flag, JSON_FLAG, option } from "../../options.ts";
import { usageError } from "../../parse-options.ts";
import { print } from "../../print.ts";
import { resolveTarget, writeFileAtomically } from "../../write-file-atomically.ts";
import { readOutputs, tenant, withOutputs } from "./with-outputs.ts";

const NAME = "output get";
const STDOUT = "-";

export const getOutputCommand = defineCommand({
  name: NAME,
  description: "Write one output to a file",
  options: {
    id: argument(
      "The output, or a plan for the latest version of its output",
      "the id of an output; `trovella output list` shows them",
    ),
    format: option(
      "format",
      `One of ${OUTPUT_FORMATS.join(", ")}; by default the one it was stored for`,
    ),
    out: option("path", "File or folder to write to, or - for stdout; by default this folder"),
    force: flag("Replace the file if it exists"),
    json: JSON_FLAG,
  },
  variables: DATABASE_VARIABLES,

  async run({ id, out, force, json, ...options }) {
    const format = parseFormat(options.format);
    if (out === STDOUT && json) {
      throw usageError(NAME, "cannot print both the file and JSON to stdout");
    }
    await withOutputs(async (database) => {
      const outputId = id.startsWith("plan_") ? await latestOutput(database, id) : id;
      const { bytes, fileName } = await renderOutput(database, tenant, { outputId, format });
      if (out === STDOUT) {
        process.stdout.write(bytes);
        return;
      }
      const file = await resolveTarget(out, fileName);
      await writeFileAtomically(file, bytes, { isReplacing: force });
      const result = { outputId, file, bytes: bytes.length };
      print(json ? JSON.stringify(result) : `Wrote ${file} (${formatFileSize(bytes.length)}).`);
    });
  },
});

async function latestOutput(database: Database, planId: string): Promise<string> {
  const outputs = await readOutputs(database, planId);
  const [latest] = outputs.toSorted((one, other) => other.version - one.version);
  if (latest) return latest.id;
  throw new CommandFailure(
    "There is no such plan, or it has no output yet. `trovella output list` shows all outputs.",
  );
}

function parseFormat(word: string | undefined): OutputFormat | undefined {
  const format = word === undefined ? undefined : outputFormat(word);
  if (word === undefined || format) return format;
  throw usageError(
    NAME,
    `has no format ${JSON.stringify(word)}: it takes ${OUTPUT_FORMATS.join(", ")}`,
  );
}
