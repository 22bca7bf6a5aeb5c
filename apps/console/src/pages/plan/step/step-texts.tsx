import { useState } from "react";
import { api, queryClient, type Replies } from "../../../api/api.ts";
import { CodeView } from "../../../components/code-view.tsx";
import { ExecutionReport } from "./execution-report.tsx";
import { LoadRest } from "./load-rest.tsx";
import { Prose, StepSection } from "./step-section.tsx";
import { useWholeText } from "./whole-text.ts";

type StepReply = Replies["researchPlan"]["step"];
type Step = StepReply["step"];

/** What the step found and how, as far as it is loaded. */
export function StepTexts({ step, subagents }: StepReply) {
  const [isRawShown, setIsRawShown] = useState(false);
  const result = useStepText(step, "result");
  const report = useStepText(step, "report");
  const parsedReport = report.isWhole ? parsed(report.text) : undefined;
  return (
    <>
      {step.result !== null && (
        <StepSection title="Result">
          <Result text={result.text} isWhole={result.isWhole} />
          <LoadRest what="result" length={step.resultLength} whole={result} />
        </StepSection>
      )}
      {(step.report !== null || subagents.length > 0) && (
        <StepSection title="Execution report">
          {report.isWhole ? (
            <ExecutionReport report={parsedReport} subagents={subagents} />
          ) : (
            <CodeView label="Report" value={report.text} />
          )}
          <LoadRest what="report" length={step.reportLength} whole={report} />
        </StepSection>
      )}
      <StepSection title="Raw JSON">
        <details onToggle={({ currentTarget }) => setIsRawShown(currentTarget.open)}>
          <summary className="min-h-8 cursor-pointer content-center text-soft">
            Everything about this step as it is stored
          </summary>
          {isRawShown && (
            <CodeView
              label="Step"
              value={{
                ...step,
                result: result.isWhole ? parsed(result.text) : result.text,
                report: report.isWhole ? parsedReport : report.text,
              }}
            />
          )}
        </details>
      </StepSection>
    </>
  );
}

function Result({ text, isWhole }: { text: string; isWhole: boolean }) {
  const value = isWhole ? parsed(text) : text;
  if (isWhole && typeof value === "string") return <Prose text={value} />;
  return <CodeView label="Result" value={value} />;
}

function useStepText({ id: stepId, planId, ...step }: Step, name: "result" | "report") {
  const first = step[name] ?? "";
  const length = name === "result" ? step.resultLength : step.reportLength;
  return useWholeText({
    // Another attempt begins differently, or has another length.
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

/** Stored texts are JSON; should one not be, it is shown as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
