import { type PlanMode, titleOf } from "@trovella/plan-engine";
import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { MEDIA_TYPES, OUTPUT_ORIGINS } from "../schema/value-lists.ts";

export type OutputOrigin = (typeof OUTPUT_ORIGINS)[number];

export interface NewOutput {
  readonly id: string;
  readonly planId: string;
  /** Null when the server composed it. */
  readonly userId: string | null;
  readonly title: string;
  readonly mediaType: (typeof MEDIA_TYPES)[number];
  readonly content: string;
  readonly formattingNotes: string | null;
  readonly isDraft: boolean;
  readonly origin: OutputOrigin;
  /** How its claims stand, as JSON; null where there are none. */
  readonly evidence: object | null;
  readonly createdAt: Date;
}

// Not the plan's row: other calls on the plan need not wait for a long text to be stored.
const LOCK_OUTPUTS = defineStatement("SELECT pg_advisory_xact_lock(hashtextextended($1, 4738))");
const INSERT_OUTPUT = defineStatement(`
  INSERT INTO research_output (organization_id, id, plan_id, user_id, title, media_type, version, content, formatting_notes,
    created_at, updated_at, is_draft, origin, evidence, record)
  SELECT $1, $2, $3, $4, $5, $6, coalesce(max(version), 0) + 1, $7, $8, $9::timestamptz, $9, $10, $11, $12::jsonb,
    (SELECT jsonb_build_object('seq', audit_seq, 'head', encode(audit_head, 'hex'), 'note', (
       SELECT note FROM audit_checkpoint ORDER BY size DESC LIMIT 1))
     FROM research_plan WHERE id = $3)
  FROM research_output WHERE plan_id = $3
  RETURNING version`);

/** Stores the next version of the plan's output and returns its number; versions have no gaps. */
export async function saveOutput(context: TenantContext, output: NewOutput): Promise<number> {
  const { organizationId } = context.tenant;
  const { planId } = output;
  // Two statements: the second sees what was committed while the first waited.
  const [, inserted] = await context.send([
    lockOutputs(context, planId),
    execution(INSERT_OUTPUT, [
      organizationId,
      output.id,
      planId,
      output.userId,
      output.title,
      output.mediaType,
      output.content,
      output.formattingNotes,
      output.createdAt,
      output.isDraft,
      output.origin,
      output.evidence && JSON.stringify(output.evidence),
    ]),
  ]);
  return Number(inserted?.rows[0]?.version);
}

/** Where the audit log of the plan ended when the output was stored, and the newest checkpoint of then. */
export interface OutputRecord {
  readonly seq: number;
  readonly head: string;
  /** Null before the first checkpoint. */
  readonly note: string | null;
}

function lockOutputs({ tenant }: TenantContext, planId: string): Execution {
  const key = JSON.stringify([tenant.organizationId, "research_output", planId]);
  return execution(LOCK_OUTPUTS, [key]);
}

/** The latest version of a plan's output, without its text. */
export interface NewestOutput {
  readonly id: string;
  readonly version: number;
  readonly origin: OutputOrigin;
  readonly isDraft: boolean;
}

const FIND_NEWEST = defineStatement(`
  SELECT id, version, origin, is_draft AS "isDraft" FROM research_output WHERE plan_id = $1 ORDER BY version DESC LIMIT 1`);

export async function findNewestOutput(
  context: TenantContext,
  planId: string,
): Promise<NewestOutput | null> {
  const [newest] = await queryRows<NewestOutput>(context, execution(FIND_NEWEST, [planId]));
  return newest ?? null;
}

/** As above, after no other transaction can store an output of the plan before this one ends. */
export async function lockNewestOutput(
  context: TenantContext,
  planId: string,
): Promise<NewestOutput | null> {
  const [, newest] = await context.send([
    lockOutputs(context, planId),
    execution(FIND_NEWEST, [planId]),
  ]);
  return rowsOf<NewestOutput>(newest)[0] ?? null;
}

export interface StoredOutput {
  readonly id: string;
  readonly planId: string;
  readonly planHandle: string;
  readonly title: string;
  readonly mediaType: (typeof MEDIA_TYPES)[number];
  readonly version: number;
  readonly isDraft: boolean;
  readonly origin: OutputOrigin;
  readonly content: string;
  readonly createdAt: Date;
  readonly planName: string;
  readonly planMode: PlanMode | null;
  readonly planTitle: string;
  readonly researchQuestion: string;
  /** Null of versions before there were records. */
  readonly record: OutputRecord | null;
  /** As it was stored with the output. */
  readonly evidence: unknown;
}

const FIND_OUTPUT = defineStatement(`
  SELECT output.id, plan_id, title, media_type, output.version, is_draft, origin, content, record, evidence, output.created_at, plan.handle, plan.name, plan.mode, plan.research_question
  FROM research_output AS output JOIN research_plan AS plan ON plan.id = plan_id
  WHERE output.id = $1`);

/** An output with the question of its plan, or null when there is none with this id. */
export async function findOutput(
  context: TenantContext,
  outputId: string,
): Promise<StoredOutput | null> {
  const [found] = await context.send([execution(FIND_OUTPUT, [outputId])]);
  const [row] = found?.rows ?? [];
  if (!row) return null;
  return {
    ...listedOutput(row),
    content: row.content,
    planName: row.name,
    planMode: row.mode,
    planTitle: titleOf(String(row.name)),
    researchQuestion: row.research_question,
    record: row.record,
    evidence: row.evidence ?? null,
  } as StoredOutput;
}

export type ListedOutput = Pick<
  StoredOutput,
  | "id"
  | "planId"
  | "planHandle"
  | "title"
  | "mediaType"
  | "version"
  | "isDraft"
  | "origin"
  | "createdAt"
>;

const LIST_OUTPUTS = defineStatement(`
  SELECT output.id, plan_id, handle, title, media_type, output.version, is_draft, origin, output.created_at
  FROM research_output AS output JOIN research_plan AS plan ON plan.id = plan_id
  WHERE $1::text IS NULL OR plan_id = $1 ORDER BY output.id DESC LIMIT $2`);

/** Outputs without their texts, newest first; of one plan or of all. */
export async function listOutputs(
  context: TenantContext,
  { planId, limit }: { planId: string | null; limit: number },
): Promise<ListedOutput[]> {
  const [listed] = await context.send([execution(LIST_OUTPUTS, [planId, limit])]);
  return (listed?.rows ?? []).map(listedOutput);
}

const FIND_OUTPUT_IDS = defineStatement(`
  SELECT id FROM research_output
  WHERE starts_with(id, $1) OR strpos(lower(title), lower($1)) > 0
  ORDER BY id DESC LIMIT $2`);

/** Ids of the newest outputs whose id begins with the text or whose title contains it. */
export async function findOutputIds(
  context: TenantContext,
  { text, limit }: { text: string; limit: number },
): Promise<string[]> {
  const [found] = await context.send([execution(FIND_OUTPUT_IDS, [text, limit])]);
  return (found?.rows ?? []).map(({ id }) => String(id));
}

function listedOutput(row: Readonly<Record<string, unknown>>): ListedOutput {
  return {
    id: row.id,
    planId: row.plan_id,
    planHandle: row.handle,
    title: row.title,
    mediaType: row.media_type,
    version: row.version,
    isDraft: row.is_draft,
    origin: row.origin,
    createdAt: row.created_at,
  } as ListedOutput;
}
