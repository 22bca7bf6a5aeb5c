export {
  ARTIFACT_TYPES,
  FEEDBACK_TYPES,
  MEDIA_TYPES,
  SATISFACTIONS,
} from "../schema/value-lists.ts";
export * from "./artifacts.ts";
export * from "./extractions.ts";
export * from "./feedback.ts";
export * from "./output-sources.ts";
export * from "./outputs.ts";
export * from "./plan-artifacts.ts";
export { measureStorage, StorageLimit } from "./storage-use.ts";
export * from "./subagent-reports.ts";
