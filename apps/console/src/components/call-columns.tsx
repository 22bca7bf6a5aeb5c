import type { Replies } from "../api/api.ts";
import type { Column } from "./data-table.tsx";
import { Icon } from "./icon.tsx";
import { RelativeTime } from "./relative-time.tsx";

export type ToolCall = Replies["toolCall"]["list"]["toolCalls"][number];

export const CALL_COLUMNS = {
  outcome: { header: "Outcome", cell: CallOutcome },
  client: {
    header: "Client",
    className: "hidden min-w-44 max-w-44 truncate lg:table-cell",
    cell: ({ clientName, clientVersion }) => `${clientName ?? "unknown"} ${clientVersion ?? ""}`,
  },
  duration: {
    header: "Duration",
    className: "hidden whitespace-nowrap text-right tabular-nums sm:table-cell",
    cell: ({ durationMs }) => `${durationMs.toLocaleString()} ms`,
  },
  at: { header: "When", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
} as const satisfies Record<string, Column<ToolCall>>;

function CallOutcome({ isError, errorCode }: { isError: boolean; errorCode: string | null }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm ${isError ? "text-bad" : "text-good"}`}
    >
      <Icon name={isError ? "failed" : "check"} />
      {isError ? (errorCode ?? "Failed") : "Done"}
    </span>
  );
}
