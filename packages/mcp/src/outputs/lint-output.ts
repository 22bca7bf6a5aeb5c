import type { TenantContext } from "@trovella/db";
import { readQuotedSources } from "@trovella/db/memory";
import { checkSize, type LintFinding, lintApart, TooLarge } from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { citedSourceIds, deliverableSource } from "./cited-sources.ts";
import { explainRefusal } from "./render-output.ts";

export type { LintFinding };

/** More stored text than this is not looked through for quotes. */
const MAX_QUOTED_CHARACTERS = 4_000_000;
/** A reply has room for so many. */
const MAX_FINDING_CHARACTERS = 5_000;

export interface LintedOutput {
  readonly title: string;
  readonly content: string;
}

/**
 * Looks an output through before it is stored; what it finds is told, not forbidden. Refuses what
 * could not be made into a file. Takes its time, so no transaction may wait for it.
 */
export async function lintOutput(
  { title, content }: LintedOutput,
  inTenant: <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>,
): Promise<LintFinding[]> {
  // The length first: what is far too long is not even looked through.
  checkRenderable(content, []);
  const ids = citedSourceIds(content);
  checkRenderable(content, ids);
  const { sources, texts } = await inTenant((context) =>
    readQuotedSources(context, { ids, maxCharacters: MAX_QUOTED_CHARACTERS }),
  );
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
    { texts: new Map(textOfSources), maxCharacters: MAX_FINDING_CHARACTERS },
  ).catch(explainRefusal);
}

function checkRenderable(markdown: string, sources: readonly string[]): void {
  try {
    checkSize({ markdown, sources });
  } catch (error) {
    if (error instanceof TooLarge) throw new AppError("LIMIT_EXCEEDED", error.message);
    throw error;
  }
}
