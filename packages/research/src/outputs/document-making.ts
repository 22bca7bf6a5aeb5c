import type { OutputMaking } from "@trovella/db/memory";
import type { Approval, Deliverable } from "@trovella/deliverables";
import type { NameOf } from "../claims/document-evidence.ts";

const MAX_SUMMARY_CHARACTERS = 140;

/** What a document says about how it was made. */
export function documentMaking(
  making: OutputMaking,
  nameOf: NameOf,
): Pick<Deliverable, "made" | "confidence"> {
  const { steps, searches, pagesRead, startedAt, endedAt, clients, confidence } = making;
  const approvals = making.decisions.map(
    ({ summary, decision, decidedVia, decidedBy, decidedAt }): Approval => ({
      what: firstLine(summary),
      decision,
      by: (decidedBy && nameOf(decidedBy)) || null,
      at: decidedAt,
      // Nobody can say who took a decision that an assistant passed on.
      isRelayed: decidedVia === "relayed",
    }),
  );
  if (steps === 0 && approvals.length === 0) return { confidence };
  const assistants = [...new Set(clients.map(withoutVersion))];
  return {
    confidence,
    made: { searches, pagesRead, steps, assistants, startedAt, endedAt, approvals },
  };
}

function firstLine(summary: string): string {
  const line = summary.trim().split("\n")[0] ?? "";
  if (line.length <= MAX_SUMMARY_CHARACTERS) return line;
  const end = line.lastIndexOf(" ", MAX_SUMMARY_CHARACTERS);
  return `${line.slice(0, end > 0 ? end : MAX_SUMMARY_CHARACTERS).toWellFormed()}…`;
}

function withoutVersion(client: string): string {
  return client.replace(/[\s/@]v?\d+(?:\.\d+)*\S*$/, "");
}
