import { createHash } from "node:crypto";
import {
  type Deliverable,
  type Format,
  type RenderedFile,
  renderApart,
} from "@trovella/deliverables";
import { LRUCache } from "lru-cache";
import { throwRenderingError } from "./rendering-error.ts";

/** A document with page numbers takes seconds; the same input always gives the same bytes, so nobody waits twice. */
const files = new LRUCache<string, RenderedFile>({
  max: 500,
  maxSize: 64_000_000,
  maxEntrySize: 16_000_000,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
});

interface Wanted {
  readonly format: Format;
  readonly organizationId: string;
}

/** The file of a deliverable, known by everything that it is rendered from. */
export async function finishedFile(
  deliverable: Deliverable,
  { format, organizationId }: Wanted,
): Promise<RenderedFile> {
  const text = JSON.stringify([organizationId, format, deliverable]);
  const key = createHash("sha256").update(text).digest("base64");
  const known = files.get(key);
  if (known) return known;
  const file = await renderApart(deliverable, { format, organizationId }).catch(
    throwRenderingError,
  );
  files.set(key, file);
  return file;
}
