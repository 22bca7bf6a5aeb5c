import { defineCommandGroup } from "../../command.ts";
import { auditCheckpointCommand } from "./audit-checkpoint.ts";
import { auditExportCommand } from "./audit-export.ts";
import { auditKeyCommand } from "./audit-key.ts";

export const auditCommand = defineCommandGroup({
  name: "audit",
  description: "Export the record of a plan so that anybody can verify it, or seal all records now",
  subcommands: [auditExportCommand, auditCheckpointCommand, auditKeyCommand],
});
