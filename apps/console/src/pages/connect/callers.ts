import type { Replies } from "../../api/api.ts";

export type ConnectableClient = Replies["connect"]["clients"]["clients"][number];
export type CallingClient = Replies["toolCall"]["clients"]["clients"][number];
type NamedClient = Pick<ConnectableClient, "clientInfoPrefixes">;

/** The callers that are this client; a client without names matches all unknown ones. */
export function callersOf(
  client: NamedClient,
  clients: readonly NamedClient[],
  callers: readonly CallingClient[],
): CallingClient[] {
  return callers.filter((caller) =>
    client.clientInfoPrefixes.length > 0
      ? isCaller(client, caller)
      : !clients.some((known) => isCaller(known, caller)),
  );
}

function isCaller({ clientInfoPrefixes }: NamedClient, { clientName }: CallingClient): boolean {
  const name = clientName?.toLowerCase() ?? "";
  return clientInfoPrefixes.some((known) => name.startsWith(known));
}
