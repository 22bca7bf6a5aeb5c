export {
  ARTIFACT_TYPES,
  FEEDBACK_TYPES,
  MEDIA_TYPES,
  OUTPUT_ORIGINS,
  SATISFACTIONS,
} from "../schema/value-lists.ts";
export * from "./artifact-handle.ts";
export * from "./artifacts.ts";
export * from "./extractions.ts";
export * from "./feedback.ts";
export * from "./imports.ts";
export * from "./missing-documents.ts";
export * from "./output-making.ts";
export * from "./output-sources.ts";
export * from "./outputs.ts";
export * from "./plan-artifacts.ts";
export * from "./plan-sources.ts";
export { measureStorage, StorageLimit } from "./storage-use.ts";
export * from "./stored-items.ts";
export * from "./subagent-reports.ts";
