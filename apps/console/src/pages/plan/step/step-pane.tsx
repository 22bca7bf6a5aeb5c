import { useQuery } from "@tanstack/react-query";
import { isOpenActivity } from "@trovella/plan-engine";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { t } from "../../../language/messages.ts";
import { StepActions } from "../editing/step-actions.tsx";
import { type PlanDetail, type PlanStep, stepTitle } from "../plan-detail.ts";
import { Instructions } from "./instructions.tsx";
import { StepFacts } from "./step-facts.tsx";
import { StepReviews } from "./step-reviews.tsx";
import { ProseSection, StepSection } from "./step-section.tsx";
import { StepTexts } from "./step-texts.tsx";

interface StepPaneProps {
  readonly detail: PlanDetail;
  readonly stepId: string;
  readonly onChoose: (stepId: string) => void;
  readonly onClose: () => void;
}

export function StepPane({ detail, stepId, onChoose, onClose }: StepPaneProps) {
  const step = detail.steps.find(({ id }) => id === stepId);
  const isStalled = detail.plan.stalledStepIds.includes(stepId);
  return (
    <section
      aria-label={step ? stepTitle(step) : t("Step")}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div className="flex flex-wrap items-center gap-x-3 px-4 pt-3 pb-2">
        <h2 className="font-semibold">{step ? stepTitle(step) : t("Step not found")}</h2>
        {step && (
          <span className="max-sm:order-last max-sm:w-full">
            <StatusBadge status={isStalled ? "stalled" : step.status} />
          </span>
        )}
        <Button kind="quiet" className="-mr-2 ml-auto" onClick={onClose}>
          <Icon name="close" />
          {t("Close")}
        </Button>
      </div>
      {step ? (
        <KnownStep detail={detail} step={step} onChoose={onChoose} />
      ) : (
        <p className="px-4 pb-4 text-soft">
          {t("No step of this plan has this ID: it was removed, or the URL is mistyped.")}
        </p>
      )}
    </section>
  );
}

interface KnownStepProps {
  readonly detail: PlanDetail;
  readonly step: PlanStep;
  readonly onChoose: StepPaneProps["onChoose"];
}

function KnownStep({ detail, step, onChoose }: KnownStepProps) {
  const query = useQuery(
    api.researchPlan.step.queryOptions({ planId: detail.plan.id, stepId: step.id }),
  );
  const reviews = detail.reviews.filter(({ stepId }) => stepId === step.id);
  const conditions = detail.conditions.filter(({ stepId }) => stepId === step.id);
  return (
    <>
      <StepActions detail={detail} step={step} />
      <StepFacts step={step} detail={detail} onChoose={onChoose} />
      <ProseSection title={t("Why it failed")} text={step.failureReason} />
      <StepSection title={t("Instructions")}>
        <Instructions text={query.data?.step.instructions ?? step.instructions} />
      </StepSection>
      {reviews.length > 0 && (
        <StepSection title={reviews.length === 1 ? t("Review") : t("Reviews")}>
          <StepReviews reviews={reviews} isPlanOpen={isOpenActivity(detail.plan.activity)} />
        </StepSection>
      )}
      <ProseSection
        title={t("Summary")}
        text={query.data?.step.resultSummary ?? step.resultSummary}
      />
      {conditions.length > 0 && (
        <StepSection title={t("Conditions")}>
          <ul className="list-disc pl-5">
            {conditions.map(({ id, inWords, firedAt }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                {inWords}{" "}
                <span className="text-soft">
                  {firedAt ? t("It fired.") : t("It has not fired.")}
                </span>
              </li>
            ))}
          </ul>
        </StepSection>
      )}
      <ProseSection title={t("Output notes")} text={step.outputFormattingNotes} />
      {query.data ? (
        <StepTexts {...query.data} />
      ) : (
        <div className="px-4 py-2">
          <QueryView query={query} what={t("the step's texts")}>
            {() => null}
          </QueryView>
        </div>
      )}
    </>
  );
}
