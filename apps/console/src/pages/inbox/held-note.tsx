import { type ReactNode, useEffect, useRef } from "react";
import { ContinuePrompt } from "../../components/continue-prompt.tsx";
import { heldDecisions } from "../../decisions/decisions.ts";
import type { HeldDecision } from "../../decisions/held-decisions.ts";
import { UndoButton } from "../../decisions/undo-button.tsx";
import { DECISION_LABELS } from "../../format/labels.ts";
import { t } from "../../language/messages.ts";

/** A decision that the user has just made: how to undo it, and how the plan continues. */
export function HeldNote({ held, children }: { held: HeldDecision; children: ReactNode }) {
  const { verdict, plan, state, isPromptCopied } = held;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form is gone, and with it the focus; nobody who has gone elsewhere is called back.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <>
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {DECISION_LABELS[verdict.decision]}
        </h3>
        <p className="text-soft">
          {state === "held" ? whenSaved(isPromptCopied) : t("It is being saved …")}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {state === "held" && <UndoButton held={held} />}
        {children}
      </div>
      {verdict.decision !== "reject" && (
        <HowToContinue plan={plan} onCopied={() => heldDecisions.promptCopied(verdict.reviewId)} />
      )}
    </>
  );
}

function whenSaved(isPromptCopied: boolean): string {
  return isPromptCopied
    ? t("Saved when the countdown ends or you switch to your assistant, unless you undo it.")
    : t("Saved when the countdown ends, unless you undo it.");
}

interface HowToContinueProps {
  readonly plan: { readonly handle: string };
  readonly onCopied?: () => void;
}

/** What follows a decision; an assistant that ended its turn does not see it. */
export function HowToContinue(props: HowToContinueProps) {
  return (
    <div className="grid gap-2">
      <h4 className="font-medium">{t("Now tell your assistant:")}</h4>
      <ContinuePrompt {...props} />
      <p className="text-soft text-sm">
        {t("An assistant that waits continues at once; otherwise paste this prompt.")}
      </p>
    </div>
  );
}
