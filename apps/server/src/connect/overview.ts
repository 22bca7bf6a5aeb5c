import { CLIENT_IDS, CLIENTS, type ClientId, type Scope } from "./clients.ts";
import { configFile, type Machine } from "./config-path.ts";
import { type State, stateOf } from "./connection.ts";
import { isDetected } from "./machine.ts";

interface ClientOverview {
  readonly client: ClientId;
  readonly name: string;
  readonly detected: boolean;
  readonly scopes: readonly {
    readonly scope: Scope;
    readonly file: string;
    readonly state: State;
  }[];
  readonly command: string;
}

/** Every client with whether it is here and whether it is connected. */
export function overviewOf(machine: Machine): ClientOverview[] {
  return CLIENT_IDS.map((id) => {
    const client = CLIENTS[id];
    const scopes = client.scopes.map((scope) => {
      const file = configFile(id, scope, machine);
      return { scope, file, state: stateOf({ client, scope, file }) };
    });
    return {
      client: id,
      name: client.name,
      detected: isDetected(id, machine),
      scopes,
      command: writeCommand(id),
    };
  });
}

/** Shows the change, keeps a backup, writes it and tries the connection. */
export function writeCommand(id: ClientId): string {
  return `trovella connect ${id} --write`;
}

export function describeOverview(clients: readonly ClientOverview[]): string {
  const rows = clients.map(({ name, detected, scopes, command }) => [
    name,
    detected ? "yes" : "no",
    describeScopes(scopes),
    command,
  ]);
  return [
    table([["Client", "Found here", "Connected", "To connect it"], ...rows]),
    "",
    "Without --write nothing is written: the entry is only shown. --undo takes it back.",
  ].join("\n");
}

const STATES: Readonly<Record<State, string>> = {
  connected: "",
  elsewhere: "to another server",
  foreign: "another entry",
  unreadable: "file not readable",
  absent: "no",
};

function describeScopes(scopes: ClientOverview["scopes"]): string {
  const telling = scopes.filter(({ state }) => state !== "absent");
  if (telling.length === 0) return "no";
  return telling
    .map(({ scope, state }) =>
      state === "connected" ? `yes (${scope})` : `${STATES[state]} (${scope})`,
    )
    .join(", ");
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
