import { Link } from "@tanstack/react-router";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { type PlanDetail, stepTitle } from "./plan-detail.ts";
import { Instructions } from "./step/instructions.tsx";
import { Prose } from "./step/step-section.tsx";

/** The plan as it was designed. */
export function PlanTab({ detail }: { detail: PlanDetail }) {
  const { plan, steps, conditions } = detail;
  return (
    <div className="grid max-w-4xl gap-6">
      {plan.planDesignRationale && (
        <Section title="Why it is designed like this">
          <Prose text={plan.planDesignRationale} />
        </Section>
      )}
      <Section title="Steps">
        <ol className="divide-y divide-line rounded-lg border border-line bg-card">
          {steps.map((step) => (
            <li key={step.id} className="px-4 py-3">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <Link
                  to="/plans/$planId"
                  params={{ planId: plan.id }}
                  search={{ step: step.id }}
                  className="font-medium hover:underline"
                >
                  {stepTitle(step)}
                </Link>
                <span className="text-sm">
                  <StatusBadge status={step.status} />
                </span>
                <span className="ml-auto text-soft text-sm">{dependencies(step)}</span>
              </p>
              <Instructions text={step.instructions} />
              {step.instructions.length < step.instructionsLength && (
                <p className="text-soft text-sm">
                  The beginning of {step.instructionsLength.toLocaleString()} characters; the step
                  itself shows all.
                </p>
              )}
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Branching">
        {conditions.length === 0 ? (
          <p className="text-soft">The steps follow one another; no condition changes that.</p>
        ) : (
          <ul className="divide-y divide-line rounded-lg border border-line bg-card">
            {conditions.map(({ id, inWords, firedAt }) => (
              <li key={id} className="flex flex-wrap gap-x-4 px-4 py-2.5">
                <span className="min-w-48 flex-1 [overflow-wrap:anywhere]">{inWords}</span>
                <span className={`text-sm ${firedAt ? "font-medium text-warn" : "text-soft"}`}>
                  {firedAt ? (
                    <>
                      Fired <RelativeTime at={firedAt} />
                    </>
                  ) : (
                    "Has not fired"
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {plan.outputFormattingNotes && (
        <Section title="Notes for the output">
          <Prose text={plan.outputFormattingNotes} />
        </Section>
      )}
      <Section title="Reviews">
        <p className="text-soft">
          {plan.reviewPolicy === "human_only"
            ? "Only a person may decide, here or in a question of the client; a client cannot pass decisions on."
            : "A person decides here, in a question of the client, or by telling the client."}
        </p>
      </Section>
    </div>
  );
}

function dependencies({ dependsOnOrders }: PlanDetail["steps"][number]): string {
  if (dependsOnOrders.length === 0) return "depends on no step";
  const word = dependsOnOrders.length === 1 ? "step" : "steps";
  return `after ${word} ${dependsOnOrders.join(", ")}`;
}
