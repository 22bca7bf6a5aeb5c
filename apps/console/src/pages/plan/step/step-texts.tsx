import { useState } from "react";
import { api, queryClient, type Replies } from "../../../api/api.ts";
import { CodeView } from "../../../components/code-view.tsx";
import { ExecutionReport } from "./execution-report.tsx";
import { LoadRest } from "./load-rest.tsx";
import { Prose, StepSection } from "./step-section.tsx";
import { useWholeText } from "./use-whole-text.ts";

type StepReply = Replies["researchPlan"]["step"];
type Step = StepReply["step"];

export function StepTexts({ step, subagents }: StepReply) {
  const [isRawShown, setIsRawShown] = useState(false);
  const result = useStepText(step, "result");
  const report = useStepText(step, "report");
  return (
    <>
      {step.result !== null && (
        <StepSection title="Result">
          <Result value={result.value} isWhole={result.isWhole} />
          <LoadRest what="result" length={step.resultLength} whole={result} />
        </StepSection>
      )}
      {(step.report !== null || subagents.length > 0) && (
        <StepSection title="Execution report">
          {report.isWhole ? (
            <ExecutionReport report={report.value} subagents={subagents} />
          ) : (
            <CodeView label="Report" value={report.value} />
          )}
          <LoadRest what="report" length={step.reportLength} whole={report} />
        </StepSection>
      )}
      <StepSection title="Raw JSON">
        <details onToggle={({ currentTarget }) => setIsRawShown(currentTarget.open)}>
          <summary className="min-h-8 cursor-pointer content-center text-soft">
            Everything stored about this step
          </summary>
          {isRawShown && (
            <CodeView
              label="Step"
              value={{ ...step, result: result.value, report: report.value }}
            />
          )}
        </details>
      </StepSection>
    </>
  );
}

function Result({ value, isWhole }: { value: unknown; isWhole: boolean }) {
  if (isWhole && typeof value === "string") return <Prose text={value} />;
  return <CodeView label="Result" value={value} />;
}

function useStepText({ id: stepId, planId, ...step }: Step, name: "result" | "report") {
  const first = step[name] ?? "";
  const length = name === "result" ? step.resultLength : step.reportLength;
  return useWholeText({
    // Identifies the attempt, together with the length.
    key: [stepId, name, step.status, first.slice(0, 200)],
    first,
    length,
    loadFrom: async (start) => {
      const input = { planId, stepId, [`${name}From`]: start };
      const reply = await queryClient.fetchQuery(api.researchPlan.step.queryOptions(input));
      return reply.step[name] ?? "";
    },
  });
}
