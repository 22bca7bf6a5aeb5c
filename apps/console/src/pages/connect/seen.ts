import type { Replies } from "../../api.ts";

export type ConnectableClient = Replies["connect"]["clients"]["clients"][number];
export type CallingClient = Replies["toolCall"]["clients"]["clients"][number];

/** Of those who called, the ones that this client is known as. */
export function callsOf(
  { clientInfoPrefixes }: Pick<ConnectableClient, "clientInfoPrefixes">,
  callers: readonly CallingClient[],
): CallingClient[] {
  return callers.filter(({ clientName }) => isCalled(clientInfoPrefixes, clientName));
}

/** Those who called and are none of the known clients. */
export function strangers(
  clients: readonly Pick<ConnectableClient, "clientInfoPrefixes">[],
  callers: readonly CallingClient[],
): CallingClient[] {
  return callers.filter(
    ({ clientName }) =>
      !clients.some(({ clientInfoPrefixes }) => isCalled(clientInfoPrefixes, clientName)),
  );
}

function isCalled(names: readonly string[], clientName: string | null): boolean {
  const name = clientName?.toLowerCase() ?? "";
  return names.some((known) => name.startsWith(known));
}
