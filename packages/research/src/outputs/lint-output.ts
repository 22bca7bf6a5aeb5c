import type { TenantContext } from "@trovella/db";
import { readQuotableSources } from "@trovella/db/memory";
import {
  checkSize,
  citedRefs,
  type LintFinding,
  lintApart,
  TooLarge,
} from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { deliverableSource } from "./cited-sources.ts";
import { throwRenderingError } from "./rendering-error.ts";

export type { LintFinding };

/** Quotes are checked against at most this much stored text. */
const MAX_QUOTED_CHARACTERS = 4_000_000;
/** What a reply has room for. */
const MAX_FINDING_CHARACTERS = 5_000;

export interface LintedOutput {
  readonly planId: string;
  readonly title: string;
  readonly content: string;
}

/**
 * Lints an output before it is stored. Findings are reported, not forbidden; only an output that no
 * file could be made of is refused. Linting is slow, so no transaction may wait for it.
 */
export async function lintOutput(
  { planId, title, content }: LintedOutput,
  inTenant: <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>,
): Promise<LintFinding[]> {
  // The length first: a text that is far too long is not even parsed.
  checkRenderable(content, []);
  const refs = citedRefs(content);
  checkRenderable(content, refs);
  const { sources, texts, organizationId } = await inTenant(async (context) => ({
    ...(await readQuotableSources(context, { planId, refs, maxCharacters: MAX_QUOTED_CHARACTERS })),
    ...context.tenant,
  }));
  return lintApart(
    {
      title,
      markdown: content,
      sources: sources.map(({ artifactIds: _, ...source }) => deliverableSource(source)),
      researchQuestion: null,
      planName: null,
      createdAt: new Date(0),
      version: 1,
    },
    {
      texts: {
        byId: texts,
        idsOf: new Map(sources.map(({ number, artifactIds }) => [number, artifactIds])),
      },
      maxCharacters: MAX_FINDING_CHARACTERS,
      organizationId,
    },
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
