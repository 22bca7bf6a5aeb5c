import { getTableName } from "drizzle-orm";
import {
  aiUsage,
  idempotencyKey,
  mcpToolCallLog,
  personalAccessToken,
  skillExecution,
} from "./calls.ts";
import { accessKey, account, invitation, member, organization, session, user } from "./identity.ts";
import { rateBucket } from "./limits.ts";
import {
  extractionResult,
  researchArtifact,
  researchFeedback,
  researchOutput,
  researchSource,
  subagentReport,
} from "./memory.ts";
import { oauthClient, oauthGrant, oauthToken } from "./oauth.ts";
import {
  planAuditLog,
  planBranchingCondition,
  planReview,
  planStep,
  researchPlan,
} from "./plan.ts";
import { corpusStat, documentChunk, indexingQueue, posting, termStat } from "./search.ts";

export * from "./calls.ts";
export * from "./identity.ts";
export * from "./limits.ts";
export * from "./memory.ts";
export * from "./oauth.ts";
export * from "./plan.ts";
export * from "./search.ts";

/** The named list outside row-level security; what is on none of these lists does not exist. */
export const IDENTITY_TABLES = [
  user,
  organization,
  member,
  invitation,
  session,
  account,
  oauthClient,
  oauthGrant,
  oauthToken,
  accessKey,
].map(getTableName);

/** What processes share while they run: nobody's, outside row-level security, and in no backup. */
export const SERVER_TABLES = [rateBucket].map(getTableName);

/** In an order in which each table comes after those it refers to. */
export const TENANT_TABLES = [
  researchPlan,
  planStep,
  planBranchingCondition,
  planReview,
  planAuditLog,
  skillExecution,
  mcpToolCallLog,
  idempotencyKey,
  researchArtifact,
  researchSource,
  extractionResult,
  researchOutput,
  researchFeedback,
  subagentReport,
  documentChunk,
  posting,
  termStat,
  corpusStat,
  indexingQueue,
  aiUsage,
  personalAccessToken,
].map(getTableName);
