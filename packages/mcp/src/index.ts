export { CallLog } from "./calls/call-log.ts";
export type { CallOutcome, CallRequest } from "./calls/call-request.ts";
export { neededPermission } from "./calls/needed-permission.ts";
export { runCall } from "./calls/run-call.ts";
export type { Console } from "./console-urls.ts";
export type { Tool } from "./define-tool.ts";
export { createExtractionModel, type ModelSettings } from "./extraction/ai-sdk-model.ts";
export { Extractor } from "./extraction/extractor.ts";
export type { Authorized } from "./http/authorized.ts";
export { HttpRefusal, REFUSED } from "./http/http-refusal.ts";
export {
  createMcpHttp,
  type McpHttp,
  type McpHttpOptions,
} from "./http/mcp-http.ts";
export { replyWithRefusal } from "./http/node-reply.ts";
export type { Client } from "./request-client.ts";
export { observedTransport } from "./resources/observed-transport.ts";
export { PlanSubscriptions } from "./resources/plan-subscriptions.ts";
export { createServerFactory, type McpServices, type ServerFactory } from "./server.ts";
export type { CountedCall, Services } from "./services.ts";
export { SEARCH_AND_FETCH, TOOLS } from "./tools/index.ts";
export { LOCAL_WAIT_SHARES, TEAM_WAIT_SHARES } from "./waiting/wait-shares.ts";
export { WaitingCalls } from "./waiting/waiting-calls.ts";
