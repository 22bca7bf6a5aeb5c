import path from "node:path";
import { withDirectClient } from "@trovella/db";
import { writeBackup } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { databaseSettings, requireDatabase } from "../database.ts";
import { formatCount, formatFileSize } from "../format-count.ts";
import { argument } from "../options.ts";
import { print } from "../print.ts";

export const backupCommand = defineCommand({
  name: "backup",
  description: "Save all data to one file, also while the server is running",
  options: {
    file: argument("File to write, replaced if it exists; compressed if its name ends with .gz"),
  },
  variables: DATABASE_VARIABLES,

  async run(options) {
    const settings = databaseSettings();
    await requireDatabase(settings);
    const saved = await withDirectClient(settings, (client) =>
      writeBackup(client, path.resolve(options.file), settings.backupKey),
    );
    print(
      `Saved ${formatCount(saved.rows, "row")} of ${formatCount(saved.organizations, "organization")} ` +
        `to ${saved.file} (${formatFileSize(saved.bytes)}).\nIt contains everything: protect it like the database itself.`,
    );
  },
});
