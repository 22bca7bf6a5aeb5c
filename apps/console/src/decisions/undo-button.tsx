import { Button } from "../components/button.tsx";
import { KeyHint } from "../components/key-hint.tsx";
import { t } from "../language/messages.ts";
import { heldDecisions } from "./decisions.ts";
import type { HeldDecision } from "./held-decisions.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";

/** Undo with what is left of its time. */
export function UndoButton({ held }: { held: HeldDecision }) {
  const seconds = useSecondsLeft(held.sendAt);
  return (
    <span className="inline-flex items-center gap-2">
      <Button onClick={() => heldDecisions.undo(held.verdict.reviewId)} aria-keyshortcuts="z">
        <span className="sr-only">{t("Undo: {plan}", { plan: held.plan.title })}</span>
        <span aria-hidden="true">{t("Undo")}</span>
        <span className="hidden sm:inline" aria-hidden="true">
          <KeyHint keys="z" />
        </span>
      </Button>
      {/* Read out once with the text beside it, not every second. */}
      <span aria-hidden="true" className="min-w-8 text-soft tabular-nums">
        {t("{seconds} s", { seconds })}
      </span>
    </span>
  );
}
