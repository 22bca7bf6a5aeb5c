import { defineCommand } from "../../command.ts";
import { AUDIT_VARIABLES, loadConfig } from "../../config.ts";
import { JSON_FLAG } from "../../options.ts";
import { print } from "../../print.ts";
import { requireSealing } from "./with-record.ts";

export const auditKeyCommand = defineCommand({
  name: "audit key",
  description: "Print the public key with which anybody can verify the checkpoints of this server",
  options: { json: JSON_FLAG },
  variables: AUDIT_VARIABLES,

  async run({ json }) {
    const config = loadConfig(process.env);
    const { key } = await requireSealing(config);
    const publicKey = key.publicKey.toString("base64");
    const oldKeys = config.TROVELLA_AUDIT_OLD_KEYS;
    print(json ? JSON.stringify({ algorithm: "Ed25519", publicKey, oldKeys }) : publicKey);
  },
});
