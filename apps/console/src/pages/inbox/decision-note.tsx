import { useEffect, useRef } from "react";
import { usePersonName } from "../../api/use-person-name.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { DecisionProof } from "../../components/decision-proof.tsx";
import { MarkdownText } from "../../components/markdown-text.tsx";
import { PlainText } from "../../components/plain-text.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import type { Decided } from "../../decisions/earlier-decision.ts";
import { deciderInWords } from "../../format/decision-channel.ts";
import { DECISION_LABELS } from "../../format/labels.ts";
import { t } from "../../language/messages.ts";
import { HowToContinue } from "./held-note.tsx";

interface DecisionNoteProps {
  /** Absent when the plan is over. */
  readonly openPlan: { readonly handle: string } | null;
  readonly decided: Decided;
  /** The user decided too, but another decision came first. */
  readonly isTooLate: boolean;
  /** Unsent feedback of the user. */
  readonly draft: string;
  readonly onDiscardDraft: () => void;
}

export function DecisionNote(props: DecisionNoteProps) {
  const { openPlan, decided, isTooLate, draft, onDiscardDraft } = props;
  const personName = usePersonName();
  const note = useRef<HTMLElement>(null);
  const isOurs = isTooLate || draft !== "";
  useEffect(() => {
    // The form at the bottom is gone: its user must see why.
    if (isOurs) note.current?.scrollIntoView({ block: "nearest" });
  }, [isOurs]);
  const { decision, feedback, decidedAt, decidedVia } = decided;
  return (
    <section ref={note} aria-label={t("Decision")} className="grid gap-4 border-line border-y py-5">
      <div role="status">
        <h3 className="font-semibold">
          {isTooLate
            ? t("Already decided: {decision}", { decision: DECISION_LABELS[decision] })
            : DECISION_LABELS[decision]}
        </h3>
        <p className="text-soft">
          {deciderInWords(decided.decidedByName ?? personName(decided.decidedBy), decidedVia)}
          {decidedAt && (
            <>
              {", "}
              <RelativeTime at={decidedAt} />
            </>
          )}
          {isTooLate && `. ${t("Your decision came later and changed nothing.")}`}
        </p>
        <DecisionProof decidedVia={decidedVia} />
      </div>
      {feedback && (
        <div>
          <h4 className="font-medium text-sm">{t("Feedback")}</h4>
          <MarkdownText text={feedback} />
        </div>
      )}
      {openPlan && <HowToContinue plan={openPlan} />}
      {draft.trim() !== "" && (
        <div>
          <h4 className="font-medium text-sm">{t("What you had written")}</h4>
          <PlainText text={draft} className="mt-1 rounded-md bg-hover px-3 py-2" />
          <div className="mt-2 flex flex-wrap gap-2">
            <CopyButton text={draft} />
            <Button kind="quiet" onClick={onDiscardDraft}>
              {t("Discard")}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
