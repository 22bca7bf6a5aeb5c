import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";
import { describeError } from "../api/describe-error.ts";
import { Button } from "../components/button.tsx";
import { CopyPromptButton } from "../components/continue-prompt.tsx";
import { Icon } from "../components/icon.tsx";
import { useShortcuts } from "../components/use-shortcuts.ts";
import { DECISION_LABELS } from "../format/labels.ts";
import { rich, t } from "../language/messages.ts";
import { heldDecisions, NEVER_SAVED, watchWindow } from "./decisions.ts";
import { earlierDecision } from "./earlier-decision.ts";
import { type HeldDecision, HOLD_MS } from "./held-decisions.ts";
import { UndoButton } from "./undo-button.tsx";

const MAX_TITLE_LENGTH = 80;

/** On every page: decisions that can still be undone, and what became of them. */
export function DecisionToasts({ container }: { container: Element | null }) {
  const all = heldDecisions.useAll();
  useEffect(watchWindow, []);
  useShortcuts({ z: ({ repeat }) => !repeat && heldDecisions.undo() });
  if (!container) return null;
  const toasts = all.map((held) => <DecisionToast key={held.verdict.reviewId} held={held} />);
  return createPortal(toasts, container);
}

function DecisionToast({ held }: { held: HeldDecision }) {
  if (held.state === "failed") return <FailedToast held={held} />;
  const { verdict, plan, state } = held;
  return (
    <Toast held={held}>
      <p>
        <What held={held} />
        {state === "held" && (
          <span className="sr-only">
            {t(", can be undone for {seconds} seconds", { seconds: HOLD_MS / 1_000 })}
          </span>
        )}
        {state === "sending" && <span className="text-soft">{t(", saving …")}</span>}
        {state === "saved" && <span className="text-soft">{t(", saved")}</span>}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {state === "held" && <UndoButton held={held} />}
        {state !== "held" && verdict.decision !== "reject" && <CopyPromptButton plan={plan} />}
      </div>
    </Toast>
  );
}

/** Stays until the user has dealt with it: what failed must not pass unseen. */
function FailedToast({ held }: { held: HeldDecision }) {
  const { verdict, error } = held;
  const isTooLate = earlierDecision(error) !== null;
  return (
    <Toast held={held}>
      <p role="alert">
        <strong className="text-bad">{isTooLate ? t("Already decided:") : t("Not saved:")}</strong>{" "}
        <What held={held} />. {reasonOf(error)}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {!isTooLate && (
          <Button onClick={() => heldDecisions.sendNow(verdict.reviewId)}>{t("Try again")}</Button>
        )}
        <Link
          to="/inbox"
          search={{ item: verdict.reviewId }}
          className="inline-flex min-h-8 items-center text-accent hover:underline"
        >
          {t("Open the review")}
        </Link>
      </div>
    </Toast>
  );
}

function Toast({ held, children }: { held: HeldDecision; children: ReactNode }) {
  const { verdict, plan, state } = held;
  return (
    <div className="pointer-events-auto relative grid max-w-sm gap-1.5 rounded-md border border-line bg-raised py-2 pr-10 pl-4 shadow-lg">
      {children}
      {(state === "saved" || state === "failed") && (
        <button
          type="button"
          aria-label={t("Dismiss: {plan}", { plan: plan.title })}
          onClick={() => heldDecisions.dismiss(verdict.reviewId)}
          className="absolute top-1.5 right-1.5 rounded p-1.5 text-soft hover:bg-hover"
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

function What({ held: { verdict, plan } }: { held: HeldDecision }) {
  return (
    <>
      {rich("{decision} {plan}", {
        decision: DECISION_LABELS[verdict.decision],
        plan: (
          <em dir="auto" className="font-medium not-italic [overflow-wrap:anywhere]">
            {shortened(plan.title)}
          </em>
        ),
      })}
    </>
  );
}

function shortened(title: string): string {
  return title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH)}…` : title;
}

function reasonOf(error: unknown): string {
  if (error === NEVER_SAVED) return `${NEVER_SAVED.message} ${t("Your feedback is kept.")}`;
  if (earlierDecision(error)) return t("Your decision came later and changed nothing.");
  return `${describeError(error).message} ${t("Your feedback is kept.")}`;
}
