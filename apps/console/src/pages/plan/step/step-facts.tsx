import { Fact, TimeFact } from "../../../components/fact.tsx";
import { EFFECT_SENTENCES, stepUsageInWords } from "../../../format/budget-words.ts";
import { confidenceText } from "../../../format/labels.ts";
import { t } from "../../../language/messages.ts";
import { holderInWords, type PlanDetail, type PlanStep } from "../plan-detail.ts";
import { stepTimesInWords } from "../timeline/bars.ts";

interface StepFactsProps {
  readonly step: PlanStep;
  readonly detail: PlanDetail;
  readonly onChoose: (stepId: string) => void;
}

export function StepFacts({ step, detail, onChoose }: StepFactsProps) {
  const dependencies = detail.steps.filter(({ id }) => step.dependsOn.includes(id));
  const times = stepTimesInWords(step);
  const used = step.usage && stepUsageInWords(step.usage);
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 px-4 pb-3 text-sm">
      <Fact name={t("Depends on")}>
        {dependencies.length === 0
          ? t("no step")
          : dependencies.map(({ id, order }) => (
              <button
                key={id}
                type="button"
                onClick={() => onChoose(id)}
                className="mr-2 text-accent underline"
              >
                {t("step {order}", { order })}
              </button>
            ))}
      </Fact>
      {step.requiresReview && (
        <Fact name={t("Review")}>{t("required: only a decision finishes this step")}</Fact>
      )}
      {step.budgetEffect && <Fact name={t("Budget")}>{EFFECT_SENTENCES[step.budgetEffect]}</Fact>}
      <TimeFact name={t("Started")} at={step.startedAt} />
      <TimeFact name={t("Finished")} at={step.completedAt} />
      {times && <Fact name={t("Time")}>{times}</Fact>}
      {step.attempt > 0 && <Fact name={t("Attempt")}>{step.attempt}</Fact>}
      {step.leaseExpiresAt && (
        <Fact name={t("Held by")}>
          {holderInWords(step)}
          {step.isLeaseExpired && <span className="text-warn"> · {t("lease expired")}</span>}
        </Fact>
      )}
      {step.status === "in_progress" && (
        <TimeFact name={t("Last active")} at={step.lastActivityAt} />
      )}
      {used && <Fact name={t("Used")}>{used}</Fact>}
      {step.confidence !== null && (
        <Fact name={t("Confidence")}>{confidenceText(step.confidence)}</Fact>
      )}
    </dl>
  );
}
