import type { Ref } from "react";
import type { PlanRow } from "../../api/api.ts";
import { ContinuePrompt } from "../../components/continue-prompt.tsx";
import { MarkdownText } from "../../components/markdown-text.tsx";
import { PlanOwner } from "../../components/plan-people.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { rich, t } from "../../language/messages.ts";
import { StartAgainItem } from "../new/start-again-item.tsx";
import { ItemHead } from "./item-head.tsx";

interface PlanItemProps {
  readonly plan: PlanRow;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** A plan that failed, or that no assistant works on. */
export function PlanItem({ plan, headingRef }: PlanItemProps) {
  const { id, mode, title, researchQuestion, stepCount, settledCount, lastActivityAt, updatedAt } =
    plan;
  const isFailed = plan.activity === "failed";
  return (
    <article className="grid gap-5 rounded-lg border border-line bg-card px-5 py-4">
      <ItemHead planId={id} mode={mode} title={title} headingRef={headingRef}>
        <StatusBadge status={plan.activity} />
        <span>
          {isFailed ? (
            <RelativeTime at={updatedAt} />
          ) : (
            rich("last active {time}", { time: <RelativeTime at={lastActivityAt} /> })
          )}
        </span>
        <span>{t("{count} of {total} steps done", { count: settledCount, total: stepCount })}</span>
        <PlanOwner ownerId={plan.createdBy} />
      </ItemHead>
      <MarkdownText text={researchQuestion} />
      {isFailed ? <Failure plan={plan} /> : <Idle plan={plan} />}
      <p>
        <TextLink
          to="/plans/$planId"
          params={{ planId: id }}
          className="inline-flex min-h-9 items-center"
        >
          {t("Open the plan")}
        </TextLink>
      </p>
    </article>
  );
}

function Idle({ plan }: { plan: PlanRow }) {
  const { currentStep } = plan;
  const isSilent = currentStep?.status === "in_progress";
  return (
    <>
      {currentStep && (
        <section aria-label={isSilent ? t("The stalled step") : t("The next step")}>
          <h3 className="font-semibold">
            {isSilent
              ? t("Step {step} has stopped responding", { step: currentStep.order })
              : t("Step {step} is next, and no assistant has started it", {
                  step: currentStep.order,
                })}
            {currentStep.holder && t("; last held by {holder}", { holder: currentStep.holder })}
          </h3>
          <MarkdownText text={currentStep.instructions} className="text-soft" />
        </section>
      )}
      <section aria-label={t("How to resume")}>
        <h3 className="mb-2 font-semibold">{t("Tell your assistant to continue")}</h3>
        <ContinuePrompt plan={plan} />
      </section>
    </>
  );
}

function Failure({ plan: { id, failureReason } }: { plan: PlanRow }) {
  return (
    <section aria-label={t("Why it failed")}>
      <h3 className="font-semibold">{t("Why it failed")}</h3>
      <MarkdownText text={failureReason ?? t("No reason was given.")} />
      <p className="mt-1 text-soft">
        {t("A failed plan cannot be resumed. A new plan can use its findings.")}
      </p>
      <p className="mt-3">
        <StartAgainItem planId={id} />
      </p>
    </section>
  );
}
