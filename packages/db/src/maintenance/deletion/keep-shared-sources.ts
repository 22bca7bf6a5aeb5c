import { newId } from "../../connection/new-id.ts";
import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { saveArtifacts } from "../../memory/artifacts.ts";
import { chunkText } from "../../search/chunk-text.ts";
import { saveIndexRows } from "../../search/indexing-rows.ts";
import { artifactText } from "../../search/search-texts.ts";

/**
 * Each source of the artifacts that something else rests on, with the plan that needs it: one that registered or claims it and is
 * not deleted. The artifacts' own plan ($3, when it stays) registers every source, so that of it only cited ones count.
 */
const FIND_SHARED = defineStatement(`
  SELECT source.id AS "sourceId", min(other.plan_id) AS "planId"
  FROM research_source AS source JOIN (
    SELECT source_id, plan_id FROM plan_source AS entry WHERE organization_id = $1 AND (plan_id IS DISTINCT FROM $3 OR EXISTS (
      SELECT FROM research_output AS output WHERE output.organization_id = $1 AND output.plan_id = entry.plan_id
        AND content ~ ('\\[src:[^]]*\\m' || number || '\\M')))
    UNION ALL
    SELECT evidence.source_id, claim.plan_id FROM claim_evidence AS evidence
      JOIN claim ON claim.id = evidence.claim_id AND claim.organization_id = $1 WHERE evidence.organization_id = $1
  ) AS other ON other.source_id = source.id
  WHERE source.organization_id = $1 AND source.artifact_id = ANY($2::text[]) AND other.plan_id IS DISTINCT FROM $4
  GROUP BY source.id ORDER BY source.id`);

/** Another mention of the same source in the plan that refers to it describes it as well. */
const repoint = (table: "plan_source" | "claim_evidence", plan: string) =>
  defineStatement(`
    UPDATE ${table} AS referring SET source_id = twin.id, updated_at = now()
    FROM (
      SELECT DISTINCT ON (own.id, artifact.plan_id) own.id AS gone_id, mention.id, artifact.plan_id
      FROM research_source AS own JOIN research_source AS mention ON mention.organization_id = $1 AND mention.key = own.key
        AND mention.artifact_id <> ALL($2::text[])
      JOIN research_artifact AS artifact ON artifact.organization_id = $1 AND artifact.id = mention.artifact_id
      WHERE own.organization_id = $1 AND own.artifact_id = ANY($2::text[]) ORDER BY own.id, artifact.plan_id, mention.id
    ) AS twin
    WHERE referring.organization_id = $1 AND referring.source_id = twin.gone_id AND twin.plan_id = ${plan}`);
/** Documents of other plans may name a source by the plan that goes; they find it in their own register then. */
const NOTE_FORMER_REFS = defineStatement(`
  UPDATE plan_source AS entry SET former_refs = array_cat(entry.former_refs, ARRAY[plan.handle || '/' || gone.number,
    plan.id || '/' || gone.number]), updated_at = now()
  FROM plan_source AS gone, research_plan AS plan
  WHERE entry.organization_id = $1 AND gone.organization_id = $1 AND plan.organization_id = $1 AND plan.id = $2
    AND gone.plan_id = $2 AND entry.plan_id <> $2 AND entry.key = gone.key`);
const REPOINT_REGISTER = repoint("plan_source", "referring.plan_id");
const REPOINT_EVIDENCE = repoint(
  "claim_evidence",
  "(SELECT plan_id FROM claim WHERE claim.organization_id = $1 AND claim.id = referring.claim_id)",
);

const MOVE = defineStatement(`
  UPDATE research_source AS source SET artifact_id = $3, position = place, updated_at = now()
  FROM unnest($2::text[]) WITH ORDINALITY AS moved (id, place) WHERE source.organization_id = $1 AND source.id = moved.id`);

const TITLE = "Sources of deleted research";
const TEXT =
  "These sources were found by research that was deleted. They stay because this plan cites them.";

interface Shared {
  readonly sourceId: string;
  readonly planId: string;
}

export interface DeletedArtifacts {
  readonly artifactIds: readonly string[];
  /** The plan they belong to, if any, and whether it is deleted with them. */
  readonly planId: string | null;
  readonly isPlanDeleted: boolean;
  readonly now: Date;
}

/**
 * Before artifacts are deleted: what cites their sources cites another mention of the same source instead, and where there is
 * none the source moves to an artifact of a plan that needs it. Registers, numbers in documents and evidence stay as they are.
 */
export async function keepSharedSources(
  context: TenantContext,
  { artifactIds, planId, isPlanDeleted, now }: DeletedArtifacts,
): Promise<void> {
  const { organizationId } = context.tenant;
  await context.send([
    ...(isPlanDeleted ? [execution(NOTE_FORMER_REFS, [organizationId, planId])] : []),
    execution(REPOINT_REGISTER, [organizationId, artifactIds]),
    execution(REPOINT_EVIDENCE, [organizationId, artifactIds]),
  ]);
  const shared = await queryRows<Shared>(
    context,
    execution(FIND_SHARED, [organizationId, artifactIds, planId, isPlanDeleted ? planId : null]),
  );
  for (const keeperId of new Set(shared.map((source) => source.planId))) {
    const artifactId = await saveKeeper(context, keeperId, now);
    const ids = shared.flatMap((source) => (source.planId === keeperId ? source.sourceId : []));
    await context.send([execution(MOVE, [organizationId, ids, artifactId])]);
  }
}

async function saveKeeper(context: TenantContext, planId: string, now: Date): Promise<string> {
  const id = newId("artifact");
  const searched = artifactText({ id, title: TITLE, summary: null, contentText: TEXT });
  await saveArtifacts(context, [
    {
      id,
      userId: null,
      planId,
      stepId: null,
      artifactType: "note",
      title: TITLE,
      content: JSON.stringify(TEXT),
      contentText: TEXT,
      summary: null,
      confidence: null,
      createdAt: now,
      sources: [],
    },
  ]);
  await saveIndexRows(context, [{ ...searched, chunks: chunkText(searched) }]);
  return id;
}
