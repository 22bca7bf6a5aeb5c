import path from "node:path";
import { withDirectClient } from "@trovella/db";
import { restoreBackup } from "@trovella/db/maintenance";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { formatCount } from "../format-count.ts";
import { argument, flag } from "../options.ts";
import { print } from "../print.ts";

export const restoreCommand = defineCommand({
  name: "restore",
  description: "Restore a backup, completely or not at all",
  options: {
    file: argument("File that trovella backup wrote"),
    replace: flag(
      "Replace the content of the database, which is first saved to the data directory",
    ),
  },
  variables: DATABASE_VARIABLES,

  async run(options) {
    const settings = databaseSettings();
    const file = path.resolve(options.file);
    const { rows, organizations, replaced } = await withDirectClient(settings, (client) =>
      restoreBackup(client, file, {
        replace: options.replace,
        dataDirectory: settings.dataDirectory,
      }),
    );
    const lines = [
      `Restored ${formatCount(rows, "row")} of ${formatCount(organizations, "organization")} from ${file}.`,
    ];
    if (replaced) {
      lines.push(
        `The previous content is kept in ${replaced}.`,
        "Restart servers that are running on it.",
      );
    }
    print(lines.join("\n"));
  },
});
