import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface NewExtraction {
  readonly id: string;
  readonly userId: string | null;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly sourceArtifactId: string | null;
  /** JSON, as are the data and the errors. */
  readonly schema: string;
  readonly instructions: string | null;
  readonly data: string;
  readonly isValid: boolean;
  readonly errors: string;
  /** Null when the client extracted the data itself. */
  readonly model: string | null;
  readonly createdAt: Date;
}

const INSERT_EXTRACTION = defineStatement(`
  INSERT INTO extraction_result (organization_id, id, user_id, plan_id, step_id, source_artifact_id, schema, instructions, data,
    is_valid, errors, model, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9::jsonb, $10, $11::jsonb, $12, $13, $13)`);

export async function saveExtraction(
  context: TenantContext,
  extraction: NewExtraction,
): Promise<void> {
  await context.send([
    execution(INSERT_EXTRACTION, [
      context.tenant.organizationId,
      extraction.id,
      extraction.userId,
      extraction.planId,
      extraction.stepId,
      extraction.sourceArtifactId,
      extraction.schema,
      extraction.instructions,
      extraction.data,
      extraction.isValid,
      extraction.errors,
      extraction.model,
      extraction.createdAt,
    ]),
  ]);
}
