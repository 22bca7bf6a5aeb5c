import {
  CLIENT_IDS,
  CONFIG_SCOPES,
  currentMachine,
  formatOverview,
  listClients,
  parseConnectRequest,
  runConnect,
  TRANSPORTS,
} from "@trovella/connect";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { createInstallation } from "../installation.ts";

export const connectCommand = defineCommand({
  name: "connect",
  description: "Connect an AI client to Trovella; without a client, list the known ones",
  options: {
    client: {
      type: "positional",
      required: false,
      description: `One of ${CLIENT_IDS.join(", ")}`,
    },
    write: { type: "boolean", description: "Write the entry to the client's file, with a backup" },
    undo: { type: "boolean", description: "Remove the entry from the client's file" },
    scope: {
      type: "string",
      valueHint: CONFIG_SCOPES.join("|"),
      description: "For you everywhere (default), or for everyone who works in this folder",
    },
    transport: {
      type: "string",
      valueHint: TRANSPORTS.join("|"),
      description: "Let the client start Trovella (default), or call a running server",
    },
    url: {
      type: "string",
      valueHint: "url",
      description: "The running server, if it is not the one on this computer",
    },
    force: { type: "boolean", description: "Replace an entry that Trovella did not write" },
    "no-verify": { type: "boolean", description: "Write without testing the connection" },
    json: { type: "boolean", description: "Print the result as JSON" },
  },
  variables: [...DATABASE_VARIABLES, "HOST", "PORT"],

  async run({ json, ...options }) {
    const { client, write, undo, scope, transport, url, force } = options;
    const request = parseConnectRequest({ client, write, undo, scope, transport, url, force });
    const machine = currentMachine();
    if (!request) {
      const clients = listClients(machine);
      print(`${json ? JSON.stringify({ clients }) : formatOverview(clients)}\n`);
      return;
    }
    await runConnect(request, {
      machine,
      installation: createInstallation(machine.environment),
      isVerified: !options["no-verify"],
      isJson: json,
      print,
    });
  },
});

function print(text: string): void {
  process.stdout.write(text);
}
