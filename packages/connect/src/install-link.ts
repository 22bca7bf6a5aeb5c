import type { ClientDefinition } from "./client-definition.ts";
import { ENTRY_NAME, entryFor, type ServerEndpoint } from "./entry.ts";

type InstallLink = NonNullable<ClientDefinition["installLink"]>;

/** The links by which programs add a server, as their documentation describes them. */
const LINKS: Readonly<Record<InstallLink, (entry: string, named: string) => string>> = {
  cursor: (entry) =>
    `cursor://anysphere.cursor-deeplink/mcp/install?name=${ENTRY_NAME}&config=${base64(entry)}`,
  vscode: (_entry, named) => `vscode:mcp/install?${encodeURIComponent(named)}`,
  lmstudio: (entry) => `lmstudio://add_mcp?name=${ENTRY_NAME}&config=${base64(entry)}`,
  kiro: (entry) => `kiro://kiro.mcp/add?name=${ENTRY_NAME}&config=${encodeURIComponent(entry)}`,
};

/** The link that adds the server to the client by a click, which it asks to confirm; null where it has none. */
export function installLink(client: ClientDefinition, server: ServerEndpoint): string | null {
  if (!client.installLink) return null;
  const entry = entryFor(client, server);
  return LINKS[client.installLink](
    JSON.stringify(entry),
    JSON.stringify({ name: ENTRY_NAME, ...entry }),
  );
}

function base64(text: string): string {
  return encodeURIComponent(Buffer.from(text, "utf8").toString("base64"));
}
