import { CALL_COLUMNS, type ToolCall } from "../../components/call-columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { TextLink } from "../../components/text-link.tsx";
import type { PlanDetail } from "./plan-detail.ts";

export function planCallColumns({ plan, steps }: PlanDetail): readonly Column<ToolCall>[] {
  return [
    { header: "Tool", className: "w-full min-w-32 max-w-0", cell: ToolDetails },
    CALL_COLUMNS.outcome,
    {
      header: "Step",
      className: "hidden sm:table-cell",
      cell: ({ stepId }) => {
        const step = steps.find(({ id }) => id === stepId);
        return step ? (
          <TextLink to="/plans/$planId" params={{ planId: plan.id }} search={{ step: step.id }}>
            {step.order}
          </TextLink>
        ) : null;
      },
    },
    CALL_COLUMNS.client,
    CALL_COLUMNS.duration,
    { ...CALL_COLUMNS.at, className: "hidden sm:table-cell" },
  ];
}

/** The tool's name, which unfolds into the call. */
function ToolDetails({ toolName, request, response, createdAt }: ToolCall) {
  return (
    <details>
      <summary className="min-h-8 cursor-pointer content-center font-mono text-sm [overflow-wrap:anywhere]">
        {toolName}
      </summary>
      <p className="text-soft text-sm sm:hidden">
        <RelativeTime at={createdAt} />
      </p>
      <Excerpt title="Request" text={request} />
      <Excerpt title="Response" text={response} />
    </details>
  );
}

function Excerpt({ title, text }: { title: string; text: string | null }) {
  return (
    <div className="mt-1 mb-2">
      <p className="text-soft text-sm">{title}</p>
      <pre className="whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">
        {text ?? "nothing"}
      </pre>
    </div>
  );
}
