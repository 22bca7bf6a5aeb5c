import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { carryOut } from "../connect/carry-out.ts";
import { CLIENT_IDS, SCOPES, TRANSPORTS } from "../connect/clients.ts";
import { thisMachine } from "../connect/machine.ts";
import { describeOverview, overviewOf } from "../connect/overview.ts";
import { readRequest } from "../connect/request.ts";

export const connectCommand = defineCommand({
  name: "connect",
  description: "Connect an AI client to Trovella; without a client list those it knows",
  options: {
    client: {
      type: "positional",
      required: false,
      description: `One of ${CLIENT_IDS.join(", ")}`,
    },
    write: { type: "boolean", description: "Write the entry to the client's file, with a backup" },
    undo: { type: "boolean", description: "Take the entry out of the client's file again" },
    scope: {
      type: "string",
      valueHint: SCOPES.join("|"),
      description: "For you everywhere (default), or for all who work in this folder",
    },
    transport: {
      type: "string",
      valueHint: TRANSPORTS.join("|"),
      description: "Let the client start Trovella (default), or call a server that is running",
    },
    url: {
      type: "string",
      valueHint: "address",
      description: "The running server, if it is not the one on this computer",
    },
    force: { type: "boolean", description: "Replace an entry that Trovella did not write" },
    "no-verify": { type: "boolean", description: "Write without trying the connection" },
    json: { type: "boolean", description: "Print the result as JSON" },
  },
  variables: [...DATABASE_VARIABLES, "HOST", "PORT"],

  async run({ json = false, ...options }) {
    const { client, write, undo, scope, transport, url, force } = options;
    const request = readRequest({ client, write, undo, scope, transport, url, force });
    const machine = thisMachine();
    if (request) {
      // citty turns --no-verify into this.
      const isVerified = options.verify !== false;
      await carryOut(request, machine, { isJson: json, isVerified });
      return;
    }
    const clients = overviewOf(machine);
    const text = json ? JSON.stringify({ clients }) : describeOverview(clients);
    process.stdout.write(`${text}\n`);
  },
});
