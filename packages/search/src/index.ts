export type { Embedder } from "./embedder.ts";
export { type ExplainedSearch, explainSearchAndCommit } from "./explain-search.ts";
export { ensureLocalModel, type LocalModelFiles } from "./fetching/ensure-local-model.ts";
export {
  indexArtifact,
  indexClaims,
  indexExtraction,
  indexOutput,
  indexSource,
  removeSource,
} from "./index-source.ts";
export { type Indexing, type IndexingOptions, startIndexing } from "./indexing.ts";
export { createLocalEmbedder } from "./local-embedder.ts";
export { type EmbedderHandle, type EmbedderSettings, openEmbedder } from "./open-embedder.ts";
export type { QueryType } from "./query-type.ts";
export { createRemoteEmbedder } from "./remote-embedder.ts";
export {
  DEFAULT_LIMIT,
  type Meaning,
  meaningOf,
  type SearchHit,
  type SearchLeg,
  type SearchQuery,
  type SearchReply,
  searchAndCommit,
} from "./search.ts";
