import { CLIENT_IDS, CLIENTS, type ClientId, type ConfigScope } from "./clients.ts";
import { configPath, type Machine } from "./config-path.ts";
import { scopesOf } from "./connect-request.ts";
import { type ConnectionState, connectionState } from "./connection.ts";
import { isDetected } from "./machine.ts";

interface ClientOverview {
  readonly client: ClientId;
  readonly name: string;
  readonly detected: boolean;
  readonly scopes: readonly {
    readonly scope: ConfigScope;
    readonly file: string;
    readonly state: ConnectionState;
  }[];
  readonly command: string;
}

export function listClients(machine: Machine): ClientOverview[] {
  return CLIENT_IDS.map((id) => {
    const client = CLIENTS[id];
    const scopes = scopesOf(client).map((scope) => {
      const file = configPath(id, scope, machine);
      return { scope, file, state: connectionState({ client, scope, file }) };
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

/** The command that shows the change, keeps a backup, writes it and tests the connection. */
export function writeCommand(id: ClientId, program = "trovella"): string {
  return `${program} connect ${id} --write`;
}

export function formatOverview(clients: readonly ClientOverview[]): string {
  const rows = clients.map(({ name, detected, scopes, command }) => [
    name,
    detected ? "yes" : "no",
    formatScopes(scopes),
    scopes.some(({ state }) => state === "connected") ? "" : command,
  ]);
  return [
    table([["Client", "Found here", "Connected", "To connect it"], ...rows]),
    "",
    "Without --write the entry is only shown, not written. --undo removes it.",
    "`trovella connect --all --write` connects all that were found here.",
  ].join("\n");
}

const STATES: Readonly<Record<ConnectionState, string>> = {
  connected: "",
  elsewhere: "to another server",
  foreign: "another entry",
  unreadable: "file not readable",
  absent: "no",
};

function formatScopes(scopes: ClientOverview["scopes"]): string {
  const present = scopes.filter(({ state }) => state !== "absent");
  if (present.length === 0) return "no";
  return present
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
