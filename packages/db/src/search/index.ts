export { SEARCHED_TABLES } from "../schema/table-names.ts";
export {
  type ChunkVector,
  type ClaimedChunk,
  claimChunks,
  type EmbeddingOutcome,
  nextRetryMs,
  requeueOtherModels,
  saveEmbeddingOutcome,
} from "./chunk-queue.ts";
export { CHUNK_WORDS, type Chunk, chunkText, MAX_CHUNKS } from "./chunk-text.ts";
export { findByLegs } from "./find-by-legs.ts";
export { removeIndexRows, type SourceKey, saveIndexRows } from "./indexing-rows.ts";
export { type FoundChunk, readChunks } from "./read-chunks.ts";
export { scoreSources } from "./score-sources.ts";
export type { SearchFilter } from "./search-filter.ts";
export * from "./search-texts.ts";
export { MARK, readSourceCardsAndCommit, type SourceCard } from "./source-cards.ts";
export type { TermWeights } from "./weighted-terms.ts";
