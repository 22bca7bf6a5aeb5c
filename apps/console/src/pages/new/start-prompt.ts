import { type Format, hasOwnCheckpoint, type ResearchForm, templateName } from "./research-form.ts";

/** As the skills name them. */
const OUTPUTS = new Map<Format, string>([
  ["conversation", "an answer in the conversation"],
  ["word", "a Word document"],
  ["html", "a web page"],
  ["markdown", "Markdown notes"],
  ["excel", "an Excel workbook"],
  ["powerpoint", "PowerPoint slides"],
  ["pdf", "a PDF"],
]);

interface Start {
  readonly form: ResearchForm;
  /** The URL of this server. */
  readonly server: string;
  /** The handle of the plan it builds on. */
  readonly from: string | null;
}

/**
 * The prompt that makes any connected assistant start this research, in the words of the skills. It holds what the
 * person typed and nothing that an assistant wrote. It is English in every language of the console, as the skills are.
 */
export function startPrompt({ form, server, from }: Start): string {
  const { question, depth, format, isPersonal } = form;
  const notes = form.notes.trim();
  const lines = [
    `Use Trovella (${server}) and its skill "research" (get_skill) to research this question:`,
    "",
    question.trim(),
    "",
    `- Depth: ${depth}, template "${templateName(form)}".`,
    `- Output: ${OUTPUTS.get(format)} (outputMediaType "${format}").`,
    ...checkpointLines(form),
    ...(isPersonal
      ? ['- I decide checkpoints in the console myself: reviewPolicy "human_only".']
      : []),
    ...(from
      ? [
          `- Build on the earlier plan ${from}: read it first with get_research_context ${JSON.stringify({ planId: from })}, name it in brief.knownContext, and look only for what is new.`,
        ]
      : []),
    ...(notes ? [`- What I know and want: ${notes}`] : []),
    "",
    "Ask me nothing more: create the plan with create_research_plan (start: true) and begin.",
  ];
  return lines.join("\n").toWellFormed();
}

function checkpointLines(form: ResearchForm): string[] {
  const places = [
    form.reviewStart && "before the first search, a checkpoint step with the plan",
    (form.reviewAnswer || hasOwnCheckpoint(form)) && "before the answer is written",
  ].filter((place) => place !== false);
  return places.length > 0 ? [`- Ask for my review (checkpoint): ${places.join("; ")}.`] : [];
}
