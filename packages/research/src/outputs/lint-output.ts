import type { TenantContext } from "@trovella/db";
import { readQuotedSources } from "@trovella/db/memory";
import { checkSize, type LintFinding, lintApart, TooLarge } from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { citedSourceIds, deliverableSource } from "./cited-sources.ts";
import { throwRenderingError } from "./rendering-error.ts";

export type { LintFinding };

/** Quotes are checked against at most this much stored text. */
const MAX_QUOTED_CHARACTERS = 4_000_000;
/** What a reply has room for. */
const MAX_FINDING_CHARACTERS = 5_000;

export interface LintedOutput {
  readonly title: string;
  readonly content: string;
}

/**
 * Lints an output before it is stored. Findings are reported, not forbidden; only an output that no
 * file could be made of is refused. Linting is slow, so no transaction may wait for it.
 */
export async function lintOutput(
  { title, content }: LintedOutput,
  inTenant: <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>,
): Promise<LintFinding[]> {
  // The length first: a text that is far too long is not even parsed.
  checkRenderable(content, []);
  const ids = citedSourceIds(content);
  checkRenderable(content, ids);
  const { sources, texts, organizationId } = await inTenant(async (context) => ({
    ...(await readQuotedSources(context, { ids, maxCharacters: MAX_QUOTED_CHARACTERS })),
    ...context.tenant,
  }));
  const textOfSources = sources.flatMap(({ id, artifactId }) => {
    const text = texts.get(artifactId);
    return text === undefined ? [] : [[id, text] as const];
  });
  return lintApart(
    {
      title,
      markdown: content,
      sources: sources.map(deliverableSource),
      researchQuestion: null,
      planName: null,
      createdAt: new Date(0),
      version: 1,
    },
    { texts: new Map(textOfSources), maxCharacters: MAX_FINDING_CHARACTERS, organizationId },
  ).catch(throwRenderingError);
}

function checkRenderable(markdown: string, sources: readonly string[]): void {
  try {
    checkSize({ markdown, sources });
  } catch (error) {
    if (error instanceof TooLarge) throw new AppError("LIMIT_EXCEEDED", error.message);
    throw error;
  }
}
