import { sealAllPlans } from "@trovella/db/audit";
import { defineCommand } from "../../command.ts";
import { AUDIT_VARIABLES } from "../../config.ts";
import { formatCount } from "../../format-count.ts";
import { JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { withRecord } from "./with-record.ts";

export const auditCheckpointCommand = defineCommand({
  name: "audit checkpoint",
  description:
    "Seal all plans that changed since they were sealed last; a server does so every hour",
  options: { json: JSON_FLAG },
  variables: AUDIT_VARIABLES,

  run: ({ json }) =>
    withRecord(async ({ database, sealing }) => {
      const sealed = await sealAllPlans(database, sealing, { waits: true });
      print(json ? JSON.stringify({ sealed }) : `Sealed ${formatCount(sealed, "plan")}.`);
    }),
});
