import type { FoundChunk } from "@trovella/db/search";
import { vectorOf } from "./vector.ts";

/** A chunk as comparing it needs it. */
export interface KnownChunk {
  readonly id: string;
  readonly source: string;
  /** Null while it has none of the model it was read for. */
  readonly vector: Float32Array | null;
}

/** Chunks of one organization, read for one model or for none. */
export interface Shelf {
  recall(chunkId: string): KnownChunk | undefined;
  keep(chunk: FoundChunk): KnownChunk;
}

export interface ShelfKey {
  readonly organizationId: string;
  /** Null where vectors are not wanted. */
  readonly model: string | null;
}

/** So many bytes of vectors are kept; a few hundred more bytes go with each. */
const MOST_BYTES = 64 * 1024 * 1024;
const BYTES_BESIDE = 300;

/**
 * Chunks that were compared before, so that their vectors need not be read again. What a chunk is
 * never changes and its id is never given twice. Whether a caller may see it is not asked here: only
 * ids that the database gave in answer to the same search are looked up.
 */
export class ChunkMemory {
  /** The shelf that was unused longest comes first, and on it the chunk that was kept first. */
  private readonly shelves = new Map<string, StoredShelf>();
  private readonly mostBytes: number;
  private bytes = 0;

  constructor(mostBytes = MOST_BYTES) {
    this.mostBytes = mostBytes;
  }

  shelf({ organizationId, model }: ShelfKey): Shelf {
    const name = JSON.stringify([organizationId, model]);
    const own = this.shelves.get(name) ?? { chunks: new Map(), bytes: 0 };
    this.shelves.delete(name);
    this.shelves.set(name, own);
    return {
      recall: (chunkId) => own.chunks.get(chunkId),
      keep: (found) => {
        const chunk = knownChunk(found);
        // A vector that is missing may still come.
        if (chunk.vector || model === null) this.add(own, chunk);
        return chunk;
      },
    };
  }

  private add(own: StoredShelf, chunk: KnownChunk): void {
    if (own.chunks.has(chunk.id)) return;
    own.chunks.set(chunk.id, chunk);
    this.weigh(own, sizeOf(chunk));
    while (this.bytes > this.mostBytes) this.dropOne(own);
  }

  /** Whoever has more than a fair share makes room itself, else who has not searched for longest. */
  private dropOne(own: StoredShelf): void {
    const hasMuch = own.bytes > this.mostBytes / this.shelves.size;
    for (const [name, shelf] of this.shelves) {
      const from = hasMuch ? own : shelf;
      for (const [id, chunk] of from.chunks) {
        from.chunks.delete(id);
        this.weigh(from, -sizeOf(chunk));
        return;
      }
      this.shelves.delete(name);
    }
  }

  private weigh(shelf: StoredShelf, bytes: number): void {
    shelf.bytes += bytes;
    this.bytes += bytes;
  }
}

interface StoredShelf {
  readonly chunks: Map<string, KnownChunk>;
  bytes: number;
}

function knownChunk({ id, sourceTable, sourceId, embedding }: FoundChunk): KnownChunk {
  const vector = embedding && vectorOf(embedding);
  return { id, source: `${sourceTable} ${sourceId}`, vector };
}

function sizeOf({ vector }: KnownChunk): number {
  return (vector?.byteLength ?? 0) + BYTES_BESIDE;
}
