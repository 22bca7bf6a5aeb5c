import { findOAuthClient, type OAuthClient } from "@trovella/db/identity";
import type { Settings } from "../settings.ts";
import { createDocumentClients, isDocumentUrl } from "./client-document.ts";
import { INTERNET } from "./fetch-document.ts";

export type Clients = ReturnType<typeof createClients>;

/** Programs that registered themselves, and those that describe themselves at an address of theirs. */
export function createClients({ database, outside = INTERNET, now }: Settings) {
  const documents = createDocumentClients(outside, now);
  return {
    find(clientId: string): Promise<OAuthClient | null> {
      if (isDocumentUrl(clientId)) return documents.find(clientId);
      return findRegistered(clientId);
    },
    /** Without asking the outside again: what follows is bound to the id by the grant. */
    async isKnown(clientId: string): Promise<boolean> {
      return isDocumentUrl(clientId) || (await findRegistered(clientId)) !== null;
    },
  };

  async function findRegistered(clientId: string): Promise<OAuthClient | null> {
    return /^client_[0-9a-f]{32}$/.test(clientId) ? findOAuthClient(database, clientId) : null;
  }
}
