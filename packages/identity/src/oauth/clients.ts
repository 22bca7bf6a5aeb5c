import { findOAuthClient, type OAuthClient } from "@trovella/db/identity";
import type { Settings } from "../settings.ts";
import { isDocumentUrl } from "./client-document.ts";
import { createDocumentCheck } from "./document-access.ts";
import { createDocumentClients, type DocumentProblem } from "./document-clients.ts";

export type Clients = ReturnType<typeof createClients>;

/** "no documents": this server does not read metadata documents. */
export type ClientProblem = DocumentProblem | "unknown" | "no documents";

/** Registered clients, and those whose id is the URL of their metadata document. */
export function createClients({ database, network, now, warn = () => undefined }: Settings) {
  const access = network && { network, now, warn };
  const documents = access && createDocumentClients(access);
  return {
    /** Fetches a document if need be, for which the user must be signed in. */
    async find(clientId: string, userId: string): Promise<OAuthClient | ClientProblem> {
      if (!isDocumentUrl(clientId)) return (await findRegistered(clientId)) ?? "unknown";
      return documents ? documents.find(clientId, userId) : "no documents";
    },
    /** Without fetching the document again: tokens are bound to the client id by the grant. */
    async isKnown(clientId: string): Promise<boolean> {
      return isDocumentUrl(clientId) || (await findRegistered(clientId)) !== null;
    },
    /** Whether clients may be told to use a metadata document. */
    canReadDocuments: access ? createDocumentCheck(access) : () => Promise.resolve(false),
  };

  async function findRegistered(clientId: string): Promise<OAuthClient | null> {
    return /^client_[0-9a-f]{32}$/.test(clientId) ? findOAuthClient(database, clientId) : null;
  }
}
