import { RelativeTime } from "../../../components/relative-time.tsx";
import { Section } from "../../../components/section.tsx";
import { rich, t } from "../../../language/messages.ts";
import type { PlanCondition, PlanDetail } from "../plan-detail.ts";
import { Prose } from "../step/step-section.tsx";

const LIST = "divide-y divide-line rounded-lg border border-line bg-card";

/** How the plan was designed: its rationale, what follows when, and who decides. */
export function PlanDesign({ detail: { plan, conditions } }: { detail: PlanDetail }) {
  return (
    <details className="mt-6">
      <summary className="min-h-8 w-fit cursor-pointer content-center font-semibold">
        {t("How this plan was designed")}
      </summary>
      <div className="mt-3 grid max-w-4xl gap-6">
        <ProseSection title={t("Design rationale")} text={plan.planDesignRationale} />
        <Section title={t("Branching")}>
          {conditions.length === 0 ? (
            <p className="text-soft">
              {t("The steps run in order; there are no branching conditions.")}
            </p>
          ) : (
            <ul className={LIST}>
              {conditions.map((condition) => (
                <Condition key={condition.id} condition={condition} />
              ))}
            </ul>
          )}
        </Section>
        <ProseSection title={t("Output notes")} text={plan.outputFormattingNotes} />
        <Section title={t("Reviews")}>
          <p className="text-soft">
            {plan.reviewPolicy === "human_only"
              ? t("Only a person in the console may decide; no client can relay a decision.")
              : t("A person decides here, when the client asks, or by telling the client.")}
          </p>
        </Section>
      </div>
    </details>
  );
}

function ProseSection({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <Section title={title}>
      <Prose text={text} />
    </Section>
  );
}

function Condition({ condition: { inWords, firedAt } }: { condition: PlanCondition }) {
  return (
    <li className="flex flex-wrap gap-x-4 px-4 py-2.5">
      <span className="min-w-48 flex-1 [overflow-wrap:anywhere]">{inWords}</span>
      {firedAt ? (
        <span className="font-medium text-sm text-warn">
          {rich("Fired {when}", { when: <RelativeTime at={firedAt} /> })}
        </span>
      ) : (
        <span className="text-soft text-sm">{t("Has not fired")}</span>
      )}
    </li>
  );
}
