import type { Element } from "hast";
import type { ResearchDocument } from "../document.ts";
import { labelsFor } from "../languages/labels-for.ts";
import { madeView } from "../structure/made-view.ts";
import { element } from "./setting.ts";

export const MADE_ANCHOR = "how-made";

/** How the research was done, from the records of the plan. */
export function madeSection(document: ResearchDocument): Element[] {
  const view = madeView(document);
  if (!view) return [];
  const { figures, approvals, lines } = view;
  return [
    element("section", { className: ["made"], id: MADE_ANCHOR }, [
      element("h2", {}, [labelsFor(document.language).howMade]),
      ...(figures.length > 0 ? [figuresElement(figures)] : []),
      ...(approvals.length > 0 ? [approvalsElement(approvals)] : []),
      ...lines.map((line) => element("p", {}, [line])),
    ]),
  ];
}

function figuresElement(figures: readonly { value: string; label: string }[]): Element {
  const items = figures.map(({ value, label }) =>
    element("div", {}, [element("dt", {}, [label]), element("dd", {}, [value])]),
  );
  return element("dl", {}, items);
}

function approvalsElement(approvals: readonly { what: string; words: string }[]): Element {
  const items = approvals.map(({ what, words }) =>
    element("li", { dir: "auto" }, [element("strong", {}, [what]), ` — ${words}`]),
  );
  return element("ul", {}, items);
}
