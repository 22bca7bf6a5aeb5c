import { newId } from "@trovella/db";
import { findOutput, MEDIA_TYPES, saveOutput } from "@trovella/db/memory";
import { AppError, invalidField } from "@trovella/foundation";
import { isClosed, type Plan } from "@trovella/plan-engine";
import {
  adoptCitedSources,
  completeRun,
  editText,
  type LintResult,
  lintOutput,
  textSize,
} from "@trovella/research";
import { indexOutput } from "@trovella/search";
import { z } from "zod";
import type { CallContext } from "../calls/call-context.ts";
import type { Preparation } from "../calls/preparation.ts";
import { outputUrl } from "../console-urls.ts";
import { defineTool } from "../define-tool.ts";
import { next, note, outputId, planId, title } from "../fields.ts";
import { findPlan } from "../plan-reference.ts";

const MAX_EDITS = 200;
const MAX_EDIT = 50_000;

const edit = z.strictObject({
  find: z.string().min(1).max(MAX_EDIT),
  replace: z.string().max(MAX_EDIT),
});

/** The output to store, after its edits, and what the checks found in it. */
interface Draft {
  readonly planId: string;
  readonly title: string;
  readonly mediaType: (typeof MEDIA_TYPES)[number];
  readonly content: string;
  readonly lint: LintResult;
}

export const storeResearchOutput = defineTool({
  name: "store_research_output",
  title: "Store the output of a plan",
  description:
    "Stores the output as Markdown citing [src:7] ([own]: your conclusion); Trovella makes the file of mediaType and links it. To fix lint findings, pass outputId and edits.",
  input: {
    planId: planId.optional(),
    title: title.optional(),
    mediaType: z.enum(MEDIA_TYPES).optional(),
    content: z.string().min(1).optional().describe("Markdown"),
    outputId: outputId.optional(),
    edits: z.array(edit).min(1).max(MAX_EDITS).optional().describe("find: text that occurs once"),
    formattingNotes: note.optional(),
  },
  output: {
    outputId: z.string(),
    version: z.int(),
    draft: z.literal(true).optional(),
    evidence: z.looseObject({ state: z.string() }).optional(),
    downloadUrl: z.string(),
    words: z.int(),
    pages: z.int(),
    lint: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    next,
  },
  permission: "write",
  writes: "memory",
  hasBoard: true,

  // Linting a long text takes seconds, for which no transaction should wait.
  async prepare(input, { inTenant }): Promise<Draft> {
    const output = await draftOf(input, inTenant);
    await inTenant((context) => findPlan(context, output));
    return { ...output, lint: await lintOutput(output, inTenant) };
  },

  async run({ formattingNotes }, call, { lint: { findings, evidence }, ...output }: Draft) {
    const { context, caller, actor, now } = call;
    call.show({ planId: output.planId });
    const plan = await findPlan(context, output);
    const isDraft = plan !== null && !isClosed(plan.status);
    const id = newId("output");
    const version = await saveOutput(context, {
      ...output,
      id,
      userId: caller.userId,
      formattingNotes: formattingNotes ?? null,
      isDraft,
      origin: "assistant",
      evidence,
      createdAt: now,
    });
    await adoptCitedSources(context, { ...output, now });
    await indexOutput(context, { ...output, id });
    if (plan && !isDraft) await completeRun(context, { plan, actor, at: now });
    return {
      outputId: `o${version}`,
      version,
      ...(isDraft || evidence?.state === "draft" ? { draft: true as const } : {}),
      ...stateOf(evidence),
      downloadUrl: outputUrl(call.console, id, output.mediaType),
      ...textSize(output.content),
      lint: findings.map((finding) => ({ ...finding })),
      next: isDraft ? nextAfterDraft(plan) : nextAfter(findings.length, version, call),
    };
  },
});

/** Whether the document is final, and if not, why; said of plans that have claims or must have some. */
function stateOf(evidence: LintResult["evidence"]) {
  if (!evidence) return {};
  const { state, reason } = evidence;
  return { evidence: { state, ...(reason ? { reason } : {}) } };
}

interface Given extends Partial<Omit<Draft, "lint">> {
  readonly outputId?: string | undefined;
  readonly edits?: readonly z.output<typeof edit>[] | undefined;
}

/** The whole output: as it was given, or the stored one with edits. */
async function draftOf(
  { planId, title, mediaType, content, outputId, edits }: Given,
  inTenant: Preparation["inTenant"],
): Promise<Omit<Draft, "lint">> {
  if (outputId === undefined) {
    if (edits) throw missing("outputId", "edits");
    if (planId === undefined) throw missing("planId", "content");
    if (title === undefined) throw missing("title", "content");
    if (mediaType === undefined) throw missing("mediaType", "content");
    if (content === undefined) throw missing("content", "planId");
    return { planId, title, mediaType, content };
  }
  const stored = await inTenant((context) => findOutput(context, outputId));
  if (!stored || (planId !== undefined && stored.planId !== planId)) {
    throw new AppError(
      "NOT_FOUND",
      'There is no such output. Next: pass the outputId that store_research_output gave, such as "o1", with its planId.',
    );
  }
  if (content !== undefined && edits) {
    throw invalidField("content", "stands beside edits. Next: pass one of them.");
  }
  return {
    planId: stored.planId,
    title: title ?? stored.title,
    mediaType: mediaType ?? stored.mediaType,
    content: content ?? editText(stored.content, edits ?? []),
  };
}

function missing(field: string, beside: string): AppError {
  return invalidField(
    field,
    `is missing beside ${beside}. Next: pass planId, title, mediaType and content, or outputId and edits.`,
  );
}

function nextAfterDraft({ status, phase }: Plan): string {
  if (phase !== "open" && status !== "awaiting_review") {
    return "Stored as a draft until the plan is closed. Hand in the closing step now with submit_step_result and continue: true.";
  }
  const open = status === "awaiting_review" ? "a review is open" : "steps are open";
  return `Stored as a draft, since ${open}. Finish the plan (get_next_step), then store the output.`;
}

function nextAfter(findingCount: number, version: number, { console }: CallContext): string {
  const correct =
    findingCount > 0
      ? `Repair what lint names with outputId: "o${version}" and edits, or tell the person. `
      : "";
  const start = console.isRunning() ? "" : " (it opens once `trovella serve` runs)";
  return `${correct}Present the output, give the link${start}, ask how it turned out, and pass the answer on with submit_research_feedback.`;
}
