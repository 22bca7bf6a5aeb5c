import type { Replies } from "../../api/api.ts";

export type ConnectableClient = Replies["connect"]["clients"]["clients"][number];
export type CallingClient = Replies["toolCall"]["clients"]["clients"][number];
type NamedClient = Pick<ConnectableClient, "callsItself">;

/** The callers that are this client; a client without names matches all unknown ones. */
export function callersOf(
  client: NamedClient,
  clients: readonly NamedClient[],
  callers: readonly CallingClient[],
): CallingClient[] {
  return callers.filter((caller) =>
    client.callsItself.length > 0
      ? isCaller(client, caller)
      : !clients.some((known) => isCaller(known, caller)),
  );
}

function isCaller({ callsItself }: NamedClient, { clientName }: CallingClient): boolean {
  const name = clientName?.toLowerCase() ?? "";
  return callsItself.some((known) => name.startsWith(known));
}
