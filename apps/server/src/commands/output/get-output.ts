import { isPlanHandle } from "@trovella/db/plans";
import {
  OUTPUT_FORMATS,
  type OutputFormat,
  outputFormat,
  renderChanges,
  renderOutput,
} from "@trovella/research";
import { defineCommand } from "../../command.ts";
import { AUDIT_VARIABLES, type Config } from "../../config.ts";
import { formatFileSize } from "../../format-count.ts";
import { argument, flag, JSON_FLAG, option } from "../../options.ts";
import { usageError } from "../../parse-options.ts";
import { print } from "../../print.ts";
import { auditPublicKeys, auditSealing } from "../../services/audit-sealing.ts";
import { resolveTarget, writeFileAtomically } from "../../write-file-atomically.ts";
import { composeLocalDocument, findOutputHandle, tenant, withOutputs } from "./with-outputs.ts";

const NAME = "output get";
const STDOUT = "-";

export const getOutputCommand = defineCommand({
  name: NAME,
  description: "Write one output to a file",
  options: {
    id: argument(
      "The output, such as p-k7q2x9/o2, or a plan for the latest version of its output, which is composed if there is none",
      "the id of an output; `trovella output list` shows them",
    ),
    plan: option("plan", "The plan of an output that is named only by its number, such as o2"),
    format: option(
      "format",
      `One of ${OUTPUT_FORMATS.join(", ")}; by default the one it was stored for`,
    ),
    out: option("path", "File or folder to write to, or - for stdout; by default this folder"),
    "all-sources": flag("List the sources of the plan that it does not cite too"),
    "changes-since": option(
      "version",
      "Show what changed since an older version, such as 1, as tracked changes in a Word document",
    ),
    force: flag("Replace the file if it exists"),
    json: JSON_FLAG,
  },
  variables: AUDIT_VARIABLES,

  async run({ id, plan, out, force, json, ...options }) {
    const format = parseFormat(options.format);
    const since = parseVersion(options["changes-since"], format);
    if (out === STDOUT && json) {
      throw usageError(NAME, "cannot print both the file and JSON to stdout");
    }
    await withOutputs(async (database, config) => {
      const outputId =
        id.startsWith("plan_") || isPlanHandle(id)
          ? (await composeLocalDocument(database, id)).outputId
          : await findOutputHandle(database, id, plan);
      const { bytes, fileName } = since
        ? await renderChanges(database, tenant, { outputId, since })
        : await renderOutput(database, tenant, {
            outputId,
            format,
            withFurther: options["all-sources"],
            record: format === "zip" ? await bundledRecord(config) : null,
          });
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

/** What seals the record of the plan in an archive. */
async function bundledRecord(config: Config) {
  const sealing = await auditSealing(config);
  return sealing && { sealing, publicKeys: auditPublicKeys(config, sealing) };
}

/** The version that changes are shown since; undefined where none are asked for. */
function parseVersion(
  word: string | undefined,
  format: OutputFormat | undefined,
): number | undefined {
  if (word === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(word)) {
    throw usageError(
      NAME,
      `takes the number of a version after --changes-since, not ${JSON.stringify(word)}`,
    );
  }
  if (format !== undefined && format !== "docx") {
    throw usageError(NAME, "shows changes in Word documents only: leave out --format");
  }
  return Number(word);
}

function parseFormat(word: string | undefined): OutputFormat | undefined {
  const format = word === undefined ? undefined : outputFormat(word);
  if (word === undefined || format) return format;
  throw usageError(
    NAME,
    `has no format ${JSON.stringify(word)}: it takes ${OUTPUT_FORMATS.join(", ")}`,
  );
}
