import { withTenantContext } from "@trovella/db";
import { verifySearch } from "@trovella/db/maintenance";
import { type NewArtifact, saveArtifacts } from "@trovella/db/memory";
import type { Embedder } from "../../../search/src/embedder.ts";
import {
  type Indexing,
  indexArtifact,
  meaningOf,
  type SearchQuery,
  searchAndCommit,
  startIndexing,
} from "../../../search/src/index.ts";
import { storedRows } from "../database/stored-rows.ts";
import { createTestDatabase, type TestDatabase } from "../database/test-database.ts";

export const A = { organizationId: "org_a" };
export const B = { organizationId: "org_b" };

export interface StoredText extends Partial<NewArtifact> {
  readonly id: string;
  readonly contentText: string;
}

/** A database with the services for storing and searching. */
export async function createTestStore(socketDirectory: string, organizations?: string[]) {
  const test = await createTestDatabase(socketDirectory, organizations);
  return { test, ...storeIn(test) };
}

export type TestStore = Awaited<ReturnType<typeof createTestStore>>;

function storeIn(test: TestDatabase) {
  const { database } = test;
  return {
    async store(artifact: StoredText, tenant = A): Promise<void> {
      await withTenantContext(database, tenant, async (context) => {
        const complete = completeArtifact(artifact);
        await saveArtifacts(context, [complete]);
        await indexArtifact(context, complete);
      });
    },
    async find(query: SearchQuery, { tenant = A, embedder = null as Embedder | null } = {}) {
      const meaning = await meaningOf(embedder, query.query);
      return withTenantContext(database, tenant, (context) =>
        searchAndCommit(context, meaning, query),
      );
    },
    /** Computes all missing vectors. */
    async embedAll(embedder: Embedder): Promise<void> {
      const indexing = index(database, embedder);
      await indexing.idle();
      await indexing.close();
    },
    verify: (tenant = A) => verifySearch(database, tenant),
    query: (text: string, values: unknown[] = []) => storedRows({ test }, text, values),
  };
}

function index(database: TestDatabase["database"], embedder: Embedder): Indexing {
  return startIndexing({ database, embedder: Promise.resolve(embedder) });
}

export function completeArtifact(artifact: StoredText): NewArtifact {
  return {
    userId: "usr_a",
    planId: null,
    stepId: null,
    artifactType: "finding",
    title: `Title of ${artifact.id}`,
    content: JSON.stringify(artifact.contentText),
    summary: null,
    confidence: null,
    createdAt: new Date("2026-01-01T00:00:00Z"),
    sources: [],
    ...artifact,
  };
}

/** A text of `words` words, long enough for several chunks. */
export function longText(words: number, seed = ""): string {
  return Array.from({ length: words }, (_, index) => `${seed}word${(index * 7919) % 997}`).join(
    " ",
  );
}
