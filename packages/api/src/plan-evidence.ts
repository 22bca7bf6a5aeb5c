import type { TenantContext } from "@trovella/db";
import { type EvidenceFilters, listPlanEvidence, listSourceUses } from "@trovella/db/console";
import { excerpt } from "@trovella/research";
import { readIdPage } from "./id-page.ts";

const MAX_QUOTE = 500;
const MAX_SUMMARY = 600;
const MAX_SOURCES = 100;

/** What was stored for a plan, newest first, with the sources it rests on. */
export async function readPlanEvidence(
  context: TenantContext,
  request: EvidenceFilters & {
    readonly planId: string;
    readonly limit: number;
    readonly cursor?: string | null | undefined;
  },
) {
  const page = await readIdPage(
    "findings",
    request,
    ({ cursor: _, ...given }: typeof request & { readonly beforeId: string | null }) =>
      listPlanEvidence(context, { ...given, quoteLength: MAX_QUOTE }),
  );
  return {
    ...page,
    findings: page.findings.map((finding) => ({
      ...finding,
      summary: finding.summary && excerpt(finding.summary, MAX_SUMMARY),
      sources: finding.sources.map((source) => ({
        ...source,
        quote: source.quote && excerpt(source.quote, MAX_QUOTE),
      })),
    })),
    /** To choose from; only with the first page. */
    sources: request.cursor
      ? []
      : await listSourceUses(context, { planId: request.planId, limit: MAX_SOURCES }),
  };
}
