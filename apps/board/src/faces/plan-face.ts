import { button, element } from "../element.ts";
import type { Face, FaceContext } from "../face.ts";
import type { MeterView, PlanView, StepView } from "../read-board.ts";
import { plainWord, planStatusWord, stepStatusWord } from "../words.ts";
import { linkAction } from "./link-action.ts";

const MARKS: Readonly<Record<string, string>> = {
  completed: "✓",
  in_progress: "▸",
  awaiting_input: "?",
  skipped: "–",
  failed: "✕",
};

/** The steps of a plan, who works on them, its budget and claims. */
export function planFace(context: FaceContext): Face {
  const { plan } = context.view;
  return {
    kind: "Research plan",
    title: plan.name ?? plan.planId ?? "Research plan",
    badge: plan.status ? { word: planStatusWord(plan.status), look: plan.status } : null,
    body: [progressBar(plan), stepList(plan, context), meters(plan), claimCounts(plan)],
    actions: [
      linkAction(context, { label: "Open the document", url: plan.documentUrl, look: "primary" }),
      linkAction(context, { label: "Open in the console", url: plan.planUrl }),
      ...commonActions(context),
    ],
  };
}

export function commonActions(context: FaceContext): (Node | null)[] {
  const { canRefresh, canExpand, isBusy } = context;
  return [
    canRefresh ? button("Refresh", "quiet", context.refresh, isBusy) : null,
    canExpand ? button("Full screen", "quiet", context.expand) : null,
  ];
}

function progressBar({ steps, totalSteps, progress }: PlanView): Node | null {
  if (totalSteps === 0) return null;
  const settled = steps.filter(({ status }) => ["completed", "skipped", "failed"].includes(status));
  const words =
    steps.length === totalSteps
      ? `${settled.length} of ${totalSteps} steps`
      : `${totalSteps} steps`;
  return bar(words, progress === null ? settled.length / totalSteps : progress / 100, "");
}

/** A labelled bar; `share` is from 0 to 1. */
function bar(words: string, share: number, look: string): HTMLElement {
  const filled = element("span", { class: "filled" });
  const percent = Math.max(0, Math.min(100, share * 100));
  filled.style.inlineSize = `${percent}%`;
  return element(
    "div",
    { class: `bar ${look}` },
    element("span", { class: "soft" }, words),
    element("span", { class: "track", "aria-hidden": "true" }, filled),
  );
}

function stepList({ steps, totalSteps }: PlanView, context: FaceContext): Node | null {
  if (steps.length === 0) return null;
  const hidden = totalSteps - steps.length;
  return element(
    "ol",
    { class: "steps", "aria-label": "Steps" },
    ...steps.map((step) => stepRow(step, context)),
    hidden > 0 ? element("li", { class: "soft more" }, `and ${hidden} more steps`) : null,
  );
}

function stepRow(step: StepView, { timeOf }: FaceContext): Node {
  const { order, type, status, about, holder, until } = step;
  const time = until && timeOf(until);
  const working = holder ? `${holder}${time ? ` until ${time}` : ""}` : null;
  const isPlain = status === "pending" || status === "completed";
  const state = [
    isPlain ? null : stepStatusWord(status),
    status === "in_progress" ? working : null,
  ];
  return element(
    "li",
    { class: `step ${status}` },
    element("span", { class: "mark", "aria-hidden": "true" }, MARKS[status] ?? String(order)),
    element(
      "div",
      {},
      element(
        "span",
        { class: "name" },
        plainWord(type),
        isPlain ? element("span", { class: "unseen" }, `, ${stepStatusWord(status)}`) : null,
      ),
      ...state.filter(Boolean).map((words) => element("span", { class: "state" }, words)),
      about ? element("p", { class: "about" }, about) : null,
    ),
  );
}

function meters({ budget, phase }: PlanView): Node | null {
  if (budget.length === 0) return null;
  return element(
    "section",
    { "aria-label": "Budget" },
    element("h2", {}, phase && phase !== "open" ? `Budget · ${plainWord(phase)}` : "Budget"),
    element("div", { class: "meters" }, ...budget.map(meter)),
  );
}

function meter({ dimension, used, cap }: MeterView): Node {
  const share = used / cap;
  const words = `${plainWord(dimension)}: ${used.toLocaleString()} of ${cap.toLocaleString()}`;
  return bar(words, share, share >= 1 ? "over" : share >= 0.8 ? "near" : "");
}

function claimCounts({ claims }: PlanView): Node | null {
  if (claims.length === 0) return null;
  return element(
    "section",
    { "aria-label": "Claims" },
    element("h2", {}, "Claims"),
    element(
      "ul",
      { class: "chips" },
      ...claims.map(([status, count]) =>
        element("li", { class: `chip ${status}` }, `${count} ${plainWord(status).toLowerCase()}`),
      ),
    ),
  );
}
