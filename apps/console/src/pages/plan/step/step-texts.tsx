import { useState } from "react";
import { api, queryClient, type Replies } from "../../../api/api.ts";
import { CodeView } from "../../../components/code-view.tsx";
import { MarkdownText } from "../../../components/markdown-text.tsx";
import { ReadableValue } from "../../../components/readable-value.tsx";
import { t } from "../../../language/messages.ts";
import { ExecutionReport } from "./execution-report.tsx";
import { LoadRest } from "./load-rest.tsx";
import { StepSection } from "./step-section.tsx";
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
        <StepSection title={t("Result")}>
          <Result value={result.value} isWhole={result.isWhole} />
          <LoadRest what={t("result")} length={step.resultLength} whole={result} />
        </StepSection>
      )}
      {(step.report !== null || subagents.length > 0) && (
        <StepSection title={t("Execution report")}>
          {report.isWhole ? (
            <ExecutionReport report={report.value} subagents={subagents} />
          ) : (
            <CodeView label={t("Report")} value={report.value} />
          )}
          <LoadRest what={t("report")} length={step.reportLength} whole={report} />
        </StepSection>
      )}
      <StepSection title={t("Raw JSON")}>
        <details onToggle={({ currentTarget }) => setIsRawShown(currentTarget.open)}>
          <summary className="min-h-8 cursor-pointer content-center text-soft">
            {t("Everything stored about this step")}
          </summary>
          {isRawShown && (
            <CodeView
              label={t("Step")}
              value={{ ...step, result: result.value, report: report.value }}
            />
          )}
        </details>
      </StepSection>
    </>
  );
}

function Result({ value, isWhole }: { value: unknown; isWhole: boolean }) {
  if (!isWhole) return <CodeView label={t("Result")} value={value} />;
  return typeof value === "string" ? (
    <MarkdownText text={value} />
  ) : (
    <ReadableValue value={value} />
  );
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
