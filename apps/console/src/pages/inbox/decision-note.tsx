import { usePersonName } from "../../api/use-person-name.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { DecisionProof } from "../../components/decision-proof.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import type { Decided } from "../../decisions/earlier-decision.ts";
import { deciderInWords } from "../../format/decision-channel.ts";
import { DECISION_LABELS } from "../../format/labels.ts";

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
  const { decision, feedback, decidedAt, decidedVia } = decided;
  return (
    <section aria-label="Decision" className="grid gap-4 border-line border-y py-5">
      <div role="status">
        <h3 className="font-semibold">
          {isTooLate ? `Already decided: ${DECISION_LABELS[decision]}` : DECISION_LABELS[decision]}
        </h3>
        <p className="text-soft">
          {deciderInWords(decided.decidedByName ?? personName(decided.decidedBy), decidedVia)}
          {decidedAt && (
            <>
              {", "}
              <RelativeTime at={decidedAt} />
            </>
          )}
          {isTooLate && ". Your decision came later and changed nothing."}
        </p>
        <DecisionProof decidedVia={decidedVia} />
      </div>
      {feedback && (
        <div>
          <h4 className="font-medium text-sm">Feedback</h4>
          <p className="max-w-prose whitespace-pre-wrap">{feedback}</p>
        </div>
      )}
      {openPlan && <HowToContinue plan={openPlan} />}
      {draft.trim() !== "" && (
        <div>
          <h4 className="font-medium text-sm">What you had written</h4>
          <p className="mt-1 whitespace-pre-wrap rounded-md bg-hover px-3 py-2">{draft}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <CopyButton text={draft} />
            <Button kind="quiet" onClick={onDiscardDraft}>
              Discard
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
