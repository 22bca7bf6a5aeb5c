import { sendTogether, type TenantContext } from "@trovella/db";
import {
  listConsoleFeedback,
  listConsoleOutputs,
  readEvidenceState,
  readResultFacts,
} from "@trovella/db/console";
import { findOutput, resolveItemId } from "@trovella/db/memory";
import { checkCitations, excerpt, reportParts } from "@trovella/research";
import { orNotFound } from "./or-not-found.ts";

type InTenant = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>;

const MAX_VERSIONS = 50;
const MAX_FEEDBACK = 20;
const MAX_TEXT = 600;
const MAX_PART = 4_000;

/** The answer of a plan, what it rests on and what not. */
export async function readPlanResult(context: TenantContext, planId: string) {
  const page = { planId, beforeId: null };
  const [{ findings, claims, counts }, versions, feedback] = await sendTogether(context, [
    (sender) => readResultFacts(sender, planId),
    (sender) => listConsoleOutputs(sender, { ...page, limit: MAX_VERSIONS }),
    (sender) => listConsoleFeedback(sender, { ...page, limit: MAX_FEEDBACK }),
  ]);
  const newest = versions[0] ? await findOutput(context, versions[0].id) : null;
  const own = findings.filter(({ artifactType }) => artifactType === "finding");
  return {
    /** Parts of the newest report, as Markdown. */
    report: newest && { id: newest.id, ...reportParts(newest.content, MAX_PART) },
    findings: (own.length > 0 ? own : findings).map((finding) => ({
      ...finding,
      summary: finding.summary && excerpt(finding.summary, MAX_TEXT),
    })),
    claims: claims.map((claim) => ({
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

/** How well a report cites, as its text and everything it cites stand now. */
export async function checkReport(inTenant: InTenant, outputId: string) {
  const { output, state, tenant } = await inTenant(async (context) => {
    const output = orNotFound(
      await findOutput(context, await resolveItemId(context, undefined, outputId)),
      "output",
    );
    const state = await readEvidenceState(context, output.planId);
    return { output, state, tenant: context.tenant };
  });
  return checkCitations(output, { tenant, state, inTenant });
}
