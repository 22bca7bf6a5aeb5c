import {
  CLIENT_IDS,
  CONFIG_SCOPES,
  currentMachine,
  formatOverview,
  listClients,
  parseConnectRequest,
  runConnect,
  runConnectAll,
  runUsage,
  TRANSPORTS,
} from "@trovella/connect";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES } from "../config.ts";
import { CARRIED_VARIABLES, createInstallation } from "../installation.ts";
import { flag, JSON_FLAG, option, optionalArgument } from "../options.ts";

export const connectCommand = defineCommand({
  name: "connect",
  description: "Connect an AI client to Trovella; without a client, list the known ones",
  options: {
    client: optionalArgument(`One of ${CLIENT_IDS.join(", ")}`),
    all: flag("Every client that is found on this computer, instead of one"),
    write: flag("Write the entry to the client's file, with a backup"),
    undo: flag("Remove the entry from the client's file"),
    scope: option(
      CONFIG_SCOPES.join("|"),
      "For you everywhere (default), or for everyone who works in this folder",
    ),
    transport: option(
      TRANSPORTS.join("|"),
      "Let the client start Trovella (default), or call a running server",
    ),
    usage: flag("The client's settings for reporting tokens and cost, instead of its entry"),
    url: option("url", "The running server, if it is not the one on this computer"),
    force: flag(
      "Replace an entry that Trovella did not write, or keep variables in it that can run code or move data",
    ),
    "no-verify": flag("Write without testing the connection"),
    json: JSON_FLAG,
  },
  variables: [...DATABASE_VARIABLES, ...CARRIED_VARIABLES],

  async run({ json, "no-verify": isUnverified, ...options }) {
    const request = parseConnectRequest(options);
    const machine = currentMachine();
    if (!request) {
      const clients = listClients(machine);
      print(`${json ? JSON.stringify({ clients }) : formatOverview(clients)}\n`);
      return;
    }
    const installation = createInstallation(machine.environment);
    const surroundings = { machine, installation, isJson: json, print };
    const running = { ...surroundings, isVerified: !isUnverified };
    if (request.client === null) await runConnectAll(request, running);
    else if (request.isUsage) runUsage(request, surroundings);
    else await runConnect(request, running);
  },
});

function print(text: string): void {
  process.stdout.write(text);
}
