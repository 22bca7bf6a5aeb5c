import type { TenantContext } from "@trovella/db";
import { readEvidencePolicy, readWholeClaims } from "@trovella/db/evidence";
import { readQuotableSources } from "@trovella/db/memory";
import {
  checkSize,
  citedClaims,
  citedRefs,
  documentGate,
  type LintFinding,
  type LintReport,
  lintApart,
  TooLarge,
} from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { citedCounts, documentClaims, type OutputEvidence } from "../claims/document-evidence.ts";
import { deliverableSource } from "./cited-sources.ts";
import { throwRenderingError } from "./rendering-error.ts";

export type { LintFinding };

/** Quotes are checked against at most this much stored text. */
const MAX_QUOTED_CHARACTERS = 4_000_000;
/** What a reply has room for. */
const MAX_FINDING_CHARACTERS = 5_000;

export interface LintResult extends Pick<LintReport, "counts" | "statements"> {
  readonly findings: readonly LintFinding[];
  /** To be kept with the output; null for plans without claims that ask for none. */
  readonly evidence: OutputEvidence | null;
}

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
): Promise<LintResult> {
  // The length first: a text that is far too long is not even parsed.
  checkRenderable(content, []);
  const refs = citedRefs(content);
  checkRenderable(content, refs);
  const cited = citedClaims(content);
  const { sources, texts, organizationId, policy, whole } = await inTenant(async (context) => {
    const policy = await readEvidencePolicy(context, planId);
    const whole = policy === "off" ? [] : await readWholeClaims(context, planId);
    const own = whole.filter(({ number }) => cited.includes(number));
    const used = own.flatMap(({ evidence }) => evidence.flatMap(({ source }) => source ?? []));
    const all = [...new Set([...refs, ...used.map(String)])];
    const maxCharacters = MAX_QUOTED_CHARACTERS;
    const quotable = await readQuotableSources(context, { planId, refs: all, maxCharacters });
    return { policy, whole, ...quotable, ...context.tenant };
  });
  const claims = documentClaims(whole, () => undefined);
  const report = await lintApart(
    {
      title,
      markdown: content,
      sources: sources.map(({ textIds: _, ...source }) => deliverableSource(source)),
      researchQuestion: null,
      planName: null,
      createdAt: new Date(0),
      version: 1,
      ...(claims.length > 0
        ? { evidence: { policy, state: "final" as const, reason: null, claims } }
        : {}),
    },
    {
      texts: {
        byId: texts,
        idsOf: new Map(sources.map(({ number, textIds }) => [number, textIds])),
      },
      maxCharacters: MAX_FINDING_CHARACTERS,
      organizationId,
    },
  ).catch(throwRenderingError);
  const gate = documentGate(report.findings, { ...report, policy });
  const evidence: OutputEvidence = {
    policy,
    state: gate.passed ? "final" : "draft",
    reason: gate.reason,
    counts: citedCounts(claims, cited),
  };
  const isKept = policy === "strict" || claims.length > 0;
  const { findings, counts, statements } = report;
  return { findings, counts, statements, evidence: isKept ? evidence : null };
}

function checkRenderable(markdown: string, sources: readonly string[]): void {
  try {
    checkSize({ markdown, sources });
  } catch (error) {
    if (error instanceof TooLarge) throw new AppError("LIMIT_EXCEEDED", error.message);
    throw error;
  }
}
