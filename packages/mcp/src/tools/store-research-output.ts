import { newId } from "@trovella/db";
import { MEDIA_TYPES, saveOutput } from "@trovella/db/memory";
import { type LintFinding, lintOutput } from "@trovella/research";
import { indexOutput } from "@trovella/search";
import { z } from "zod";
import type { CallContext } from "../calls/call-context.ts";
import { outputUrl } from "../console-urls.ts";
import { defineTool } from "../define-tool.ts";
import { next, note, planId, title } from "../fields.ts";
import { findPlan } from "../plan-reference.ts";

export const storeResearchOutput = defineTool({
  name: "store_research_output",
  title: "Store the output of a plan",
  description:
    "Stores the finished output as Markdown, whatever form the person wants; Trovella makes the file in the form of mediaType and gives the link. Cite sources as [src:ID]. Storing again makes a new version. lint names what is doubtful, such as citations of unknown sources.",
  input: {
    planId,
    title,
    mediaType: z.enum(MEDIA_TYPES),
    content: z.string().min(1).describe("Markdown"),
    formattingNotes: note.optional(),
  },
  output: {
    outputId: z.string(),
    version: z.int(),
    downloadUrl: z.string(),
    lint: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    next,
  },
  permission: "write",
  writes: "memory",

  // Linting a long text takes seconds, for which no transaction should wait.
  async prepare({ planId, title, content }, { inTenant }) {
    await inTenant((context) => findPlan(context, { planId }));
    return lintOutput({ title, content }, inTenant);
  },

  async run({ planId, title, mediaType, content, formattingNotes }, call, lint: LintFinding[]) {
    const { context, caller, now } = call;
    await findPlan(context, { planId });
    const id = newId("output");
    const version = await saveOutput(context, {
      id,
      planId,
      userId: caller.userId,
      title,
      mediaType,
      content,
      formattingNotes: formattingNotes ?? null,
      createdAt: now,
    });
    await indexOutput(context, { id, title, content });
    return {
      outputId: id,
      version,
      downloadUrl: outputUrl(call.console, id, mediaType),
      lint: lint.map((finding) => ({ ...finding })),
      next: nextAfter(lint.length, call),
    };
  },
});

function nextAfter(findingCount: number, { console }: CallContext): string {
  const correct =
    findingCount > 0 ? "Correct what lint names and store it again, or tell the person. " : "";
  const start = console.isRunning() ? "" : " (it opens once `trovella serve` runs)";
  return `${correct}Present the output, give the link${start}, ask how it turned out, and pass the answer on with submit_research_feedback.`;
}
