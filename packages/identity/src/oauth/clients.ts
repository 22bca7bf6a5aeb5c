import { findOAuthClient, type OAuthClient } from "@trovella/db/identity";
import type { Settings } from "../settings.ts";
import { createDocumentClients, isDocumentUrl } from "./client-document.ts";
import { INTERNET } from "./fetch-document.ts";

export type Clients = ReturnType<typeof createClients>;

/** Registered clients, and those whose id is the URL of their metadata document. */
export function createClients({ database, network = INTERNET, now }: Settings) {
  const documents = createDocumentClients(network, now);
  return {
    find(clientId: string): Promise<OAuthClient | null> {
      if (isDocumentUrl(clientId)) return documents.find(clientId);
      return findRegistered(clientId);
    },
    /** Without fetching the document again: tokens are bound to the client id by the grant. */
    async isKnown(clientId: string): Promise<boolean> {
      return isDocumentUrl(clientId) || (await findRegistered(clientId)) !== null;
    },
  };

  async function findRegistered(clientId: string): Promise<OAuthClient | null> {
    return /^client_[0-9a-f]{32}$/.test(clientId) ? findOAuthClient(database, clientId) : null;
  }
}
