import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** The cost of a language model call, successful or not. */
export interface AiUsage {
  readonly id: string;
  readonly userId: string;
  readonly purpose: string;
  readonly provider: string;
  readonly model: string;
  /** Null when the model did not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly durationMs: number;
  readonly isError: boolean;
  readonly createdAt: Date;
}

const INSERT_USAGE = defineStatement(`
  INSERT INTO ai_usage (organization_id, id, user_id, purpose, provider, model, input_tokens, output_tokens, duration_ms,
    is_error, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);

export async function saveAiUsage(context: TenantContext, usage: AiUsage): Promise<void> {
  await context.send([
    execution(INSERT_USAGE, [
      context.tenant.organizationId,
      usage.id,
      usage.userId,
      usage.purpose,
      usage.provider,
      usage.model,
      usage.inputTokens,
      usage.outputTokens,
      usage.durationMs,
      usage.isError,
      usage.createdAt,
    ]),
  ]);
}

const SUM_TOKENS = defineStatement(`
  SELECT coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0) AS tokens
  FROM ai_usage WHERE created_at > $1`);

/** The tokens that the organization's model calls have used since then. */
export async function sumModelTokens(context: TenantContext, since: Date): Promise<number> {
  const [row] = await queryRows<{ tokens: unknown }>(context, execution(SUM_TOKENS, [since]));
  return Number(row?.tokens ?? 0);
}
