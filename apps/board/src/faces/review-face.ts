import { button, element } from "../element.ts";
import type { Decision, Face, FaceContext } from "../face.ts";
import type { ReviewView } from "../read-board.ts";
import { outcomeWords, plainWord } from "../words.ts";
import { linkAction } from "./link-action.ts";
import { commonActions } from "./plan-face.ts";

const DECISIONS: readonly (readonly [Decision, string, string])[] = [
  ["approve", "Approve", "primary"],
  ["modify", "Request changes", ""],
  ["skip", "Skip step", ""],
  ["reject", "Reject", "danger"],
];

const HINTS = {
  ticket: null,
  message: "Your choice is sent as your message, and the assistant passes it on.",
  link: "This review is decided in the console.",
};

/** What a person is asked, and the ways to decide it. */
export function reviewFace(context: FaceContext, review: ReviewView): Face {
  const { plan } = context.view;
  const { outcome } = review;
  return {
    kind: "Review",
    title: plan.name ?? plan.planId ?? "Research plan",
    badge: outcome
      ? { word: "Decided", look: "completed" }
      : { word: "Waiting for you", look: "awaiting_review" },
    body: [
      outcome ? outcomePanel(context, review) : null,
      review.summary ? element("p", { class: "summary" }, review.summary) : null,
      questionList(review),
      claimList(review),
      outcome || context.way === "link" ? null : feedbackBox(context),
    ],
    actions: outcome ? commonActions(context) : decisionActions(context, review),
  };
}

function outcomePanel({ note }: FaceContext, { outcome }: ReviewView): Node | null {
  if (!outcome) return null;
  const { decision, decidedVia, feedback } = outcome;
  return element(
    "div",
    { class: `outcome ${decision}` },
    element("strong", {}, outcomeWords(decision, decidedVia)),
    feedback ? element("p", { class: "about" }, feedback) : null,
    note ? element("p", { class: "soft" }, note) : null,
  );
}

function questionList({ questions }: ReviewView): Node | null {
  if (questions.length === 0) return null;
  return element(
    "section",
    { "aria-label": "Questions" },
    element("h2", {}, questions.length === 1 ? "Question" : "Questions"),
    element("ul", { class: "questions" }, ...questions.map((one) => element("li", {}, one))),
  );
}

function claimList({ keyClaims }: ReviewView): Node | null {
  if (keyClaims.length === 0) return null;
  return element(
    "section",
    { "aria-label": "Key claims" },
    element("h2", {}, "Key claims"),
    element(
      "ul",
      { class: "claims" },
      ...keyClaims.map(({ statement, status }) =>
        element(
          "li",
          {},
          element("span", { class: `chip ${status}` }, plainWord(status)),
          element("span", {}, statement),
        ),
      ),
    ),
  );
}

function feedbackBox({ feedback }: FaceContext): Node {
  const label = element(
    "label",
    { class: "soft", for: feedback.id },
    "Feedback (needed to request changes)",
  );
  return element("div", { class: "feedback" }, label, feedback);
}

function decisionActions(context: FaceContext, { reviewUrl }: ReviewView): (Node | null)[] {
  const { way, isBusy, isConfirming, note, problem } = context;
  const hint = HINTS[way] ? element("p", { class: "soft hint" }, HINTS[way]) : null;
  const look = way === "link" ? "primary" : "quiet";
  const open = linkAction(context, { label: "Open to decide", url: reviewUrl, look });
  if (way === "link") return [hint, open, ...commonActions(context)];
  if (way === "message" && note) {
    return [element("p", { class: "hint" }, note), open, ...commonActions(context)];
  }
  if (isConfirming) {
    return [
      element("p", { class: "hint" }, "Rejecting ends the whole plan."),
      button("End the plan", "danger", () => context.decide("reject"), isBusy),
      button("Keep it", "", () => context.confirm(false), isBusy),
    ];
  }
  const buttons = DECISIONS.map(([decision, label, buttonLook]) => {
    const press = () => (decision === "reject" ? context.confirm(true) : context.decide(decision));
    return button(label, buttonLook, press, isBusy);
  });
  return [
    hint,
    element("div", { class: "decisions", role: "group", "aria-label": "Decision" }, ...buttons),
    way === "message" ? open : null,
    ...(problem ? commonActions(context) : []),
  ];
}
