export { ALL_PERMISSIONS, type Caller, type Client } from "./caller.ts";
export type { CallOutcome, CallRequest, Services } from "./calls/call-tool.ts";
export { callTool } from "./calls/call-tool.ts";
export type { CountedCall } from "./calls/observed-call.ts";
export { ToolCallLog } from "./calls/tool-call-log.ts";
export type { Console } from "./console.ts";
export type { Tool } from "./define-tool.ts";
export {
  createExtractionModel,
  EXTRACTION_PROVIDERS,
  type ModelSettings,
} from "./extraction/ai-sdk-model.ts";
export { Extractor } from "./extraction/extractor.ts";
export { HttpRefusal, REFUSED } from "./http/http-refusal.ts";
export {
  type Authorized,
  createMcpHttp,
  type McpHttp,
  type McpHttpOptions,
} from "./http/mcp-http.ts";
export { replyWithRefusal } from "./http/node-reply.ts";
export {
  OUTPUT_FORMATS,
  type OutputFile,
  type OutputFormat,
  outputFormat,
  renderOutput,
} from "./outputs/render-output.ts";
export { createServerFactory, type McpServices, type ServerFactory } from "./server.ts";
export { TOOLS } from "./tools/index.ts";
