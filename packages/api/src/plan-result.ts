import type { TenantContext } from "@trovella/db";
import { listConsoleFeedback, listConsoleOutputs, readResultFacts } from "@trovella/db/console";
import { excerpt, readOutputWithSources, summarizeOutput } from "@trovella/research";

type InTenant = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>;

const MAX_VERSIONS = 50;
const MAX_FEEDBACK = 20;
const MAX_TEXT = 600;

/** The answer of a plan, what it rests on and what not, and how well its report cites. */
export async function readPlanResult(inTenant: InTenant, planId: string) {
  const { facts, versions, feedback, found, tenant } = await inTenant(async (context) => {
    const page = { planId, beforeId: null };
    const facts = await readResultFacts(context, planId);
    const versions = await listConsoleOutputs(context, { ...page, limit: MAX_VERSIONS });
    const feedback = await listConsoleFeedback(context, { ...page, limit: MAX_FEEDBACK });
    const newest = versions[0];
    const found = newest ? await readOutputWithSources(context, newest.id) : null;
    return { facts, versions, feedback, found, tenant: context.tenant };
  });
  const { evidenceState: state, ...counts } = facts.counts;
  const summary = found && (await summarizeOutput(found, { tenant, state, inTenant }));
  const own = facts.findings.filter(({ artifactType }) => artifactType === "finding");
  return {
    report: summary && {
      id: found.output.id,
      /** Sanitized HTML, as are the other parts. */
      answer: summary.answer,
      contradictions: summary.contradictions,
      limits: summary.limits,
      check: summary.check,
    },
    findings: (own.length > 0 ? own : facts.findings).map((finding) => ({
      ...finding,
      summary: finding.summary && excerpt(finding.summary, MAX_TEXT),
    })),
    claims: facts.claims.map((claim) => ({
      ...claim,
      statement: excerpt(claim.statement, MAX_TEXT),
      contraryQuote: claim.contraryQuote && excerpt(claim.contraryQuote, MAX_TEXT),
    })),
    counts,
    versions: versions.map(
      ({ id, title, version, mediaType, isDraft, origin, characters, createdAt }) => ({
        id,
        title,
        version,
        mediaType,
        isDraft,
        origin,
        characters,
        createdAt,
      }),
    ),
    feedback: feedback.map(({ planId: _, planName: __, ...entry }) => entry),
  };
}
