import type { FoundChunk } from "@trovella/db/search";
import { LRUCache } from "lru-cache";
import { vectorOf } from "./vector.ts";

/** A chunk with what comparing it needs. */
export interface CachedChunk {
  readonly id: string;
  readonly source: string;
  /** Null while it has no vector of the model it was read for. */
  readonly vector: Float32Array | null;
}

export interface TenantChunksKey {
  readonly organizationId: string;
  /** Null where vectors are not wanted. */
  readonly model: string | null;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_TENANTS = 10_000;
/** Measured: what an entry costs besides its vector. */
const ENTRY_BYTES = 300;

type Entries = LRUCache<string, CachedChunk>;

/**
 * Caches chunks so that their vectors are not read again. Entries never go stale: a chunk is immutable
 * and its id is never reused. There is no authorization here; callers look up only ids that the
 * database returned for the same search.
 */
export class ChunkCache {
  private readonly tenants = new LRUCache<string, Entries>({ max: MAX_TENANTS });
  private readonly maxBytes: number;
  private bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.maxBytes = maxBytes;
  }

  /** The chunks of one organization, read for one model or for none. */
  of({ organizationId, model }: TenantChunksKey) {
    const key = JSON.stringify([organizationId, model]);
    const own = this.tenants.get(key) ?? this.newEntries();
    this.tenants.set(key, own);
    return {
      get: (chunkId: string) => own.get(chunkId),
      add: (found: FoundChunk): CachedChunk => {
        const chunk = cachedChunk(found);
        // A missing vector may still be computed, so its absence is not cached.
        if (chunk.vector || model === null) this.add(own, chunk);
        return chunk;
      },
    };
  }

  private newEntries(): Entries {
    return new LRUCache({
      maxSize: this.maxBytes,
      sizeCalculation: sizeOf,
      dispose: (chunk) => {
        this.bytes -= sizeOf(chunk);
      },
    });
  }

  private add(own: Entries, chunk: CachedChunk): void {
    if (own.has(chunk.id)) return;
    this.bytes += sizeOf(chunk);
    own.set(chunk.id, chunk);
    while (this.bytes > this.maxBytes) this.evictOne(own);
  }

  /** A tenant above its fair share evicts its own entries, otherwise the least recently active tenant does. */
  private evictOne(own: Entries): void {
    if (own.calculatedSize > this.maxBytes / this.tenants.size) {
      own.pop();
      return;
    }
    for (const key of this.tenants.rkeys()) {
      if (this.tenants.peek(key)?.pop()) return;
      this.tenants.delete(key);
    }
  }
}

function cachedChunk({ id, sourceTable, sourceId, embedding }: FoundChunk): CachedChunk {
  const vector = embedding && vectorOf(embedding);
  return { id, source: `${sourceTable} ${sourceId}`, vector };
}

/** The source that a chunk names. */
export function sourceKeyOf(source: string): Pick<FoundChunk, "sourceTable" | "sourceId"> {
  const [sourceTable = "", sourceId = ""] = source.split(" ");
  return { sourceTable: sourceTable as FoundChunk["sourceTable"], sourceId };
}

function sizeOf({ vector }: CachedChunk): number {
  return (vector?.byteLength ?? 0) + ENTRY_BYTES;
}
