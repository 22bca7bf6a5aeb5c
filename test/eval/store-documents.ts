import type { TestStore } from "@trovella/testing/search/test-store";
import type { Collection } from "./collection.ts";

/** Stores documents under their own ids. */
export async function storeDocuments(
  store: TestStore,
  documents: Collection["documents"],
  tenant?: { organizationId: string },
): Promise<void> {
  for (const { id, title, text } of documents) {
    // A document without a title must not match by a made-up one.
    await store.store({ id, title: title || "Untitled", contentText: text }, tenant);
  }
}
