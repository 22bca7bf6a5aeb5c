import type { OAuthClient } from "@trovella/db/identity";
import { readClientDocument } from "./client-document.ts";
import type { DocumentAccess } from "./document-access.ts";
import { fetchDocument } from "./fetch-document.ts";

/** "busy": too many documents are being fetched; "unsupported": the document describes no client that can be used here. */
export type DocumentProblem = "unreadable" | "unsupported" | "busy";

const CACHE_MS = 5 * 60 * 1000;
const FAILURE_CACHE_MS = 60 * 1000;
const MAX_CACHED = 200;
const MAX_FETCHES = 8;
const MAX_FETCHES_OF_A_USER = 2;

interface Fetch {
  readonly host: string;
  readonly userId: string;
  readonly result: Promise<OAuthClient | DocumentProblem>;
}

/** Clients by their metadata documents, with a cache and limits on concurrent fetches. */
export function createDocumentClients({ network, now, warn }: DocumentAccess) {
  const cache = new Map<string, { result: OAuthClient | DocumentProblem; until: number }>();
  const fetches = new Map<string, Fetch>();

  return {
    /** Fetches are made for signed-in users only, and counted by user. */
    async find(clientId: string, userId: string): Promise<OAuthClient | DocumentProblem> {
      const cached = cache.get(clientId);
      if (cached && cached.until > now().getTime()) return cached.result;
      cache.delete(clientId);
      const running = fetches.get(clientId);
      if (running) return running.result;
      const { host } = new URL(clientId);
      if (isBusy(host, userId)) return "busy";
      const result = fetchClient(clientId).finally(() => fetches.delete(clientId));
      fetches.set(clientId, { host, userId, result });
      return result;
    },
  };

  function isBusy(host: string, userId: string): boolean {
    const running = [...fetches.values()];
    const ofUser = running.filter((fetch) => fetch.userId === userId);
    return (
      running.length >= MAX_FETCHES ||
      ofUser.length >= MAX_FETCHES_OF_A_USER ||
      running.some((fetch) => fetch.host === host)
    );
  }

  async function fetchClient(clientId: string): Promise<OAuthClient | DocumentProblem> {
    const fetched = await fetchDocument(network, new URL(clientId));
    const client = "document" in fetched && readClientDocument(clientId, fetched.document);
    const failure = "document" in fetched ? "unsupported" : "unreadable";
    if (!client) {
      const problem = "problem" in fetched ? fetched.problem : failure;
      warn({ clientId, problem }, "the metadata document of an OAuth client could not be used");
    }
    const [oldest] = cache.keys();
    if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    const until = now().getTime() + (client ? CACHE_MS : FAILURE_CACHE_MS);
    cache.set(clientId, { result: client || failure, until });
    return client || failure;
  }
}
