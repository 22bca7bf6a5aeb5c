export type { CallOutcome, CallRequest, Services } from "./call-tool.ts";
export { callTool } from "./call-tool.ts";
export { ALL_PERMISSIONS, type Caller, type Client } from "./caller.ts";
export type { Console } from "./console.ts";
export type { Tool } from "./define-tool.ts";
export {
  createExtractionModel,
  EXTRACTION_PROVIDERS,
  type ModelSettings,
} from "./extraction/ai-sdk-model.ts";
export { Extractor } from "./extraction/extractor.ts";
export { createMcpHttp, HttpRefusal, type McpHttp, type McpHttpOptions } from "./http/mcp-http.ts";
export { neededPermission } from "./needed-permission.ts";
export type { CountedCall } from "./observed-call.ts";
export {
  OUTPUT_FORMATS,
  type OutputFile,
  type OutputFormat,
  outputFormat,
  renderOutput,
} from "./outputs/render-output.ts";
export { createServerFactory, type McpServices, type ServerFactory } from "./server.ts";
export { ToolCallLog } from "./tool-call-log.ts";
export { TOOLS } from "./tools/index.ts";
