import { Link } from "@tanstack/react-router";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { EFFECT_LABELS } from "../../format/budget-words.ts";
import { type PlanCondition, type PlanDetail, type PlanStep, stepTitle } from "./plan-detail.ts";
import { Instructions } from "./step/instructions.tsx";
import { Prose } from "./step/step-section.tsx";

const LIST = "divide-y divide-line rounded-lg border border-line bg-card";

export function PlanTab({ detail: { plan, steps, conditions } }: { detail: PlanDetail }) {
  return (
    <div className="grid max-w-4xl gap-6">
      <ProseSection title="Design rationale" text={plan.planDesignRationale} />
      <Section title="Steps">
        <ol className={LIST}>
          {steps.map((step) => (
            <Step key={step.id} step={step} planId={plan.id} />
          ))}
        </ol>
      </Section>
      <Section title="Branching">
        {conditions.length === 0 ? (
          <p className="text-soft">The steps run in order; there are no branching conditions.</p>
        ) : (
          <ul className={LIST}>
            {conditions.map((condition) => (
              <Condition key={condition.id} condition={condition} />
            ))}
          </ul>
        )}
      </Section>
      <ProseSection title="Output notes" text={plan.outputFormattingNotes} />
      <Section title="Reviews">
        <p className="text-soft">
          {plan.reviewPolicy === "human_only"
            ? "Only a person may decide, here or when the client asks; a client cannot relay decisions."
            : "A person decides here, when the client asks, or by telling the client."}
        </p>
      </Section>
    </div>
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

function Step({ step, planId }: { step: PlanStep; planId: string }) {
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Link
          to="/plans/$planId"
          params={{ planId }}
          search={{ step: step.id }}
          className="font-medium hover:underline"
        >
          {stepTitle(step)}
        </Link>
        <span className="text-sm">
          <StatusBadge status={step.status} />
        </span>
        {step.budgetEffect && (
          <span className="text-sm text-warn">{EFFECT_LABELS[step.budgetEffect]}</span>
        )}
        <span className="ml-auto text-soft text-sm">{dependencies(step)}</span>
      </p>
      <Instructions text={step.instructions} />
      {step.instructions.length < step.instructionsLength && (
        <p className="text-soft text-sm">
          The beginning of {step.instructionsLength.toLocaleString()} characters; open the step to
          read all.
        </p>
      )}
    </li>
  );
}

function Condition({ condition: { inWords, firedAt } }: { condition: PlanCondition }) {
  return (
    <li className="flex flex-wrap gap-x-4 px-4 py-2.5">
      <span className="min-w-48 flex-1 [overflow-wrap:anywhere]">{inWords}</span>
      {firedAt ? (
        <span className="font-medium text-sm text-warn">
          Fired <RelativeTime at={firedAt} />
        </span>
      ) : (
        <span className="text-soft text-sm">Has not fired</span>
      )}
    </li>
  );
}

function dependencies({ dependsOnOrders }: PlanStep): string {
  if (dependsOnOrders.length === 0) return "no dependencies";
  const word = dependsOnOrders.length === 1 ? "step" : "steps";
  return `after ${word} ${dependsOnOrders.join(", ")}`;
}
