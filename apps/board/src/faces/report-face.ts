import { element } from "../element.ts";
import type { Face, FaceContext } from "../face.ts";
import type { ReportView } from "../read-board.ts";
import { plainWord, splitName } from "../words.ts";
import { linkAction } from "./link-action.ts";

const SHOWN_PROBLEMS = 4;

/** A stored document: how long it is, how it stands, and where it is. */
export function reportFace(context: FaceContext, report: ReportView): Face {
  const { plan } = context.view;
  return {
    kind: "Document",
    title: report.title ?? plan.name ?? "Research document",
    badge: report.isDraft
      ? { word: "Draft", look: "awaiting_review" }
      : { word: "Stored", look: "completed" },
    body: [
      element("p", { class: "soft" }, sizeWords(report)),
      report.title && plan.name
        ? element("p", { class: "soft" }, `Plan: ${splitName(plan.name).topic}`)
        : null,
      evidenceLine(report),
      problemList(report),
    ],
    actions: [
      linkAction(context, { label: "Download", url: report.downloadUrl, look: "primary" }),
      linkAction(context, { label: "Open the plan", url: plan.planUrl }),
    ],
  };
}

function sizeWords({ version, words, pages }: ReportView): string {
  const counted = (count: number | null, one: string) =>
    count === null ? null : `${count.toLocaleString()} ${one}${count === 1 ? "" : "s"}`;
  const parts = [
    version === null ? null : `Version ${version}`,
    counted(words, "word"),
    counted(pages, "page"),
  ];
  return parts.filter(Boolean).join(" · ");
}

function evidenceLine({ evidence, reason }: ReportView): Node | null {
  if (!evidence) return null;
  return element(
    "p",
    { class: "evidence" },
    element("span", { class: `chip ${evidence}` }, plainWord(evidence)),
    reason ? element("span", {}, reason) : null,
  );
}

function problemList({ problems }: ReportView): Node | null {
  if (problems.length === 0) {
    return element("p", { class: "fine" }, "The checks found nothing to repair.");
  }
  const more = problems.length - SHOWN_PROBLEMS;
  return element(
    "section",
    { "aria-label": "To repair" },
    element("h2", {}, `To repair (${problems.length})`),
    element(
      "ul",
      { class: "questions" },
      ...problems.slice(0, SHOWN_PROBLEMS).map((one) => element("li", {}, one)),
      more > 0 ? element("li", { class: "soft" }, `and ${more} more`) : null,
    ),
  );
}
